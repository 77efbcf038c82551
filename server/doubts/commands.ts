/** Raising a doubt, answering it, asking again, resolving it; and who has claimed it. */
import { eq, sql } from "drizzle-orm";
import { visibleAssignment } from "../assignments/queries.ts";
import { assignments } from "../assignments/tables.ts";
import {
  endLapsed,
  endLease,
  type Lease,
  leaseOn,
  type Subject,
  takeLease,
} from "../kit/claims.ts";
import { forbidden, notFound, Refusal, stale } from "../kit/errors.ts";
import { at, once } from "../kit/database.ts";
import type { Me } from "../kit/guard.ts";
import { newId } from "../kit/ids.ts";
import { wordsOf } from "../kit/search.ts";
import { type Act, announce, lastly, takeTurn } from "../live/outbox.ts";
import { doubtRoom, type Room, userRoom } from "../live/rooms.ts";
import { people } from "../people/tables.ts";
import { newestEntries, policyColumns, refuseFull } from "../threads/queries.ts";
import { afterEntry, can, isOpenToClass, toPolicy } from "./policy.ts";
import { doubtCard, type DoubtRow, doubtThread, selectDoubts, toCard, toDoubt } from "./queries.ts";
import {
  type Claim,
  CLAIM_MINUTES,
  type Doubt,
  type DoubtCard,
  type Entry,
  type EntryType,
} from "./schema.ts";
import { doubts, entries } from "./tables.ts";

/** Bytes of search document that may grow by one more entry. */
const WORDS_MOST = 400_000;

/** What somebody wrote: as written, and rendered when it is asked for. */
export type Written = { message: string; html: () => Promise<string> };

/** An entry's type, and what it says. */
type Said = { type: EntryType; message: string; html: string };

/** Raises a doubt; where the student has an unresolved one on the assignment, it is asked again. */
export async function raise(
  act: Act,
  { assignmentId, private: isPrivate = false }: { assignmentId: string; private?: boolean },
  written: Written,
): Promise<{ doubt: Doubt; opened: boolean }> {
  const { db, me, now } = act;
  await visibleAssignment(act, assignmentId);
  const id = newId();
  const [opened] = await db.insert(doubts).values({
    id,
    assignmentId,
    studentId: me._id,
    doubtText: written.message,
    private: isPrivate,
    stage: "new",
    activeAt: now,
    waitingSince: now,
    entries: 0,
    words: sql`''`,
    createdAt: now,
  }).onConflictDoNothing().returning({ id: doubts.id });
  if (opened) {
    const [[row], html] = await Promise.all([settledRow(act, id), written.html()]);
    if (!row) throw new Error("the doubt that was just raised is missing");
    const { message } = written;
    const thread = { row, conversation: [] };
    return { doubt: append(act, thread, { type: "doubt", message, html }), opened: true };
  }

  const [unresolved] = await db.select({ id: doubts.id }).from(doubts)
    .where(sql`assignment_id = ${assignmentId} and student_id = ${me._id} and stage <> 'resolved'`)
    .for("update");
  // Resolved this very moment, between the two statements: then there is room for a new one.
  if (!unresolved) return await raise(act, { assignmentId, private: isPrivate }, written);
  if (isPrivate) await hide(act, unresolved.id, { private: true });
  return { doubt: await followUp(act, unresolved.id, {}, written), opened: false };
}

export async function reply(
  act: Act,
  id: string,
  { version }: { version?: number },
  { message, html }: Written,
): Promise<Doubt> {
  const [thread, rendered] = await Promise.all([lockThread(act, id, version), html()]);
  if (!can.reply(act.me, { ...thread.doubt, resolved: false })) throw forbidden();
  unresolved(thread.doubt);
  return append(act, thread, { type: "reply", message, html: rendered });
}

export async function followUp(
  act: Act,
  id: string,
  { version }: { version?: number },
  { message, html }: Written,
): Promise<Doubt> {
  const [thread, rendered] = await Promise.all([lockThread(act, id, version), html()]);
  if (!can.followUp(act.me, { ...thread.doubt, resolved: false })) throw forbidden(NOT_YOURS);
  unresolved(thread.doubt);
  return append(act, thread, { type: "follow-up", message, html: rendered });
}

