/** The calls under /groups. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { type App, ask, input, staffOnly } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { groupQuestion } from "./question/queries.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const groupRoutes = new Hono<App>()
  .get(
    "/answers",
    answers("Answers to groups, newest first, with who got them.", z.array(schema.groupAnswer)),
    staffOnly,
    input("query", schema.groupAnswersQuery),
    async (c) => c.json(await queries.listGroupAnswers(ask(c), c.req.valid("query"))),
  )
  .get(
    "/question",
    answers(
      "A quick question from a group of a class session: the program that most of it have, without a " +
        "name, and the outputs that students got.",
      schema.groupQuestion,
      { refusals: ["404 not-found"] },
    ),
    staffOnly,
    input("query", schema.groupQuestionQuery),
    async (c) => c.json(await groupQuestion(ask(c), c.req.valid("query"))),
  )
  .post(
    "/answers",
    creates(
      "Answer all students of a group: each gets the text in their open doubt, or in a new thread.",
      schema.groupAnswerReply,
      { refusals: ["404 not-found", "409 group.empty"] },
    ),
    staffOnly,
    input("json", schema.groupAnswerInput),
    async (c) => {
      const wanted = c.req.valid("json");
      const html = await c.var.parts.render.by(c.var.me).text(wanted.answer, "answer");
      return c.json(await change(c, commands.answer, wanted, html), 201);
    },
  );
