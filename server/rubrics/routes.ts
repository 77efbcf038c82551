/** The calls under /assignments that are about rubrics. */
import { Hono } from "hono";
import { answers } from "../kit/contract/describe.ts";
import { type App, ask, input, staffOnly } from "../kit/http/guard.ts";
import { byId } from "../kit/core/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const rubricRoutes = new Hono<App>()
  .get(
    "/:id/rubric",
    answers("The points that a review of the question may give.", schema.rubric),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await queries.rubricOf(ask(c), c.req.valid("param").id)),
  )
  .put(
    "/:id/rubric",
    answers("Replace the question's rubric. Given reviews stay as they are.", schema.rubric),
    staffOnly,
    input("param", byId),
    input("json", schema.rubricInput),
    async (c) =>
      c.json(await change(c, commands.write, c.req.valid("param").id, c.req.valid("json"))),
  );
