/** The calls about comments on lines and about proposed changes. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { byId } from "../kit/core/schema.ts";
import { type App, ask, input, signedIn, staffOnly } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import { earlierVersion } from "../threads/schema.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const commentRoutes = new Hono<App>()
  .get(
    "/",
    answers(
      "All comments on lines, and all proposed changes, of a thread, of a response or of a run.",
      schema.lineNotes,
      { refusals: ["404 not-found"] },
    ),
    signedIn,
    input("query", schema.placeQuery),
    async (c) => c.json(await queries.lineNotes(ask(c), c.req.valid("query") as schema.PlaceQuery)),
  )
  .post(
    "/:id/answers",
    creates("Answer a comment on a line.", schema.comment, {
      refusals: ["403 forbidden", "409 doubt.resolved", "409 comments.full"],
    }),
    signedIn,
    input("param", byId),
    input("json", schema.answerInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const { text } = c.req.valid("json");
      const html = await c.var.parts.render.by(c.var.me).text(text, "text");
      return c.json(await change(c, commands.answer, id, { text, html }), 201);
    },
  )
  .patch(
    "/:id",
    answers(
      "Edit the asker's own comment: while nobody has reacted to it, or for 15 minutes.",
      schema.comment,
      { refusals: ["403 forbidden", "409 edit.over", "409 comments.full"] },
    ),
    staffOnly,
    input("param", byId),
    input("json", schema.editCommentInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const { text } = c.req.valid("json");
      const html = await c.var.parts.render.by(c.var.me).text(text, "text");
      return c.json(await change(c, commands.edit, id, { text, html }));
    },
  )
  .delete(
    "/:id",
    answers("Take back the asker's own comment, for ten seconds.", schema.withdrawnComment, {
      refusals: ["403 forbidden", "409 undo.over"],
    }),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await change(c, commands.takeBack, c.req.valid("param").id)),
  )
  .get(
    "/:id/versions",
    answers("The texts of a comment before its edits, oldest first.", z.array(earlierVersion), {
      refusals: ["404 not-found"],
    }),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await queries.earlierVersions(ask(c), c.req.valid("param").id)),
  )
  .put(
    "/:id/done",
    answers("Say that a comment is done, or that it is not.", schema.comment, {
      refusals: ["403 forbidden"],
    }),
    signedIn,
    input("param", byId),
    input("json", schema.doneInput),
    async (c) =>
      c.json(await change(c, commands.finish, c.req.valid("param").id, c.req.valid("json"))),
  );

export const proposalRoutes = new Hono<App>()
  .get(
    "/:id",
    answers("A proposed change, with the program before and after it.", schema.proposal),
    signedIn,
    input("param", byId),
    async (c) => c.json(await queries.proposalOf(ask(c), c.req.valid("param").id)),
  );

/** The calls under /runs that are about comments. */
export const commentsOfRunRoutes = new Hono<App>()
  .post(
    "/:id/comments",
    creates("Comment on lines of a student's run.", schema.comment, {
      refusals: ["409 comments.full"],
    }),
    staffOnly,
    input("param", byId),
    input("json", schema.commentInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      const html = await c.var.parts.render.by(c.var.me).text(wanted.text, "text");
      return c.json(await change(c, commands.comment, id, { ...wanted, html }), 201);
    },
  );
