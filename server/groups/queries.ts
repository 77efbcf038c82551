/** Reads answers to groups, and who of a group still fails in its way. For staff. */
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { span } from "../kit/core/schema.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Ask } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import type { Failure } from "../runs/schema.ts";
import type { Audience } from "../sections/policy.ts";
import { isInSections } from "../sections/queries.ts";
import type { GroupAnswer, GroupAnswersQuery, LeftOut } from "./schema.ts";
import { groupAnswers, groupMembers } from "./tables.ts";

const membersOf = sql<string[]>`coalesce((
  select json_agg(${groupMembers.studentId} order by ${groupMembers.studentId})
  from ${groupMembers} where ${groupMembers.answerId} = ${groupAnswers.id}
), '[]')`;

/** Answers to groups, newest first. */
export async function listGroupAnswers(
  { db }: Ask,
  { assignmentId, ...paging }: GroupAnswersQuery,
): Promise<GroupAnswer[]> {
  const { offset, limit } = span(paging);
  return await db.select({
    _id: groupAnswers.id,
    ...pick(groupAnswers, "assignmentId", "key", "title"),
    answer: groupAnswers.message,
    by: { _id: people.id, name: people.name, role: people.role },
    open: groupAnswers.open,
    members: membersOf,
    createdAt: groupAnswers.createdAt,
  }).from(groupAnswers).innerJoin(people, eq(people.id, groupAnswers.byId))
    .where(assignmentId === undefined ? undefined : eq(groupAnswers.assignmentId, assignmentId))
    .orderBy(desc(groupAnswers.createdAt), desc(groupAnswers.id))
    .offset(offset).limit(limit);
}

/** How many answers were sent to groups on these questions in this time, to any of these sections. */
export async function countGroupAnswers(
  db: Reader,
  { assignmentIds, from, to, sections }: {
    assignmentIds: readonly string[];
    from: string;
    to: string;
    sections: Audience;
  },
): Promise<number> {
  if (assignmentIds.length === 0) return 0;
  return await db.$count(
    groupAnswers,
    and(
      inArray(groupAnswers.assignmentId, [...assignmentIds]),
      sql`created_at >= ${from} and created_at <= ${to}`,
      sections
        ? sql`exists (select from group_answer_members as g where g.answer_id = ${groupAnswers.id}
          and ${isInSections(sql`g.student_id`, sections)})`
        : undefined,
    ),
  );
}

/** A member who still fails in the group's way, with the run that shows it. */
export type FailingMember = { studentId: string; runId: string; failure: Failure };
type MemberRow = {
  studentId: string;
  isHere: boolean;
  isSolved: boolean;
  runId: string | null;
  failure: Failure | null;
};

/**
 * Splits the students into those whose newest run still fails in this way, and the others. A run
 * that passed in a browser, and that a server has contradicted, has a failure.
 */
export async function splitMembers(
  db: Reader,
  { assignmentId, key, members }: { assignmentId: string; key: string; members: readonly string[] },
): Promise<{ failing: FailingMember[]; others: { studentId: string; why: LeftOut }[] }> {
  const rows = await db.execute<MemberRow>(sql`
    select member.id as "studentId", ${isHere} as "isHere",
      coalesce(newest.verdict = 'passed' and newest.failure is null, false) or exists (
        select from responses as r where r.assignment_id = ${assignmentId}
          and r.student_id = member.id and r.response_status = 'solved'
      ) as "isSolved",
      newest.id as "runId", newest.failure
    from unnest(${sql.param([...members])}::uuid[]) with ordinality as member(id, place)
    left join people as p on p.id = member.id
    left join lateral (
      select runs.id, runs.verdict, runs.failure from runs
      where runs.assignment_id = ${assignmentId} and runs.student_id = member.id
        and runs.verdict is not null
      order by runs.created_at desc, runs.id desc limit 1
    ) as newest on true
    order by member.place`);
  const failing: FailingMember[] = [];
  const others: { studentId: string; why: LeftOut }[] = [];
  for (const { studentId, isHere, isSolved, runId, failure } of rows) {
    if (!isHere) others.push({ studentId, why: "gone" });
    else if (isSolved) others.push({ studentId, why: "solved" });
    else if (runId === null || failure?.key !== key) others.push({ studentId, why: "changed" });
    else failing.push({ studentId, runId, failure });
  }
  return { failing, others };
}

const isHere: SQL = sql`coalesce(
  p.verified_at is not null and p.deleted_at is null and p.role in ('student', 'volunteer'), false)`;
