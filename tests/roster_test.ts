/** Rosters: what a file would change, its import, and undoing it. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { readTable } from "../server/kit/formats/csv.ts";
import { Refusal } from "../server/kit/core/errors.ts";
import {
  cellsOf,
  columnsOf,
  judge,
  type Known,
  writeWrong,
} from "../server/people/roster/policy.ts";
import { ROSTER_LIMITS, type RosterRow } from "../server/people/roster/schema.ts";
import { newAddress } from "./kit/accounts.ts";
import { caller, PASSWORD, person, type Reply, type TestPerson } from "./kit/people.ts";
import { rosterForm } from "./kit/rosters.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const tableOf = (bytes: Uint8Array) => readTable(bytes, { field: "file", limits: ROSTER_LIMITS });
const answer = ({ status, body }: Reply) => [status, body.code];

/** UTF-16 with its byte order mark. */
function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, isLittle);
  for (let at = 0; at < text.length; at++) {
    view.setUint16(2 + at * 2, text.charCodeAt(at), isLittle);
  }
  return new Uint8Array(view.buffer);
}

/** Returns the sentence with which a file is refused. */
async function refusalOf(bytes: Uint8Array): Promise<string> {
  try {
    await tableOf(bytes);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return "";
}

Deno.test("a table is read with every separator and in every encoding", async () => {
  const rows = ["Name;E-mail", '"Rao; Asha";asha@school.edu', ";", "", "Zoë;zoe@school.edu"];
  const cells = [["Name", "E-mail"], ["Rao; Asha", "asha@school.edu"], ["Zoë", "zoe@school.edu"]];
  const text = rows.join("\r\n");
  const files = [utf8(text), utf8(`\ufeff${text}`), utf16(text, true), utf16(text, false)];
  for (const bytes of files) equals((await tableOf(bytes)).map((row) => row.cells), cells);
  equals((await tableOf(utf8(text))).map(({ line }) => line), [1, 2, 5]);
  for (const separator of [",", "\t"]) {
    const bytes = utf8(`Name${separator}E-mail\n"Rao${separator} A"${separator}x@y.edu\n`);
    equals((await tableOf(bytes)).at(1)?.cells, [`Rao${separator} A`, "x@y.edu"]);
  }
});

Deno.test("a file that is no table, or too large a one, is refused in one sentence", async () => {
  const row = (cells: number) => Array(cells).fill("a").join(",");
  const many = `name,email\n${"a,b\n".repeat(ROSTER_LIMITS.rows)}`;
  is(await refusalOf(utf8(many)), "");
  const wrong: [Uint8Array, RegExp][] = [
    [utf8(`${many}a,b\n`), /^The file has more than 2,000 rows\. Split it\.$/],
    [utf8(`name,email\n${row(21)}\n`), /^Line 2 has 21 columns: at most 20\.$/],
    [
      utf8(`name,email\n${"a".repeat(501)},b\n`),
      /^A cell in line 2 has 501 characters: at most 500/,
    ],
    [utf8("name,email\na\0,b\n"), /^The file contains NUL characters\./],
    [utf16("name,email\n", true).subarray(2), /^The file contains NUL characters\./],
    [new Uint8Array([0x6e, 0xe9, 0x0a]), /^The file is not in UTF-8 or UTF-16\./],
    [new Uint8Array([0xff, 0xfe, 0x00, 0xd8]), /^The file is not in UTF-8 or UTF-16\./],
    [utf8("PK\x03\x04"), /^This is a workbook, not a text\./],
    [utf8('name,email\n"a,b\n'), /^A quotation mark near line \d is not closed/],
    [
      utf8('name,email\na"b,c\n'),
      /^A quotation mark near line 2 is not closed, or is within a cell/,
    ],
  ];
  for (const [bytes, sentence] of wrong) match(await refusalOf(bytes), sentence);
});

Deno.test("columns are found by their headings, in any order", () => {
  const found = columnsOf([" Year ", "E-Mail", "Roll no", "Full  Name", ""]);
  equals(found, { places: { year: 0, email: 1, name: 3 }, unused: ["Roll no"] });
  equals(cellsOf(["2", "a@b.de", "17", " Asha "], { year: 0, email: 1, name: 3 }), {
    name: "Asha",
    email: "a@b.de",
    branch: "",
    year: "2",
    role: "",
    section: "",
  });
  equals(columnsOf(["name", "mail", "E-mail"]), {
    problem: "The file has two columns with the email.",
  });
  const none = columnsOf(["name", "branch"]);
  ok("problem" in none && none.problem.startsWith('The first line names no column "email".'));
});

const EMPTY = { name: "", email: "", branch: "", year: "", role: "", section: "" };
const rowsOf = (...typed: Partial<typeof EMPTY>[]) =>
  typed.map((cells, at) => ({ line: at + 2, typed: { ...EMPTY, ...cells } }));
const account = (email: string, role: Known["role"], more: Partial<Known> = {}): Known => ({
  _id: email,
  name: "Asha",
  email,
  role,
  branch: null,
  year: null,
  verified: true,
  ...more,
});
const judged = (rows: ReturnType<typeof rowsOf>, known: Known[] = []) =>
  judge(rows, {
    known,
    admins: known.filter(({ role }) => role === "admin").map(({ _id }) => _id),
    isActive: (id) => !id.startsWith("new"),
    sections: [],
  });

Deno.test("each row is new, changed, unchanged, or wrong in a named column", () => {
  const known = [account("a@b.de", "student", { branch: "CSE", year: 2 })];
  const one = (cells: Partial<typeof EMPTY>) => {
    const [row] = judged(rowsOf({ name: "Asha", email: "a@b.de", ...cells }), known);
    return row;
  };
  is(one({ email: "new@b.de" })?.fate, "new");
  is(one({})?.fate, "unchanged", "an empty cell leaves what is there");
  is(one({ email: "A@B.de", branch: "CSE", year: "2", role: "Student" })?.fate, "unchanged");
  equals(one({ year: "3", role: "MENTOR" })?.changes, [
    { column: "year", from: "2", to: "3" },
    { column: "role", from: "student", to: "mentor" },
  ]);
  const wrong: [Partial<typeof EMPTY>, string, RegExp][] = [
    [{ name: "" }, "name", /^Name is required\.$/],
    [{ name: "a\nb" }, "name", /single line/],
    [{ email: "nobody" }, "email", /not a valid email/],
    [{ year: "first" }, "year", /^Year must be a number\.$/],
    [{ branch: "B".repeat(61) }, "branch", /at most 60/],
    [{ role: "boss" }, "role", /^Role must be student, volunteer, mentor or admin\.$/],
    ...["=1+1", "+1", "-1", "@a", "'=1"].map((name) =>
      [{ name }, "name", /must not begin like a formula/] as [{ name: string }, string, RegExp]
    ),
  ];
  for (const [cells, column, reason] of wrong) {
    const row = one(cells);
    equals([row?.fate, row?.column], ["wrong", column], JSON.stringify(cells));
    match(row?.reason ?? "", reason);
  }
});

Deno.test("a person who is there twice counts once, or is wrong if the rows differ", () => {
  const [first, again, other] = judged(rowsOf(
    { name: "Asha", email: "a@b.de" },
    { name: "Asha", email: "A@b.de" },
    { name: "Zoe", email: "z@b.de" },
  ));
  equals([first?.fate, again?.fate, again?.reason, other?.fate], [
    "new",
    "unchanged",
    "The same as line 2.",
    "new",
  ]);
  const twice = judged(rowsOf(
    { name: "Asha", email: "a@b.de", role: "student" },
    { name: "Asha", email: "a@b.de", role: "mentor" },
  ));
  for (const { fate, column, reason } of twice) {
    equals([fate, column, reason], [
      "wrong",
      "role",
      "Lines 2 and 3 give the same address another role.",
    ]);
  }
});

Deno.test("a roster cannot take the last admin away", () => {
  const demoted = { name: "Asha", email: "a@b.de", role: "student" };
  const admin = account("a@b.de", "admin");
  const fates = (rows: Partial<typeof EMPTY>[], known: Known[]) =>
    judged(rowsOf(...rows), known).map(({ fate }) => fate);
  const [row] = judged(rowsOf(demoted), [admin]);
  equals([row?.fate, row?.column, row?.reason], [
    "wrong",
    "role",
    "This would leave nobody who is an admin.",
  ]);
  equals(fates([demoted], [admin, account("b@b.de", "admin")]), ["changed"]);
  const promoted = { name: "Asha", email: "m@b.de", role: "admin" };
  equals(fates([demoted, promoted], [admin, account("m@b.de", "mentor")]), ["changed", "changed"]);
  const never = { name: "Asha", email: "new@b.de", role: "admin" };
  const notYet = "who has set no password yet cannot administer";
  equals(fates([demoted, never], [admin]), ["wrong", "new"], notYet);
  equals(
    fates([demoted, never], [admin, account("new@b.de", "mentor")]),
    ["wrong", "changed"],
    notYet,
  );
});

async function preview(admin: TestPerson, text: string) {
  const { status, body } = await admin.post("/users/roster/preview", rosterForm(text));
  is(status, 200, JSON.stringify(body));
  return body as { digest: string; rows: RosterRow[]; unused: string[] };
}

const send = (admin: TestPerson, text: string, digest: string): Promise<Reply> =>
  admin.post("/users/roster", rosterForm(text, digest));

async function imported(admin: TestPerson, text: string) {
  const { status, body } = await send(admin, text, (await preview(admin, text)).digest);
  is(status, 201, JSON.stringify(body));
  return body;
}

const accountsOf = async (server: TestServer) => [
  ...await server.parts.database.sql`
    select email, name, role, branch, year from people where deleted_at is null order by email`,
];

Deno.test("a roster is previewed, imported, and imported again without harm", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const student = await person(server);
  const email = newAddress();
  const text = [
    "Role;E-mail;Name;Roll no",
    `;${email};Nila Raman;1`,
    `mentor;${student.email};Ravi;2`,
    `student;nobody;Zoe;3`,
  ].join("\n");
  const seen = await preview(admin, text);
  equals(seen.rows.map(({ fate }) => fate), ["new", "changed", "wrong"]);
  equals(seen.unused, ["Roll no"]);
  const before = await accountsOf(server);
  equals((await accountsOf(server)).length, 2, "a preview writes nothing");
  equals(answer(await send(admin, `${text}\n`, seen.digest)), [409, "roster.other"]);
  equals(await accountsOf(server), before);

  const done = await imported(admin, text);
  equals([done.import.added, done.import.changed, done.wrong.length], [1, 1, 1]);
  equals([done.wrong[0].line, done.wrong[0].column], [4, "email"]);
  is((await student.get("/auth/me")).status, 401, "a new role ends the sessions");
  const after = await accountsOf(server);
  equals(after.find((one) => one.email === email), {
    email,
    name: "Nila Raman",
    role: "student",
    branch: null,
    year: null,
  });
  const again = await imported(admin, text);
  equals([again.import.added, again.import.changed], [0, 0]);
  equals(await accountsOf(server), after);
  equals((await preview(admin, text)).rows.map(({ fate }) => fate), [
    "unchanged",
    "unchanged",
    "wrong",
  ]);

  const visitor = caller(server);
  is((await visitor.post("/auth/login", { email, password: PASSWORD })).status, 400);
  await visitor.post("/auth/forgot-password", { email });
  const { code: otp } = await mails.next(email);
  is(
    (await visitor.post("/auth/reset-password", { email, otp, newPassword: PASSWORD })).status,
    200,
  );
  const { user } = (await visitor.post("/auth/login", { email, password: PASSWORD })).body;
  equals([user.name, user.role], ["Nila Raman", "student"]);
});

