/** Reads comments on lines and proposed changes, limited to what the asker may see. */
import { asc, eq, inArray, type SQL } from "drizzle-orm";
import { isOfWork } from "../assignments/tables.ts";
import { asSeenBy, can as canDoubt, isOpenToClass } from "../doubts/policy.ts";
import { withoutNameIn } from "../doubts/queries.ts";
import { entries } from "../doubts/tables.ts";
import { notFound } from "../kit/core/errors.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Ask } from "../kit/http/guard.ts";
import { type Room, topicRoom, userRoom } from "../live/rooms.ts";
import { people } from "../people/tables.ts";
import { reviews } from "../reviews/tables.ts";
import { runs } from "../runs/tables.ts";
import { doubtPolicy } from "../threads/queries.ts";
import type { EarlierVersion } from "../threads/schema.ts";
import { can } from "./policy.ts";
import type { Answer, Comment, LineNotes, PlaceQuery, Proposal, ProposalCard } from "./schema.ts";
import { answers, comments, commentVersions, proposals } from "./tables.ts";

const author = { _id: people.id, name: people.name, role: people.role };

const placeIn = (table: typeof comments | typeof proposals) => ({
  runId: table.runId,
  assignmentId: runs.assignmentId,
  studentId: runs.studentId,
  doubtId: entries.doubtId,
  entryId: table.entryId,
  reviewId: table.reviewId,
});

const selectComments = (db: Reader, which: SQL | undefined) =>
  db.select({
    _id: comments.id,
    ...placeIn(comments),
    from: comments.fromLine,
    to: comments.toLine,
    text: comments.text,
    html: comments.html,
    by: author,
    ...pick(comments, "createdAt", "editedAt", "doneAt", "version"),
  }).from(comments).innerJoin(runs, eq(runs.id, comments.runId))
    .innerJoin(people, eq(people.id, comments.authorId))
    .leftJoin(entries, eq(entries.id, comments.entryId))
    .leftJoin(reviews, eq(reviews.id, comments.reviewId))
    .where(which).orderBy(asc(comments.createdAt), asc(comments.id));

const cardColumns = {
  _id: proposals.id,
  ...placeIn(proposals),
  by: author,
  ...pick(proposals, "createdAt", "passed", "total", "kit"),
};

const selectProposals = (db: Reader, which: SQL | undefined): Promise<ProposalCard[]> =>
  db.select(cardColumns).from(proposals).innerJoin(runs, eq(runs.id, proposals.runId))
    .innerJoin(people, eq(people.id, proposals.authorId))
    .leftJoin(entries, eq(entries.id, proposals.entryId))
    .leftJoin(reviews, eq(reviews.id, proposals.reviewId))
    .where(which).orderBy(asc(proposals.createdAt), asc(proposals.id));

type CommentRow = Omit<Comment, "answers" | "editedAt"> & { editedAt: string | null };

async function withAnswers(db: Reader, rows: CommentRow[]): Promise<Comment[]> {
  if (rows.length === 0) return [];
  const found = await db.select({
    commentId: answers.commentId,
    _id: answers.id,
    by: author,
    text: answers.text,
    html: answers.html,
    at: answers.createdAt,
  }).from(answers).innerJoin(people, eq(people.id, answers.authorId))
    .where(inArray(answers.commentId, rows.map(({ _id }) => _id)))
    .orderBy(asc(answers.createdAt), asc(answers.id));
  const of = Map.groupBy(found, ({ commentId }) => commentId);
  return rows.map(({ editedAt, ...row }) => ({
    ...row,
    ...(editedAt !== null && { editedAt }),
    answers: (of.get(row._id) ?? []).map(({ commentId: _, ...one }): Answer => one),
  }));
}

/** The condition for the comments, or the proposed changes, of a place. */
function isIn(place: PlaceQuery, runId: typeof comments.runId | typeof proposals.runId) {
  if ("doubtId" in place) return eq(entries.doubtId, place.doubtId);
  if ("runId" in place) return eq(runId, place.runId);
  return isOfWork(reviews, place);
}

