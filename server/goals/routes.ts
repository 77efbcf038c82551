/** The calls under /goals. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { adminsOnly, allow, type App, ask, input, staffOnly } from "../kit/http/guard.ts";
import { byId } from "../kit/core/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

const mentorsOnly = allow("mentor");

export const goalRoutes = new Hono<App>()
  .get(
    "/user/:userId",
    answers("A mentor's weekly goals, newest first; a mentor's own only.", z.array(schema.goal)),
    staffOnly,
    input("param", schema.byUser),
    async (c) => c.json(await queries.goalsOf(ask(c), c.req.valid("param").userId)),
  )
  .get(
    "/week",
    answers("Each mentor's goal of this week.", z.array(schema.mentorWeek)),
    adminsOnly,
    async (c) => c.json(await queries.mentorsWeek(ask(c))),
  )
  .post(
    "/",
    creates("Set this week's goal.", schema.goal, {
      refusals: ["409 goal.exists", "409 goal.not-sunday"],
      fields: { "goal.exists": { current: schema.goal.optional() } },
    }),
    mentorsOnly,
    input("json", schema.goalInput),
    async (c) => c.json(await change(c, commands.create, c.req.valid("json")), 201),
  )
  .put(
    "/:id",
    answers("Tick off, report the day, sum up the week.", schema.goal, {
      refusals: [
        "409 report.exists",
        "409 report.closed",
        "409 goal.not-sunday",
        "409 goal.closed",
      ],
    }),
    mentorsOnly,
    input("param", byId),
    input("json", schema.goalChange),
    async (c) =>
      c.json(await change(c, commands.edit, c.req.valid("param").id, c.req.valid("json"))),
  );