Deno.test("what changed since the preview is judged anew", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const other = await person(server, "admin");
  const text = `name,email,role\nAsha,${other.email},mentor\nNila,${newAddress()},\n`;
  const { digest, rows } = await preview(admin, text);
  equals(rows.map(({ fate }) => fate), ["changed", "new"]);
  // The asker is no admin who could stay any more.
  const { sql } = server.parts.database;
  await sql`update people set disabled_until = now() + interval '1 day' where id = ${admin._id}`;
  const byOther = await send(other, text, digest);
  equals([byOther.status, byOther.body.import.added, byOther.body.import.changed], [201, 1, 0]);
  equals(byOther.body.wrong.map(({ reason }: RosterRow) => reason), [
    "This would leave nobody who is an admin.",
  ]);
});

Deno.test("the wrong rows are written as CSV, mended, and imported", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const email = newAddress();
  const text = `name,email,year\n=Nila,${email},2\n"Zoe ""Z"", a","${newAddress()}",first\n`;
  const csv = writeWrong((await preview(admin, text)).rows);
  const again = await preview(admin, csv);
  equals(again.unused, ["what is wrong"]);
  equals(again.rows.map(({ fate, column }) => [fate, column]), [["wrong", "name"], [
    "wrong",
    "year",
  ]]);
  equals(again.rows.map(({ typed }) => typed.name), ["'=Nila", 'Zoe "Z", a']);
  const mended = csv.replace("'=Nila", "Nila").replace('"first"', '"1"');
  const done = await imported(admin, mended);
  equals([done.import.added, done.wrong.length], [2, 0]);
});

