/** The calls about runs. */
import { Hono } from "hono";
import * as z from "zod";
import { visibleAssignment } from "../assignments/queries.ts";
import { accepts, answers, creates } from "../kit/contract/describe.ts";
import { byId } from "../kit/core/schema.ts";
import { type App, ask, input, signedIn } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

const JUDGE_REFUSALS = ["409 judge.off", "503 busy"];

/** The calls under /assignments that are about runs. */
export const runsOfRoutes = new Hono<App>()
  .get(
    "/:id/runs",
    answers(
      "Runs on an assignment, newest first: for a learner their own, for staff those of a student " +
        "or of everybody.",
      z.array(schema.runCard),
      { refusals: ["403 forbidden"] },
    ),
    signedIn,
    input("param", byId),
    input("query", schema.runsQuery),
    async (c) => {
      const { id } = c.req.valid("param");
      await visibleAssignment(ask(c), id);
      return c.json(await queries.listRuns(ask(c), id, c.req.valid("query")));
    },
  )
  .post(
    "/:id/runs",
    creates(
      "Keep a run of a program. Without cases, the server runs it: it waits in a queue. With " +
        "`notRun`, the program is only kept, for a doubt.",
      schema.run,
      { refusals: JUDGE_REFUSALS },
    ),
    signedIn,
    input("param", byId),
    input("json", schema.runInput),
    async (c) =>
      c.json(await change(c, commands.create, c.req.valid("param").id, c.req.valid("json")), 201),
  );

export const runRoutes = new Hono<App>()
  .get(
    "/:id",
    answers("One run, with its source and its result.", schema.run),
    signedIn,
    input("param", byId),
    async (c) => c.json(await queries.runDetail(ask(c), c.req.valid("param").id)),
  )
  .post(
    "/:id/verify",
    accepts(
      "Ask the server to run the source on all cases, the hidden ones included. The result comes " +
        "as an event.",
      schema.run,
      { refusals: JUDGE_REFUSALS },
    ),
    signedIn,
    input("param", byId),
    async (c) => c.json(await change(c, commands.verify, c.req.valid("param").id), 202),
  );
