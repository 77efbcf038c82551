/** The calls under /solutions, and those under /assignments that are about a solution. */
import { Hono } from "hono";
import { answers } from "../kit/contract/describe.ts";
import { badField } from "../kit/core/errors.ts";
import { type App, ask, input, learnersOnly, signedIn, staffOnly } from "../kit/http/guard.ts";
import { byId } from "../kit/core/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as schema from "./schema.ts";
import { can } from "./policy.ts";
import * as queries from "./queries.ts";

export const solutionRoutes = new Hono<App>()
  .put(
    "/:id/feedback",
    answers("Say what one thinks of a solution; the newest counts.", schema.feedback, {
      refusals: ["403 solution.hidden"],
    }),
    learnersOnly,
    input("param", byId),
    input("json", schema.feedbackInput),
    async (c) =>
      c.json(await change(c, commands.giveFeedback, c.req.valid("param").id, c.req.valid("json"))),
  );

export const solutionOfRoutes = new Hono<App>()
  .get(
    "/:id/solution",
    answers(
      "Its solution. A learner's first look is remembered as giving up, and needs a token that writes.",
      schema.solution,
      { refusals: ["403 solution.hidden", "403 token.read-only", "404 solution.missing"] },
    ),
    signedIn,
    input("param", byId),
    async (c) => {
      const { id } = c.req.valid("param");
      const { gaveUpAt, termId } = await queries.checkReadable(ask(c), id);
      // Only a learner's first look is recorded; every other look is only a read.
      const isFirst = can.giveUp(c.var.me) && gaveUpAt === null && termId === null;
      return c.json(
        isFirst ? await change(c, commands.view, id) : await queries.visibleSolution(ask(c), id),
      );
    },
  )
  .put(
    "/:id/solution",
    answers("Write its solution.", schema.solution),
    staffOnly,
    input("param", byId),
    input("json", schema.solutionInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const written = c.req.valid("json");
      const html = await c.var.parts.render.by(c.var.me).text(written.content, "content");
      if (html === "") throw badField("content", schema.EMPTY);
      return c.json(await change(c, commands.write, id, { input: written, html }));
    },
  );
