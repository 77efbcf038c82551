/** Reads doubts: lists, searches, cards and threads. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { assignmentTagOf } from "../assignments/schema.ts";
import { assignments } from "../assignments/tables.ts";
import {
  claimChange,
  claimColumns,
  claimOf,
  holder,
  onDoubtClaim,
  onHolder,
} from "../claims/queries.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { wordsOf } from "../kit/db/search.ts";
import { notFound } from "../kit/core/errors.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { isStaff } from "../kit/core/roles.ts";
import { claims } from "../kit/db/tables.ts";
import { type Act, announce } from "../live/outbox.ts";
import { exceptRoom, type Room, topicRoom, unnamedRoom, userRoom } from "../live/rooms.ts";
import { ADDRESS, people } from "../people/tables.ts";
import { isOpenDoubt, roomsFor, SECTIONS_OF_PERSON } from "../sections/queries.ts";
import { nameOfTerm } from "../terms/tables.ts";
import { newestEntries, shownOf } from "../threads/queries.ts";
import type { EarlierVersion } from "../threads/schema.ts";
import {
  asSeenBy,
  asWatchersSee,
  can,
  cardText,
  forLearners,
  isOpenToClass,
  unnamedIn,
  withPrograms,
} from "./policy.ts";
import {
  CARD_TEXT,
  DOUBT_TOPIC,
  type DoubtCard,
  type Entry,
  FOLLOWED_MOST,
  type FollowedDoubt,
  type ListedDoubt,
  type WrittenDoubt,
  type WrittenEntry,
} from "./schema.ts";
import { doubts, entries, entryVersions, sharers } from "./tables.ts";

const answerer = alias(people, "answerer");
/** The newest entry of a doubt that waits and was asked again: it is unanswered. */
const latest = alias(entries, "latest");

/** That it is its student's one unresolved doubt on the question: the index `doubts_unresolved`. */
export const IS_UNRESOLVED = sql`${doubts.stage} <> 'resolved' and not ${doubts.aside}
  and ${doubts.termId} is null`;

/** A search document of this many bytes or more does not grow any further: its limit is 1 MB. */
const WORDS_MOST = 400_000;

/** A thread's search document with one more text. The longest are found only by their first part. */
export const withWords = (words: SQL, text: string | SQL): SQL =>
  sql`case when pg_column_size(${words}) < ${WORDS_MOST} then ${words} || ${wordsOf(text)}
    else ${words} end`;

const cardColumns = {
  _id: doubts.id,
  assignment: {
    _id: assignments.id,
    ...pick(assignments, "title", "distributionTag", "difficulty", "audience"),
  },
  student: { _id: people.id, name: people.name, branch: people.branch, email: ADDRESS },
  sections: SECTIONS_OF_PERSON,
  ...pick(doubts, "doubtText", "private", "anonymous", "programShown", "stage", "resolvedAt"),
  ...pick(doubts, "createdAt", "activeAt", "waitingSince", "solvedAt", "entries"),
  // More than the card shows, so that the card's text knows that it was cut.
  asked: sql<string | null>`left(${latest.message}, ${sql.raw(String(CARD_TEXT + 20))})`,
  askedAt: latest.createdAt,
  ...pick(doubts, "sharers", "keptAt", "helpedAt", "mentorFirst", "aside"),
  mergedInto: doubts.mergedIntoId,
  isTargetPrivate: sql<boolean>`${doubts.mergedIntoId} is not null and exists (
    select from doubts as target where target.id = ${doubts.mergedIntoId} and target.private)`,
  answeredBy: { _id: answerer.id, name: answerer.name, role: answerer.role },
  term: nameOfTerm(doubts.termId),
  version: doubts.version,
  ...claimColumns,
};

/** The values of the whole-list columns for a row that is read alone. */
const OF_NONE = { total: sql<number>`0`, asOf: sql<string | null>`null` };

/** Selects doubts without their threads. The caller adds `where` and the order. */
export function selectDoubts(db: Reader, now: string, ofList = OF_NONE) {
  return db.select({ ...cardColumns, ...ofList }).from(doubts)
    .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
    .innerJoin(people, eq(people.id, doubts.studentId))
    .leftJoin(answerer, eq(answerer.id, doubts.answeredById))
    .leftJoin(
      latest,
      and(
        eq(latest.doubtId, doubts.id),
        eq(latest.place, doubts.entries),
        gt(doubts.entries, 1),
        isNotNull(doubts.waitingSince),
      ),
    )
    .leftJoin(claims, onDoubtClaim(now))
    .leftJoin(holder, onHolder);
}

