/**
 * Fills a database by SQL with a class and all its work, or many times that: at size 1, 600 people,
 * 500 questions, 20,000 responses with a run each, 10,000 doubts with a notification of their
 * answer, and messages, notices and goals in proportion. A class session of one class runs at every
 * size. The same size always makes the same class, and each person has the same amount of work at
 * every size.
 */
import type postgres from "postgres";
import type { Role } from "../../../server/kit/core/roles.ts";
import { signedIn } from "./people.ts";

/** The number of rows of each kind in a class. */
const CLASS = {
  people: 600,
  assignments: 500,
  responses: 20_000,
  doubts: 10_000,
  messages: 4000,
  announcements: 200,
  /** More than the days of a year, because the archive goes back further. */
  briefings: 400,
  contacts: 400,
  comments: 2000,
  audit: 20_000,
};
const ADMINS = 2;
const MENTORS = 14;
const VOLUNTEERS = 24;
const LEARNERS = CLASS.people - ADMINS - MENTORS;
/**
 * How many people have answered each question, and about how many questions each person has
 * answered.
 */
const ANSWERED = CLASS.responses / CLASS.assignments;
const GOALS = 30;
const DAYS = 730;
const TEXTS = 1000;
/**
 * Questions given out today, at every size, because a day has no more homework in a larger class.
 */
const TODAY = 10;
/** How many people were here in the last minute, at every size. */
const HERE = 50;
/** The questions of the running session, and the learners who have opened them. */
const SESSION = { questions: 3, learners: 500 };

const TABLES = [
  "people",
  "assignments",
  "assignees",
  "responses",
  "attempts",
  "reviews",
  "give_ups",
  "solutions",
  "solution_feedback",
  "doubts",
  "doubt_entries",
  "claims",
  "messages",
  "message_recipients",
  "announcements",
  "briefings",
  "contact_messages",
  "goals",
  "visits",
  "runs",
  "line_comments",
  "notifications",
  "notified",
  "lessons",
  "lesson_questions",
  "lesson_signs",
  "audit",
  "figures",
];

export type School = {
  tokens: Record<Exclude<Role, "volunteer">, string>;
  ids: {
    student: string;
    mentor: string;
    /** A question that the student has answered, and whose solution is visible. */
    assignment: string;
    doubt: string;
    message: string;
    /** The student's run for that question. */
    run: string;
    /** The class session that runs. */
    classSession: string;
  };
};

/** Fills a database that has tables and no rows. */
export async function fillSchool(sql: postgres.Sql, size: number): Promise<School> {
  await sql.unsafe(`set maintenance_work_mem = '512MB'; set work_mem = '256MB';
    set synchronous_commit = off; set session_replication_role = replica`);
  await sql.unsafe("alter system set max_wal_size = '16GB'");
  // All triggers are off except the one that sets who may read a doubt.
  await sql.unsafe("alter table doubts enable always trigger doubts_open");
  await sql.unsafe("select pg_reload_conf()");
  await sql.unsafe(HELPERS);
  // As in a bulk load: foreign keys are not checked, and indexes are built after the rows.
  const indexes = await sql`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = any(${TABLES}) and indexname not in (
      select conname from pg_constraint where contype in ('p', 'u'))`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  for (const part of partsOf(size)) await sql.unsafe(part);
  for (const { definition } of indexes) await sql.unsafe(definition);
  for (const table of TABLES) await sql.unsafe(`vacuum (analyze) ${table}`);
  await sql.unsafe("alter system reset max_wal_size");
  await sql.unsafe("select pg_reload_conf()");
  await sql.unsafe("checkpoint");
  return await schoolOf(sql, size);
}

