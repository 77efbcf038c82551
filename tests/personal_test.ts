/** The copy of what is kept about a person: what it has, who gets it, and how it is made. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { getTableColumns, getTableName, is as isA } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { unzipSync } from "fflate";
import { newFileId } from "../server/kit/files/files.ts";
import { newId } from "../server/kit/core/ids.ts";
import { people } from "../server/people/tables.ts";
import { SECTIONS } from "../server/personal/copies/queries.ts";
import { TABLE_RULES } from "../server/personal/retention/queries.ts";
import { COPIES_A_DAY } from "../server/personal/schema.ts";
import { assignment, doubt, submit } from "./kit/assignments.ts";
import { listOf, NOTIFIES } from "./kit/notifications.ts";
import { until } from "./kit/until.ts";
import { type Caller, caller, PASSWORD, person } from "./kit/people.ts";
import { browserRun, runsOf, SUM, sumQuestion } from "./kit/runs.ts";
import { type TestServer, testServer } from "./kit/server.ts";

type Json = Record<string, unknown>;

const stateOf = async (me: Caller) => (await me.get("/personal/copies")).body.copy;
const whenIt = (me: Caller, state: string) =>
  until(async () => {
    const copy = await stateOf(me);
    return copy?.state === state && copy;
  });

/** Asks for a copy, waits for it, and returns its files as text. */
async function copyOf(me: Caller): Promise<Record<string, string>> {
  const asked = await me.post("/personal/copies", {});
  is(asked.status, 201, JSON.stringify(asked.body));
  const { _id, size } = await whenIt(me, "ready");
  const reply = await me.fetch(`/personal/copies/${_id}`);
  equals([reply.status, reply.headers.get("content-type")], [200, "application/zip"]);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  is(bytes.length, size);
  const utf8 = new TextDecoder();
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, utf8.decode(content)]),
  );
}

const rowsIn = (files: Record<string, string>, section: string): Json[] =>
  JSON.parse(files[`data/${section}.json`] ?? "null");

/** The files in the server's store. */
async function stored({ parts: { env } }: TestServer): Promise<string[]> {
  const names: string[] = [];
  for await (const folder of Deno.readDir(env.files)) {
    if (!folder.isDirectory) continue;
    for await (const { name } of Deno.readDir(`${env.files}/${folder.name}`)) names.push(name);
  }
  return names.sort();
}

/** Columns that hold a person's id, with or without a foreign key. */
const NAMES_PERSON = /^(person|student|owner|by|user|author|sender|mentor|about|\w+By)Id$/;

Deno.test("each table that refers to a person is in the documented table, with each such column", async () => {
  const tables = new Map<string, PgTable>();
  const walk = async (folder: string) => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) await walk(`${folder}/${name}`);
      else if (name === "tables.ts") {
        for (const one of Object.values(await import(`../${folder}/${name}`))) {
          if (isA(one, PgTable)) tables.set(getTableName(one), one);
        }
      }
    }
  };
  await walk("server");
  const kept = new Map(TABLE_RULES.map((one) => [getTableName(one.table), one]));
  const missing: string[] = [];
  for (const [name, table] of tables) {
    const foreign = getTableConfig(table).foreignKeys
      .map((key) => key.reference())
      .filter(({ foreignTable }) => foreignTable === people)
      .flatMap(({ columns }) => columns.map((column) => column.name));
    for (const [key, column] of Object.entries(getTableColumns(table))) {
      if (!foreign.includes(column.name) && !NAMES_PERSON.test(key)) continue;
      if (!kept.get(name)?.people[key]) missing.push(`${name}.${key}`);
    }
  }
  equals(missing, []);
  ok(tables.size > 60);
  const sections = new Set(SECTIONS.map(({ name }) => name));
  const named = TABLE_RULES.flatMap(({ copy }) => "none" in copy ? [] : copy);
  equals([...new Set(named)].sort(), [...sections].sort(), "each section is documented");
});

