/** Fills a gradebook: students who have answered most of many questions. */
import { assignment } from "./assignments.ts";
import { person, type School } from "./people.ts";

/** The size of a large class after a long course. */
export const LARGE_GRADEBOOK = { students: 600, questions: 200 };

/**
 * Inserts students and questions into the database. Of five cells, four have a response: most are
 * solved and reviewed, some late, some with several attempts and with a run.
 * @returns the first question's id
 */
export async function fillGradebook(
  server: School,
  { students, questions }: typeof LARGE_GRADEBOOK,
): Promise<string> {
  const { sql } = server.parts.database;
  const mentor = await person(server, "mentor", "Meera");
  const { _id } = await assignment(mentor, { title: "Warm up" });
  await sql`
    insert into people (id, name, email, role, branch, year, verified_at, created_at, updated_at)
    select gen_random_uuid(), (array['Aarav', 'Bhavna', 'Chitra', 'Dev', 'Esha'])[n % 5 + 1] || ' ' || n,
      'grade' || n || '@class.test', 'student', (array['CSE', 'ECE', 'ME'])[n % 3 + 1], n % 4 + 1,
      now(), now(), now()
    from generate_series(1, ${students}) as n`;
  await sql`
    insert into assignments (id, title, explanation, explanation_source, test_cases, difficulty, tags,
      repo_category, question_type, major_topic, similar_questions, files, distribution_tag,
      given_out_at, due_at, created_by_id, last_modified_by_id, created_at, updated_at)
    select gen_random_uuid(), 'Question ' || n || (array['', ': loops', ': arrays and pointers'])[n % 3 + 1],
      explanation, explanation_source, test_cases, difficulty, tags, repo_category, question_type,
      major_topic, similar_questions, files, (array['hw', 'cw', 'practice'])[n % 3 + 1],
      now() - n * interval '1 day', now() - n * interval '1 day' + interval '3 days', created_by_id,
      last_modified_by_id, now() - n * interval '1 day', now()
    from assignments, generate_series(1, ${questions - 1}) as n where id = ${_id}`;
  await sql`
    insert into runs (id, assignment_id, student_id, source, settings, origin, verdict, passed, total,
      verification_state, verified_passed, verified_total, ran_at, created_at)
    select md5(a.id::text || p.id::text)::uuid, a.id, p.id, 'int main() {}', a.judge, 'browser',
      case when h % 7 < 5 then 'passed' else 'wrong' end, least(h % 7, 5), 5,
      case when h % 2 = 0 then 'done' else 'none' end,
      case when h % 2 = 0 then least(h % 7, 5) end, case when h % 2 = 0 then 5 end, now(), now()
    from people as p, assignments as a, abs(hashtext(a.id::text || p.id::text)) as h
    where p.email like 'grade%' and h % 5 > 1`;
  await sql`
    insert into responses (assignment_id, student_id, response_status, learning_notes, run_id, late,
      review_status, given_points, submitted_at, waiting_since, created_at, updated_at)
    select a.id, p.id,
      (array['solved', 'solved', 'solved', 'partially solved', 'not understanding', 'having doubt'])[h % 6 + 1],
      'Notes', (select id from runs where id = md5(a.id::text || p.id::text)::uuid), h % 11 = 0,
      (array['approved', 'approved', 'not approved', 'pending'])[h % 4 + 1],
      case when h % 4 < 3 then jsonb_build_object('total', 10, 'chosen', jsonb_build_array(
        jsonb_build_object('name', 'Style', 'points', h % 8, 'hint', ''))) end,
      a.given_out_at + interval '1 day', a.given_out_at + interval '1 day', now(), now()
    from people as p, assignments as a, abs(hashtext(a.id::text || p.id::text)) as h
    where p.email like 'grade%' and h % 5 > 0`;
  await sql`
    insert into attempts (id, assignment_id, student_id, response_status, created_at)
    select gen_random_uuid(), r.assignment_id, r.student_id, r.response_status, r.submitted_at
    from responses as r, generate_series(0, abs(hashtext(r.student_id::text)) % 4) as n`;
  await sql`analyze`;
  return _id;
}
