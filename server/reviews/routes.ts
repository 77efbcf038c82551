/** Reviews' calls under /assignments, mounted before those with an id. */
import { Hono } from "hono";
import * as z from "zod";
import { prepare } from "../comments/attached/queries.ts";
import { answers } from "../kit/contract/describe.ts";
import { type App, ask, input, learnersOnly, signedIn, staffOnly } from "../kit/http/guard.ts";
import { byId } from "../kit/core/schema.ts";
import { fenced } from "../kit/content/code_fence.ts";
import { LANGUAGES, languages } from "../languages/languages.ts";
import { change } from "../live/outbox.ts";
import { CLAIMED_FIELDS, claimReply, releaseReply } from "../claims/schema.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import * as search from "./search.ts";

const ATTACHED = ["409 comments.full", "409 proposals.full"];

export const reviewRoutes = new Hono<App>()
  .get(
    "/reviews",
    answers(
      "Responses to review: waiting ones first, the longest waiting at the top.",
      schema.reviewPage,
    ),
    staffOnly,
    input("query", schema.queueFilter),
    async (c) => c.json(await search.reviewQueue(ask(c), c.req.valid("query"))),
  )
  .get(
    "/solved",
    answers("What a learner has handed in; their own only.", schema.solvedPage, {
      refusals: ["403 forbidden"],
    }),
    signedIn,
    input("query", schema.solvedFilter),
    async (c) => c.json(await search.submitted(ask(c), c.req.valid("query"))),
  )
  .get(
    "/:id/responses/:studentId/history",
    answers("Every attempt and review, oldest first.", z.array(schema.historyEntry)),
    signedIn,
    input("param", schema.byResponse),
    input("query", schema.historyQuery),
    async (c) => {
      const { id: assignmentId, studentId } = c.req.valid("param");
      const part = c.req.valid("query");
      return c.json(await queries.history(ask(c), { assignmentId, studentId }, part));
    },
  )
  .put(
    "/:id/review",
    answers("Review a response.", schema.listedReview, {
      refusals: [...ATTACHED, "409 rubric.changed"],
    }),
    staffOnly,
    input("param", byId),
    input("json", schema.reviewInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const written = c.req.valid("json");
      const code = written.updatedStudentSolution;
      const render = c.var.parts.render.by(c.var.me);
      const fence = languages[written.language ?? LANGUAGES[0]].fences[0];
      const html = code?.trim()
        ? await render.code(fenced(code, fence), "updatedStudentSolution")
        : null;
      const attached = await prepare(render, written);
      const review = { input: written, html, attached };
      return c.json(await change(c, commands.review, id, review));
    },
  )
  .post(
    "/:id/review/again",
    answers(
      "Ask for another look at the decision on one's own response, once for each decision.",
      schema.reviewItem,
      { refusals: ["409 review.again", "409 review.undecided"] },
    ),
    learnersOnly,
    input("param", byId),
    input("json", schema.againInput),
    async (c) =>
      c.json(
        await change(c, commands.askAgain, c.req.valid("param").id, c.req.valid("json").reason),
      ),
  )
  .post(
    "/:id/review/claim",
    answers(
      "Claim a response to review; takeOver also takes a claim from another person.",
      claimReply,
      {
        refusals: ["409 claimed", "409 review.done"],
        fields: CLAIMED_FIELDS,
      },
    ),
    staffOnly,
    input("param", byId),
    input("json", schema.claimInput),
    async (c) =>
      c.json({
        claim: await change(c, commands.claim, c.req.valid("param").id, c.req.valid("json")),
      }),
  )
  .delete(
    "/:id/review/claim",
    answers("Release the asker's claim on a response.", releaseReply),
    staffOnly,
    input("param", byId),
    input("json", schema.releaseInput),
    async (c) => {
      await change(c, commands.release, c.req.valid("param").id, c.req.valid("json"));
      return c.json({ claim: null });
    },
  );
