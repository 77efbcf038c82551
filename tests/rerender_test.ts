/**
 * Texts that an older renderer made are rendered again, and events with their old HTML are no longer
 * sent.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { is as isA } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { rerender, TEXT_COLUMNS } from "../db/rerender.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { browserRun, runsOf } from "./kit/runs.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const SOURCE = "#include <vector> ![p](http://127.0.0.1:9/p.png)";
const OLD = '<p>#include  <img src="http://127.0.0.1:9/p.png" alt="p"></p>';
const NEW =
  '<p>#include &#x3C;vector> <a href="http://127.0.0.1:9/p.png">Image at 127.0.0.1:9: p</a></p>';

/** Creates one of every entity that holds HTML. */
async function school(server: TestServer) {
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const student = await person(server);
  const { _id } = await assignment(mentor, { explanation: SOURCE });
  await mentor.put(`/assignments/${_id}/solution`, { solution: SOURCE });
  await mentor.post("/dailyBriefing", {
    classSummary: SOURCE,
    classQuestions: SOURCE,
    homeworkQuestions: SOURCE,
  });
  const { body: page } = await admin.get("/about");
  const { story: _, mission: __, html: ___, updatedAt: ____, ...rest } = page;
  const about = await admin.put("/about", { ...rest, story: SOURCE, mission: SOURCE });
  is(about.status, 200, JSON.stringify(about.body));
  const code = '<p>#include <vector> <img src="http://127.0.0.1:9/p.png" alt="p"></p>';
  await student.put(`/assignments/${_id}/status`, {
    responseStatus: "solved",
    submissionUrl: "https://class.test",
    studentSolution: code,
  });
  await mentor.put(`/assignments/${_id}/review`, {
    studentId: student._id,
    reviewStatus: "approved",
    mentorComment: "Good.",
    updatedStudentSolution: code,
  });
  const thread = await doubt(student, _id, { doubtText: SOURCE });
  const { body: run } = await student.post(runsOf(_id), browserRun());
  const remark = { from: 1, to: 1, text: SOURCE };
  const { body: comment } = await mentor.post(`/runs/${run._id}/comments`, remark);
  // Each has an earlier version with the same text; the one between needs no new HTML.
  const entry = `/doubts/${thread._id}/entries/${thread.conversation[0]._id}`;
  for (const text of ["Other.", SOURCE]) {
    is((await student.patch(entry, { text })).status, 200);
    is((await mentor.patch(`/comments/${comment._id}`, { text })).status, 200);
  }
  const { sql } = server.parts.database;
  for (const versions of ["doubt_entry_versions", "line_comment_versions"]) {
    await sql`delete from ${sql(versions)} where number = 2`;
  }
  await student.post(`/comments/${comment._id}/answers`, { text: SOURCE });
  return { mentor, student, assignmentId: _id, doubtId: thread._id as string };
}

/** Returns the stored HTML of a column, or of one field of its JSON. */
async function htmlOf(
  { parts }: TestServer,
  part: (typeof TEXT_COLUMNS)[number],
): Promise<string[]> {
  const html = part.field ? `${part.html} ->> '${part.field}'` : part.html;
  const rows = await parts.database.sql.unsafe(`select ${html} as html from ${part.table}`);
  return rows.map(({ html }) => html);
}

Deno.test("every stored text of an older renderer is rendered again, and its events are not sent", async () => {
  await using server = await testServer();
  const { doubtId, student } = await school(server);
  const { sql } = server.parts.database;
  for (const part of TEXT_COLUMNS) {
    const set = part.field
      ? `${part.html} = jsonb_set(${part.html}, '{${part.field}}', to_jsonb($1::text))`
      : `${part.html} = $1`;
    const { count } = await sql.unsafe(`update ${part.table} set ${set}`, [OLD]);
    is(count, 1, part.table);
  }
  const versions = () => sql`select version, updated_at from assignments`;
  const before = await versions();
  const since = server.relay.head();
  is(await rerender(server.databaseUrl), TEXT_COLUMNS.length);
  for (const part of TEXT_COLUMNS) {
    const [html = ""] = await htmlOf(server, part);
    is(html, NEW, part.table);
  }
  equals(await versions(), before, "nobody's copy goes stale by it");
  const { body } = await student.get(`/doubts/${doubtId}`);
  is(body.conversation[0].html, NEW);
  is(await rerender(server.databaseUrl), 0, "once");

  // A client that was away fetches again.
  equals((await sql`select data::text from events where data::text like '%<img%'`).length, 0);
  await using other = await testServer({ DATABASE_URL: server.databaseUrl });
  using back = await listen(other, { token: student.token, since });
  is(back.of("resync").length, 1);
  using visitor = await listen(other, { since: 0 });
  is(JSON.stringify(visitor.pushes).includes("<img"), false);
});

Deno.test("a text that is refused today is shown as it was written; a program keeps its language", async () => {
  await using server = await testServer();
  const { doubtId, student } = await school(server);
  const deep = `${"> ".repeat(200)}<vector> & more`;
  const { sql } = server.parts.database;
  await sql`update doubt_entries set message = ${deep}, html = ${OLD}`;
  await sql`update solutions set content = ${OLD}`;
  const code = "if 1 < 2:\n    print(3)\n";
  await sql`update responses set student_solution_source = ${code}, language = 'python',
    student_solution = ${OLD}`;
  await sql`update reviews set updated_student_solution_source = ${code},
    updated_student_solution = ${OLD}`;
  await rerender(server.databaseUrl);
  const { body } = await student.get(`/doubts/${doubtId}`);
  match(
    body.conversation[0].html,
    /^<pre><code>(&gt; ){200}&lt;vector&gt; &amp; more<\/code><\/pre>$/,
  );
  const [content] = await htmlOf(server, TEXT_COLUMNS.find(({ table }) => table === "solutions")!);
  is(content, NEW);
  for (const table of ["responses", "reviews"]) {
    const part = TEXT_COLUMNS.findLast((one) =>
      one.table === table && (table === "reviews" || one.html === "student_solution")
    )!;
    match((await htmlOf(server, part))[0] ?? "", /language-python/, table);
  }
});

Deno.test("every column that holds HTML is known", async () => {
  const found: string[] = [];
  for await (const { name } of Deno.readDir("server")) {
    const tables = await import(`../server/${name}/tables.ts`).catch(() => ({}));
    for (const table of Object.values(tables)) {
      if (!isA(table, PgTable)) continue;
      const { name, columns } = getTableConfig(table);
      found.push(...columns.map((column) => `${name}.${snake(column.name)}`));
    }
  }
  ok(found.length > 50, String(found.length));
  const sources = found.filter((name) => name.endsWith("_source") || name.endsWith(".html"));
  const known = TEXT_COLUMNS.flatMap((
    { table, html, source },
  ) => [`${table}.${html}`, `${table}.${source}`]);
  equals(sources.filter((name) => !known.includes(name)), []);
  equals(known.filter((name) => !found.includes(name)), []);
});

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