/** All comments and proposed changes of a thread, of a response or of a run. @throws Refusal 404 */
export async function lineNotes(ask: Ask, place: PlaceQuery): Promise<LineNotes> {
  const { db } = ask;
  const see = await viewOf(ask, place);
  const [rows, changes] = await Promise.all([
    selectComments(db, isIn(place, comments.runId)),
    selectProposals(db, isIn(place, proposals.runId)),
  ]);
  return see({ comments: await withAnswers(db, rows), proposals: changes });
}

/** How the asker sees comments: of an anonymous doubt without the name. @throws Refusal 404 */
async function viewOf({ db, me }: Ask, place: PlaceQuery): Promise<<T>(view: T) => T> {
  if ("doubtId" in place) {
    const { doubtId: id } = place;
    const doubt = await doubtPolicy(db, id);
    if (!doubt || !canDoubt.seeProgram(me, doubt)) throw notFound("This thread's program");
    return (view) => asSeenBy(me, { doubt, id, view });
  } else if ("runId" in place) {
    const [run] = await db.select({ studentId: runs.studentId }).from(runs)
      .where(eq(runs.id, place.runId));
    if (!run || !can.read(me, run)) throw notFound("This run");
  } else if (!can.read(me, place)) throw notFound("This response");
  return (view) => view;
}

type Thread = NonNullable<Awaited<ReturnType<typeof doubtPolicy>>>;
type CommentSubject = Pick<Comment, "studentId" | "doubtId">;

/** Returns what belongs to a place as the asker sees it; null when they may not. */
async function readable<T extends CommentSubject>(
  { db, me }: Pick<Ask, "db" | "me">,
  view: T | undefined,
): Promise<T | null> {
  if (!view || view.doubtId === null) return view && can.read(me, view) ? view : null;
  const { doubtId: id } = view;
  const doubt = await doubtPolicy(db, id);
  return doubt && canDoubt.seeProgram(me, doubt) ? asSeenBy(me, { doubt, id, view }) : null;
}

/** One comment. @throws Refusal 404 when it does not exist or the asker may not see it */
export async function commentOf({ db, me }: Pick<Ask, "db" | "me">, id: string): Promise<Comment> {
  const [found] = await withAnswers(db, await selectComments(db, eq(comments.id, id)));
  const comment = await readable({ db, me }, found);
  if (!comment) throw notFound("This comment");
  return comment;
}

/** The texts of a comment before its edits, oldest first. @throws Refusal 404 */
export async function earlierVersions(ask: Ask, id: string): Promise<EarlierVersion[]> {
  await commentOf(ask, id);
  return await ask.db.select({
    text: commentVersions.text,
    html: commentVersions.html,
    at: commentVersions.writtenAt,
  }).from(commentVersions).where(eq(commentVersions.commentId, id))
    .orderBy(asc(commentVersions.number));
}

/** A proposed change with both programs. @throws Refusal 404 */
export async function proposalOf({ db, me }: Ask, id: string): Promise<Proposal> {
  const [row] = await db.select({ ...cardColumns, source: proposals.source, base: runs.source })
    .from(proposals).innerJoin(runs, eq(runs.id, proposals.runId))
    .innerJoin(people, eq(people.id, proposals.authorId))
    .leftJoin(entries, eq(entries.id, proposals.entryId))
    .where(eq(proposals.id, id));
  const proposal = await readable({ db, me }, row);
  if (!proposal) throw notFound("This change");
  return proposal;
}

/** The rooms of those who may see it; if the class may see the program, also the watchers. */
export function roomsOfReaders(
  { studentId, doubtId }: CommentSubject,
  doubt: Thread | undefined,
): Room[] {
  const isShown = doubt !== undefined && isOpenToClass(doubt) && doubt.programShown !== "staff";
  const watchers = doubtId !== null && isShown
    ? [topicRoom("doubt", doubtId), ...withoutNameIn(doubt, doubtId)]
    : [];
  return ["staff", userRoom(studentId), ...watchers];
}
