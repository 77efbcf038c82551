/**
 * Lists of the greatest expected length, inserted by SQL: a thread of 500 entries, 1,000
 * assignments, and 2,000 responses and 2,000 doubts that wait.
 */
import postgres from "postgres";

export const LONG = { entries: 500, assignments: 1000, waiting: 2000 };

const CODE = Array.from(
  { length: 30 },
  (_, place) =>
    `<span class="hljs-keyword">for</span> (<span class="hljs-type">int</span> i = ` +
    `<span class="hljs-number">0</span>; i &lt; n${place}; ++i) total += values[i];`,
).join("\n");
const HTML = `<p>The loop reads <code>n</code> values and <strong>one more</strong>.</p>
<pre><code class="language-cpp">${CODE}</code></pre><p>Which of the two is it?</p>`;

/**
 * Inserts the lists. Two learners have each answered and asked about every question. @returns the
 * id of the first learner's long thread
 */
export async function fillLargeClass(
  databaseUrl: string,
  { mentor, learners: [first, second] }: { mentor: string; learners: [string, string] },
): Promise<{ thread: string }> {
  const sql = postgres(databaseUrl, { onnotice: () => {} });
  try {
    const [{ thread } = { thread: "" }] = await sql`
      with made as (
        insert into assignments (id, title, explanation, explanation_source, test_cases, difficulty,
          tags, repo_category, question_type, major_topic, similar_questions, files,
          distribution_tag, given_out_at, created_by_id, last_modified_by_id, created_at, updated_at)
        select gen_random_uuid(), 'Exercise no. ' || i, '<p>Read.</p>', 'Read.', '[]', 'easy',
          array['arrays', 'loops'], 'question', 'coding', 'Arrays', '[]', '{}', 'practice', now(),
          ${mentor}, ${mentor}, now() - i * interval '1 minute', now()
        from generate_series(1, ${LONG.assignments}) as i
        returning id, created_at
      ), learner (student) as (
        values (${first}::uuid), (${second}::uuid)
      ), answered as (
        insert into responses (assignment_id, student_id, response_status, learning_notes,
          student_solution, student_solution_source, submitted_at, waiting_since, created_at, updated_at)
        select id, student, 'solved', 'Two loops.', ${HTML}, 'int main() {}', created_at,
          created_at, created_at, created_at from made, learner
        returning *
      ), tried as (
        insert into attempts (id, assignment_id, student_id, response_status, learning_notes,
          student_solution, student_solution_source, created_at)
        select gen_random_uuid(), assignment_id, student_id, response_status, learning_notes,
          student_solution, student_solution_source, created_at from answered
      ), asked as (
        insert into doubts (id, assignment_id, student_id, doubt_text, stage, active_at,
          waiting_since, entries, words, created_at)
        select gen_random_uuid(), id, student, 'Why does it read **one** value too many?', 'new',
          created_at, created_at, 1, to_tsvector('simple', 'why does it read'), created_at
        from made, learner
        returning id, student_id, created_at
      ), opened as (
        insert into doubt_entries (id, doubt_id, place, type, message, html, sender_id, created_at)
        select gen_random_uuid(), id, 1, 'doubt', 'Why?', ${HTML}, student_id, created_at from asked
      )
      select id as thread from asked where student_id = ${first} order by created_at, id limit 1`;
    await sql`
      insert into doubt_entries (id, doubt_id, place, type, message, html, sender_id, created_at)
      select gen_random_uuid(), id, place, case when place % 2 = 0 then 'reply' else 'follow-up' end,
        'Look again.', ${HTML}, case when place % 2 = 0 then ${mentor}::uuid else student_id end,
        created_at + place * interval '1 second'
      from doubts, generate_series(2, ${LONG.entries}) as place where id = ${thread}`;
    await sql`
      update doubts set entries = ${LONG.entries}, stage = 'unsatisfied', answered_by_id = ${mentor}
      where id = ${thread}`;
    await sql`analyze`;
    return { thread };
  } finally {
    await sql.end();
  }
}
