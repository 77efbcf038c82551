/** The calls under /students. */
import { Hono } from "hono";
import { answers, creates } from "../kit/contract/describe.ts";
import { byId, messageReply } from "../kit/core/schema.ts";
import { type App, ask, input, staffOnly } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const studentRoutes = new Hono<App>()
  .get(
    "/:id",
    answers(
      "A learner, for staff: progress by topic, and when they were last seen.",
      schema.studentPage,
    ),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await queries.studentPage(ask(c), c.req.valid("param").id)),
  )
  .get(
    "/:id/open",
    answers(
      "A learner's homework, classwork and personal assignments that are not solved.",
      schema.openPage,
    ),
    staffOnly,
    input("param", byId),
    input("query", schema.listQuery),
    async (c) =>
      c.json(await queries.openWork(ask(c), c.req.valid("param").id, c.req.valid("query"))),
  )
  .get(
    "/:id/attempts",
    answers("Everything that a learner has handed in, newest first.", schema.attemptPage),
    staffOnly,
    input("param", byId),
    input("query", schema.listQuery),
    async (c) =>
      c.json(await queries.listAttempts(ask(c), c.req.valid("param").id, c.req.valid("query"))),
  )
  .get(
    "/:id/doubts",
    answers("A learner's doubts, newest activity first.", schema.doubtPage),
    staffOnly,
    input("param", byId),
    input("query", schema.listQuery),
    async (c) =>
      c.json(await queries.listDoubts(ask(c), c.req.valid("param").id, c.req.valid("query"))),
  )
  .get(
    "/:id/reviews",
    answers("The reviews that a learner has got, newest first.", schema.reviewPage),
    staffOnly,
    input("param", byId),
    input("query", schema.listQuery),
    async (c) =>
      c.json(await queries.listReviews(ask(c), c.req.valid("param").id, c.req.valid("query"))),
  )
  .get(
    "/:id/notes",
    answers("The staff's notes about a learner, newest first.", schema.notePage),
    staffOnly,
    input("param", byId),
    input("query", schema.listQuery),
    async (c) =>
      c.json(await queries.listNotes(ask(c), c.req.valid("param").id, c.req.valid("query"))),
  )
  .post(
    "/:id/notes",
    creates("Write a note about a learner. Only staff ever see it.", schema.note, {
      refusals: ["409 student.notes-full"],
    }),
    staffOnly,
    input("param", byId),
    input("json", schema.noteInput),
    async (c) =>
      c.json(await change(c, commands.addNote, c.req.valid("param").id, c.req.valid("json")), 201),
  )
  .delete(
    "/:id/notes/:noteId",
    answers("Delete a note: its author, or an admin.", messageReply),
    staffOnly,
    input("param", schema.byNote),
    async (c) => {
      await change(c, commands.deleteNote, c.req.valid("param"));
      return c.json({ msg: "Note deleted." });
    },
  );
