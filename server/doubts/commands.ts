/**
 * Raises, answers, follows up and resolves doubts, and makes them private.
 *
 * A command returns the doubt's row, and the route reads the thread for its reply after the commit
 * (`threadAsOf`): a long thread delays neither the broadcast nor other writers, and is not stored
 * with the idempotency key.
 */
import { and, desc, eq, inArray, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { visibleAssignment } from "../assignments/queries.ts";
import { assignments } from "../assignments/tables.ts";
import { claimChange } from "../claims/queries.ts";
import { releaseClaim, takeClaim } from "../claims/writes.ts";
import { checkAttached, type Comments } from "../comments/attached/queries.ts";
import { storeAttached } from "../comments/attached/writes.ts";
import { roomsOfReaders } from "../comments/queries.ts";
import { someone } from "../kit/core/roles.ts";
import { pick } from "../kit/db/columns.ts";
import { endExpiredLeases, endLease, leaseOn } from "../kit/db/claims.ts";
import { badField, conflict, forbidden, notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { type Act, announce, lockCommitOrder } from "../live/outbox.ts";
import { people } from "../people/tables.ts";
import { roomsFor, SECTIONS_OF_PERSON } from "../sections/queries.ts";
import { lockOwnRun, notYourRun, policyColumns, refuseFull } from "../threads/queries.ts";
import { failureOf } from "./answers/search.ts";
import { afterEntry, can, isOpenToClass, toPolicy, usualShown } from "./policy.ts";
import {
  announceAllChanged,
  announceCard,
  announceChanged,
  announceEntry,
  type DoubtRow,
  doubtThread,
  IS_UNRESOLVED,
  selectDoubts,
  settledRow,
  toCard,
  toListed,
  withoutNameIn,
  withWords,
} from "./queries.ts";
import type {
  Claim,
  EntryType,
  HelpedEvent,
  HelpedInput,
  ListedDoubt,
  NewDoubt,
  ProgramReaders,
  ReadersInput,
} from "./schema.ts";
import { type BeforeNewest, doubts, entries, sharers } from "./tables.ts";
import { doubtRoom } from "./topics.ts";

export type RenderedText = { message: string; html: string };

type EntryInput = {
  type: EntryType;
  message: string;
  html: string;
  runId?: string | undefined;
  failure?: string | null;
  refersTo?: string | undefined;
};

/** Raises a doubt. If the student has an unresolved one on it, the text becomes a follow-up. */
export async function raise(act: Act, about: Omit<NewDoubt, "doubtText">, written: RenderedText) {
  const { db, me, now } = act;
  const { assignmentId, private: isPrivate = false, anonymous = false, runId, programShown } =
    about;
  if (runId !== undefined) refuseOther(assignmentId, await lockOwnRun(act, runId));
  await lockOwnDoubts(act, assignmentId);
  const assignment = await visibleAssignment(act, assignmentId);
  const id = newId();
  const [opened] = await db.insert(doubts).values({
    id,
    assignmentId,
    studentId: me._id,
    doubtText: written.message,
    private: isPrivate,
    anonymous,
    programShown: programShown ?? usualShown(assignment, now),
    stage: "new",
    activeAt: now,
    waitingSince: now,
    entries: 0,
    words: sql`''`,
    createdAt: now,
  }).onConflictDoNothing().returning({ id: doubts.id });
  if (opened) {
    await refuseTelling(act, { runId, anonymous });
    const row = await settledRow(act, id);
    const failure = await failureOf(db, runId);
    const entry = { type: "doubt", ...written, runId, failure } as const;
    return { row: (await append(act, row, entry)).row, opened: true };
  }

  const [unresolved] = await db.select({ id: doubts.id }).from(doubts)
    .where(and(
      eq(doubts.assignmentId, assignmentId),
      eq(doubts.studentId, me._id),
      IS_UNRESOLVED,
    ))
    .for("update");
  // The doubt was resolved between the two statements: now a new one can be raised.
  if (!unresolved) return await raise(act, about, written);
  if (isPrivate || anonymous) {
    await setReaders(act, unresolved.id, {
      ...(isPrivate && { private: true }),
      ...(anonymous && { anonymous: true }),
    });
  }
  if (programShown) await showProgram(act, unresolved.id, { shown: programShown });
  return { row: await followUp(act, unresolved.id, { runId }, written), opened: false };
}

export async function reply(
  act: Act,
  id: string,
  { version, refersTo, attached }: {
    version?: number | undefined;
    refersTo?: string | undefined;
    attached: Comments;
  },
  written: RenderedText,
): Promise<DoubtRow> {
  const thread = await lockThread(act, id, version);
  if (!can.reply(act.me, { ...thread.doubt, resolved: false })) throw forbidden();
  refuseResolved(thread.doubt);
  if (refersTo !== undefined) await refuseUnreadable(act, thread.doubt, refersTo);
  const bases = await checkAttached(act, { doubtId: id }, attached);
  const entry = { type: "reply", ...written, refersTo } as const;
  const { row, entryId } = await append(act, thread.row, entry);
  const rooms = roomsOfReaders({ studentId: row.student._id, doubtId: id }, thread.doubt);
  const place = { doubtId: id, entryId, reviewId: null, at: act.now };
  await storeAttached(act, attached, { ...place, bases, rooms });
  return row;
}

export async function followUp(
  act: Act,
  id: string,
  { version, runId }: { version?: number; runId?: string | undefined },
  written: RenderedText,
): Promise<DoubtRow> {
  const run = runId === undefined ? null : await lockOwnRun(act, runId);
  if (run) await lockOwnDoubts(act, run.assignmentId);
  const thread = await lockThread(act, id, version);
  if (!can.followUp(act.me, { ...thread.doubt, resolved: false })) throw forbidden(NOT_YOURS);
  refuseResolved(thread.doubt);
  if (run) refuseOther(thread.row.assignment._id, run);
  await refuseTelling(act, { runId, anonymous: thread.row.anonymous });
  const failure = await failureOf(act.db, runId);
  const entry = { type: "follow-up", ...written, runId, failure } as const;
  return (await append(act, thread.row, entry)).row;
}

export async function resolve(
  act: Act,
  id: string,
  { version }: { version?: number },
): Promise<DoubtRow> {
  const thread = await lockThread(act, id, version);
  if (!can.resolve(act.me, { ...thread.doubt, resolved: false })) throw forbidden(NOT_YOURS);
  refuseResolved(thread.doubt);
  return (await append(act, thread.row, { type: "resolve", message: "", html: "" })).row;
}

/** Shows the doubt or the name to the class or not, also in the student's doubts with the run. */
export async function setReaders(
  act: Act,
  id: string,
  { version, private: isPrivate, anonymous }: ReadersInput,
): Promise<DoubtRow> {
  await lockOwnDoubts(act, sql`(select assignment_id from doubts as one where one.id = ${id})`);
  const doubt = await lockDoubt(act, id, version);
  if (!can.hide(act.me, doubt)) throw forbidden(NOT_YOURS);
  const next = {
    private: isPrivate ?? doubt.private,
    anonymous: anonymous ?? doubt.anonymous ?? false,
  };
  if (doubt.private === next.private && doubt.anonymous === next.anonymous) {
    return await settledRow(act, id);
  }
  await act.db.update(doubts).set({ ...next, version: sql`version + 1` })
    .where(eq(doubts.id, id));
  const row = await settledRow(act, id);
  const card = toCard(row);
  const [was, is] = [isOpenToClass(doubt), isOpenToClass(card)];
  const readers = roomsFor(doubt.assignment.audience);
  if (was && !is) {
    // Those who knew it without the name do not get the name now.
    const hidden = { ...doubt, anonymous: doubt.anonymous || card.anonymous };
    announce(act, "doubt.hidden", [...readers, ...withoutNameIn(hidden, id)], {
      _id: id,
      student: doubt.student._id,
    });
  }
  if (was && is && card.anonymous && !doubt.anonymous) {
    announce(act, "doubt.unnamed", readers, { _id: id });
  }
  // Most of the class has not received a doubt that was private, so it is announced as a new one.
  announceCard(act, is && !was ? "doubt.opened" : "doubt.changed", card);
  // The cards of its duplicates lead to it only while it is not private. Their assignment is locked:
  // it is the same.
  const merged = await act.db.select({ id: doubts.id }).from(doubts)
    .where(eq(doubts.mergedIntoId, id)).orderBy(doubts.id).for("update");
  await announceAllChanged(act, merged.map(({ id }) => id));
  const runIds = act.db.select({ id: entries.runId }).from(entries).where(eq(entries.doubtId, id));
  for (const other of await lockTelling(act, runIds, next.anonymous)) {
    await setReaders(act, other, { anonymous: next.anonymous });
  }
  return row;
}

/** Shows the attached programs to the class, or only to staff. */
export async function showProgram(
  act: Act,
  id: string,
  input: { shown: ProgramReaders; version?: number },
): Promise<DoubtRow> {
  const doubt = await lockDoubt(act, id, input.version);
  if (!can.showProgram(act.me, doubt)) throw forbidden(NOT_YOURS);
  if (doubt.programShown === input.shown) return await settledRow(act, id);
  await act.db.update(doubts).set({ programShown: input.shown, version: sql`version + 1` })
    .where(eq(doubts.id, id));
  return await announceChanged(act, id);
}

/** Locks all before one alone: with a run in common, two changes would wait for each other. */
async function lockOwnDoubts({ db, me }: Act, assignmentId: string | SQL): Promise<void> {
  await db.select({ id: doubts.id }).from(doubts)
    .where(and(eq(doubts.studentId, me._id), eq(doubts.assignmentId, assignmentId)))
    .orderBy(doubts.id).for("update");
}

/** @throws Refusal 400 when the run is on another assignment */
function refuseOther(assignmentId: string, run: { assignmentId: string }): void {
  if (run.assignmentId !== assignmentId) throw notYourRun();
}

/** @throws Refusal 400 when classmates would learn from another doubt with this run who asks here */
async function refuseTelling(
  act: Act,
  { runId, anonymous }: { runId?: string | undefined; anonymous: boolean },
): Promise<void> {
  if (runId === undefined || (await lockTelling(act, [runId], anonymous)).length === 0) return;
  throw badField(
    "runId",
    anonymous
      ? "This run is in a doubt with your name: run the program again, and attach that run."
      : "This run is in a doubt without your name: run the program again, and attach that run.",
  );
}

/** Locks the doubts with these runs. By the run, classmates would learn who asks without a name. */
async function lockTelling({ db }: Act, runIds: string[] | SQLWrapper, anonymous: boolean) {
  const all = await db.select({ id: doubts.id, anonymous: doubts.anonymous }).from(entries)
    .innerJoin(doubts, eq(doubts.id, entries.doubtId))
    .where(inArray(entries.runId, runIds)).orderBy(doubts.id).for("update", { of: doubts });
  return all.filter((one) => one.anonymous !== anonymous).map(({ id }) => id);
}

/** @throws Refusal 400 when the doubt's student may not read the other one, or it has no answer */
async function refuseUnreadable({ db }: Act, { id, student }: LockedDoubt, otherId: string) {
  const [[asker], [other]] = await Promise.all([
    db.select({ _id: people.id, role: people.role, sections: SECTIONS_OF_PERSON }).from(people)
      .where(eq(people.id, student._id)),
    db.select({ ...policyColumns, answeredById: doubts.answeredById }).from(doubts)
      .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
      .where(eq(doubts.id, otherId)),
  ]);
  if (!asker || !other || otherId === id || !can.read(asker, toPolicy(other))) {
    throw badField("refersTo", "Refer to another doubt that the student may read.");
  }
  if (other.answeredById === null) {
    throw badField("refersTo", "Refer to a doubt that has been answered.");
  }
}

const NOT_YOURS = "Only the student who raised this doubt may do this.";

export type LockedDoubt = Awaited<ReturnType<typeof lockDoubt>>;

/** @throws Refusal 404, or 409 when the caller's version is not the current one */
export async function lockDoubt(act: Act, id: string, version?: number) {
  const { db, me } = act;
  const [row] = await db.select(policyColumns).from(doubts)
    .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
    .where(eq(doubts.id, id)).for("update", { of: doubts });
  if (!row || !can.read(me, toPolicy(row))) throw notFound("This doubt");
  if (version !== undefined && version !== row.version) throw stale(await doubtThread(act, id));
  return { id, ...toPolicy(row) };
}

/** Locks the doubt, and reads its row in the same round trip. */
async function lockThread(act: Act, id: string, version?: number) {
  const [doubt, row] = await Promise.all([lockDoubt(act, id, version), settledRow(act, id)]);
  return { doubt, row };
}

/** @throws Refusal 409 when the doubt is resolved: nothing can be added to it */
export function refuseResolved({ resolved }: LockedDoubt): void {
  if (resolved) throw conflict("doubt.resolved", "This doubt is resolved.");
}

/**
 * Adds an entry, updates the columns that depend on it, and announces both to the thread's watchers
 * and the lists. The thread is locked, so its row need not be read again.
 * @param row the row before
 * @returns the row after
 */
async function append(
  act: Act,
  row: DoubtRow,
  { type, message, html, runId, failure, refersTo }: EntryInput,
): Promise<{ row: DoubtRow; entryId: string }> {
  const { db, me, now } = act;
  refuseFull(row, type);
  const after = {
    ...row,
    ...afterEntry(row, { type, by: someone(me), at: now }),
    ...(type === "follow-up" && { asked: message, askedAt: now }),
  };
  const place = after.entries;
  const before = {
    place,
    stage: row.stage as BeforeNewest["stage"],
    activeAt: row.activeAt,
    waitingSince: row.waitingSince,
    answeredById: row.answeredBy?._id ?? null,
  };
  const entry = {
    _id: newId(),
    place,
    type,
    message,
    html,
    sender: someone(me),
    timestamp: now,
    ...(runId !== undefined && { run: { _id: runId } }),
    ...(refersTo !== undefined && { refersTo }),
  };
  const inserted = db.insert(entries).values({
    id: entry._id,
    doubtId: row._id,
    ...{ place, type, message, html },
    senderId: me._id,
    runId,
    refersToId: refersTo,
    waitedSince: type === "reply" ? row.waitingSince : null,
    createdAt: now,
  });
  const updated = db.update(doubts).set({
    ...pick(after, "stage", "activeAt", "waitingSince", "solvedAt", "resolvedAt"),
    ...pick(after, "entries", "version"),
    answeredById: after.answeredBy?._id ?? null,
    beforeNewest: before,
    words: withWords(sql`words`, message),
    ...(failure && { failure }),
  }).where(eq(doubts.id, row._id));
  await Promise.all([inserted, updated]);
  announceEntry(act, { row, after, entry });
  if (row.holder && !after.holder) await endLease(db, { kind: "doubt", subjectId: row._id });
  return { row: after, entryId: entry._id };
}

// Claims

/** Takes or renews the claim. @throws Refusal 409 `claimed` with its holder */
export async function claim(
  act: Act,
  id: string,
  { takeOver }: { takeOver?: boolean },
): Promise<Claim> {
  const doubt = await lockDoubt(act, id);
  refuseResolved(doubt);
  const before = await leaseOn(act.db, subjectOf(doubt), act.now);
  const claim = await takeClaim(act, subjectOf(doubt), { before, takeOver });
  if (!before) await announceChanged(act, id);
  return claim;
}

export async function release(act: Act, id: string): Promise<void> {
  const doubt = await lockDoubt(act, id);
  if (await releaseClaim(act, subjectOf(doubt))) await announceChanged(act, id);
}

/** Ends the expired claims, and announces the changed doubts to their readers. */
export async function endLapsedClaims(act: Act<null>): Promise<void> {
  const lapsed = await endExpiredLeases(act.db, { kind: "doubt", now: act.now });
  if (lapsed.length === 0) return;
  // These doubts are not locked. Take the commit-order lock first and read the cards after it, so
  // that they show the state at their place in the log. From here on, request no lock that another
  // transaction may hold while it waits for the commit-order lock.
  await lockCommitOrder(act.db);
  for (const lease of lapsed) announce(act, "claim.changed", ["staff"], claimChange(lease, null));
  await announceAllChanged(act, lapsed.map(({ subjectId }) => subjectId));
}

const subjectOf = ({ id, student }: LockedDoubt) =>
  ({ kind: "doubt", subjectId: id, studentId: student._id }) as const;

// "I have this too"

type ShareState = { isShared: boolean; sharers: number };

/** Counts a person once, however often they say it. */
export async function share(act: Act, id: string): Promise<ShareState> {
  const doubt = await lockDoubt(act, id);
  if (!can.share(act.me, { ...doubt, resolved: false })) throw forbidden(NOT_ANOTHERS);
  refuseResolved(doubt);
  const row = { doubtId: id, studentId: act.me._id, createdAt: act.now };
  const added = await act.db.insert(sharers).values(row).onConflictDoNothing().returning();
  return await counted(act, id, { isShared: true, by: added.length });
}

export async function unshare(act: Act, id: string): Promise<ShareState> {
  await lockDoubt(act, id);
  const removed = await act.db.delete(sharers)
    .where(and(eq(sharers.doubtId, id), eq(sharers.studentId, act.me._id))).returning();
  return await counted(act, id, { isShared: false, by: -removed.length });
}

const NOT_ANOTHERS = "Only a learner can have another learner's doubt, too.";

/** Changes the number of sharers, and announces the doubt if the number has changed. */
async function counted(act: Act, id: string, { isShared, by }: { isShared: boolean; by: number }) {
  const [row] = await act.db.update(doubts).set({ sharers: sql`sharers + ${by}` })
    .where(eq(doubts.id, id)).returning({ sharers: doubts.sharers });
  if (by !== 0) await announceChanged(act, id);
  return { isShared, sharers: row?.sharers ?? 0 };
}

// What helped, and what is kept for later classes

/** Says whether a reply helped; also after the doubt is resolved. */
export async function sayHelped(
  act: Act,
  id: string,
  { entryId, helped }: HelpedInput,
): Promise<HelpedEvent> {
  const { db, now } = act;
  const doubt = await lockDoubt(act, id);
  if (!can.sayHelped(act.me, doubt)) {
    throw forbidden("Only the student who raised this doubt may say what helped.");
  }
  const isReply = and(eq(entries.doubtId, id), eq(entries.type, "reply"));
  const [reply] = await db.select({ helped: entries.helped }).from(entries)
    .where(and(isReply, eq(entries.id, entryId)));
  if (!reply) throw notFound("This reply");
  const change: HelpedEvent = { doubtId: id, entryId, helped };
  if (reply.helped === helped) return change;

  await db.update(entries).set({ helped }).where(eq(entries.id, entryId));
  const [newest] = await db.select({ id: entries.id }).from(entries)
    .where(and(isReply, eq(entries.helped, true))).orderBy(desc(entries.place)).limit(1);
  const [before] = await db.select({ helpedAt: doubts.helpedAt }).from(doubts)
    .where(eq(doubts.id, id));
  const helpedAt = newest ? before?.helpedAt ?? now : null;
  await db.update(doubts).set({ helpedAt, helpedId: newest?.id ?? null }).where(eq(doubts.id, id));
  // Also when the card stays the same: pages with the answer have to fetch it again.
  await announceChanged(act, id);
  announce(act, "doubt.helped", [doubtRoom(id)], change);
  return change;
}

/** Keeps an answered doubt for later classes, or no longer. */
export async function keep(act: Act, id: string, kept: boolean): Promise<ListedDoubt> {
  const { db, me, now } = act;
  const doubt = await lockDoubt(act, id);
  if (!can.keep(me, doubt)) throw forbidden();
  const [before] = await selectDoubts(db, now).where(eq(doubts.id, id));
  if (!before) throw notFound("This doubt");
  if (kept && !isOpenToClass(doubt)) throw conflict("doubt.private", PRIVATE);
  if (kept && before.answeredBy === null) throw conflict("doubt.unanswered", UNANSWERED);
  const keptAt = kept ? before.keptAt ?? now : null;
  if (keptAt !== before.keptAt) {
    await db.update(doubts).set({ keptAt }).where(eq(doubts.id, id));
    await announceChanged(act, id);
  }
  return toListed({ ...before, keptAt }, me);
}

const PRIVATE = "A doubt that is not open to the class cannot be kept for later classes.";
const UNANSWERED = "Only a doubt that has been answered can be kept for later classes.";
