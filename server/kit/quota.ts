/**
 * How often something may be done, counted in the database: every server of a cluster counts
 * together, and a restart forgets nothing. A quota is a bucket that leaks: it takes so many at once
 * and is empty again after so many seconds, so whoever has filled it waits for one more, and not
 * for all of them. A row says only when its bucket will be empty, by the database's clock, which is
 * the same for all servers; after that it is worth nothing.
 */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Reader } from "./database.ts";

export type Quota = { most: number; seconds: number };

/** What is counted, and for whom. */
export type Count = Quota & { key: string };

/** @param who is not to be read in the table: it may be somebody's address */
export function count(name: string, quota: Quota, ...who: string[]): Count {
  const hash = createHash("sha256").update(who.join("\n")).digest("base64url");
  return { ...quota, key: `${name}:${hash}` };
}

/** Seconds that one of it counts, and that a full one holds. */
const asRows = (counts: readonly Count[]) =>
  JSON.stringify(counts.map(({ key, most, seconds }) => ({ key, one: seconds / most, seconds })));

const wanted = (counts: readonly Count[]) =>
  sql`wanted as materialized (
    select key, one * interval '1 second' as one, seconds * interval '1 second' as span
    from json_to_recordset(${asRows(counts)}::json)
      as wanted (key text, one float8, seconds float8)
  )`;

/** @returns seconds until one more fits into each of them: 0 when it does now */
export async function waitFor(db: Reader, counts: readonly Count[]): Promise<number> {
  const [row] = await db.execute<{ seconds: string | null }>(sql`
    with ${wanted(counts)}
    select extract(epoch from max(empty_at + one - span) - now()) as seconds
    from wanted join quotas using (key)`);
  return Math.max(0, Math.ceil(Number(row?.seconds ?? 0)));
}

/**
 * Counts one in each of them, or in none that has no place for it. Of many at once no more get
 * through than there are places.
 * @returns seconds to wait, 0 when it was counted
 */
export async function spend(db: Reader, counts: readonly Count[]): Promise<number> {
  // In the order of their keys, so that two who count the same do not wait for each other.
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
  return spent.length === counts.length ? 0 : Math.max(1, await waitFor(db, counts));
}

/**
 * Takes back so many of what was counted.
 * @param once only when this has not been counted yet
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
