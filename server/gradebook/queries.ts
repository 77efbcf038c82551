/** Reads the gradebook in four statements; PostgreSQL puts a student's cells into columns. */
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
type Columns = Omit<GradebookRow, "_id" | "name" | "branch">;
const NO_CELLS: Columns = {
  ...{ solved: 0, at: [], status: "", review: "", late: "", verified: "" },
  ...{ cases: "", points: "", attempts: "" },
};

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
  const rows = listed.map((one) => ({ ...one, ...cells.get(one._id) ?? NO_CELLS }));
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

/** The columns of each student who has answered any of the questions. */
async function cellsOf(
  db: Reader,
  questions: readonly { _id: string }[],
  students: readonly { _id: string }[],
): Promise<Map<string, Columns>> {
  const [questionIds, whose] = [questions, students].map((all) =>
    sql.param(all.map(({ _id }) => _id))
  );
  const rows = await db.execute<{ id: string; columns: Columns }>(sql`
    with tries as (
      select assignment_id, student_id, count(*) as count from attempts
      where assignment_id = any(${questionIds}::uuid[]) and student_id = any(${whose}::uuid[])
      group by assignment_id, student_id
    ), cells as (
      select r.student_id, q.place - 1 as place, r.late, r.response_status, r.review_status,
        coalesce(u.verified_passed, u.passed) || '/' || coalesce(u.verified_total, u.total) as cases,
        u.verified_total is not null as verified,
        (select sum((point ->> 'points')::int)
          from jsonb_array_elements(r.given_points -> 'chosen') as point) as points,
        r.given_points ->> 'total' as most, coalesce(tries.count, 1) as attempts
      from unnest(${questionIds}::uuid[]) with ordinality as q(id, place)
      join responses as r on r.assignment_id = q.id
      left join runs as u on u.id = r.run_id
      left join tries on tries.assignment_id = r.assignment_id and tries.student_id = r.student_id
      where r.student_id = any(${whose}::uuid[])
      order by r.student_id, q.place
    )
    select student_id as id, json_build_object(
      'solved', count(*) filter (where response_status = 'solved'),
      'at', json_agg(place),
      'status', string_agg(left(response_status, 1), ''),
      'review', string_agg(left(review_status, 1), ''),
      'late', string_agg(case when late then 'l' else '-' end, ''),
      'verified', string_agg(case when verified then 'v' else '-' end, ''),
      'cases', string_agg(coalesce(cases, ''), ','),
      'points', string_agg(case when most is null then '' else coalesce(points, 0) || '/' || most end, ','),
      'attempts', string_agg(attempts::text, ',')
    ) as columns from cells group by student_id`);
  return new Map([...rows].map(({ id, columns }) => [id, columns]));
}
