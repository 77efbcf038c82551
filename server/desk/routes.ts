/** The calls under /desk. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, describeCall } from "../kit/contract/describe.ts";
import { byId, messageReply } from "../kit/core/schema.ts";
import { type App, ask, input, staffOnly } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { contextOf } from "./context/queries.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const deskRoutes = new Hono<App>()
  .get(
    "/",
    answers("What waits for staff, for how long, and the asker's limits.", schema.desk),
    staffOnly,
    async (c) => c.json(await queries.desk(ask(c))),
  )
  .get(
    "/week",
    answers("What the class did since Monday.", schema.classWeek),
    staffOnly,
    async (c) => c.json(await queries.classWeek(ask(c))),
  )
  .put(
    "/limits",
    answers("Set after how many minutes a wait is long, and too long.", schema.limits),
    staffOnly,
    input("json", schema.limitsInput),
    async (c) => c.json(await change(c, commands.setLimits, c.req.valid("json"))),
  )
  .get(
    "/context",
    answers(
      "The program and attempts of a student on a question, and what they and others asked.",
      schema.context,
      { refusals: ["404 not-found"] },
    ),
    staffOnly,
    input("query", schema.contextQuery),
    async (c) => c.json(await contextOf(ask(c), c.req.valid("query"))),
  )
  .get(
    "/replies",
    answers(
      "Saved replies: the asker's own, and then those that others share.",
      z.array(schema.savedReply),
    ),
    staffOnly,
    async (c) => c.json(await queries.savedRepliesOf(ask(c))),
  )
  .post(
    "/replies",
    describeCall(
      "Save a reply (201); the same text once more is the reply that exists (200).",
      { 200: schema.savedReply, 201: schema.savedReply },
      { refusals: ["409 reply.full"] },
    ),
    staffOnly,
    input("json", schema.savedReplyInput),
    async (c) => {
      const { reply, isNew } = await change(c, commands.saveReply, c.req.valid("json"));
      return c.json(reply, isNew ? 201 : 200);
    },
  )
  .put(
    "/replies/:id",
    answers("Edit an own saved reply.", schema.savedReply, { refusals: ["403 forbidden"] }),
    staffOnly,
    input("param", byId),
    input("json", schema.savedReplyChange),
    async (c) =>
      c.json(await change(c, commands.editReply, c.req.valid("param").id, c.req.valid("json"))),
  )
  .delete(
    "/replies/:id",
    answers("Delete an own saved reply.", messageReply, { refusals: ["403 forbidden"] }),
    staffOnly,
    input("param", byId),
    async (c) => {
      await change(c, commands.deleteReply, c.req.valid("param").id);
      return c.json({ msg: "Saved reply deleted." });
    },
  );