export async function resolve(
  act: Act,
  id: string,
  { version }: { version?: number },
): Promise<Doubt> {
  const thread = await lockThread(act, id, version);
  if (!can.resolve(act.me, { ...thread.doubt, resolved: false })) throw forbidden(NOT_YOURS);
  unresolved(thread.doubt);
  return append(act, thread, { type: "resolve", message: "", html: "" });
}

/** Makes a doubt private, or open to the class again. */
export async function hide(
  act: Act,
  id: string,
  wanted: { private: boolean; version?: number },
): Promise<Doubt> {
  const doubt = await lock(act, id, wanted.version);
  if (!can.hide(act.me, doubt)) throw forbidden(NOT_YOURS);
  if (doubt.private === wanted.private) return await doubtThread(act, id);
  await act.db.update(doubts).set({ private: wanted.private, version: sql`version + 1` })
    .where(eq(doubts.id, id));
  const card = await settledCard(act, id);
  const [was, is] = [isOpenToClass(doubt), isOpenToClass(card)];
  if (was && !is) {
    announce(act, "doubt.hidden", ["class"], { _id: id, student: doubt.student._id });
  }
  // To most of the class it is a doubt that they never heard of.
  announce(act, is && !was ? "doubt.opened" : "doubt.changed", readers(card), card);
  return await doubtThread(act, id);
}

/** Takes or renews the claim. @throws Refusal 409 `claimed` with who has it */
export async function claim(
  act: Act,
  id: string,
  { takeOver = false }: { takeOver?: boolean },
): Promise<Claim> {
  const { db, me, now } = act;
  const doubt = unresolved(await lock(act, id));
  const subject = subjectOf(doubt);
  const before = await leaseOn(db, subject, now);
  const taken = { byId: me._id, now, minutes: CLAIM_MINUTES, takeOver };
  const lease = await takeLease(db, subject, taken);
  if (!lease) throw await heldByAnother(act, before);
  const claim = { by: someone(me), until: lease.until };
  announce(act, "claim.changed", ["staff"], {
    kind: "doubt",
    id,
    studentId: doubt.student._id,
    ...claim,
  });
  if (!before) await announceChanged(act, id);
  return claim;
}

export async function release(act: Act, id: string): Promise<void> {
  const doubt = await lock(act, id);
  const ended = await endLease(act.db, subjectOf(doubt), { byId: act.me._id });
  if (ended.length === 0) return;
  announceEnded(act, doubt);
  await announceChanged(act, id);
}

/** Ends the claims that have run out; told to everyone who sees the doubts. */
export async function endLapsedClaims(act: Act<null>): Promise<void> {
  const lapsed = await endLapsed(act.db, { kind: "doubt", now: act.now });
  if (lapsed.length === 0) return;
  // These doubts are not locked; what is read from here on is as the log will have it. Nothing
  // that others may hold while they wait for their turn is asked for any more.
  await takeTurn(act.db);
  await Promise.all(lapsed.map(async ({ subjectId: id, studentId }) => {
    announceEnded(act, { id, student: { _id: studentId } });
    const card = await doubtCard(act, id);
    announce(act, "doubt.changed", readers(card), card);
  }));
}

const NOT_YOURS = "Only the student who raised this doubt may do this.";

type Locked = Awaited<ReturnType<typeof lock>>;

/** @throws Refusal 404, or 409 when the caller's version is not the present one */
async function lock(act: Act, id: string, version?: number) {
  const { db, me } = act;
  const locked = once(db, "lock a doubt", () =>
    db.select(policyColumns).from(doubts)
      .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
      .where(eq(doubts.id, at("id"))).for("update", { of: doubts }).prepare("lock"));
  const [row] = await locked.execute({ id });
  if (!row || !can.read(me, toPolicy(row))) throw notFound("This doubt");
  if (version !== undefined && version !== row.version) throw stale(await doubtThread(act, id));
  return { id, ...toPolicy(row) };
}

type Thread = { row: DoubtRow; conversation: Entry[] };

/** The same with what is shown of the thread, in the same round trip. */
async function lockThread(
  act: Act,
  id: string,
  version?: number,
): Promise<Thread & { doubt: Locked }> {
  const { db } = act;
  const [doubt, [row], conversation] = await Promise.all([
    lock(act, id, version),
    settledRow(act, id),
    newestEntries(db, id),
  ]);
  if (!row) throw notFound("This doubt");
  return { doubt, row, conversation };
}

function unresolved(doubt: Locked): Locked {
  if (!doubt.resolved) return doubt;
  throw new Refusal(409, "doubt.resolved", "This doubt is resolved.");
}

