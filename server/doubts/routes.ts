/** The calls under /doubts. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { prepare } from "../comments/attached/queries.ts";
import { answers, describeCall } from "../kit/contract/describe.ts";
import { type App, ask, input, learnersOnly, signedIn, staffOnly } from "../kit/http/guard.ts";
import type { Texts } from "../kit/content/render.ts";
import { byId, id } from "../kit/core/schema.ts";
import { type Act, change } from "../live/outbox.ts";
import { earlierEntries } from "../threads/queries.ts";
import * as threads from "../threads/schema.ts";
import { CLAIMED_FIELDS, claimReply, releaseReply } from "../claims/schema.ts";
import * as answered from "./answers/search.ts";
import * as edits from "./edits/commands.ts";
import * as merges from "./merges/commands.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import { listDoubts, mergeOffers } from "./search.ts";
import * as schema from "./schema.ts";

/** Renders before the transaction, because it is slow. */
async function renderText(render: Texts, message: string, field: string) {
  return { message, html: await render.text(message, field) };
}

/** Runs a command on a doubt. @returns its thread as the command left it */
async function threadAfter<Input extends unknown[]>(
  c: Context<App>,
  command: (act: Act, ...input: Input) => Promise<queries.DoubtRow>,
  ...input: Input
) {
  return await queries.threadAsOf(ask(c), await change(c, command, ...input));
}

const GROWN = ["409 doubt.resolved", "409 doubt.full"];