Deno.test("a copy has what a student wrote and got: pages, programs and JSON, and nothing that is hidden from them", async () => {
  await using server = await testServer({}, { ...NOTIFIES, copies: true });
  const [mentor, student, other] = [
    await person(server, "mentor", "Mira Mentor"),
    await person(server, "student", "Asha <b>Rao</b>"),
    await person(server, "student", "Other Student"),
  ];
  const judge = JSON.stringify({ languages: ["cpp", "python"] });
  const question = await sumQuestion(mentor, { title: "Sums & more", judge });
  await server.parts.database.sql`update assignments set model = 'MODEL PROGRAM',
    test_cases = test_cases || '[{"input": "HIDDEN CASE", "output": "1", "hidden": true}]'
    where id = ${question._id}`;
  is((await student.post(runsOf(question._id), browserRun())).status, 201);
  await submit(student, question._id, { studentSolution: SUM, language: "python" });
  const asked = await doubt(student, question._id, { doubtText: "Why <script>alert(1)</script>?" });
  is((await mentor.put(`/doubts/${asked._id}/reply`, { reply: "Because **of** 2" })).status, 200);
  is((await mentor.post(`/students/${student._id}/notes`, { text: "SECRET NOTE" })).status, 201);
  const theirs = await doubt(other, (await assignment(mentor))._id, { doubtText: "NOT MINE" });
  ok(theirs._id);

  const files = await copyOf(student);
  const all = Object.values(files).join("\n");
  for (const hidden of ["SECRET NOTE", "MODEL PROGRAM", "HIDDEN CASE", "NOT MINE", "$argon2"]) {
    is(all.includes(hidden), false, hidden);
  }
  equals(rowsIn(files, "doubts").map(({ text }) => text), ["Why <script>alert(1)</script>?"]);
  equals(
    rowsIn(files, "threads").map(({ by, type }) => [by, type]),
    [[student.name, "doubt"], ["Mira Mentor", "reply"]],
  );
  match(files["pages/threads.html"] ?? "", /Because <strong>of<\/strong> 2/);
  match(files["pages/doubts.html"] ?? "", /&lt;script&gt;alert\(1\)/);
  match(files["index.html"] ?? "", /Asha &lt;b&gt;Rao/);
  is(all.includes("<script"), true, "JSON has the text as it was written");
  for (const [name, text] of Object.entries(files)) {
    if (name.endsWith(".html")) is(/<script|<b>Rao/.test(text), false, name);
  }
  const programs = Object.entries(files).filter(([name]) => name.startsWith("programs/"));
  equals(
    programs.map(([name]) => name.replace(/^programs\/sums-more\/.+-([a-z]+)-\w+\./, "$1 ")).sort(),
    ["attempts py", "runs cpp", "runs py"],
  );
  for (const [name, source] of programs) {
    is(source, name.endsWith(".cpp") ? browserRun().source : SUM);
  }
  for (const [name, text] of Object.entries(files)) {
    const links = [...text.matchAll(/href="(?!https?:)([^"]+)"/g)].map(([, to]) => to);
    for (const link of name.endsWith(".html") ? links : []) {
      const path = new URL(link ?? "", `file:///${name}`).pathname.slice(1);
      ok(path in files, `${name} links to ${path}`);
    }
  }

  const { notifications: [told] } = await listOf(
    student,
    ({ notifications: all }) => all.some(({ kind }: Json) => kind === "copy"),
  );
  equals([told.kind, told.path], ["copy", `/profile?copy=${told.subjectId}#copy`]);
  is((await other.get(`/personal/copies/${told.subjectId}`)).status, 404, "only its owner");
  is((await other.get("/personal/copies")).body.copy, null);
  is((await mentor.get(`/personal/copies/${told.subjectId}`)).status, 404);

  const staffs = await copyOf(mentor);
  equals(rowsIn(staffs, "notes").map(({ text }) => text), ["SECRET NOTE"], "their author has them");
  const everything = Object.values(staffs).join("\n");
  for (const hidden of ["MODEL PROGRAM", "HIDDEN CASE", "NOT MINE"]) {
    is(everything.includes(hidden), false, hidden);
  }
});

