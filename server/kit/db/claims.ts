/** Claims ("I have this"): leases that expire, each held by one mentor or admin at a time. */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { later } from "../core/clock.ts";
import type { Reader, Tx } from "./database.ts";
import { claims } from "./tables.ts";

export type Subject = { kind: "doubt" | "review"; subjectId: string; studentId: string };
export type Lease = typeof claims.$inferSelect;

/** A doubt is identified by its id; a review by the assignment and the student. */
const isSubject = ({ kind, subjectId, studentId }: Omit<Subject, "studentId"> & Partial<Subject>) =>
  and(
    eq(claims.kind, kind),
    eq(claims.subjectId, subjectId),
    studentId ? eq(claims.studentId, studentId) : undefined,
  );

export async function leaseOn(
  db: Reader,
  subject: Subject,
  now: string,
): Promise<Lease | undefined> {
  const [lease] = await db.select().from(claims).where(
    and(isSubject(subject), gt(claims.until, now)),
  );
  return lease;
}

/** Takes or renews the lease, with `takeOver` another's too. @returns null if it is held */
export async function takeLease(
  db: Tx,
  subject: Subject,
  { byId, now, minutes, takeOver }: {
    byId: string;
    now: string;
    minutes: number;
    takeOver: boolean;
  },
): Promise<Lease | null> {
  const until = later(now, minutes);
  const [lease] = await db.insert(claims).values({ ...subject, byId, until }).onConflictDoUpdate({
    target: [claims.kind, claims.subjectId, claims.studentId],
    set: { byId, until },
    setWhere: sql`claims.by_id = ${byId} or claims.until <= ${now} or ${takeOver}`,
  }).returning();
  return lease ?? null;
}

/** Ends the lease; with `byId`, only when that person holds it. */
export function endLease(
  db: Tx,
  subject: Parameters<typeof isSubject>[0],
  { byId }: { byId?: string } = {},
) {
  return db.delete(claims).where(
    and(isSubject(subject), byId ? eq(claims.byId, byId) : undefined),
  ).returning();
}

/** Ends the expired leases of a kind. Several servers may do this at once. */
export function endExpiredLeases(db: Tx, { kind, now }: { kind: Subject["kind"]; now: string }) {
  return db.delete(claims).where(
    sql`(kind, subject_id, student_id) in (
      select kind, subject_id, student_id from claims
      where ${and(eq(claims.kind, kind), lte(claims.until, now))} for update skip locked)`,
  ).returning();
}