export type DoubtRow = Awaited<ReturnType<typeof selectDoubts>>[number];

export function toCard(row: DoubtRow): DoubtCard {
  const { stage, student, holder, assignment: { audience, ...assignment } } = row;
  return {
    ...pick(row, "_id", "private", "anonymous", "programShown", "resolvedAt", "createdAt"),
    ...pick(row, "activeAt", "waitingSince", "entries", "answeredBy", "sharers", "version"),
    assignment: {
      ...assignment,
      assignmentTag: assignmentTagOf(assignment.distributionTag),
      ...(audience && { audience }),
    },
    student: {
      ...pick(student, "_id", "name", "branch"),
      ...(row.sections.length > 0 && { sections: row.sections }),
    },
    doubtText: cardText(row.doubtText),
    unanswered: row.waitingSince !== null && row.asked !== null && row.askedAt !== null
      ? { text: cardText(row.asked), at: row.askedAt }
      : null,
    ...(row.waitingSince !== null && row.solvedAt !== null && { solvedSince: true as const }),
    kept: row.keptAt !== null,
    helped: row.helpedAt !== null && stage === "resolved",
    ...(row.mentorFirst && { mentorFirst: true }),
    ...(row.aside && { aside: true }),
    mergedInto: row.isTargetPrivate ? null : row.mergedInto,
    ...(row.isTargetPrivate && { mergedAway: true }),
    ...(row.term !== null && { term: row.term }),
    // What was archived takes no more entries, as what is resolved.
    resolved: stage === "resolved" || row.term !== null,
    currentStatus: stage !== "resolved" && holder ? "review" : stage,
  };
}

/** Converts a row to a card in a list, as the asker may see it; for staff with the claim. */
export function toListed(row: DoubtRow, me: Me): ListedDoubt {
  const doubt = toCard(row);
  return isStaff(me)
    ? { ...doubt, claim: claimOf(row) }
    : asSeenBy(me, { doubt, id: row._id, view: forLearners(doubt) });
}

function toDoubt(row: DoubtRow, conversation: WrittenEntry[], me: Me): WrittenDoubt {
  const doubt = toCard(row);
  const { email } = row.student;
  const view = {
    ...toListed(row, me),
    doubtText: row.doubtText,
    ...(email !== null && can.seeAddress(me, doubt) && { student: { ...doubt.student, email } }),
    ...shownOf(withPrograms(conversation, { me, doubt })),
  };
  return asSeenBy(me, { doubt, id: row._id, view });
}

/** Returns the doubt with its thread, as the asker may see it. @throws Refusal 404 */
export async function doubtThread({ db, me, now }: Ask, id: string): Promise<WrittenDoubt> {
  const [[row], conversation] = await Promise.all([
    selectDoubts(db, now).where(eq(doubts.id, id)),
    newestEntries(db, id),
  ]);
  if (!row || !can.read(me, toCard(row))) throw notFound("This doubt");
  return toDoubt(row, conversation, me);
}

/**
 * Returns the thread as it was when its newest entry was added.
 * @param row the doubt's row at that time
 */
export async function threadAsOf({ db, me }: Ask, row: DoubtRow): Promise<WrittenDoubt> {
  return toDoubt(row, await newestEntries(db, row._id, row.entries), me);
}

export function roomsOfDoubtReaders(card: DoubtCard): Room[] {
  if (!isOpenToClass(card)) return ["staff", userRoom(card.student._id)];
  const { audience } = card.assignment;
  // Its owner may be in another section by now.
  const all = audience ? [...roomsFor(audience), userRoom(card.student._id)] : ["class" as const];
  return [...all, ...withoutNameIn(card, card._id)];
}

/** What is added to the rooms of an event that tells who a doubt's student is. */
export function withoutNameIn(doubt: Parameters<typeof unnamedIn>[0], id: string): Room[] {
  const unnamed = unnamedIn(doubt, id);
  return unnamed ? [unnamedRoom(unnamed)] : [];
}

