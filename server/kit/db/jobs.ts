/**
 * A durable queue of jobs, fair by person, for all servers. A person's first waiting job is in the
 * round that is being served, the second in the next round, and so on: nobody waits behind another
 * person's long line. A server takes a job with a lease, and renews it while it works. A job whose
 * lease has run out is taken again.
 */
import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Db, Reader, Tx } from "./database.ts";
import { jobs } from "./tables.ts";

export type Job = typeof jobs.$inferSelect;

/** How long a server has a job without renewing its lease. */
export const LEASE_MS = 20_000;

const leaseEnd = (now: string): string => new Date(Date.parse(now) + LEASE_MS).toISOString();

/** How many jobs wait or are under way: this person's, or everybody's. */
export async function countJobs(db: Reader, personId?: string): Promise<number> {
  return await db.$count(jobs, personId === undefined ? undefined : eq(jobs.personId, personId));
}

/** Adds a job at the end of the person's line. A job that is there already stays where it is. */
export async function addJob(
  db: Tx,
  { id, personId, now }: { id: string; personId: string; now: string },
): Promise<void> {
  const round = sql<number>`greatest(
    coalesce((select min(round) from jobs), 0),
    coalesce((select max(round) + 1 from jobs where person_id = ${personId}), 0)
  )`;
  await db.insert(jobs).values({ id, personId, round, createdAt: now }).onConflictDoNothing();
}

/** Removes a job that nobody has taken yet. @returns whether there was one */
export async function withdrawJob(db: Tx, id: string): Promise<boolean> {
  const gone = await db.delete(jobs).where(and(eq(jobs.id, id), isNull(jobs.leaseUntil)))
    .returning({ id: jobs.id });
  return gone.length > 0;
}

/** The place in the queue, from 1; 0 while a server works on it; null when there is no such job. */
export async function placeOf(db: Reader, id: string): Promise<number | null> {
  const [job] = await db.select({ leaseUntil: jobs.leaseUntil }).from(jobs).where(eq(jobs.id, id));
  if (!job) return null;
  if (job.leaseUntil !== null) return 0;
  const [row] = await db.select({ before: count() }).from(jobs).where(
    sql`lease_until is null and (round, created_at, id)
      < (select round, created_at, id from jobs where id = ${id})`,
  );
  return (row?.before ?? 0) + 1;
}

/** Takes the next job, with a lease. */
export async function takeJob(db: Db, now: string): Promise<Job | undefined> {
  const [taken] = await db.update(jobs)
    .set({ leaseUntil: leaseEnd(now), attempts: sql`${jobs.attempts} + 1` })
    .where(
      sql`${jobs.id} in (
        select id from jobs where lease_until is null or lease_until <= ${now}
        order by round, created_at, id limit 1 for update skip locked
      )`,
    )
    .returning();
  return taken;
}

/** The job is still this server's: nobody else has taken it since. */
const isTaken = ({ id, attempts }: Pick<Job, "id" | "attempts">) =>
  and(eq(jobs.id, id), eq(jobs.attempts, attempts));

/** Renews the lease on a taken job. @returns false when another server has it */
export async function renewJob(db: Db, job: Job, now: string): Promise<boolean> {
  const renewed = await db.update(jobs).set({ leaseUntil: leaseEnd(now) }).where(isTaken(job))
    .returning({ id: jobs.id });
  return renewed.length > 0;
}

/**
 * Gives a taken job back, so that it is taken again at once.
 * @param counts whether it counts as an attempt
 */
export async function giveBackJob(db: Db, job: Job, { counts = true } = {}): Promise<void> {
  const attempts = counts ? jobs.attempts : sql`${jobs.attempts} - 1`;
  await db.update(jobs).set({ leaseUntil: null, attempts }).where(isTaken(job));
}

/** Removes a taken job that is done. @returns false when another server has it */
export async function endJob(db: Tx, job: Job): Promise<boolean> {
  const ended = await db.delete(jobs).where(isTaken(job)).returning({ id: jobs.id });
  return ended.length > 0;
}
