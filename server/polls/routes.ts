/** The calls under /polls. */
import { Hono } from "hono";
import * as z from "zod";
import { nameSchemas } from "../kit/contract/components.ts";
import { answers, creates } from "../kit/contract/describe.ts";
import { byId } from "../kit/core/schema.ts";
import { type App, ask, input, learnersOnly, signedIn, staffOnly } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

nameSchemas("polls", schema);

export const pollRoutes = new Hono<App>()
  .get(
    "/",
    answers("Quick questions that the class was asked, newest first.", z.array(schema.listedPoll)),
    staffOnly,
    input("query", schema.pollsQuery),
    async (c) => c.json(await queries.listPolls(ask(c), c.req.valid("query"))),
  )
  .post(
    "/",
    creates("Ask the class a quick question.", schema.poll, {
      refusals: ["409 poll.open", "409 poll.often"],
      fields: { "poll.open": { current: schema.poll } },
    }),
    staffOnly,
    input("json", schema.pollInput),
    async (c) => c.json(await change(c, (act) => commands.ask(act, c.req.valid("json"))), 201),
  )
  .get(
    "/current",
    answers(
      "The newest quick question, with the asker's own answer, or for staff with all answers.",
      schema.currentPoll,
    ),
    signedIn,
    async (c) => c.json(await queries.currentPoll(ask(c))),
  )
  .put(
    "/:id/answer",
    answers("Answer a quick question, or change the answer.", schema.ownAnswer, {
      refusals: ["409 poll.closed", "409 poll.changes", "409 poll.full"],
    }),
    learnersOnly,
    input("param", byId),
    input("json", schema.answerInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const given = c.req.valid("json");
      return c.json(await change(c, (act) => commands.answer(act, id, given)));
    },
  )
  .put(
    "/:id/close",
    answers("Close a quick question for answers.", schema.poll),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await change(c, (act) => commands.close(act, c.req.valid("param").id))),
  )
  .put(
    "/:id/again",
    answers("Ask the class to talk, and to vote on a quick question again.", schema.poll, {
      refusals: ["409 poll.again"],
    }),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await change(c, (act) => commands.again(act, c.req.valid("param").id))),
  )
  .put(
    "/:id/show",
    answers("Close a quick question, and show the class its result.", schema.poll),
    staffOnly,
    input("param", byId),
    input("json", schema.showInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      return c.json(await change(c, (act) => commands.show(act, id, wanted)));
    },
  );
