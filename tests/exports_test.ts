/**
 * Exports of lists, as a client of the API reads them: rows, filters and visibility, and a CSV that
 * spreadsheets open without damage.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { CELL_MOST } from "../server/kit/formats/export_rows.ts";
import { can as canDoubt } from "../server/doubts/policy.ts";
import { assignment, doubt, givePersonally, submit } from "./kit/assignments.ts";
import { manyDoubts } from "./kit/doubts.ts";
import { type Caller, person } from "./kit/people.ts";
import { browserRun, runsOf, SUM, sumQuestion } from "./kit/runs.ts";
import { testServer } from "./kit/server.ts";

type Row = Record<string, unknown>;

async function jsonLines(who: Caller, list: string, filter = ""): Promise<Row[]> {
  const reply = await who.fetch(`/exports/${list}?format=jsonl${filter}`);
  const text = await reply.text();
  is(reply.status, 200, text);
  is(reply.headers.get("content-type"), "application/jsonl; charset=utf-8");
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** Reads CSV as RFC 4180 says. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  for (
    const [, quoted, bare = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)
  ) {
    if (rows.length === 0) rows.push([]);
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

async function csv(who: Caller, list: string, filter = "") {
  const reply = await who.fetch(`/exports/${list}?format=csv${filter}`);
  is(reply.status, 200);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const [head = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ""));
  return {
    reply,
    text,
    head,
    rows: rows.map((row) => new Map(head.map((name, at) => [name, row[at]]))),
  };
}

const titlesOf = (rows: Row[], field: string) => rows.map((row) => row[field]);

Deno.test("students are exported by name, filtered as on the screen", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [zoe, adam] = [
    await person(server, "student", "Zoë Z"),
    await person(server, "student", "Adam A"),
  ];
  await person(server, "volunteer", "Victor");
  const { sql } = server.parts.database;
  await sql`update people set branch = 'ECE', year = null where id = ${adam._id}`;
  const gone = await person(server, "student", "Gone");
  await sql`update people set deleted_at = now() where id = ${gone._id}`;
  const rows = await jsonLines(mentor, "students");
  equals(titlesOf(rows, "name"), ["Adam A", "Zoë Z"]);
  const trail = await sql`select by_id, detail from audit where verb = 'data.exported'`;
  equals([...trail], [{ by_id: mentor._id, detail: "students, jsonl" }]);
  const [first, second] = rows;
  equals([first?._id, first?.email, first?.branch, first?.year], [
    adam._id,
    adam.email,
    "ECE",
    null,
  ]);
  equals([second?.email, second?.branch, second?.year], [zoe.email, "CSE", 1]);
  for (const search of ["ece", "ADAM", encodeURIComponent(adam.email)]) {
    equals(titlesOf(await jsonLines(mentor, "students", `&search=${search}`), "name"), ["Adam A"]);
  }
  equals(await jsonLines(mentor, "students", "&search=%25"), [], "literally");
  const { head, rows: lines } = await csv(mentor, "students");
  equals(head, ["_id", "Name", "Email", "Branch", "Year", "Created at (Asia/Kolkata)"]);
  equals([lines.length, lines[1]?.get("Name"), lines[0]?.get("Year")], [2, "Zoë Z", ""]);
  equals((await csv(mentor, "students", "&search=nobody")).head, head, "a head without rows");
});

Deno.test("an admin exports the audit trail, filtered as on the screen, and it is in the trail", async () => {
  await using server = await testServer();
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const student = await person(server, "student", "=Zoë");
  is((await admin.post(`/users/${student._id}/disable`, { hours: 2 })).status, 200);
  is((await admin.post(`/users/${mentor._id}/disable`, { hours: 0 })).status, 200);
  const [own, enabled, disabled] = await jsonLines(admin, "audit");
  equals([own?.verb, own?.detail, own?.byId], ["data.exported", "audit, jsonl", admin._id]);
  equals([enabled?.aboutId, enabled?.address], [mentor._id, "127.0.0.1"]);
  const { happenedAt, device, ...row } = disabled ?? {};
  equals(
    [row.by, row.what, row.about, row.detail, device],
    [admin.name, "disabled", "=Zoë", "for 2 h", "A program"],
  );
  for (const filter of [`&person=${student._id}`, "&verb=account.disabled"]) {
    equals(titlesOf(await jsonLines(admin, "audit", filter), "_id"), [row._id], filter);
  }
  equals(await jsonLines(admin, "audit", "&last=2020-01-01"), []);
  const { rows } = await csv(admin, "audit", "&verb=account.disabled");
  equals([rows.length, rows[0]?.get("About")], [1, "'=Zoë"]);
  match(String(rows[0]?.get("Happened at (Asia/Kolkata)")), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  match(String(happenedAt), /Z$/);
  const refused = await student.fetch("/exports/audit");
  is(refused.status, 401);
  await refused.body?.cancel();
});

Deno.test("responses have their verdicts and points, and reviews all of them", async () => {
  await using server = await testServer();
  server.setClock("2026-03-04T20:00:00.000Z");
  const [mentor, student, other] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const question = await sumQuestion(mentor, { title: "Sums" });
  const rubric = await mentor.put(`/assignments/${question._id}/rubric`, {
    points: [{ name: "Names", points: 2 }, { name: "Style", points: 3 }],
  });
  const { body: run } = await student.post(runsOf(question._id), browserRun());
  await submit(student, question._id, { studentSolution: SUM });
  await submit(other, question._id, {});
  const at = `/assignments/${question._id}/review`;
  const [names] = rubric.body.points;
  const review = { studentId: student._id, reviewStatus: "not approved", mentorComment: "Names?" };
  is((await mentor.put(at, { ...review, rubric: [names._id] })).status, 200);
  is(
    (await mentor.put(at, { ...review, reviewStatus: "approved", mentorComment: "" })).status,
    200,
  );

  const rows = await jsonLines(mentor, "responses");
  equals(titlesOf(rows, "studentId"), [other._id, student._id], "as in the queue: waiting first");
  const {
    points,
    pointsMost,
    rubric: given,
    verdict,
    passed,
    cases,
    reviewStatus,
    reviewedBy,
    ...more
  } = rows[1] as Row;
  equals(
    [points, pointsMost, given, verdict, passed, cases, reviewStatus, reviewedBy],
    [
      2,
      5,
      [{ name: "Names", points: 2 }],
      run.verdict,
      run.passed,
      run.total,
      "approved",
      mentor.name,
    ],
  );
  equals(
    [more.question, more.code, more.attempts, more.late, more.email],
    ["Sums", SUM, 1, false, student.email],
  );
  equals((await jsonLines(mentor, "responses", "&reviewStatus=approved")).length, 1);
  equals((await jsonLines(mentor, "responses", "&waiting=true")).length, 1);
  equals(await jsonLines(mentor, "responses", "&assignmentTitle=products"), []);
  const name = encodeURIComponent(other.name);
  equals(titlesOf(await jsonLines(mentor, "responses", `&studentName=${name}`), "studentId"), [
    other._id,
  ]);

  const reviews = await jsonLines(mentor, "reviews");
  equals(titlesOf(reviews, "reviewStatus"), ["not approved", "approved"]);
  equals([reviews[0]?.comment, reviews[0]?.points, reviews[0]?.attempt], ["Names?", 2, 1]);
  equals(await jsonLines(mentor, "reviews", "&reviewStatus=pending"), []);

  const { rows: lines } = await csv(mentor, "responses");
  equals(lines[1]?.get("Rubric"), "Names 2");
  equals(
    lines[1]?.get("Submitted at (Asia/Kolkata)"),
    "2026-03-05 01:30:00",
    "in the class's zone",
  );
  equals(lines[1]?.get("Late"), "no");
});

Deno.test("doubts are exported as the list shows them, private ones too, and beyond its last page", async () => {
  await using server = await testServer();
  const [mentor, admin, student] = [
    await person(server, "mentor"),
    await person(server, "admin"),
    await person(server),
  ];
  const personal = await assignment(mentor, {}, null);
  await givePersonally(server, personal._id, [student]);
  const asked = [
    await doubt(student, (await assignment(mentor, { title: "Loops" }))._id, { private: true }),
    await doubt(student, personal._id),
    await doubt(student, (await assignment(mentor, { title: "Arrays" }, "practice"))._id),
  ];
  is((await mentor.put(`/doubts/${asked[0]._id}/reply`, { reply: "Because" })).status, 200);
  is((await admin.post(`/doubts/${asked[1]._id}/claim`, {})).status, 200);
  const filters = [
    ...["", "&status=review", "&status=replied", "&status=new", "&waiting=true", "&resolved=false"],
    ...["&scope=mine", "&order=queue", "&text=loop", "&assignmentTag=practice", "&timeframe=today"],
    ...["&assignmentTitle=arrays", "&assignmentTitle=nothing", "&text=zebra", "&difficulty=easy"],
  ];
  for (const who of [mentor, admin]) {
    for (const filter of filters) {
      const { body } = await who.get(`/doubts/filter-doubts?limit=100${filter}`);
      const rows = await jsonLines(who, "doubts", filter);
      const shown = body.doubts.map((card: Row) => [card._id, card.currentStatus]);
      equals(rows.map((row) => [row._id, row.status]), shown, `${who.role} ${filter}`);
      ok(
        body.doubts.every((card: Parameters<typeof canDoubt.read>[1]) => canDoubt.read(who, card)),
      );
    }
  }
  await manyDoubts(server, 1100);
  is((await jsonLines(mentor, "doubts", "&status=resolved&text=pointer")).length, 1100);
});

Deno.test("a mentor exports only their own goals, and an admin those of all", async () => {
  await using server = await testServer();
  const [anna, ben, admin] = [
    await person(server, "mentor", "Anna"),
    await person(server, "mentor", "Ben"),
    await person(server, "admin"),
  ];
  const weeklyTarget = JSON.stringify([{ text: "Read", completed: true }, { text: "Answer" }]);
  for (const one of [ben, anna]) {
    is((await one.post("/goals", { user: one._id, weeklyTarget })).status, 201);
  }
  equals(titlesOf(await jsonLines(anna, "goals"), "mentor"), ["Anna"]);
  equals(titlesOf(await jsonLines(anna, "goals", `&mentor=${anna._id}`), "mentor"), ["Anna"]);
  const refused = await anna.get(`/exports/goals?format=csv&mentor=${ben._id}`);
  equals([refused.status, refused.body.code], [403, "forbidden"]);
  const rows = await jsonLines(admin, "goals");
  equals(titlesOf(rows, "mentor"), ["Anna", "Ben"]);
  equals([rows[0]?.goals, rows[0]?.completed], [2, 1]);
  equals(titlesOf(await jsonLines(admin, "goals", `&mentor=${ben._id}`), "mentor"), ["Ben"]);
});

Deno.test("a CSV has a BOM, CRLF and no live formulas; each export has the fields of its head", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const { _id } = await assignment(mentor, { title: '=HYPERLINK("https://x.test")' });
  const run = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1", "''=1"];
  const texts = [...run, 'say "hi"\nthen, go', "x".repeat(40_000)];
  for (const text of texts) {
    const student = await person(server);
    await doubt(student, _id);
    await server.parts.database
      .sql`update doubts set doubt_text = ${text} where student_id = ${student._id}`;
  }
  const { text, head, rows } = await csv(mentor, "doubts");
  ok(text.startsWith("\uFEFF"));
  is(text.indexOf("\uFEFF", 1), -1);
  ok(text.endsWith("\r\n"));
  const cells = rows.map((row) => row.get("Doubt") ?? "").sort((a, b) => a.length - b.length);
  const long = cells.pop() ?? "";
  equals(cells.sort(), [...run.map((text) => `'${text}`), 'say "hi"\nthen, go'].sort());
  is(long.length, CELL_MOST, "as much as a cell of Excel holds");
  match(long, /\(cut; JSON Lines has the whole text\)$/);
  ok(rows.every((row) => row.get("Question")?.startsWith("'=")));
  const gradebook = await csv(mentor, "gradebook");
  equals(gradebook.head.filter((title) => /^[=+@-]/.test(title)), []);
  ok(gradebook.head.some((title) => title.startsWith("'=HYPERLINK")), "a title is a heading, too");
  const lines = await jsonLines(mentor, "doubts");
  equals(titlesOf(lines, "doubt").sort(), texts.sort(), "JSON keeps the texts as they are");

  const student = await person(server);
  await submit(student, _id, {});
  await mentor.put(`/assignments/${_id}/review`, {
    studentId: student._id,
    reviewStatus: "approved",
  });
  await mentor.post("/goals", { user: mentor._id, weeklyTarget: '[{"text":"a"}]' });
  const camel = (title: string) =>
    title.replace(/ \(.*/, "").replace(/^[A-Z]/, (letter) => letter.toLowerCase())
      .replace(/ (.)/g, (_, letter) => letter.toUpperCase());
  for (const list of ["students", "responses", "reviews", "doubts", "goals"]) {
    const [row = {}] = await jsonLines(mentor, list);
    const { head, reply } = await csv(mentor, list);
    equals(head.map(camel).sort(), Object.keys(row).sort(), list);
    match(
      reply.headers.get("content-disposition") ?? "",
      new RegExp(`^attachment; filename="${list}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    );
  }
  ok(head.length > 10);
});

Deno.test("an unknown format and a wrong filter are refused", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  for (const format of ["", "xlsx"]) {
    const { status, body } = await mentor.get(`/exports/doubts?format=${format}`);
    equals([status, body.errors], [400, { format: "Choose csv or jsonl." }]);
  }
  const wrong = await mentor.get("/exports/doubts?format=csv&status=lost");
  equals([wrong.status, Object.keys(wrong.body.errors)], [400, ["status"]]);
  const head = await mentor.fetch("/exports/students?format=csv", { method: "HEAD" });
  equals([head.status, head.headers.get("content-type")], [200, "text/csv; charset=utf-8"]);
});