Deno.test("an import is undone for those who have not signed in since", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const [idle, here, edited] = [await person(server), await person(server), await person(server)];
  const before = await accountsOf(server);
  const [never, came] = [newAddress(), newAddress()];
  const text = [
    "name,email,branch",
    ...[never, came, idle.email, here.email, edited.email]
      .map((email) => `Somebody,${email},ECE`),
  ].join("\n");
  const { import: { _id, added, changed } } = await imported(admin, text);
  equals([added, changed], [2, 3]);
  const { sql } = server.parts.database;
  const [row] = await sql`select id, email from people where email = ${came}`;
  await sql`insert into visits (person_id, signed_in_at, seen_at) values (${row?.id}, now(), now())`;
  is(
    (await caller(server).post("/auth/login", { email: here.email, password: PASSWORD })).status,
    200,
  );
  is((await admin.patch(`/users/${edited._id}`, { branch: "ME" })).status, 200);

  const { status, body } = await admin.post(`/users/roster/${_id}/undo`);
  equals([status, body.removed, body.restored, body.kept], [200, 1, 1, 3]);
  ok(body.import.undoneAt);
  const after = new Map((await accountsOf(server)).map((one) => [one.email, one]));
  is(after.has(never), false);
  equals(after.get(idle.email), before.find((one) => one.email === idle.email));
  equals([came, here.email, edited.email].map((one) => after.get(one)?.branch), [
    "ECE",
    "ECE",
    "ME",
  ]);
  equals(answer(await admin.post(`/users/roster/${_id}/undo`)), [409, "roster.undone"]);
  const once = await imported(admin, text);
  is(once.import.added, 1, "the address of the removed account is free");
});

