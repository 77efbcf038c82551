/** The copy of what is kept about a person: what it has, and who gets it. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { getTableColumns, getTableName, is as isA } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { unzipSync } from "fflate";
import { newFileId } from "../server/kit/files/files.ts";
import { newId } from "../server/kit/core/ids.ts";
import { people } from "../server/people/tables.ts";
import { LIMITS } from "../server/kit/limits/limits.ts";
import { removeStoredCopies } from "../server/personal/commands.ts";
import { SECTIONS } from "../server/personal/queries.ts";
import { TABLE_RULES } from "../server/personal/retention/queries.ts";
import { assignment, doubt, submit } from "./kit/assignments.ts";
import { type Caller, person } from "./kit/people.ts";
import { browserRun, runsOf, SUM, sumQuestion } from "./kit/runs.ts";
import { testServer } from "./kit/server.ts";

type Json = Record<string, unknown>;

/** Downloads a copy, and returns its files as text. */
async function copyOf(me: Caller): Promise<Record<string, string>> {
  const reply = await me.fetch("/personal/copy");
  equals([reply.status, reply.headers.get("content-type")], [200, "application/zip"]);
  const utf8 = new TextDecoder();
  return Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await reply.arrayBuffer())))
      .map(([name, content]) => [name, utf8.decode(content)]),
  );
}

const rowsIn = (files: Record<string, string>, section: string): Json[] =>
  JSON.parse(files[`data/${section}.json`] ?? "null");

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
  await using server = await testServer();
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

  const staffs = await copyOf(mentor);
  equals(rowsIn(staffs, "notes").map(({ text }) => text), ["SECRET NOTE"], "their author has them");
  const everything = Object.values(staffs).join("\n");
  for (const hidden of ["MODEL PROGRAM", "HIDDEN CASE", "NOT MINE"]) {
    is(everything.includes(hidden), false, hidden);
  }
});

Deno.test("whoever loses the right while the copy is made does not get it", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const { files, database: { sql } } = server.parts;
  const losses = [
    (id: string) => admin.post(`/users/${id}/disable`, { hours: 1 }),
    (id: string) => admin.patch(`/users/${id}`, { role: "student" }),
    (id: string) => admin.delete(`/users/${id}`),
  ];
  for (const lose of losses) {
    const mentor = await person(server, "mentor");
    await sql`insert into files (id, name, type, size, owner_id, created_at)
      values (${newFileId()}, 'notes.txt', 'application/octet-stream', 3, ${mentor._id}, now())`;
    files.get = async () => {
      is((await lose(mentor._id)).status, 200);
      return null;
    };
    is((await mentor.get("/personal/copy")).status, 401);
  }
});

Deno.test("a person takes few copies in a day, and those that the last release stored are removed", async () => {
  await using server = await testServer();
  const student = await person(server);
  for (let count = 0; count < LIMITS.copy.points; count++) await copyOf(student);
  const refused = await student.get("/personal/copy");
  equals([refused.status, refused.body.code], [429, "too-many"]);
  ok(Number(refused.headers.get("retry-after")) > 3600);

  const { files, database: { sql } } = server.parts;
  const part = newFileId();
  await files.put(part, new Uint8Array(3));
  await sql`insert into personal_copies (id, person_id, role, asked_at, parts)
    values (${newId()}, ${student._id}, 'student', now(), ${[part]})`;
  await removeStoredCopies(server.parts);
  is(await files.get(part), null);
  is((await sql`select from personal_copies`).length, 0);
});
