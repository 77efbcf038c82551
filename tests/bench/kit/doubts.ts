/**
 * Fills a database by SQL with a class's doubts of two years: 600 students, 500 assignments that
 * get most doubts when they are given out, words as frequent as in a natural language, and recent
 * doubts mostly open. The same number always makes the same class.
 */
import type postgres from "postgres";
import { signedIn } from "./people.ts";

export type Class = {
  staff: { _id: string; token: string };
  student: { _id: string; token: string };
  assignmentId: string;
  /** Words, from a frequent one to one that is in seven doubts only. */
  words: { common: string; middling: string; rare: string; few: string };
  /** Parts of titles: of a quarter of the assignments, of some, of one. */
  titles: { common: string; some: string; one: string };
};

const STUDENTS = 600;
const MENTORS = 6;
const ASSIGNMENTS = 500;
const VOCABULARY = 5000;
const MESSAGES = 20_000;
const DAYS = 730;
const CLAIMS = 30;
const WITH_ENTRIES = 2000;
const FEW = "zyxwvuk";

/** Fills a database that has tables and no rows. */
export async function fillClass(sql: postgres.Sql, count: number): Promise<Class> {
  // As in a bulk load: foreign keys are not checked, and indexes are built after the rows.
  await sql.unsafe("set maintenance_work_mem = '1GB'; set session_replication_role = replica");
  // All triggers are off except the one that sets who may read a doubt.
  await sql.unsafe("alter table doubts enable always trigger doubts_open");
  await sql.unsafe(HELPERS);
  await sql.unsafe(VOCABULARIES);
  await sql.unsafe(PEOPLE);
  const indexes = await sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'doubts' and indexname <> 'doubts_pkey'`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  await sql.unsafe(doubtsOf(count));
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql.unsafe(REST);
  for (const table of ["people", "assignments", "doubts", "doubt_entries", "claims"]) {
    await sql.unsafe(`vacuum (analyze) ${table}`);
  }
  const [found] = await sql`
    select nth_id(1, 40) as student, nth_id(2, 1) as staff, nth_id(3, 480) as assignment,
      (select json_object_agg(rank, word) from vocabulary where rank in (20, 400, 4900)) as words`;
  if (!found) throw new Error("The class is empty.");
  const [staff = "", student = ""] = await signedIn(sql, [found.staff, found.student]);
  return {
    staff: { _id: found.staff, token: staff },
    student: { _id: found.student, token: student },
    assignmentId: found.assignment,
    words: {
      common: found.words[20],
      middling: found.words[400],
      rare: found.words[4900],
      few: FEW,
    },
    titles: { common: "exercise", some: "recursion", one: "no. 437" },
  };
}

const HELPERS = `
  -- Returns the k-th pseudo-random number of row i, from 0 to 1.
  create function chance(i bigint, k integer) returns float8 language sql immutable parallel safe
    return (hashint8extended(i, k) & 2147483647) / 2147483648.0::float8;
  create function nth_id(kind integer, i bigint) returns uuid language sql immutable parallel safe
    return overlay(overlay(md5(kind || ' ' || i) placing '4' from 13) placing '8' from 17)::uuid;`;

/** By Zipf's law, the word of rank r is 1/r as frequent as the first. */
const VOCABULARIES = `
  create temp table vocabulary as
    select rank, substr('bcdfghjklmnpqrstvwxz', 1 + rank % 20, 1)
      || substr('aeiou', 1 + rank / 20 % 5, 1)
      || substr('bcdfghjklmnpqrstvwxz', 1 + rank / 100 % 20, 1)
      || substr('aeiou', 1 + rank / 2000 % 5, 1) || 'k' as word
    from generate_series(1, ${VOCABULARY}) as rank;
  create unique index on vocabulary (rank);
  analyze vocabulary;
  create temp table messages as
    select n, string_agg(word, ' ' order by place) as text,
      to_tsvector('class_english', string_agg(word, ' ' order by place)) as words
    from (
      select n, place,
        ceil(exp(chance(n * 100 + place, 2) * ln(${VOCABULARY})))::integer as rank
      from generate_series(0, ${MESSAGES - 1}) as n,
        generate_series(1, 10 + (chance(n, 1) * 30)::integer) as place
    ) as thrown join vocabulary using (rank)
    group by n;
  create unique index on messages (n);
  analyze messages;`;

const person = (kind: number, role: string, count: number) => `
  insert into people (id, name, email, role, branch, year, verified_at, created_at, updated_at)
  select nth_id(${kind}, i), '${role} ' || i, '${role}.' || i || '@bench.test', '${role}', 'CSE',
    1, now(), now(), now()
  from generate_series(1, ${count}) as i;`;

const PEOPLE = `
  ${person(1, "student", STUDENTS)}
  ${person(2, "mentor", MENTORS)}
  insert into assignments (id, title, explanation, explanation_source, test_cases, difficulty, tags,
    repo_category, question_type, major_topic, similar_questions, files, distribution_tag,
    created_by_id, last_modified_by_id, created_at, updated_at)
  select nth_id(3, i),
    (array['Pointers', 'Arrays', 'Recursion', 'Loops', 'Strings', 'Classes', 'Templates', 'Maps',
      'Sorting', 'Files', 'Operators', 'Functions', 'Vectors', 'Exceptions', 'Trees', 'Graphs',
      'Heaps', 'Iterators', 'Lambdas', 'Streams'])[1 + i * 7 % 20]
      || (array[' exercise', ' project', ' puzzle', ' review'])[1 + i % 4] || ' no. ' || i,
    '', '', '[]', (array['easy', 'medium', 'hard'])[1 + i % 3], '{}', 'question', 'coding',
    'Arrays', '[]', '{}',
    case when tag < 0.35 then 'hw' when tag < 0.55 then 'cw' when tag < 0.8 then 'practice'
      when tag < 0.85 then 'pw' when tag < 0.92 then 'hm' when tag < 0.97 then 'personal'
      else 'central' end,
    nth_id(2, 1), nth_id(2, 1),
    now() - interval '${DAYS} days' * (1 - i::float8 / ${ASSIGNMENTS}), now()
  from (select i, chance(i, 3) as tag from generate_series(1, ${ASSIGNMENTS}) as i) as each;`;

const doubtsOf = (count: number) => `
  create temp table drafts as
    select *, created + least(interval '5 days', now() - created) * chance(i, 10) ^ 3 as active,
      row_number() over (partition by assignment, student order by i desc) = 1
        and chance(i, 11) < case when i > ${count} * (1 - 7.0 / ${DAYS}) then 0.75
          when i > ${count} * (1 - 30.0 / ${DAYS}) then 0.3 else 0.03 end as is_open
    from (
      select i, now() - interval '1 minute'
          - interval '${DAYS} days' * (1 - i::float8 / ${count}) as created,
        1 + floor(${STUDENTS} * chance(i, 4) ^ 1.3)::integer as student,
        case when chance(i, 5) < 0.7
          then greatest(1, ceil(i::float8 / ${count} * ${ASSIGNMENTS}) - floor(30 * chance(i, 6) ^ 2))
          else 1 + floor(${ASSIGNMENTS} * chance(i, 7)) end::integer as assignment,
        1 + floor(8 * chance(i, 8) ^ 2)::integer as entries,
        chance(i, 9) as kind
      from generate_series(1, ${count}) as i
    ) as thrown;
  insert into doubts (id, assignment_id, student_id, doubt_text, private, stage, resolved_at,
    active_at, waiting_since, entries, answered_by_id, words, created_at)
  select uuidv7(created - now()), nth_id(3, assignment), nth_id(1, student), first.text,
    chance(i, 12) < 0.05, stage, case when stage = 'resolved' then active end, active,
    case when stage in ('new', 'unsatisfied') then active end,
    case when stage = 'new' then 1 else greatest(2, entries) end,
    case when stage <> 'new' then nth_id(2, 1 + floor(${MENTORS} * chance(i, 13))::integer) end,
    first.words
      || case when stage <> 'new' then second.words else '' end
      || case when entries > 3 then third.words else '' end
      || case when i % ${Math.ceil(count / 7)} = ${Math.floor(count / 14)}
        then to_tsvector('class_english', '${FEW}') else '' end,
    created
  from (
    select *, case when not is_open then 'resolved' when kind < 0.45 then 'new'
      when kind < 0.75 then 'replied' else 'unsatisfied' end as stage
    from drafts
  ) as draft
  join messages as first on first.n = floor(chance(i, 14) * ${MESSAGES})
  join messages as second on second.n = floor(chance(i, 15) * ${MESSAGES})
  join messages as third on third.n = floor(chance(i, 16) * ${MESSAGES})
  order by i;`;

/** Claims that last as long as the benchmark, and the entries of the newest doubts. */
const REST = `
  insert into claims (kind, subject_id, student_id, by_id, until)
  select 'doubt', id, student_id, nth_id(2, 2), now() + interval '1 day'
  from (
    select id, student_id, row_number() over (order by active_at desc) as place
    from doubts where stage <> 'resolved' order by active_at desc limit 300
  ) as recent where place % ${300 / CLAIMS} = 0;
  insert into doubt_entries (id, doubt_id, place, type, message, html, sender_id, created_at)
  select gen_random_uuid(), doubt.id, place, case when place = 1 then 'doubt' else 'reply' end,
    doubt_text, '<p>' || doubt_text || '</p>', student_id, created_at
  from (select * from doubts order by active_at desc limit ${WITH_ENTRIES}) as doubt,
    generate_series(1, entries) as place;`;
