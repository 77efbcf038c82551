/** Reads a thread: who may read it, its newest entries, and pages of earlier entries. */
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { assignments } from "../assignments/tables.ts";
import { asSeenBy, can, toPolicy, unnamedIn, withPrograms } from "../doubts/policy.ts";
import {
  type Earlier,
  ENTRIES_MOST,
  type EntriesQuery,
  type EntryPage,
  type EntryType,
  type WrittenEntry,
} from "../doubts/schema.ts";
import { doubts, entries } from "../doubts/tables.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader, Tx } from "../kit/db/database.ts";
import { badField, conflict, notFound } from "../kit/core/errors.ts";
import type { Alias } from "../kit/core/alias.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { lockResponse } from "../reviews/queries.ts";
import { runs } from "../runs/tables.ts";

/** Newest entries read with a thread, and their bytes. The first one is always added. */
export const READ = { entries: 100, bytes: 500_000 };

const columns = {
  _id: entries.id,
  ...pick(entries, "place", "type", "message", "html"),
  sender: { _id: people.id, name: people.name, role: people.role },
  timestamp: entries.createdAt,
  runId: entries.runId,
  refersTo: entries.refersToId,
  ...pick(entries, "helped", "sentToSeveral", "editedAt"),
};

const selectEntries = (db: Reader, id: string, which: SQL) =>
  db.select(columns).from(entries).innerJoin(people, eq(people.id, entries.senderId))
    .where(and(eq(entries.doubtId, id), which)).orderBy(asc(entries.place));

/** The place of the oldest of the newest matching entries, within `READ`, at least one. */
const beginOf = (id: string, which: SQL, limit = READ.entries) =>
  sql`(select min(place) from (
    select place, sum(bytes) over (order by place desc) - bytes as newer from (
      select place, octet_length(message) + octet_length(html) as bytes
      from doubt_entries where doubt_id = ${id} and ${which} order by place desc limit ${limit}
    ) as newest
  ) as weighed where newer < ${READ.bytes})`;

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

const toEntry = ({ runId, refersTo, helped, sentToSeveral, editedAt, ...entry }: Row) => ({
  ...entry,
  ...(runId !== null && { run: { _id: runId } }),
  ...(refersTo !== null && { refersTo }),
  ...(helped !== null && { helped }),
  ...(sentToSeveral && { sentToSeveral }),
  ...(editedAt !== null && { editedAt }),
});

/** The highest place: PostgreSQL's largest integer. */
const LAST = 2_147_483_647;

/** The first and the newest entries, oldest first. @param last place of the newest to read */
export async function newestEntries(db: Reader, id: string, last = LAST): Promise<WrittenEntry[]> {
  const newest = beginOf(id, sql`place <= ${last}`);
  const which = sql`${entries.place} <= ${last}
    and (${entries.place} = 1 or ${entries.place} >= ${newest})`;
  return (await selectEntries(db, id, which)).map(toEntry);
}

/** A page between the first entry and `before`: its newest, oldest first. */
async function entriesBefore(db: Reader, id: string, { before, limit }: EntriesQuery) {
  const begin = beginOf(id, sql`place > 1 and place < ${before}`, limit);
  const which = sql`${entries.place} > 1 and ${entries.place} < ${before}
    and ${entries.place} >= ${begin}`;
  const page = await selectEntries(db, id, which);
  return { entries: page.map(toEntry), ...earlierThan(page[0]) };
}

/** The entries that are shown with the thread: at most the first one and `READ.entries` others. */
export function shownOf(all: WrittenEntry[]): { conversation: WrittenEntry[]; earlier?: Earlier } {
  const [first] = all;
  const newest = all.slice(-READ.entries);
  const conversation = first && newest[0] !== first ? [first, ...newest] : newest;
  return { conversation, ...earlierThan(conversation[1]) };
}

/** The number of entries between the first one and this one. */
function earlierThan(entry: Pick<WrittenEntry, "place"> | undefined): { earlier?: Earlier } {
  const before = entry?.place ?? 0;
  return before > 2 ? { earlier: { count: before - 2, before } } : {};
}

/** A page of earlier entries of the thread. @throws Refusal 404 */
export async function earlierEntries(
  { db, me }: Ask,
  id: string,
  page: EntriesQuery,
): Promise<EntryPage> {
  const [doubt, earlier] = await Promise.all([
    doubtPolicy(db, id),
    entriesBefore(db, id, page),
  ]);
  if (!doubt || !can.read(me, doubt)) throw notFound("This doubt");
  const view = { ...earlier, entries: withPrograms(earlier.entries, { me, doubt }) };
  return asSeenBy(me, { doubt, id, view });
}

/** Returns who is without a name for classmates in the thread, if its student is. */
export async function unnamedInThread(db: Reader, id: string): Promise<Alias | null> {
  const doubt = await doubtPolicy(db, id);
  return doubt ? unnamedIn(doubt, id) : null;
}

/** Returns a check of who may watch the thread live. */
export async function whoMayWatch(db: Reader, id: string): Promise<(me: Me) => boolean> {
  const doubt = await doubtPolicy(db, id);
  return (me) => doubt !== undefined && can.read(me, doubt);
}

/** What a thread's permissions need, or undefined. @param lock until the transaction ends */
export async function doubtPolicy(db: Reader, id: string, lock?: "update" | "share") {
  const query = db.select(policyColumns).from(doubts)
    .innerJoin(assignments, eq(assignments.id, doubts.assignmentId)).where(eq(doubts.id, id));
  const [row] = await (lock ? query.for(lock, { of: doubts }) : query);
  return row && toPolicy(row);
}

/** The columns that policies and commands read. */
export const policyColumns = {
  ...pick(doubts, "studentId", "private", "anonymous", "programShown", "stage"),
  distributionTag: assignments.distributionTag,
  audience: assignments.audience,
  version: doubts.version,
  entries: doubts.entries,
};

/** Refuses an entry in a full thread, except one that resolves it. @throws Refusal 409 */
export function refuseFull({ entries }: { entries: number }, type: EntryType): void {
  if (entries < ENTRIES_MOST || type === "resolve") return;
  throw conflict(
    "doubt.full",
    `This thread has ${ENTRIES_MOST} entries. Its student can resolve it and raise a new doubt.`,
  );
}

export const notYourRun = () =>
  badField("runId", "Attach a run of your own program on this very assignment.");

/**
 * Finds the asker's own run and keeps it from being deleted until the transaction ends. Runs are
 * deleted under the same lock.
 * @throws Refusal 400 when there is no such run, or it is another person's
 */
export async function lockOwnRun({ db, me }: { db: Tx; me: Me }, id: string) {
  const find = () =>
    db.select({ assignmentId: runs.assignmentId }).from(runs)
      .where(and(eq(runs.id, id), eq(runs.studentId, me._id)));
  const [found] = await find();
  if (!found) throw notYourRun();
  await lockResponse(db, { assignmentId: found.assignmentId, studentId: me._id });
  const [run] = await find();
  if (!run) throw notYourRun();
  return run;
}