/** Announces the card to its readers. @param but rooms that another event of the change tells */
export function announceCard(
  act: Act<Me | null>,
  event: "doubt.opened" | "doubt.changed",
  card: DoubtCard,
  but: Room[] = [],
): void {
  const readers = [...roomsOfDoubtReaders(card), ...but];
  if (!card.solvedSince) return announce(act, event, readers, card);
  announce(act, event, ["staff", ...but], card);
  announce(act, event, [...readers, exceptRoom("staff")], forLearners(card));
}

/** Announces the changed card to its readers. @returns the row as it will be at the commit */
export async function announceChanged(act: Act, id: string): Promise<DoubtRow> {
  const row = await settledRow(act, id);
  announceCard(act, "doubt.changed", toCard(row));
  return row;
}

/** As `announceChanged`, with one read. Lock their assignments or the commit order before. */
export async function announceAllChanged(act: Act<Me | null>, ids: readonly string[]) {
  if (ids.length === 0) return;
  const rows = await selectDoubts(act.db, act.now).where(inArray(doubts.id, [...ids]))
    .orderBy(doubts.id);
  for (const row of rows) announceCard(act, "doubt.changed", toCard(row));
}

export type AddedEntry = { row: DoubtRow; after: DoubtRow; entry: Entry };

/** Announces a new entry to watchers, the card to other readers, and the end of a claim. */
export function announceEntry(act: Act, { row, after, entry: added }: AddedEntry): void {
  const { message: _, run, ...entry } = added;
  const card = toCard(after);
  const thread = topicRoom(DOUBT_TOPIC, row._id);
  if (entry.place === 1) announceCard(act, "doubt.opened", card);
  else announceCard(act, "doubt.changed", card, [exceptRoom(thread)]);
  const { currentStatus, resolved, resolvedAt, version, waitingSince, unanswered } = card;
  announce(act, "doubt.entry", [thread, ...withoutNameIn(card, row._id)], {
    doubtId: row._id,
    entry: run === undefined ? entry : { ...entry, run: asWatchersSee(run, card) },
    currentStatus,
    resolved,
    resolvedAt,
    version,
    changed: { waitingSince, unanswered },
  });
  if (!row.holder || after.holder) return;
  const ended = { kind: "doubt", subjectId: row._id, studentId: row.student._id } as const;
  announce(act, "claim.changed", ["staff"], claimChange(ended, null));
}

/**
 * Returns the doubt's row as it will be at the commit, and locks its assignment. The card contains
 * data of the assignment, which a parallel transaction may change: the change that is logged second
 * must have seen the first one.
 * @throws Refusal 404
 */
export async function settledRow({ db, now }: Act, id: string): Promise<DoubtRow> {
  const [row] = await selectDoubts(db, now).where(eq(doubts.id, id))
    .for("share", { of: assignments });
  if (!row) throw notFound("This doubt");
  return row;
}

/** The order of the mentors' queue: what is solved since comes after the others that wait. */
export const LONGEST_WAITING_FIRST = [
  asc(doubts.turn),
  asc(doubts.waitingSince),
  ...newestFirst(doubts.activeAt, doubts.id),
];

/** The doubts of others that a learner has, too: open, of this term, unresolved; and their entries. */
export const followedDoubts = ({ db, me }: Ask): Promise<FollowedDoubt[]> =>
  db.select({ _id: doubts.id, entries: doubts.entries }).from(sharers)
    .innerJoin(doubts, eq(doubts.id, sharers.doubtId))
    .where(and(
      eq(sharers.studentId, me._id),
      isOpenDoubt(me, "doubts"),
      ne(doubts.stage, "resolved"),
      isNull(doubts.termId),
    ))
    .orderBy(desc(sharers.createdAt)).limit(FOLLOWED_MOST);

/** The texts of an entry before its edits, oldest first. For staff, who may read every doubt. */
export async function earlierVersions(
  { db }: Ask,
  { id, entryId }: { id: string; entryId: string },
): Promise<EarlierVersion[]> {
  const [entry] = await db.select({ id: entries.id }).from(entries)
    .where(and(eq(entries.id, entryId), eq(entries.doubtId, id)));
  if (!entry) throw notFound("This entry");
  return await db.select({
    text: entryVersions.message,
    html: entryVersions.html,
    at: entryVersions.writtenAt,
  }).from(entryVersions).where(eq(entryVersions.entryId, entryId)).orderBy(
    asc(entryVersions.number),
  );
}