async function schoolOf(sql: postgres.Sql, size: number): Promise<School> {
  // A student from the middle of all rows.
  const [found] = await sql`
    select learner_id(${LEARNERS * size / 2}) as student, mentor_id(1) as mentor,
      nth_id(1, 0) as admin`;
  const [answered] = await sql`
    select r.assignment_id as id, r.run_id as run from responses as r
    join assignments as a on a.id = r.assignment_id
    where r.student_id = ${found?.student} and a.solution_visible and a.distribution_tag = 'hw'
      and r.review_status <> 'pending' order by r.assignment_id limit 1`;
  const [doubt] = await sql`
    select id from doubts where student_id = ${found?.student} order by active_at desc limit 1`;
  const [message] = await sql`
    select id from messages where sender_id = ${found?.mentor} and not is_public limit 1`;
  const [classSession] = await sql`select id from lessons where ended_at is null`;
  if (!found || !answered || !doubt || !message || !classSession) {
    throw new Error("The class is empty.");
  }
  const people = [found.student, found.mentor, found.admin];
  const [student = "", mentor = "", admin = ""] = await signedIn(sql, people);
  return {
    tokens: { student, mentor, admin },
    ids: {
      student: found.student,
      mentor: found.mentor,
      assignment: answered.id,
      doubt: doubt.id,
      message: message.id,
      run: answered.run,
      classSession: classSession.id,
    },
  };
}

/** Ids are UUIDv7 like the server's: ids of one kind grow with time. */
const HELPERS = `
  -- Returns the k-th pseudo-random number of row i, from 0 to 1.
  create function chance(i bigint, k integer) returns float8 language sql immutable parallel safe
    return (hashint8extended(i, k) & 2147483647) / 2147483648.0::float8;
  create function nth_id(kind integer, i bigint) returns uuid language sql immutable parallel safe
    return (lpad(to_hex(i), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(kind), 12, '0'))::uuid;
  -- In each group of ${CLASS.people} people, the first are admins, then mentors, then volunteers.
  create function mentor_id(i bigint) returns uuid language sql immutable parallel safe
    return nth_id(1, i / ${MENTORS} * ${CLASS.people} + ${ADMINS} + i % ${MENTORS});
  create function learner_id(i bigint) returns uuid language sql immutable parallel safe
    return nth_id(1, i / ${LEARNERS} * ${CLASS.people} + ${ADMINS + MENTORS} + i % ${LEARNERS});
  -- Returns the creation time of the i-th of count rows.
  create function moment(i bigint, count bigint) returns timestamptz language sql stable parallel safe
    return now() - interval '1 hour' - interval '${DAYS} days' * (1 - i::float8 / count);
  create temp table texts as
    select n, text, to_tsvector('class_english', text) as words from (
      select n, string_agg(chr(97 + rank % 26) || chr(97 + rank * 7 % 26) || chr(97 + rank / 26 % 26)
        || chr(97 + rank * 3 % 26), ' ' order by place) as text
      from (
        select n, place, floor(exp(chance(n * 100 + place, 2) * ln(3000)))::integer as rank
        from generate_series(0, ${TEXTS - 1}) as n, generate_series(1, 25) as place
      ) as thrown group by n
    ) as written;
  create unique index on texts (n);
  analyze texts;`;