Deno.test("one copy is made at a time, and few in a day; a new one ends the one before", async () => {
  await using server = await testServer({}, { copies: true });
  const student = await person(server);
  const { sql } = server.parts.database;
  const both = await Promise.all([1, 2].map(() => student.post("/personal/copies", {})));
  equals(both.map(({ status, body }) => [status, body.code]).sort(), [[201, undefined], [
    409,
    "copy.waiting",
  ]]);
  const first = await whenIt(student, "ready");
  for (let count = 1; count < COPIES_A_DAY; count++) {
    is((await student.post("/personal/copies", {})).status, 201);
    await whenIt(student, "ready");
  }
  is((await student.get(`/personal/copies/${first._id}`)).status, 404, "the first has ended");
  const refused = await student.post("/personal/copies", {});
  equals([refused.status, refused.body.code], [429, "too-many"]);
  ok(Number(refused.headers.get("retry-after")) > 3600);
  await until(async () => (await stored(server)).length === 1);

  await sql`update personal_copies set ends_at = now() where ends_at > now()`;
  await until(async () => (await stored(server)).length === 0);
  const { _id, state } = await stateOf(student);
  equals([state, (await student.get(`/personal/copies/${_id}`)).status], ["ended", 404]);
});

Deno.test("whoever loses the right while the copy is made, or after, does not get it", async () => {
  await using server = await testServer({}, { copies: true });
  const admin = await person(server, "admin");
  const { files, database: { sql } } = server.parts;
  const put = files.put;
  const losses = [
    (id: string) => admin.post(`/users/${id}/disable`, { hours: 1 }),
    (id: string) => admin.patch(`/users/${id}`, { role: "student" }),
    (id: string) => admin.delete(`/users/${id}`),
  ];
  for (const lose of losses) {
    const mentor = await person(server, "mentor");
    // Its content is read, and its last part is about to be stored.
    files.put = async (id, bytes) => {
      is((await lose(mentor._id)).status, 200);
      await put(id, bytes);
    };
    is((await mentor.post("/personal/copies", {})).status, 201);
    await until(async () => {
      const [row] = await sql`select failed_at from personal_copies
        where person_id = ${mentor._id} and ready_at is null`;
      return row?.failed_at;
    });
  }
  files.put = put;
  await until(async () => (await stored(server)).length === 0);

  const mentor = await person(server, "mentor");
  is((await mentor.post("/personal/copies", {})).status, 201);
  const { _id } = await whenIt(mentor, "ready");
  is((await mentor.fetch(`/personal/copies/${_id}`)).status, 200);
  is((await admin.patch(`/users/${mentor._id}`, { role: "student" })).status, 200);
  is((await mentor.fetch(`/personal/copies/${_id}`)).status, 401, "the session has ended");
  const { body } = await caller(server).post("/auth/login", {
    email: mentor.email,
    password: PASSWORD,
  });
  const again = caller(server, body.token);
  is((await again.get(`/personal/copies/${_id}`)).status, 404, "it was for a mentor");
});

Deno.test("a copy of a server that died is made by another, and its parts do not stay", async () => {
  await using server = await testServer({}, { copies: true });
  const student = await person(server);
  const { files, database: { sql } } = server.parts;
  const [id, part] = [newId(), newFileId()];
  await files.put(part, new Uint8Array(3));
  await sql`insert into personal_copies (id, person_id, role, asked_at, lease_until, attempts, parts)
    values (${id}, ${student._id}, 'student', now(), now() - interval '1 second', 1, ${[part]})`;
  is((await whenIt(student, "ready"))._id, id);
  const left = await stored(server);
  equals([left.length, left.includes(part)], [1, false]);
  await sql`update personal_copies set ready_at = null, ends_at = null, attempts = 3,
    lease_until = now() - interval '1 second'`;
  await whenIt(student, "failed");
  await until(async () => (await stored(server)).length === 0);
});
