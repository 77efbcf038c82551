/** The calls under /solutions, and those under /assignments that are about a solution. */
import { Hono } from "hono";
import { badField } from "../kit/errors.ts";
import { type App, ask, input, learnersOnly, signedIn, staffOnly } from "../kit/guard.ts";
import { byId } from "../kit/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { can } from "./policy.ts";
import * as queries from "./queries.ts";
import { EMPTY, feedbackInput, solutionInput } from "./schema.ts";

export const solutionRoutes = new Hono<App>()
  .put(
    "/:id/feedback",
    learnersOnly,
    input("param", byId),
    input("json", feedbackInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      return c.json(await change(c, (act) => commands.giveFeedback(act, id, wanted)));
    },
  );

export const solutionOfRoutes = new Hono<App>()
  .get("/:id/solution", signedIn, input("param", byId), async (c) => {
    const { id } = c.req.valid("param");
    const { gaveUpAt } = await queries.readableSolution(ask(c), id);
    // Only a learner's first look is remembered; every other one is a mere read.
    const isFirst = can.giveUp(c.var.me) && gaveUpAt === null;
    return c.json(
      isFirst
        ? await change(c, (act) => commands.view(act, id))
        : await queries.visibleSolution(ask(c), id),
    );
  })
  .put(
    "/:id/solution",
    staffOnly,
    input("param", byId),
    input("json", solutionInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const written = c.req.valid("json");
      const html = await c.var.parts.render.by(c.var.me._id).text(written.content, "content");
      if (html === "") throw badField("content", EMPTY);
      return c.json(await change(c, (act) => commands.write(act, id, { input: written, html })));
    },
  );