function partsOf(size: number): string[] {
  const count = Object.fromEntries(
    Object.entries(CLASS).map(([what, number]) => [what, number * size]),
  ) as typeof CLASS;
  const learners = LEARNERS * size;
  const mentors = MENTORS * size;
  const mentor = (k: number) => `mentor_id(floor(${mentors} * chance(i, ${k}))::bigint)`;
  const learner = (k: number) => `learner_id(floor(${learners} * chance(i, ${k}))::bigint)`;
  const upTo = (number: number) => `from generate_series(0::bigint, ${number - 1}) as i`;
  const text = (k: number) => `floor(chance(i, ${k}) * ${TEXTS})::integer`;
  const answered = `nth_id(2, i / ${ANSWERED}), learner_id(i % ${learners})`;
  const answer = `(array['solved', 'solved', 'solved', 'partially solved', 'not understanding',
    'having doubt'])[1 + floor(6 * chance(i, 11))::integer]`;
  const status = `case when chance(i, 13) < 0.08 then 'pending' when chance(i, 13) < 0.9
    then 'approved' else 'not approved' end`;
  const at = `now() - interval '${DAYS} days' * chance(i, 14)`;
  return [
    `insert into people (id, name, email, role, branch, year, verified_at, created_at, updated_at)
    select nth_id(1, i),
      (array['Asha', 'Ravi', 'Meera', 'Arjun', 'Divya', 'Kiran', 'Sana', 'Vikram', 'Leela', 'Om'])
        [1 + floor(10 * chance(i, 1))::integer] || ' ' ||
      (array['Rao', 'Iyer', 'Khan', 'Das', 'Nair', 'Patel', 'Singh', 'Bose', 'Menon', 'Joshi'])
        [1 + floor(10 * chance(i, 2))::integer] || ' ' || i,
      'person.' || i || '@bench.test',
      case when i % ${CLASS.people} < ${ADMINS} then 'admin'
        when i % ${CLASS.people} < ${ADMINS + MENTORS} then 'mentor'
        when i % ${CLASS.people} < ${ADMINS + MENTORS + VOLUNTEERS} then 'volunteer'
        else 'student' end,
      'CSE', 2, now(), moment(i, ${count.people}), now() ${upTo(count.people)}`,

    `insert into assignments (id, title, explanation, explanation_source, test_cases, difficulty,
      tags, repo_category, question_type, major_topic, similar_questions, files, distribution_tag,
      given_out_at, solution_visible, assigned_by_id, created_by_id, last_modified_by_id,
      created_at, updated_at)
    select nth_id(2, i),
      (array['Pointers', 'Arrays', 'Recursion', 'Loops', 'Strings', 'Classes', 'Templates', 'Maps'])
        [1 + floor(8 * chance(i, 3))::integer] || ', exercise no. ' || i,
      '<p>' || text || '</p>', text, '[{"input": "1 2 3", "output": "3 2 1"}]',
      (array['easy', 'medium', 'hard'])[1 + i % 3],
      array[(array['arrays', 'loops', 'pointers', 'classes'])[1 + i % 4], 'tag' || i % 100],
      'question', 'coding', 'Arrays', '[]', '{}', tag,
      case when i >= ${count.assignments - TODAY} then now()
        when tag <> 'central' then moment(i, ${count.assignments}) end,
      true, case when tag = 'personal' then ${mentor(4)} end, ${mentor(4)}, ${mentor(4)},
      moment(i, ${count.assignments}), now()
    from (
      select i, case when i >= ${count.assignments - TODAY} then 'hw' when c < 0.4 then 'hw'
        when c < 0.6 then 'cw' when c < 0.8 then 'practice' when c < 0.9 then 'personal'
        else 'central' end as tag
      from (select i, chance(i, 5) as c ${upTo(count.assignments)}) as thrown
    ) as each join texts on n = ${text(6)} order by i`,

    `insert into assignees (assignment_id, student_id)
    select distinct id, learner_id(floor(${learners} * chance(i * 10 + k, 7))::bigint)
    from (select id, row_number() over () as i from assignments where distribution_tag = 'personal')
      as personal, generate_series(0, 9) as k`,

    `insert into solutions (id, assignment_id, title, content, content_source, created_by_id,
      last_modified_by_id, created_at, updated_at)
    select nth_id(8, i), nth_id(2, i), 'Solution', '<p>' || text || '</p>', text, ${mentor(8)},
      ${mentor(8)}, moment(i, ${count.assignments}), now()
    ${upTo(count.assignments)} join texts on n = ${text(9)} order by i`,

    `insert into solution_feedback (solution_id, student_id, feedback, created_at, updated_at)
    select distinct on (1, 2) nth_id(8, i), learner_id(floor(${learners} * chance(i * 10 + k, 10))::bigint),
      'Clear at last.', now(), now() ${upTo(count.assignments)}, generate_series(0, 4) as k`,

    `insert into responses (assignment_id, student_id, response_status, submission_url,
      learning_notes, student_solution, student_solution_source, review_status, review_comment,
      reviewed_by_id, reviewed_at, submitted_at, waiting_since, created_at, updated_at, run_id)
    select ${answered}, ${answer}, 'https://example.test/' || i, text,
      '<pre><code>' || text || '</code></pre>', text, status,
      case when status <> 'pending' then 'Well done.' end,
      case when status <> 'pending' then ${mentor(12)} end,
      case when status <> 'pending' then ${at} end, ${at}, ${at}, ${at}, ${at}, nth_id(16, i)
    from (select i, ${status} as status ${upTo(count.responses)}) as each
    join texts on n = ${text(15)}`,

    `insert into attempts (id, assignment_id, student_id, response_status, submission_url,
      learning_notes, created_at)
    select nth_id(9, i), ${answered}, ${answer}, 'https://example.test/' || i, 'Notes.', ${at}
    ${upTo(count.responses)}`,

    `insert into reviews (id, assignment_id, student_id, attempt_id, status, comment, reviewer_id,
      created_at)
    select nth_id(10, i), ${answered}, nth_id(9, i), status, 'Well done.', ${mentor(12)}, ${at}
    from (select i, ${status} as status ${upTo(count.responses)}) as each
    where status <> 'pending'`,

    `insert into give_ups (assignment_id, student_id, gave_up_at)
    select assignment_id, student_id, submitted_at from responses
    where response_status = 'not understanding'`,

    `insert into doubts (id, assignment_id, student_id, doubt_text, private, stage, resolved_at,
      active_at, waiting_since, entries, answered_by_id, words, created_at)
    select nth_id(3, i), nth_id(2, (s * 37 + i * 13) % ${count.assignments}), learner_id(s), text,
      chance(i, 16) < 0.05, stage, case when stage = 'resolved' then at end, at,
      case when stage in ('new', 'unsatisfied') then at end, case when stage = 'new' then 1 else 3 end,
      case when stage <> 'new' then ${mentor(17)} end, words, at
    from (
      select i, i % ${learners} as s, moment(i, ${count.doubts}) as at,
        -- Only each student's newest doubt may be open.
        case when i < ${count.doubts} - ${learners} then 'resolved' when chance(i, 18) < 0.4 then 'new'
          when chance(i, 18) < 0.7 then 'replied' when chance(i, 18) < 0.8 then 'unsatisfied'
          else 'resolved' end as stage
      ${upTo(count.doubts)}
    ) as each join texts on n = ${text(19)} order by i`,

    `insert into doubt_entries (id, doubt_id, place, type, message, html, sender_id, created_at)
    select nth_id(3 + place, row_number() over ()), id, place,
      case when place = 1 then 'doubt' when place = entries and stage = 'resolved' then 'resolve'
        when place = 2 or stage = 'replied' then 'reply' else 'follow-up' end,
      doubt_text, '<p>' || doubt_text || '</p>',
      case when place = 2 then answered_by_id else student_id end, created_at
    from doubts, generate_series(1, entries) as place`,

    `insert into claims (kind, subject_id, student_id, by_id, until)
    select 'doubt', id, student_id, mentor_id(0), now() + interval '1 day'
    from doubts where stage <> 'resolved' order by active_at desc limit 10`,

    // A tenth from staff to everyone, a tenth from learners to staff, the rest between two people.
    `insert into messages (id, subject, body, is_public, sender_id, sender_role, links, created_at)
    select nth_id(11, i), 'About exercise ' || i, text, i % 10 < 2,
      case when i % 2 = 0 then ${mentor(20)} else ${learner(20)} end,
      case when i % 2 = 0 then 'mentor' else 'student' end, '{}', moment(i, ${count.messages})
    ${upTo(count.messages)} join texts on n = ${text(21)} order by i`,

    `insert into message_recipients (message_id, person_id, created_at)
    select nth_id(11, i), case when i % 2 = 0 then ${learner(22)} else ${mentor(22)} end,
      moment(i, ${count.messages})
    ${upTo(count.messages)} where i % 10 >= 2 order by i`,

    `insert into announcements (id, subject, body, sender_id, links, created_at, updated_at)
    select nth_id(12, i), 'Announcement ' || i, text, ${mentor(23)}, '{}',
      moment(i, ${count.announcements}), now()
    ${upTo(count.announcements)} join texts on n = ${text(24)} order by i`,

    `insert into briefings (id, day, class_summary, class_questions, homework_questions, html,
      created_by_id, created_at, updated_at)
    select nth_id(13, ${count.briefings} - i), (now() at time zone 'Asia/Kolkata')::date - i::integer,
      text, text, text, jsonb_build_object('classSummary', text, 'classQuestions', text,
        'homeworkQuestions', text), ${mentor(25)}, now(), now()
    ${upTo(count.briefings)} join texts on n = ${text(26)} order by i desc`,

    `insert into contact_messages (id, name, email, message, created_at)
    select nth_id(14, i), 'A Visitor', 'visitor.' || i || '@bench.test', text,
      moment(i, ${count.contacts})
    ${upTo(count.contacts)} join texts on n = ${text(27)} order by i`,

    `insert into goals (id, user_id, week, weekly_target, weekly_justification, daily_reports,
      created_at, updated_at)
    select nth_id(15, m * ${GOALS} + w), mentor_id(m),
      date_trunc('week', now())::date - 7 * w::integer,
      '[{"text":"Answer every doubt","completed":false,"justification":""}]', '', '[]', now(), now()
    from generate_series(0::bigint, ${mentors - 1}) as m, generate_series(0, ${GOALS - 1}) as w`,

    `insert into visits (person_id, signed_in_at, seen_at)
    select nth_id(1, i), now() - interval '1 day', case when i < ${HERE} then now()
      else now() - interval '1 hour' - interval '30 days' * chance(i, 28) end
    ${upTo(count.people)}`,

    `insert into runs (id, assignment_id, student_id, source, settings, origin, result, verdict,
      passed, total, ran_at, created_at)
    select nth_id(16, i), ${answered}, 'int main() {}', '{}', 'browser',
      '{"kit": "", "compiled": true, "diagnostics": [], "cases": []}', 'passed', 1, 1, ${at}, ${at}
    ${upTo(count.responses)}`,

    `insert into line_comments (id, run_id, from_line, to_line, text, html, author_id, created_at)
    select nth_id(17, i), nth_id(16, i * 10), 1, 1, text, '<p>' || text || '</p>', ${mentor(29)},
      moment(i, ${count.comments})
    ${upTo(count.comments)} join texts on n = ${text(30)}`,

    `insert into notifications (id, cause, kind, is_for_all, by_id, path, subject_id,
      assignment_id, at, created_at)
    select nth_id(18, row_number() over (order by id)), 'reply ' || id, 'reply', false,
      answered_by_id, '/doubts/' || id, id, assignment_id, active_at, active_at
    from doubts where answered_by_id is not null`,

    `insert into notified (person_id, notification_id)
    select student_id, n.id from notifications as n join doubts as d on d.id = n.subject_id`,

    `insert into lessons (id, started_by_id, started_at, ends_at)
    select nth_id(19, 0), mentor_id(0), now() - interval '10 minutes', now() + interval '5 hours'`,

    `insert into lesson_questions (lesson_id, assignment_id, place)
    select nth_id(19, 0), nth_id(2, ${count.assignments - 1} - place), place
    from generate_series(0, ${SESSION.questions - 1}) as place`,

    `insert into lesson_signs (lesson_id, student_id, assignment_id, opened_at)
    select lesson_id, learner_id(i), assignment_id, now()
    from lesson_questions, generate_series(0::bigint, ${SESSION.learners - 1}) as i`,

    `insert into audit (id, at, verb, by_id, by_name, kind, about_id, title, detail, address,
      device)
    select nth_id(20, i), moment(i, ${count.audit}),
      case when i % 100 = 0 then 'account.disabled' else 'account.edited' end,
      mentor_id(1), 'Asha Rao', 'account', ${learner(31)}, 'Ravi Iyer', 'name', '203.0.113.9',
      'Firefox on Windows'
    ${upTo(count.audit)}`,

    // The counts that the triggers would have made.
    `insert into figures (figure, owner_id, slot, count)
    select figure, coalesce(owner, '00000000-0000-0000-0000-000000000000'), 0, count(*) from (
      select role as figure, null::uuid as owner from people
      union all select 'question', null from assignments
      union all select 'question', created_by_id from assignments
      union all select figure_of_tag(distribution_tag), null from assignments
        where figure_of_tag(distribution_tag) is not null
      union all select figure_of_topic(distribution_tag, major_topic), null from assignments
        where is_general(distribution_tag)
      union all select 'doubt', null from doubts
      union all select 'replied', sender_id from doubt_entries where type = 'reply'
      union all select 'message', null from messages
      union all select 'personal', sender_id from messages where not is_public
    ) as counted group by figure, owner`,
  ];
}
