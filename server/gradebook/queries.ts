/** Reads the gradebook: its questions, its students, and their cells. */
import { and, arrayOverlaps, eq, ilike, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { isPresent } from "../assignments/queries.ts";
import { assignmentTagOf, distributionTagsOf, GENERAL_TAGS } from "../assignments/schema.ts";
import { assignments } from "../assignments/tables.ts";
import { contains, patternOf } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import type { Ask } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { chosenSections } from "../sections/policy.ts";
import { isInSections } from "../sections/queries.ts";
import {
  type Gradebook,
  type GradebookFilter,
  type GradebookQuery,
  type GradebookQuestion,
  type GradebookRow,
  QUESTIONS_MOST,
  STUDENTS_MOST,
} from "./schema.ts";

const LEARNERS = ["student", "volunteer"] as const;

/** Students with their addresses, and their cells for the questions that match. */
export async function gradebookOf(
  { db, me }: Pick<Ask, "db" | "me">,
  { students: only, section, ...filter }: GradebookQuery,
): Promise<Omit<Gradebook, "rows"> & { rows: (GradebookRow & { email: string })[] }> {
  const sections = chosenSections(me, section);
  const [questions, learners] = await Promise.all([
    questionsOf(db, { ...filter, sections }),
    learnersOf(db, { ...filter, sections }, only),
  ]);
  const [shown, listed] = [questions.slice(0, QUESTIONS_MOST), learners.slice(0, STUDENTS_MOST)];
  const cells = await cellsOf(db, shown, listed);
  const rows = listed.map((one) => ({ ...one, ...cells.get(one._id) ?? { solved: 0, cells: {} } }));
  const sign = { fewest: 1, most: -1, name: 0 }[filter.order ?? "name"];
  return {
    questions: shown,
    questionsTotal: questions.length,
    // Sorting is stable, so students with as many solved questions stay in order of their names.
    rows: rows.toSorted((one, other) => sign * (one.solved - other.solved)),
    studentsTotal: learners.length,
  };
}

type Filter = Omit<GradebookFilter, "section"> & { sections: readonly string[] | undefined };

async function questionsOf(
  db: Reader,
  { assignmentTag, difficulty, assignmentTitle, sections }: Filter,
): Promise<GradebookQuestion[]> {
  const tags = assignmentTag ? distributionTagsOf(assignmentTag) : GENERAL_TAGS;
  const rows = await db.select({
    _id: assignments.id,
    title: assignments.title,
    tag: assignments.distributionTag,
    dueAt: assignments.dueAt,
  }).from(assignments).where(and(
    isPresent,
    inArray(assignments.distributionTag, tags),
    difficulty && eq(assignments.difficulty, difficulty),
    sections &&
      or(isNull(assignments.audience), arrayOverlaps(assignments.audience, [...sections])),
    assignmentTitle ? ilike(assignments.title, patternOf(assignmentTitle)) : undefined,
  )).orderBy(...newestFirst(assignments.givenOutAt, assignments.id)).limit(QUESTIONS_MOST + 1);
  return rows.map(({ tag, ...row }) => ({ ...row, assignmentTag: assignmentTagOf(tag) }));
}

const learnersOf = (db: Reader, { search, sections }: Filter, only?: string[]) =>
  db.select({ _id: people.id, name: people.name, branch: people.branch, email: people.email })
    .from(people).where(and(
      isNull(people.deletedAt),
      isNotNull(people.verifiedAt),
      inArray(people.role, LEARNERS),
      only && inArray(people.id, only),
      isInSections(sql`people.id`, sections),
      search === undefined ? undefined : contains(
        sql`concat_ws(E'\n', ${people.name}, ${people.email}, ${people.branch})`,
        search,
      ),
    )).orderBy(people.name, people.id).limit(STUDENTS_MOST + 1);

type Answers = Pick<GradebookRow, "solved" | "cells">;

/** The cells of each student who has answered any of the questions. */
async function cellsOf(
  db: Reader,
  questions: readonly { _id: string }[],
  students: readonly { _id: string }[],
): Promise<Map<string, Answers>> {
  const [questionIds, whose] = [questions, students].map((all) =>
    sql.param(all.map(({ _id }) => _id))
  );
  const rows = await db.execute<Answers & { id: string }>(sql`
    with tries as (
      select assignment_id, student_id, count(*) as count from attempts
      where assignment_id = any(${questionIds}::uuid[]) and student_id = any(${whose}::uuid[])
      group by assignment_id, student_id
    )
    select r.student_id as id,
      (count(*) filter (where r.response_status = 'solved'))::int as solved,
      json_object_agg(r.assignment_id, json_build_object(
        'responseStatus', r.response_status,
        'reviewStatus', r.review_status,
        'late', r.late,
        'verified', u.verified_total is not null,
        'cases', case when u.id is not null then json_build_object(
          'part', coalesce(u.verified_passed, u.passed),
          'whole', coalesce(u.verified_total, u.total)) end,
        'points', case when r.given_points is not null then json_build_object(
          'part', (select coalesce(sum((point ->> 'points')::int), 0)
            from jsonb_array_elements(r.given_points -> 'chosen') as point),
          'whole', (r.given_points ->> 'total')::int) end,
        'attempts', coalesce(tries.count, 1)
      )) as cells
    from responses as r
    left join runs as u on u.id = r.run_id
    left join tries on tries.assignment_id = r.assignment_id and tries.student_id = r.student_id
    where r.assignment_id = any(${questionIds}::uuid[]) and r.student_id = any(${whose}::uuid[])
    group by r.student_id`);
  return new Map([...rows].map(({ id, ...answers }) => [id, answers]));
}
