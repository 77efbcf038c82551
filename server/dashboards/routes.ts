/** The calls under /dashboard. */
import { Hono } from "hono";
import { answers } from "../kit/contract/describe.ts";
import { adminsOnly, type App, ask, learnersOnly, staffOnly } from "../kit/http/guard.ts";
import { answerTimes } from "./answers/queries.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const dashboardRoutes = new Hono<App>()
  .get(
    "/mentor",
    answers("A mentor's own dashboard figures.", schema.mentorFigures),
    staffOnly,
    async (c) => c.json(await queries.mentorFigures(ask(c))),
  )
  .get(
    "/admin",
    answers("The class's dashboard figures.", schema.adminFigures),
    adminsOnly,
    async (c) => c.json(await queries.adminFigures(ask(c))),
  )
  .get(
    "/day",
    answers(
      "A learner's next steps: unsolved work by due date, replies, and reviews that ask for changes.",
      schema.studentDay,
    ),
    learnersOnly,
    async (c) => c.json(await queries.studentDay(ask(c))),
  )
  .get(
    "/answers",
    answers(
      "How long learners waited for answers, by week and by mentor, and what waits longest.",
      schema.answerTimes,
    ),
    adminsOnly,
    async (c) => c.json(await answerTimes(ask(c))),
  )
  .get(
    "/student",
    answers("A learner's own dashboard figures.", schema.studentFigures),
    learnersOnly,
    async (c) => c.json(await queries.studentFigures(ask(c))),
  );