/**
 * Adds an entry, with all that follows from it, and tells its watchers and the lists. The thread is
 * locked: what is known of it holds, and nothing need be read again.
 */
function append(
  act: Act,
  { row, conversation }: Thread,
  { type, message, html }: Said,
): Doubt {
  const { db, me, now } = act;
  refuseFull(row, type);
  const after = { ...row, ...afterEntry(row, { type, by: someone(me), at: now }) };
  const place = after.entries;
  const added = { _id: newId(), place, type, message, html, sender: someone(me), timestamp: now };
  lastly(act, () =>
    once(db, "add an entry", () =>
      db.insert(entries).values({
        id: at("_id"),
        doubtId: at("doubtId"),
        place: at("place"),
        type: at("type"),
        message: at("message"),
        html: at("html"),
        senderId: at("me"),
        createdAt: at("timestamp"),
      }).prepare("entry"))
      .execute({ ...added, doubtId: row._id, me: me._id }));
  lastly(act, () =>
    once(db, "a doubt has an entry more", () =>
      db.update(doubts).set({
        stage: sql`${at("stage")}`,
        activeAt: sql`${at("activeAt")}`,
        waitingSince: sql`${at("waitingSince")}`,
        resolvedAt: sql`${at("resolvedAt")}`,
        entries: sql`${at("entries")}`,
        version: sql`${at("version")}`,
        answeredById: sql`${at("answeredById")}`,
        // A search document has a limit of 1 MB: the longest threads are searched by their first part.
        words: sql`case when pg_column_size(words) < ${WORDS_MOST}
          then words || ${wordsOf(at("message"))} else words end`,
      }).where(eq(doubts.id, at("id"))).prepare("doubt"))
      .execute({ ...after, id: row._id, message, answeredById: after.answeredBy?._id ?? null }));

  const card = toCard(after);
  const { currentStatus, resolved, resolvedAt, version } = card;
  announce(act, "doubt.entry", [doubtRoom(row._id)], {
    doubtId: row._id,
    entry: added,
    currentStatus,
    resolved,
    resolvedAt,
    version,
  });
  announce(act, type === "doubt" ? "doubt.opened" : "doubt.changed", readers(card), card);
  if (row.holder && !after.holder) {
    lastly(act, () => endLease(db, { kind: "doubt", subjectId: row._id }));
    announceEnded(act, card);
  }
  return toDoubt(after, [...conversation, added], me);
}

const readers = (card: DoubtCard): Room[] =>
  isOpenToClass(card) ? ["class"] : ["staff", userRoom(card.student._id)];

async function announceChanged(act: Act, id: string): Promise<void> {
  const card = await settledCard(act, id);
  announce(act, "doubt.changed", readers(card), card);
}

/** The card as it will be when this is committed. */
async function settledCard(act: Act, id: string): Promise<DoubtCard> {
  const [row] = await settledRow(act, id);
  if (!row) throw notFound("This doubt");
  return toCard(row);
}

/**
 * A card shows its assignment, which may change at the same time: whichever of the two changes is
 * logged last must have seen the other.
 */
const settledRow = ({ db, now }: Act, id: string) =>
  once(
    db,
    "a settled card",
    () =>
      selectDoubts(db, at("now")).where(eq(doubts.id, at("id"))).for("share", { of: assignments })
        .prepare("card"),
  ).execute({ id, now });

const announceEnded = (
  act: Act<Me | null>,
  doubt: { student: { _id: string } } & ({ id: string } | DoubtCard),
) =>
  announce(act, "claim.changed", ["staff"], {
    kind: "doubt",
    id: "id" in doubt ? doubt.id : doubt._id,
    studentId: doubt.student._id,
    by: null,
    until: null,
  });

const subjectOf = (doubt: Locked): Subject => ({
  kind: "doubt",
  subjectId: doubt.id,
  studentId: doubt.student._id,
});

const someone = ({ _id, name, role }: Me) => ({ _id, name, role });

async function heldByAnother({ db }: Act, lease: Lease | undefined): Promise<Refusal> {
  const [by] = lease
    ? await db.select({ _id: people.id, name: people.name, role: people.role }).from(people)
      .where(eq(people.id, lease.byId))
    : [];
  return new Refusal(409, "claimed", `${by?.name ?? "Somebody"} has this.`, {
    more: { by, until: lease?.until },
  });
}