export const doubtRoutes = new Hono<App>()
  .post(
    "/",
    describeCall(
      "Raise a doubt (201), or add a follow-up to the unresolved one on the assignment (200).",
      { 200: schema.doubt, 201: schema.doubt },
      { refusals: ["404 not-found", "409 doubt.full"] },
    ),
    learnersOnly,
    input("json", schema.openInput),
    async (c) => {
      const { doubtText, ...about } = c.req.valid("json");
      const text = await renderText(c.var.parts.render.by(c.var.me), doubtText, "doubtText");
      const { row, opened } = await change(c, commands.raise, about, text);
      return c.json(await queries.threadAsOf(ask(c), row), opened ? 201 : 200);
    },
  )
  .get(
    "/filter-doubts",
    answers(
      "Doubts that match a filter: newest activity first, or in the queue longest waiting first.",
      schema.doubtPage,
    ),
    signedIn,
    input("query", schema.doubtFilter),
    async (c) => {
      const { page, asOf } = await listDoubts(ask(c), c.req.valid("query"));
      if (asOf !== null) c.header("x-seq", asOf);
      return c.json(page);
    },
  )
  .get(
    "/similar",
    answers(
      "Readable doubts that failed in the same way as a program, then those most similar to a text.",
      z.array(schema.similarDoubt),
      { refusals: ["404 not-found"] },
    ),
    signedIn,
    input("query", schema.similarQuery),
    async (c) => c.json(await answered.similarDoubts(ask(c), c.req.valid("query"))),
  )
  .get(
    "/asked",
    answers(
      "Readable doubts of others on an assignment: answered ones first.",
      z.array(schema.askedDoubt),
    ),
    signedIn,
    input("query", schema.askedQuery),
    async (c) => c.json(await answered.askedDoubts(ask(c), c.req.valid("query").assignmentId)),
  )
  .get(
    "/followed",
    answers("Unresolved doubts of others that the asker has, too.", z.array(schema.followed)),
    learnersOnly,
    async (c) => c.json(await queries.followedDoubts(ask(c))),
  )
  .get(
    "/answers",
    answers(
      "Answered doubts on an assignment for later classes: kept ones first, then those that helped.",
      schema.answersPage,
    ),
    signedIn,
    input("query", schema.answersQuery),
    async (c) => c.json(await answered.answeredDoubts(ask(c), c.req.valid("query"))),
  )
  .get(
    "/:id",
    answers(
      "A doubt with its thread; a long thread has only its first and newest entries.",
      schema.doubt,
    ),
    signedIn,
    input("param", byId),
    async (c) => c.json(await queries.doubtThread(ask(c), c.req.valid("param").id)),
  )
  .get(
    "/:id/entries",
    answers("A page of earlier entries of a thread.", schema.entryPage),
    signedIn,
    input("param", byId),
    input("query", schema.entriesQuery),
    async (c) =>
      c.json(await earlierEntries(ask(c), c.req.valid("param").id, c.req.valid("query"))),
  )
  .put(
    "/:id/reply",
    answers("Reply to a doubt, with comments on lines and a proposed change.", schema.doubt, {
      refusals: [...GROWN, "409 comments.full", "409 proposals.full"],
    }),
    staffOnly,
    input("param", byId),
    input("json", schema.replyInput),
    async (c) => {
      const { reply, version, refersTo, ...brought } = c.req.valid("json");
      const render = c.var.parts.render.by(c.var.me);
      const [text, attached] = await Promise.all([
        renderText(render, reply, "reply"),
        prepare(render, brought),
      ]);
      const about = { version, refersTo, attached };
      return c.json(await threadAfter(c, commands.reply, c.req.valid("param").id, about, text));
    },
  )
  .put(
    "/:id/followup",
    answers("Add a follow-up to a doubt.", schema.doubt, { refusals: GROWN }),
    learnersOnly,
    input("param", byId),
    input("json", schema.followupInput),
    async (c) => {
      const { followup, ...based } = c.req.valid("json");
      const text = await renderText(c.var.parts.render.by(c.var.me), followup, "followup");
      return c.json(await threadAfter(c, commands.followUp, c.req.valid("param").id, based, text));
    },
  )
  .put(
    "/:id/resolve",
    answers("Mark a doubt as resolved.", schema.doubt, {
      refusals: ["409 doubt.resolved"],
    }),
    learnersOnly,
    input("param", byId),
    input("json", schema.resolveInput),
    async (c) =>
      c.json(await threadAfter(c, commands.resolve, c.req.valid("param").id, c.req.valid("json"))),
  )
  .patch(
    "/:id/entries/:entryId",
    answers(
      "Edit the asker's own text: while it is the newest of its thread, or for 15 minutes.",
      schema.doubt,
      { refusals: ["403 forbidden", "409 edit.over"] },
    ),
    signedIn,
    input("param", threads.byEntry),
    input("json", threads.editInput),
    async (c) => {
      const place = c.req.valid("param");
      const { text } = c.req.valid("json");
      const rendered = await renderText(c.var.parts.render.by(c.var.me), text, "text");
      return c.json(await threadAfter(c, edits.edit, place, rendered));
    },
  )
  .delete(
    "/:id/entries/:entryId",
    answers(
      "Take back the asker's own newest reply or follow-up for ten seconds, or a resolve for 15 minutes.",
      schema.doubt,
      { refusals: ["403 forbidden", "409 undo.over", "409 doubt.raised"] },
    ),
    signedIn,
    input("param", threads.byEntry),
    async (c) => c.json(await threadAfter(c, edits.takeBack, c.req.valid("param"))),
  )
  .get(
    "/:id/entries/:entryId/versions",
    answers(
      "The texts of an entry before its edits, oldest first.",
      z.array(threads.earlierVersion),
      {
        refusals: ["404 not-found"],
      },
    ),
    staffOnly,
    input("param", threads.byEntry),
    async (c) => c.json(await queries.earlierVersions(ask(c), c.req.valid("param"))),
  )
  .patch(
    "/:id",
    answers(
      "Make a doubt private or open it to the class, with the student's name or without it.",
      schema.doubt,
    ),
    learnersOnly,
    input("param", byId),
    input("json", schema.readersInput),
    async (c) =>
      c.json(
        await threadAfter(c, commands.setReaders, c.req.valid("param").id, c.req.valid("json")),
      ),
  )
  .put(
    "/:id/program",
    answers(
      "Show the programs of a doubt to the class, or only to staff. Its owner decides.",
      schema.doubt,
    ),
    learnersOnly,
    input("param", byId),
    input("json", schema.programInput),
    async (c) =>
      c.json(
        await threadAfter(c, commands.showProgram, c.req.valid("param").id, c.req.valid("json")),
      ),
  )
  .put(
    "/:id/helped",
    answers(
      "Say whether a reply helped, or take that back. Only the owner may.",
      schema.helpedEvent,
    ),
    learnersOnly,
    input("param", byId),
    input("json", schema.helpedInput),
    async (c) =>
      c.json(await change(c, commands.sayHelped, c.req.valid("param").id, c.req.valid("json"))),
  )
  .put(
    "/:id/kept",
    answers("Keep an answered doubt for later classes, or no longer.", schema.listedDoubt, {
      refusals: ["409 doubt.private", "409 doubt.unanswered"],
    }),
    staffOnly,
    input("param", byId),
    input("json", schema.keptInput),
    async (c) =>
      c.json(await change(c, commands.keep, c.req.valid("param").id, c.req.valid("json").kept)),
  )
  .post(
    "/:id/share",
    answers(
      "Say that the asker has this doubt, too. A person counts once.",
      schema.shareReply,
      {
        refusals: ["409 doubt.resolved"],
      },
    ),
    learnersOnly,
    input("param", byId),
    async (c) => c.json(await change(c, commands.share, c.req.valid("param").id)),
  )
  .delete(
    "/:id/share",
    answers("Take back that the asker has this doubt, too.", schema.shareReply),
    learnersOnly,
    input("param", byId),
    async (c) => c.json(await change(c, commands.unshare, c.req.valid("param").id)),
  )
  .get(
    "/:id/merge",
    answers(
      "Threads that a doubt may be merged into: the most similar first.",
      z.array(schema.listedDoubt),
    ),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await mergeOffers(ask(c), c.req.valid("param").id)),
  )
  .put(
    "/:id/merge",
    answers("Merge a duplicate into another thread on the same question.", schema.doubt, {
      refusals: ["409 doubt.merged", "409 doubt.resolved", "409 doubt.private"],
      fields: { "doubt.merged": { into: id } },
    }),
    staffOnly,
    input("param", byId),
    input("json", schema.mergeInput),
    async (c) =>
      c.json(await threadAfter(c, merges.merge, c.req.valid("param").id, c.req.valid("json"))),
  )
  .delete(
    "/:id/merge",
    answers("Take a merge back, for ten minutes.", schema.doubt, {
      refusals: ["409 merge.over", "409 merge.chain", "409 doubt.raised"],
    }),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await threadAfter(c, merges.unmerge, c.req.valid("param").id)),
  )
  .post(
    "/:id/claim",
    answers("Claim a doubt; takeOver also takes a claim from another person.", claimReply, {
      refusals: ["409 claimed", "409 doubt.resolved"],
      fields: CLAIMED_FIELDS,
    }),
    staffOnly,
    input("param", byId),
    input("json", schema.claimInput),
    async (c) =>
      c.json({
        claim: await change(c, commands.claim, c.req.valid("param").id, c.req.valid("json")),
      }),
  )
  .delete(
    "/:id/claim",
    answers("Release the asker's claim on a doubt.", releaseReply),
    staffOnly,
    input("param", byId),
    async (c) => {
      await change(c, commands.release, c.req.valid("param").id);
      return c.json({ claim: null });
    },
  );