Deno.test("undoing cannot leave the class without an admin, and ends after a day", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const mentor = await person(server, "mentor");
  const { import: { _id } } = await imported(
    admin,
    `name,email,role\nVikram,${mentor.email},admin\n`,
  );
  const { sql } = server.parts.database;
  await sql`update people set disabled_until = now() + interval '1 day' where id = ${admin._id}`;
  const successor = (await caller(server).post("/auth/login", {
    email: mentor.email,
    password: PASSWORD,
  })).body.token;
  // The sign-in was before the import, as far as undoing can tell.
  await sql`update visits set signed_in_at = now() - interval '1 hour'`;
  const undo = () => caller(server, successor).post(`/users/roster/${_id}/undo`);
  equals(answer(await undo()), [409, "user.last-admin"]);
  await sql`update people set disabled_until = null where id = ${admin._id}`;
  await sql`update roster_imports set at = now() - interval '25 hours'`;
  equals(answer(await undo()), [409, "roster.late"]);
  equals((await admin.get("/users/roster")).body, []);
});

Deno.test("only one admin imports at a time, and two at once do nothing twice", async () => {
  await using server = await testServer();
  const [one, other] = [await person(server, "admin"), await person(server, "admin")];
  const emails = Array.from({ length: 50 }, newAddress);
  const text = ["name,email", ...emails.map((email) => `Somebody,${email}`)].join("\n");
  const { digest } = await preview(one, text);
  const { sql } = server.parts.database;
  await sql.begin(async (tx) => {
    await tx.unsafe("select pg_advisory_xact_lock(7361133)");
    const { status, body } = await send(one, text, digest);
    equals([status, body.code, body.msg], [
      409,
      "class.busy",
      "Another admin is importing a roster or closing a term. Try again in a moment.",
    ]);
  });
  const replies = await Promise.all([send(one, text, digest), send(other, text, digest)]);
  ok(replies.every(({ status }) => status === 201 || status === 409));
  const added = replies.map(({ body }) => body.import?.added ?? 0);
  equals(added.sort(), [0, 50]);
});

Deno.test("a roster of 2,000 people is imported in one go, and one of 2 MB or more refused", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const lines = Array.from({ length: 2000 }, (_, at) => `Student ${at},s${at}@school.edu,CSE,2`);
  const text = ["name,email,branch,year", ...lines].join("\n");
  const { import: { _id, added } } = await imported(admin, text);
  is(added, 2000);
  const changed = await imported(
    admin,
    text.replaceAll(",CSE,2", ",ECE,3").replaceAll("Student", "Learner"),
  );
  is(changed.import.changed, 2000);
  const back = await admin.post(`/users/roster/${changed.import._id}/undo`);
  equals([back.status, back.body.restored], [200, 2000]);
  const gone = await admin.post(`/users/roster/${_id}/undo`);
  equals([gone.status, gone.body.removed], [200, 2000]);
  is((await accountsOf(server)).length, 1);

  const large = await admin.post(
    "/users/roster/preview",
    rosterForm("a".repeat(2 * 1024 * 1024 + 1)),
  );
  equals([large.status, large.body.errors], [413, { file: "A file may be up to 2MB." }]);
});
