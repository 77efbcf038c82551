/** Comments on a run alone, edits of comments, answers to them, and "done" by the student. */
import { eq, type SQL, sql } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { conflict, forbidden, notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { pick } from "../kit/db/columns.ts";
import { type Act, announce } from "../live/outbox.ts";
import { lockResponse } from "../reviews/queries.ts";
import { runs } from "../runs/tables.ts";
import { whyNotEdited, whyNotTakenBack } from "../threads/policy.ts";
import { doubtPolicy } from "../threads/queries.ts";
import { refuseBytes, refuseFull, refuseLines } from "./attached/queries.ts";
import { storeComments } from "./attached/writes.ts";
import { can, countLines } from "./policy.ts";
import { commentOf, roomsOfReaders } from "./queries.ts";
import { ANSWERS_MOST, type Comment, type CommentInput } from "./schema.ts";
import { answers, comments, commentVersions } from "./tables.ts";

type Rendered<T> = T & { html: string };

/** Comments on a student's run. Only that student and staff see it. */
export async function comment(
  act: Act,
  runId: string,
  { from, to, text, html }: Rendered<CommentInput>,
): Promise<Comment> {
  const { db, me: { _id, name, role }, now } = act;
  const { source, ...about } = await lockRun(act, runId);
  refuseLines({ to }, { lines: countLines(source) }, "to");
  await refuseFull(db, eq(comments.runId, runId), [{ text, html }]);
  const saved: Comment = {
    _id: newId(),
    runId,
    ...about,
    doubtId: null,
    entryId: null,
    reviewId: null,
    from,
    to,
    text,
    html,
    by: { _id, name, role },
    createdAt: now,
    doneAt: null,
    answers: [],
    version: 1,
  };
  await storeComments(act, [saved], roomsOfReaders(saved, undefined));
  return saved;
}

/** Returns a run that stays until the end of the transaction. @throws Refusal 404 */
async function lockRun({ db }: Act, id: string) {
  const find = () =>
    db.select(pick(runs, "assignmentId", "studentId", "source")).from(runs).where(eq(runs.id, id));
  const [found] = await find();
  // Old runs are deleted under this lock.
  if (found) await lockResponse(db, found);
  const [run] = await find();
  if (!run) throw notFound("This run");
  return run;
}

/** Changes the text of the asker's own comment. The text before is kept for staff. */
export async function edit(
  act: Act,
  id: string,
  { text, html }: Rendered<{ text: string }>,
): Promise<Comment> {
  const { db, now } = act;
  const { before, doubt } = await lockOwnComment(act, id);
  if (before.text === text) return before;
  const edits = await db.$count(commentVersions, eq(commentVersions.commentId, id));
  const why = whyNotEdited(writtenOf(before), { edits, now });
  if (why !== null) throw conflict("edit.over", why);
  await refuseBytes(db, besides(before), [{ text, html }]);
  await db.insert(commentVersions).values({
    commentId: id,
    number: edits + 1,
    text: before.text,
    html: before.html,
    writtenAt: before.editedAt ?? before.createdAt,
  });
  return await save(act, { ...before, text, html, editedAt: now }, doubt);
}

/** Deletes the asker's own comment, a moment after they wrote it. */
export async function takeBack(act: Act, id: string): Promise<{ _id: string }> {
  const { before, doubt } = await lockOwnComment(act, id);
  const why = whyNotTakenBack(writtenOf(before), act.now);
  if (why !== null) throw conflict("undo.over", why);
  await act.db.delete(comments).where(eq(comments.id, id));
  await record(act, "comment.deleted", { about: { kind: "comment", id, title: "" } });
  announce(act, "comment.withdrawn", roomsOfReaders(before, doubt), { _id: id });
  return { _id: id };
}

/** A comment is the newest of its own thread: the comment, "done", and the answers to it. */
const writtenOf = ({ createdAt, answers, doneAt }: Comment) =>
  ({ type: "comment", at: createdAt, isNewest: answers.length === 0 && doneAt === null }) as const;

async function lockOwnComment(act: Act, id: string) {
  const locked = await lockComment(act, id);
  if (locked.before.by._id !== act.me._id) throw forbidden("Only its author may change this.");
  return locked;
}

/** The condition for the other comments of a comment's place. */
function besides({ _id, doubtId, reviewId, runId, assignmentId, studentId }: Comment): SQL {
  const place = doubtId !== null
    ? sql`${comments.entryId} in (select id from doubt_entries where doubt_id = ${doubtId})`
    : reviewId !== null
    ? sql`${comments.reviewId} in (select id from reviews
        where assignment_id = ${assignmentId} and student_id = ${studentId})`
    : eq(comments.runId, runId);
  return sql`${place} and ${comments.id} <> ${_id}`;
}

/** Answers a comment. In a resolved thread, nothing can be added. */
export async function answer(
  act: Act,
  id: string,
  { text, html }: Rendered<{ text: string }>,
): Promise<Comment> {
  const { db, me: { _id, name, role }, now } = act;
  const { before, doubt } = await lockComment(act, id);
  if (!can.answer(act.me, before)) throw forbidden(NOT_YOURS);
  if (doubt?.resolved) throw conflict("doubt.resolved", "This doubt is resolved.");
  if (before.answers.length >= ANSWERS_MOST) {
    const full = `There are ${ANSWERS_MOST} answers to this comment, and no more are possible.`;
    throw conflict("comments.full", full);
  }
  const added = { _id: newId(), by: { _id, name, role }, text, html, at: now };
  await db.insert(answers).values({
    id: added._id,
    commentId: id,
    authorId: _id,
    text,
    html,
    createdAt: now,
  });
  return await save(act, { ...before, answers: [...before.answers, added] }, doubt);
}

/** The student says that a comment is done, or that it is not. */
export async function finish(
  act: Act,
  id: string,
  { done, version }: { done: boolean; version?: number | undefined },
): Promise<Comment> {
  const { before, doubt } = await lockComment(act, id);
  if (!can.finish(act.me, before)) throw forbidden(NOT_YOURS);
  if (version !== undefined && version !== before.version) throw stale(before);
  if (done === (before.doneAt !== null)) return before;
  return await save(act, { ...before, doneAt: done ? act.now : null }, doubt);
}

const NOT_YOURS = "Only the student whose program this is may do this.";

/** Locks a comment that the asker may see. @throws Refusal 404 */
async function lockComment(act: Act, id: string) {
  const { db } = act;
  await db.select({ id: comments.id }).from(comments).where(eq(comments.id, id)).for("update");
  const found = await commentOf(act, id);
  if (found.doubtId === null) return { before: found, doubt: undefined };
  const doubt = await doubtPolicy(db, found.doubtId, "share");
  // Once more: the program may have been withheld before the lock.
  return { before: await commentOf(act, id), doubt };
}

async function save(act: Act, changed: Comment, doubt: Awaited<ReturnType<typeof doubtPolicy>>) {
  const saved = { ...changed, version: changed.version + 1 };
  const { text, html, doneAt, version, editedAt = null } = saved;
  await act.db.update(comments).set({ text, html, doneAt, version, editedAt }).where(
    eq(comments.id, saved._id),
  );
  announce(act, "comment.saved", roomsOfReaders(saved, doubt), saved);
  return saved;
}
