/** Rosters: what a file would change, its import, and undoing it. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import {
  judge,
  type KnownAccount,
  readPeople,
  sheetOf,
  writeLeft,
} from "../server/people/roster/policy.ts";
import type { RosterInput, RosterRow, SentRow } from "../server/people/roster/schema.ts";
import { newAddress } from "./kit/accounts.ts";
import { caller, PASSWORD, person, type Reply, type TestPerson } from "./kit/people.ts";
import { fileOf, rosterOf } from "./kit/rosters.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";

const answer = ({ status, body }: Reply) => [status, body.code];

type Cells = SentRow["typed"];
const rowsOf = (...typed: Cells[]): SentRow[] =>
  typed.map((cells, at) => ({ line: at + 2, typed: cells }));
const account = (
  email: string,
  role: KnownAccount["role"],
  more: Partial<KnownAccount> = {},
): KnownAccount => ({
  _id: email,
  name: "Asha",
  email,
  role,
  branch: null,
  year: null,
  verified: true,
  ...more,
});
const judged = (
  rows: SentRow[],
  known: KnownAccount[] = [],
  sections: { _id: string; name: string }[] = [],
) =>
  judge(rows, {
    accounts: known,
    admins: known.filter(({ role }) => role === "admin").map(({ _id }) => _id),
    isActive: (id) => !id.startsWith("new"),
    sections,
  });

Deno.test("each row is new, changed, unchanged, or wrong in a named column", () => {
  const known = [account("a@b.de", "student", { branch: "CSE", year: 2 })];
  const one = (cells: Cells, isSure = false) => {
    const typed = { name: "Asha", email: "a@b.de", ...cells };
    const [row] = judged([{ line: 2, typed, isSure }], known, [{ _id: "1", name: "1-2" }]);
    return row;
  };
  is(one({ email: "new@b.de" })?.fate, "new");
  is(one({})?.fate, "unchanged", "an empty cell leaves what is there");
  is(one({ email: "A@B.de", branch: "CSE", year: "2", role: "Student" })?.fate, "unchanged");
  equals(one({ year: "3", role: "MENTOR" })?.changes, [
    { column: "year", from: "2", to: "3" },
    { column: "role", from: "student", to: "mentor" },
  ]);
  const wrong: [Cells, string, RegExp][] = [
    [{ name: "" }, "name", /^Name is required\.$/],
    [{ name: "a\nb" }, "name", /single line/],
    [{ email: "nobody" }, "email", /^There is no address/],
    [{ year: "first" }, "year", /^Year must be a number\.$/],
    [{ branch: "B".repeat(61) }, "branch", /at most 60/],
    [{ role: "boss" }, "role", /^Role must be student, volunteer, mentor or admin\.$/],
    [{ section: "X" }, "section", /^There is no section “X”\.$/],
    [{ section: "S".repeat(41) }, "section", /at most 40/],
  ];
  for (const [cells, column, reason] of wrong) {
    const row = one(cells);
    equals([row?.fate, row?.column], ["wrong", column], JSON.stringify(cells));
    match(row?.reason ?? "", reason);
  }
});

Deno.test("what looks wrong is asked about, unless it is so already, and imported after a yes", () => {
  const known = [account("k@b.de", "student", { name: "=1+1", branch: "1E5" })];
  const one = (cells: Cells, isSure = false) => {
    const typed = { name: "Asha", email: "a@b.de", ...cells };
    const [row] = judged([{ line: 2, typed, isSure }], known, [{ _id: "1", name: "02.Jan" }]);
    return row;
  };
  const formula = ["=1+1", "+1", "-Ana", "@a", "＝3+3"];
  const mangled = ["1,23457E+16", "1.00E+05", "01.Sep", "04.Mrz", "Sep-26", "2026-09-01", "WAHR"];
  for (const text of [...formula, ...mangled, "01/02/2026", "#NAME?", "#DIV/0!"]) {
    const reason = formula.includes(text) ? /begins like a formula/ : /changed by a spreadsheet/;
    for (const column of ["name", "branch", "section"] as const) {
      const row = one({ [column]: text });
      equals([row?.fate, row?.column], ["asked", column], text);
      match(row?.reason ?? "", reason);
    }
    is(one({ name: text }, true)?.fate, "new");
  }
  for (const name of ["'Quoted Name", "Jan Marek", "May Li", "Augusta 2", "1-2", "MAR-A"]) {
    is(one({ name })?.fate, "new", name);
  }
  is(one({ section: "02.Jan" })?.fate, "new", "there is such a section");
  is(one({ email: "k@b.de", name: "=1+1", branch: "1E5" })?.fate, "unchanged");
  is(one({ email: "k@b.de", name: "=1+1", branch: "2E5" })?.column, "branch");
  equals([one({ available: "Nein" })?.fate, one({ available: "Yes" })?.fate], ["asked", "new"]);
  for (const cells of [{ name: "Test Student" }, { name: "", email: "" }, { email: "E-Mail" }]) {
    is(one(cells)?.fate, "skipped");
  }
  is(one({ name: "Test Student" }, true)?.fate, "new");
});

Deno.test("a person who is there twice counts once; if the rows differ, one is chosen", () => {
  const [first, again, other] = judged(rowsOf(
    { name: "Asha", email: "a@b.de" },
    { name: "Asha", email: "A@b.de" },
    { name: "asha", email: "z@b.de" },
  ));
  equals([first?.fate, again?.fate, again?.reason], ["new", "unchanged", "The same as line 2."]);
  const note = "Line 2 has the same name and another address.";
  equals([other?.fate, other?.reason], ["new", note]);
  const twice = rowsOf(
    { name: "Asha", email: "a@b.de", role: "student" },
    { name: "Asha", email: "a@b.de", role: "mentor" },
  );
  for (const { fate, column, reason } of judged(twice)) {
    equals([fate, column, reason], [
      "asked",
      "role",
      "Lines 2 and 3 have the same address and another role. Which one is right?",
    ]);
  }
  const chosen = judged(twice.map((row, at) => ({ ...row, isSure: at === 1 })));
  equals(chosen.map(({ fate, reason }) => [fate, reason]), [
    ["skipped", "Line 3 is chosen for this address."],
    ["new", null],
  ]);
});

Deno.test("a section's name may contain semicolons, and invisible characters hide nothing", () => {
  const sections = ["A", "B", "Lab 1; Group A"].map((name) => ({ _id: name, name }));
  const [split, whole, both, made, sent, hidden] = judged(
    rowsOf(
      { name: "M", email: "m@b.de", role: "mentor", section: "b;Lab 1;group a; A" },
      { name: "S", email: "s@b.de", section: "LAB 1 ;Group A" },
      { name: "T", email: "t@b.de", section: "A; B" },
      { name: "U", email: "u@b.de", section: "Lab 2; Group B" },
      { name: "W", email: "\u200bW@b.de\u2060" },
      ...readPeople(
        sheetOf([
          { line: 1, cells: ["Name", "Email"] },
          { line: 6, cells: ["\u200b=1", "\u200bMAILTO:V\u00ad@b.de\u00a0"] },
        ]),
        ["name", "email"],
      ).map(({ typed }) => typed),
    ),
    [],
    sections,
  );
  equals([split?.sections, whole?.sections], [["B", "Lab 1; Group A", "A"], ["Lab 1; Group A"]]);
  is(both?.reason, "A student is in one section at most.");
  equals(made?.missing, ["Lab 2; Group B"]);
  is(sent?.person?.email, "w@b.de");
  equals([hidden?.fate, hidden?.typed.email], ["asked", "v@b.de"]);
});

Deno.test("a roster cannot take the last admin away", () => {
  const demoted = { name: "Asha", email: "a@b.de", role: "student" };
  const admin = account("a@b.de", "admin");
  const fates = (rows: Cells[], known: KnownAccount[]) =>
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

type Options = Parameters<typeof rosterOf>[1];
async function preview(admin: TestPerson, text: string, options?: Options) {
  const { status, body } = await admin.post(
    "/users/roster/preview",
    await rosterOf(text, options),
  );
  is(status, 200, JSON.stringify(body));
  return body as { rows: RosterRow[]; newSections: string[]; withoutPassword: number };
}
const fatesOf = ({ rows }: { rows: RosterRow[] }) => rows.map(({ fate }) => fate);

async function imported(admin: TestPerson, roster: RosterInput | string, more = {}) {
  const input = typeof roster === "string" ? await rosterOf(roster) : roster;
  const { status, body } = await admin.post("/users/roster", { ...input, ...more });
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
  equals(fatesOf(await preview(admin, text)), ["new", "changed", "wrong"]);
  equals((await accountsOf(server)).length, 2, "a preview writes nothing");

  const done = await imported(admin, text);
  equals([done.import.added, done.import.changed, done.left.length], [1, 1, 1]);
  equals([done.left[0].line, done.left[0].column, done.mailed], [4, "email", 0]);
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
  equals(fatesOf(await preview(admin, text)), ["unchanged", "unchanged", "wrong"]);

  // Who has no password is told by mail, and not again once there is one.
  equals([(await preview(admin, text)).withoutPassword], [1]);
  is((await imported(admin, text, { mail: true })).mailed, 1);
  const { text: told } = await mails.next(email);
  match(told, /^Hello Nila Raman,/);
  ok(told.includes(`${admin.name} has put you on the list of a class`), told);
  ok(told.includes("/forgot-password"), told);

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
  is((await imported(admin, text, { mail: true })).mailed, 0);
});

Deno.test("what changed since the preview is judged anew", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const other = await person(server, "admin");
  const text = `name,email,role\nAsha,${other.email},mentor\nNila,${newAddress()},\n`;
  equals(fatesOf(await preview(admin, text)), ["changed", "new"]);
  // The asker is no admin who could stay any more.
  const { sql } = server.parts.database;
  await sql`update people set disabled_until = now() + interval '1 day' where id = ${admin._id}`;
  const byOther = await imported(other, text);
  equals([byOther.import.added, byOther.import.changed], [1, 0]);
  equals(byOther.left.map(({ reason }: RosterRow) => reason), [
    "This would leave nobody who is an admin.",
  ]);
});

Deno.test("the rows that are left out are written as CSV, mended, and imported", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const email = newAddress();
  const text = `name,email,year\n=Nila,${email},2\n"Zoe ""Z"", a","${newAddress()}",first\n`
    .replace("first", "0");
  const csv = writeLeft((await preview(admin, text)).rows);
  ok(csv.includes(`"'=Nila"`), csv);
  const again = await preview(admin, csv);
  equals(again.rows.map(({ fate, column }) => [fate, column]), [["asked", "name"], [
    "wrong",
    "year",
  ]]);
  equals(again.rows.map(({ typed }) => typed.name), ["=Nila", 'Zoe "Z", a']);
  const mended = csv.replace("'=Nila", "Nila").replace('"0"', '"1"');
  const done = await imported(admin, mended);
  equals([done.import.added, done.left.length], [2, 0]);
});

Deno.test("missing sections are made, and a file that a spreadsheet has changed overwrites nothing", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const [before, after] = [await fileOf("before-excel.csv"), await fileOf("after-excel.csv")];
  const roster = await rosterOf(before);
  const look = async (input: RosterInput) =>
    (await admin.post("/users/roster/preview", input)).body;
  const seen = await look(roster);
  equals(fatesOf(seen), ["wrong", "wrong", "wrong"]);
  equals(seen.newSections, ["1-2", "03-04", "MAR-A"]);
  equals(fatesOf(await look({ ...roster, makeSections: true })), ["new", "new", "new"]);
  equals((await admin.get("/sections")).body, [], "a preview makes none");
  is((await imported(admin, { ...roster, makeSections: true })).import.added, 3);
  const names = (await admin.get("/sections")).body.map(({ name }: { name: string }) => name);
  equals(names, ["03-04", "1-2", "MAR-A"]);
  const changed = await look(await rosterOf(after, { makeSections: true }));
  equals(
    changed.rows.map(({ fate, column }: RosterRow) => [fate, column]),
    [["asked", "section"], ["asked", "section"], ["unchanged", null]],
  );
  const trail = (await admin.get("/audit?verb=section.made")).body;
  is(JSON.stringify(trail).split('"section.made"').length - 1, 3);

  const moodle = { ...await rosterOf(await fileOf("moodle.csv")), makeSections: true };
  is((await imported(admin, moodle)).import.added, 4);
  const saved = await look(await rosterOf(await fileOf("moodle-windows-1252.csv")));
  equals(fatesOf(saved), ["unchanged", "unchanged"]);
});

Deno.test("students who are exported and imported again stay as they are", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const { rows } = await rosterOf(await fileOf("formulas.csv"));
  const names = ["''=1", "'", "Zoë\u200d", "Rao, Asha", 'Dee "Bo" Quinn, Jr.', "01.Sep"];
  rows.push(...names.map((name, at) => ({
    line: 20 + at,
    typed: { name, email: newAddress(), branch: "-B", section: "A; B" },
  })));
  const sure = rows.map((row) => ({ ...row, isSure: true }));
  is((await imported(admin, { rows: sure, makeSections: true })).import.added, 7 + names.length);
  const { sql } = server.parts.database;
  await sql`update people set verified_at = now()`;
  const reply = await admin.fetch("/exports/students?format=csv");
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const csv = new TextDecoder().decode(bytes);
  for (
    const cell of [
      "'=HYPER",
      "'＝3+3",
      "'-Ana Silva",
      "'-10 group",
      "'Quoted",
      `${"'".repeat(3)}=1`,
    ]
  ) {
    ok(csv.includes(`"${cell}`), cell);
  }
  const again = await admin.post("/users/roster/preview", await rosterOf(bytes));
  equals(again.body.rows.filter(({ fate }: RosterRow) => fate !== "unchanged"), []);
  is(again.body.rows.length, 7 + names.length);
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
  const send = async (who: TestPerson) => who.post("/users/roster", await rosterOf(text));
  const { sql } = server.parts.database;
  await sql.begin(async (tx) => {
    await tx.unsafe("select pg_advisory_xact_lock(7361133)");
    const { status, body } = await send(one);
    equals([status, body.code, body.msg], [
      409,
      "class.busy",
      "Another admin is importing a roster or closing a term. Try again in a moment.",
    ]);
  });
  const replies = await Promise.all([send(one), send(other)]);
  ok(replies.every(({ status }) => status === 201 || status === 409));
  const added = replies.map(({ body }) => body.import?.added ?? 0);
  equals(added.sort(), [0, 50]);
});

Deno.test("a roster of 2,000 people is imported in one go, and a longer one refused", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const lines = Array.from({ length: 2000 }, (_, at) => `Student ${at},s${at}@school.edu,CSE,2`);
  const text = ["name,email,branch,year", ...lines].join("\n");
  const { import: { _id, added }, mailed } = await imported(admin, text, { mail: true });
  equals([added, mailed], [2000, 2000]);
  const [mails] = await server.parts.database.sql`
    select extract(minutes from max(due_at) - min(due_at))::int as minutes from mails`;
  is(mails?.minutes, 6, "a code that is asked for meanwhile does not wait behind them");
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

  const hidden = { line: 2, typed: { name: "\u200b=1", email: "\u200bA@b.de" } };
  const { body } = await admin.post("/users/roster/preview", { rows: [hidden] });
  equals([fatesOf(body), body.rows[0].typed.email], [["asked"], "A@b.de"]);
  const one = { line: 2, typed: { name: "Asha", email: "a@b.de" } };
  const long = await admin.post("/users/roster/preview", { rows: Array(2001).fill(one) });
  equals([long.status, long.body.errors], [400, { rows: "At most 2000 people at once." }]);
  const large = { rows: [{ line: 2, typed: { name: "a".repeat(2 * 1024 * 1024) } }] };
  is((await admin.post("/users/roster/preview", large)).status, 413);
});
