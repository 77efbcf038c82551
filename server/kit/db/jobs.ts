/**
 * A durable queue of jobs, fair by person, for all servers. Whoever's jobs have cost least of late
 * goes first, so an expensive job delays its own person's next ones. A person's jobs run one after
 * the other: nobody waits behind another person's long line. A server takes a job with a lease, and
 * renews it while it works. A job whose lease has run out is taken again.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db, Reader, Tx } from "./database.ts";
import { jobCosts, jobs } from "./tables.ts";

export type Job = typeof jobs.$inferSelect;

/** How long a server has a job without renewing its lease. */
export const LEASE_MS = 20_000;

/** After this time, a cost counts half. */
const HALF_MS = 120_000;
/** What each job is assumed to cost, to tell the place of a person's second one. */
const ASSUMED_MS = 1000;

/** What a person's jobs cost of late, in ms. PostgreSQL refuses to halve a number for ever. */
const costAt = (now: string) =>
  sql`job_costs.ms * power(0.5, least(60, greatest(0,
    extract(epoch from ${now}::timestamptz - job_costs.at) * 1000 / ${HALF_MS}::float)))`;

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
  await db.insert(jobs).values({ id, personId, createdAt: now }).onConflictDoNothing();
}

/** Removes a job that nobody has taken yet. @returns whether there was one */
export async function withdrawJob(db: Tx, id: string): Promise<boolean> {
  const gone = await db.delete(jobs).where(and(eq(jobs.id, id), isNull(jobs.leaseUntil)))
    .returning({ id: jobs.id });
  return gone.length > 0;
}

/** The place in the queue, from 1; 0 while a server works on it; null when there is no such job. */
export async function placeOf(db: Reader, { id, now }: { id: string; now: string }) {
  const [job] = await db.select({ leaseUntil: jobs.leaseUntil }).from(jobs).where(eq(jobs.id, id));
  if (!job) return null;
  if (job.leaseUntil !== null) return 0;
  const [row] = await db.execute<{ before: number }>(sql`
    with line as (
      select jobs.*, coalesce(${costAt(now)}, 0) + ${ASSUMED_MS}::float
        * row_number() over (partition by person_id order by created_at, id) as cost
      from jobs left join job_costs using (person_id)
    )
    select count(*)::int as before from line, line mine where mine.id = ${id}
      and line.lease_until is null
      and (line.cost, line.created_at, line.id) < (mine.cost, mine.created_at, mine.id)`);
  return (row?.before ?? 0) + 1;
}

/** Takes the next job, with a lease. A person has at most one at a time, over all servers. */
export async function takeJob(db: Db, now: string): Promise<Job | undefined> {
  const cost = sql`coalesce(${costAt(now)}, 0)`;
  // Only a person's first job can be taken, so two servers cannot take two of them at once.
  const [job] = await db.update(jobs)
    .set({ leaseUntil: leaseEnd(now), attempts: sql`${jobs.attempts} + 1` })
    .where(
      sql`${jobs.id} in (
        select jobs.id from jobs left join job_costs using (person_id)
        where (jobs.lease_until is null or jobs.lease_until <= ${now})
        and not exists (
          select from jobs other where other.person_id = jobs.person_id and (
            other.lease_until > ${now}
            or (other.created_at, other.id) < (jobs.created_at, jobs.id)
          )
        )
        order by ${cost}, jobs.created_at, jobs.id limit 1 for update of jobs skip locked
      )`,
    )
    .returning();
  return job;
}

/** Charges a person for what a job has cost, so that others go before their next one. */
export async function chargeJob(
  db: Db,
  { personId }: Pick<Job, "personId">,
  { ms, now }: { ms: number; now: string },
): Promise<void> {
  await db.insert(jobCosts).values({ personId, ms, at: now }).onConflictDoUpdate({
    target: jobCosts.personId,
    set: { ms: sql`${costAt(now)} + excluded.ms`, at: now },
  });
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

/** Gives a taken job back, to be taken at once. @param counts whether it was an attempt */
export async function giveBackJob(db: Db, job: Job, { counts = true } = {}): Promise<void> {
  const attempts = counts ? jobs.attempts : sql`${jobs.attempts} - 1`;
  await db.update(jobs).set({ leaseUntil: null, attempts }).where(isTaken(job));
}

/** Removes a taken job that is done. @returns false when another server has it */
export async function endJob(db: Tx, job: Job): Promise<boolean> {
  const ended = await db.delete(jobs).where(isTaken(job)).returning({ id: jobs.id });
  return ended.length > 0;
}
