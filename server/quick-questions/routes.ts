/** The calls under /quick-questions. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { byId } from "../kit/core/schema.ts";
import { type App, ask, input, learnersOnly, signedIn, staffOnly } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const quickQuestionRoutes = new Hono<App>()
  .get(
    "/",
    answers(
      "Quick questions that the class was asked, newest first.",
      z.array(schema.listedQuickQuestion),
    ),
    staffOnly,
    input("query", schema.quickQuestionsQuery),
    async (c) => c.json(await queries.listQuickQuestions(ask(c), c.req.valid("query"))),
  )
  .post(
    "/",
    creates("Ask the class a quick question.", schema.quickQuestion, {
      refusals: ["409 quickQuestion.open", "409 quickQuestion.often"],
      fields: { "quickQuestion.open": { current: schema.quickQuestion } },
    }),
    staffOnly,
    input("json", schema.quickQuestionInput),
    async (c) => c.json(await change(c, commands.ask, c.req.valid("json")), 201),
  )
  .get(
    "/current",
    answers(
      "The newest quick question, with the asker's own answer, or for staff with all answers.",
      schema.currentQuickQuestion,
    ),
    signedIn,
    async (c) => c.json(await queries.currentQuickQuestion(ask(c))),
  )
  .put(
    "/:id/answer",
    answers("Answer a quick question, or change the answer.", schema.ownAnswer, {
      refusals: ["409 quickQuestion.closed", "409 quickQuestion.changes", "409 quickQuestion.full"],
    }),
    learnersOnly,
    input("param", byId),
    input("json", schema.answerInput),
    async (c) =>
      c.json(await change(c, commands.answer, c.req.valid("param").id, c.req.valid("json"))),
  )
  .put(
    "/:id/close",
    answers("Close a quick question for answers.", schema.quickQuestion),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await change(c, commands.close, c.req.valid("param").id)),
  )
  .put(
    "/:id/again",
    answers("Ask the class to talk, and to vote on a quick question again.", schema.quickQuestion, {
      refusals: ["409 quickQuestion.again"],
    }),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await change(c, commands.again, c.req.valid("param").id)),
  )
  .put(
    "/:id/show",
    answers("Close a quick question, and show the class its result.", schema.quickQuestion),
    staffOnly,
    input("param", byId),
    input("json", schema.showInput),
    async (c) =>
      c.json(await change(c, commands.show, c.req.valid("param").id, c.req.valid("json"))),
  );
