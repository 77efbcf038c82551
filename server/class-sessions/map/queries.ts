/** Reads the map in a fixed number of statements, none of which grows with older sessions. */
import { and, eq, getTableColumns, gte, inArray, isNull, sql } from "drizzle-orm";
import { responses } from "../../assignments/tables.ts";
import { visits } from "../../auth/tables.ts";
import { claimColumns, claimOf, holder, onDoubtClaim, onHolder } from "../../claims/queries.ts";
import { IS_UNRESOLVED } from "../../doubts/queries.ts";
import { doubts } from "../../doubts/tables.ts";
import { later } from "../../kit/core/clock.ts";
import { badField, conflict, notFound } from "../../kit/core/errors.ts";
import { pick } from "../../kit/db/columns.ts";
import type { Reader } from "../../kit/db/database.ts";
import { claims } from "../../kit/db/tables.ts";
import type { Ask } from "../../kit/http/guard.ts";
import { HERE_MINUTES } from "../../people/schema.ts";
import { people } from "../../people/tables.ts";
import { isFor } from "../../sections/policy.ts";
import { isInSections, SECTIONS_OF_PERSON } from "../../sections/queries.ts";
import { classSessionOf } from "../queries.ts";
import { type ClassSessionMap, type Here, LEARNERS_MOST, type MapCell } from "./schema.ts";
import { classSessionSigns } from "./tables.ts";

const LEARNER_ROLES = ["student", "volunteer"] as const;

const { classSessionId: _, best: __, ...columns } = getTableColumns(classSessionSigns);
export { columns };

export type CellRow = Pick<typeof classSessionSigns.$inferSelect, keyof typeof columns>;

export function toCell({ runId, verdict, passed, total, ranAt, ...cell }: CellRow): MapCell {
  const run = runId === null || verdict === null || ranAt === null
    ? null
    : { _id: runId, verdict, passed: passed ?? 0, total: total ?? 0, at: ranAt };
  return { ...cell, run };
}

/** @throws Refusal 404 */
export async function classSessionMap({ db, now }: Ask, id: string): Promise<ClassSessionMap> {
  const classSession = await classSessionOf(db, id);
  if (!classSession) throw notFound("This class session");
  const ids = classSession.questions.map(({ _id }) => _id);
  const [learners, cells, waiting, solved] = await Promise.all([
    db.select({
      _id: people.id,
      name: people.name,
      sections: SECTIONS_OF_PERSON,
      seenAt: visits.seenAt,
    }).from(people).leftJoin(visits, eq(visits.personId, people.id))
      .where(and(
        inArray(people.role, LEARNER_ROLES),
        isNull(people.deletedAt),
        isInSections(sql`people.id`, classSession.audience),
      ))
      .orderBy(people.name, people.id).limit(LEARNERS_MOST),
    db.select(columns).from(classSessionSigns).where(eq(classSessionSigns.classSessionId, id)),
    db.select({
      _id: doubts.id,
      ...pick(doubts, "studentId", "assignmentId", "waitingSince"),
      ...claimColumns,
    }).from(doubts)
      .leftJoin(claims, onDoubtClaim(now))
      .leftJoin(holder, onHolder)
      .where(and(inArray(doubts.assignmentId, ids), IS_UNRESOLVED)),
    db.select({ studentId: responses.studentId, assignmentId: responses.assignmentId })
      .from(responses)
      .where(and(inArray(responses.assignmentId, ids), eq(responses.responseStatus, "solved"))),
  ]);
  const hereSince = later(now, -HERE_MINUTES);
  return {
    classSession,
    learners: learners.map(({ seenAt, sections, ...one }) => ({
      ...one,
      ...(sections.length > 0 && { sections }),
      isHere: seenAt !== null && seenAt >= hereSince,
    })),
    cells: cells.map(toCell),
    doubts: waiting.map(({ holder, until, ...one }) => ({
      ...one,
      claim: claimOf({ holder, until }),
    })),
    solved,
  };
}

/** Reads which learners are connected, to any server. It is the same for each session. */
export async function learnersHere(
  db: Reader,
  { ids, now }: { ids: readonly string[]; now: string },
): Promise<ReadonlyMap<string, Here>> {
  const rows = await db.select({ id: visits.personId }).from(visits)
    .innerJoin(people, eq(people.id, visits.personId))
    .where(and(gte(visits.seenAt, later(now, -HERE_MINUTES)), inArray(people.role, LEARNER_ROLES)))
    .orderBy(visits.personId).limit(LEARNERS_MOST);
  const here = rows.map(({ id }) => id);
  return new Map(ids.map((id) => [id, { here }]));
}

/** @throws Refusal 404, 409 when the session is over, or 400 when it has no such question */
export async function checkSign({ db, me, now }: Ask, id: string, assignmentId: string) {
  const classSession = await classSessionOf(db, id);
  if (!classSession || !isFor(me, classSession.audience)) throw notFound("This class session");
  if (classSession.endedAt !== null || classSession.endsAt <= now) {
    throw conflict("classSession.over", "This class session is over.");
  }
  if (classSession.questions.some(({ _id }) => _id === assignmentId)) return;
  throw badField("assignmentId", "This question is not in the class session.");
}
