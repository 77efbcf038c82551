/**
 * Rate limits that are counted in the database: all servers count together, and a restart forgets
 * nothing. A quota is a leaky bucket: it holds `most` units and is empty again after `seconds`, so
 * a person with a full bucket waits for one unit only. A row stores only the time at which its
 * bucket will be empty, by the database's clock, which all servers share. After that time the row
 * means nothing.
 */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db, Reader } from "../db/database.ts";

export type Quota = { most: number; seconds: number };

/** A quota's counter for one subject. */
export type Count = Quota & { key: string };

/** @param who is hashed, because it may be a person's address */
export function count(name: string, quota: Quota, ...who: string[]): Count {
  const hash = createHash("sha256").update(who.join("\n")).digest("base64url");
  return { ...quota, key: `${name}:${hash}` };
}

/** The seconds that one unit takes to leak, and that a full bucket takes. */
const asRows = (counts: readonly Count[]) =>
  JSON.stringify(counts.map(({ key, most, seconds }) => ({ key, one: seconds / most, seconds })));

const wanted = (counts: readonly Count[]) =>
  sql`wanted as materialized (
    select key, one * interval '1 second' as one, seconds * interval '1 second' as span
    from json_to_recordset(${asRows(counts)}::json)
      as wanted (key text, one float8, seconds float8)
  )`;

/** @returns seconds until each of them has room for one more; 0 when they have it now */
export async function waitFor(db: Reader, counts: readonly Count[]): Promise<number> {
  const [row] = await db.execute<{ seconds: string | null }>(sql`
    with ${wanted(counts)}
    select extract(epoch from max(empty_at + one - span) - now()) as seconds
    from wanted join quotas using (key)`);
  return Math.max(0, Math.ceil(Number(row?.seconds ?? 0)));
}

/** Rolls back a count that had no room in all of them. */
const FULL = new Error("One of the quotas is full.");

/**
 * Counts one unit in each of them, or in none if one of them is full. Of many parallel calls, no
 * more succeed than there is room for, and those that are refused take no room.
 * @param db not a transaction, whose rollback would undo the count
 * @returns seconds to wait; 0 when it was counted
 */
export async function spend(db: Db, counts: readonly Count[]): Promise<number> {
  try {
    await db.transaction(async (tx) => {
      if (await spendWhereRoom(tx, counts) < counts.length) throw FULL;
    });
    return 0;
  } catch (error) {
    if (error !== FULL) throw error;
    return Math.max(1, await waitFor(db, counts));
  }
}

/** @returns in how many it was counted: in some only when a parallel call has just filled one */
async function spendWhereRoom(db: Reader, counts: readonly Count[]): Promise<number> {
  // In the order of their keys, so that two parallel calls cannot deadlock.
  const spent = await db.execute(sql`
    with ${wanted(counts)}, full_ones as (
      select from wanted join quotas using (key)
      where quotas.empty_at + one > now() + span
    )
    insert into quotas (key, empty_at)
    select key, now() + one from wanted
    where not exists (select from full_ones) order by key
    on conflict (key) do update set
      empty_at = greatest(quotas.empty_at, now())
        + (excluded.empty_at - now())
    where greatest(quotas.empty_at, now())
        + (excluded.empty_at - now())
      <= now() + (select span from wanted where wanted.key = excluded.key)
    returning key`);
  return spent.length;
}

/**
 * Takes units back.
 * @param once do it only if this has not been counted yet
 */
export async function giveBack(
  db: Reader,
  counts: readonly Count[],
  { times = 1, once }: { times?: number; once?: Count } = {},
): Promise<void> {
  const first = once
    ? sql`insert into quotas (key, empty_at)
      select ${once.key}, now() + ${once.seconds}::float8 * interval '1 second'
      where exists (select from held)
      on conflict (key) do update set empty_at = excluded.empty_at
      where quotas.empty_at <= now() returning key`
    : sql`select ''::text as key`;
  await db.execute(sql`
    with ${wanted(counts)}, held as (
      select quotas.key, one from wanted join quotas using (key)
      where quotas.empty_at > now()
      order by quotas.key for update of quotas
    ), first_time as (${first})
    update quotas set empty_at = quotas.empty_at - ${times}::float8 * one
    from held where held.key = quotas.key and exists (select from first_time)`);
}
