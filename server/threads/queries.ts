/** A thread: who may read it, its newest entries, and in pages those before them. */
import { and, asc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import { assignments } from "../assignments/tables.ts";
import { can, toPolicy } from "../doubts/policy.ts";
import {
  type Earlier,
  ENTRIES_MOST,
  type EntriesQuery,
  type Entry,
  type EntryPage,
  type EntryType,
} from "../doubts/schema.ts";
import { doubts, entries } from "../doubts/tables.ts";
import { at, once, type Reader } from "../kit/database.ts";
import { notFound, Refusal } from "../kit/errors.ts";
import type { Ask, Me } from "../kit/guard.ts";
import { most } from "../kit/search.ts";
import { people } from "../people/tables.ts";

/** A thread is read with its first entry and so many of the newest, of so many bytes together. */
export const READ = { entries: 100, bytes: 500_000 };

const columns = {
  _id: entries.id,
  place: entries.place,
  type: entries.type,
  message: entries.message,
  html: entries.html,
  sender: { _id: people.id, name: people.name, role: people.role },
  timestamp: entries.createdAt,
};

const selectEntries = (db: Reader, which: SQL) =>
  db.select(columns).from(entries).innerJoin(people, eq(people.id, entries.senderId))
    .where(and(eq(entries.doubtId, at("id")), which)).orderBy(asc(entries.place));

/** Where the newest begin, of those that match: no more than may be read, and at least one. */
const beginOf = (which: SQL, limit: SQL) =>
  sql`(select min(place) from (
    select place, sum(bytes) over (order by place desc) - bytes as newer from (
      select place, octet_length(message) + octet_length(html) as bytes
      from doubt_entries where doubt_id = ${at("id")} and ${which} order by place desc ${limit}
    ) as newest
  ) as weighed where newer < ${sql.raw(String(READ.bytes))})`;

/** A thread's first entry and its newest, oldest first. */
export function newestEntries(db: Reader, id: string): Promise<Entry[]> {
  const newest = beginOf(sql`true`, most(READ.entries));
  return once(
    db,
    "the newest entries",
    () =>
      selectEntries(db, sql`(${entries.place} = 1 or ${entries.place} >= ${newest})`)
        .prepare("newest"),
  ).execute({ id });
}

/** One page of what stands between the first entry and `before`: the newest of it, oldest first. */
async function entriesBefore(
  db: Reader,
  id: string,
  { before, limit }: EntriesQuery,
): Promise<EntryPage> {
  const between = (place: SQL | typeof entries.place, end: Placeholder) =>
    sql`${place} > 1 and ${place} < ${end}`;
  const page = await once(db, "entries before one", () => {
    const begin = beginOf(between(sql`place`, at("before")), sql`limit ${at("limit")}`);
    return selectEntries(
      db,
      sql`${between(entries.place, at("before"))} and ${entries.place} >= ${begin}`,
    ).prepare("before");
  }).execute({ id, before, limit });
  return { entries: page, ...earlierThan(page[0]) };
}

/** What of these is shown with the thread: no more than is read of it. */
export function shownOf(all: Entry[]): { conversation: Entry[]; earlier?: Earlier } {
  const [first] = all;
  const newest = all.slice(-READ.entries);
  const conversation = first && newest[0] !== first ? [first, ...newest] : newest;
  return { conversation, ...earlierThan(conversation[1]) };
}

/** How many stand between the first entry and this one. */
function earlierThan(entry: Entry | undefined): { earlier?: Earlier } {
  const before = entry?.place ?? 0;
  return before > 2 ? { earlier: { count: before - 2, before } } : {};
}

/** A page of what came earlier in the thread. @throws Refusal 404 */
export async function earlierEntries(
  { db, me }: Ask,
  id: string,
  page: EntriesQuery,
): Promise<EntryPage> {
  const [mayRead, earlier] = await Promise.all([
    whoMayWatch(db, id),
    entriesBefore(db, id, page),
  ]);
  if (!mayRead(me)) throw notFound("This doubt");
  return earlier;
}

/** Who may follow the thread live. */
export async function whoMayWatch(db: Reader, id: string): Promise<(me: Me) => boolean> {
  const [row] = await db.select(policyColumns).from(doubts)
    .innerJoin(assignments, eq(assignments.id, doubts.assignmentId)).where(eq(doubts.id, id));
  return (me) => row !== undefined && can.read(me, toPolicy(row));
}

/** What policies and commands look at. */
export const policyColumns = {
  studentId: doubts.studentId,
  private: doubts.private,
  stage: doubts.stage,
  distributionTag: assignments.distributionTag,
  version: doubts.version,
  entries: doubts.entries,
};

/** @throws Refusal 409 when it can only be resolved any more */
export function refuseFull({ entries }: { entries: number }, type: EntryType): void {
  if (entries < ENTRIES_MOST || type === "resolve") return;
  throw new Refusal(
    409,
    "doubt.full",
    `This thread has ${ENTRIES_MOST} entries. Its student can resolve it and raise a new doubt.`,
  );
}
