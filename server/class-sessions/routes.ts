/** The calls under /class-sessions. */
import { Hono } from "hono";
import { answers, creates } from "../kit/contract/describe.ts";
import { byId } from "../kit/core/schema.ts";
import { type App, ask, input, signedIn, staffOnly } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const classSessionRoutes = new Hono<App>()
  .get(
    "/running",
    answers(
      "The class session of the asker's sections that runs now, which of its questions the asker has " +
        "solved, and other running ones.",
      schema.runningReply,
    ),
    signedIn,
    async (c) => c.json(await queries.readRunning(ask(c))),
  )
  .get(
    "/",
    answers(
      "The class sessions that are over, newest first, with their results.",
      schema.pastReply,
    ),
    staffOnly,
    input("query", schema.pastQuery),
    async (c) => c.json(await queries.pastClassSessions(ask(c), c.req.valid("query"))),
  )
  .post(
    "/",
    creates("Start a class session. Each section has one at most.", schema.classSession, {
      refusals: ["409 classSession.running"],
      fields: { "classSession.running": { current: schema.classSession } },
    }),
    staffOnly,
    input("json", schema.startInput),
    async (c) => c.json(await change(c, commands.start, c.req.valid("json")), 201),
  )
  .put(
    "/:id",
    answers(
      "Change the questions or the countdown of the running class session, or the wall's question.",
      schema.classSession,
      {
        refusals: ["409 classSession.over", "409 classSession.running"],
        fields: { "classSession.running": { current: schema.classSession } },
      },
    ),
    staffOnly,
    input("param", byId),
    input("json", schema.changeInput),
    async (c) =>
      c.json(await change(c, commands.change, c.req.valid("param").id, c.req.valid("json"))),
  )
  .post(
    "/:id/end",
    answers("End a class session.", schema.classSession),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await change(c, commands.end, c.req.valid("param").id)),
  );
