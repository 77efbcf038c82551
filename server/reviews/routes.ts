/** The calls under /assignments that are about reviews; mounted before those with an id. */
import { Hono } from "hono";
import { type App, ask, input, signedIn, staffOnly } from "../kit/guard.ts";
import { byId } from "../kit/schema.ts";
import { searchedBy } from "../kit/throttle.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import {
  byResponse,
  claimInput,
  historyQuery,
  queueFilter,
  releaseInput,
  reviewInput,
  solvedFilter,
} from "./schema.ts";

const searchedText = searchedBy("studentName", "assignmentTitle");

export const reviewRoutes = new Hono<App>()
  .get("/reviews", staffOnly, searchedText, input("query", queueFilter), async (c) => {
    return c.json(await queries.reviewQueue(ask(c), c.req.valid("query")));
  })
  .get("/solved", signedIn, searchedText, input("query", solvedFilter), async (c) => {
    return c.json(await queries.submitted(ask(c), c.req.valid("query")));
  })
  .get(
    "/:id/responses/:studentId/history",
    signedIn,
    input("param", byResponse),
    input("query", historyQuery),
    async (c) => {
      const { id: assignmentId, studentId } = c.req.valid("param");
      const part = c.req.valid("query");
      return c.json(await queries.history(ask(c), { assignmentId, studentId }, part));
    },
  )
  .put("/:id/review", staffOnly, input("param", byId), input("json", reviewInput), async (c) => {
    const { id } = c.req.valid("param");
    const written = c.req.valid("json");
    const code = written.updatedStudentSolution;
    const render = c.var.parts.render.by(c.var.me._id);
    const html = code?.trim() ? await render.code(code, "updatedStudentSolution") : null;
    return c.json(await change(c, (act) => commands.review(act, id, { input: written, html })));
  })
  .post(
    "/:id/review/claim",
    staffOnly,
    input("param", byId),
    input("json", claimInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      return c.json({ claim: await change(c, (act) => commands.claim(act, id, wanted)) });
    },
  )
  .delete(
    "/:id/review/claim",
    staffOnly,
    input("param", byId),
    input("json", releaseInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const whose = c.req.valid("json");
      await change(c, (act) => commands.release(act, id, whose));
      return c.json({ claim: null });
    },
  );
