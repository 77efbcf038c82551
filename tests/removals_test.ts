/** The deletion of a person: it can be taken back for some days, and then what is theirs alone goes. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { picture } from "./kit/fixture.ts";
import { assignment, doubt, submit } from "./kit/assignments.ts";
import { until } from "./kit/until.ts";
import { caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { browserRun, runsOf, sumQuestion } from "./kit/runs.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";

const answer = ({ status, body }: Reply) => [status, body.code];

const signIn = (server: TestServer, { email }: { email: string }) =>
  caller(server).post("/auth/login", { email, password: PASSWORD });

/** Makes the days pass, and waits until the person is removed. */
async function remove(server: TestServer, id: string): Promise<void> {
  const { sql } = server.parts.database;
  await sql`update removals set due_at = now() where person_id = ${id}`;
  await until(async () => {
    const [row] = await sql`
      select from removals where person_id = ${id} and removed_at is not null`;
    return row;
  });
}

Deno.test("one deletes one's own account with the password, and takes it back with the mailed link", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const student = await person(server, "student", "Asha Rao");
  for (
    const [body, code] of [
      [{ password: "Wrong@1234" }, "auth.wrong"],
      [{ otp: "123456" }, "auth.otp-wrong"],
      [{}, "invalid"],
      [{ password: PASSWORD, otp: "123456" }, "invalid"],
    ] as const
  ) equals(answer(await student.post("/auth/me/deletion", body)), [400, code]);
  equals(answer(await admin.post("/auth/me/deletion", { password: PASSWORD })), [
    409,
    "user.last-admin",
  ]);
  is((await student.get("/auth/me")).status, 200, "nothing has happened");

  is((await student.post("/auth/me/deletion", { password: PASSWORD })).status, 200);
  is((await student.get("/auth/me")).status, 401, "the session has ended");
  equals(answer(await signIn(server, student)), [400, "auth.wrong"]);
  const { text } = await mails.next(student.email);
  const [, token = ""] = text.match(/\/take-back\?token=([\w-]+)/) ?? [];
  const [listed] = (await admin.get("/users/removals")).body;
  equals([listed.name, listed.email, listed.by, listed.report], [
    "Asha Rao",
    student.email,
    null,
    null,
  ]);
  const takeBack = (token: string) => caller(server).post("/users/removals/take-back", { token });
  equals(answer(await takeBack("x".repeat(43))), [404, "not-found"]);
  is((await takeBack(token)).status, 200);
  const { body } = await signIn(server, student);
  equals([body.user._id, body.user.name], [student._id, "Asha Rao"]);
  equals(answer(await takeBack(token)), [404, "not-found"], "it works once");
  equals((await admin.get("/users/removals")).body, []);
});

Deno.test("an account without a password is deleted with a mailed code", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const student = await person(server);
  await server.parts.database.sql`update people set password_hash = null`;
  is((await student.post("/auth/me/deletion-code", {})).status, 200);
  const { code: otp } = await mails.next(student.email);
  const wrong = otp === "000000" ? "000001" : "000000";
  equals(answer(await student.post("/auth/me/deletion", { otp: wrong })), [400, "auth.otp-wrong"]);
  is((await student.post("/auth/me/deletion", { otp })).status, 200);
  is((await student.get("/auth/me")).status, 401);
});

Deno.test("an admin takes a deleted account back, unless its address has another one or the days are over", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const [student, mentor, gone] = [
    await person(server),
    await person(server, "mentor"),
    await person(server),
  ];
  const takeBack = ({ _id }: { _id: string }) => admin.post(`/users/removals/${_id}/take-back`, {});
  equals(answer(await takeBack(student)), [404, "not-found"], "it is not deleted");
  const ids = [student._id, mentor._id, gone._id];
  is((await admin.post("/users/many", { act: "delete", ids })).status, 200);
  is((await takeBack(student)).body.email, student.email);
  is((await signIn(server, student)).status, 200);

  const other = { name: "Another", email: mentor.email, role: "mentor" };
  is((await admin.post("/users", other)).status, 201);
  equals(answer(await takeBack(mentor)), [409, "user.exists"]);

  await remove(server, gone._id);
  equals(answer(await takeBack(gone)), [404, "not-found"]);
  is(
    (await admin.get("/users?role=student")).body.length,
    1,
    "the one who is back was not removed",
  );
});

Deno.test("what others read shows no address of a deleted account", async () => {
  await using server = await testServer();
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const student = await person(server);
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  const message = { subject: "S", body: "B", isPublic: false };
  for (const [from, to] of [[mentor, student], [student, mentor]] as const) {
    is((await from.post("/messages", { ...message, recipients: [to._id] })).status, 201);
  }
  const addresses = async () => {
    const { student } = (await mentor.get(`/doubts/${_id}`)).body;
    const [received, sent] = (await mentor.get("/messages/allForMentor")).body;
    const { sender, recipients: [recipient] } = (await admin.get(`/messages/${sent._id}`)).body;
    equals([received.recipients[0].email, sender.email], [mentor.email, mentor.email]);
    return [student, received.sender, sent.recipients[0], recipient].map((one) => one.email);
  };
  equals(await addresses(), Array(4).fill(student.email));
  is((await admin.delete(`/users/${student._id}`)).status, 200);
  equals(await addresses(), Array(4).fill(undefined));
});

/** The rows of the whole database in which a text is, by table. */
async function tablesWith({ parts: { database: { sql } } }: TestServer, text: string) {
  const tables = await sql`select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::int as count from "${name}" as one where one::text ilike $1`,
      [`%${text}%`],
    );
    if (row?.count > 0) found.push(name);
  }
  return found;
}

Deno.test("after the days, what is a person's alone is gone, and what others rely on has no name", async () => {
  await using server = await testServer();
  const { sql } = server.parts.database;
  const [admin, mentor, other] = [
    await person(server, "admin"),
    await person(server, "mentor"),
    await person(server),
  ];
  const student = await person(server, "student", "Vanishing Vera");
  const questions = [];
  for (const title of ["One", "Two", "Three"]) {
    questions.push((await sumQuestion(mentor, { title }))._id);
  }
  const [one, two, three] = questions as [string, string, string];
  const unanswered = await doubt(student, one, { doubtText: "Alone" });
  const answered = await doubt(student, two, { doubtText: "Answered" });
  is((await mentor.put(`/doubts/${answered._id}/reply`, { reply: "Because" })).status, 200);
  const shared = await doubt(other, three, { doubtText: "Shared" });
  equals((await student.post(`/doubts/${shared._id}/share`, {})).body.sharers, 1);
  is((await student.post(runsOf(three), browserRun())).status, 201);
  await submit(student, one, { studentSolution: "int one;" });
  await submit(student, two, { studentSolution: "int two;" });
  const review = { studentId: student._id, reviewStatus: "approved" };
  is((await mentor.put(`/assignments/${two}/review`, review)).status, 200);
  is((await mentor.post(`/students/${student._id}/notes`, { text: "Note" })).status, 201);
  const message = { subject: "To you", body: "Hello", isPublic: false, recipients: [mentor._id] };
  is((await student.post("/messages", message)).status, 201);
  const file = () => {
    const form = new FormData();
    form.set("file", picture());
    return form;
  };
  const upload = async () => (await student.post("/upload", file())).body.url as string;
  const [unseen, seen] = [await upload(), await upload()];
  await sql`update doubt_entries set message = message || ${seen}
    where doubt_id = ${answered._id} and place = 1`;

  is((await admin.delete(`/users/${student._id}`)).status, 200);
  is((await mentor.get(`/doubts/${unanswered._id}`)).status, 200, "nothing goes before its time");
  await remove(server, student._id);

  equals((await tablesWith(server, student.email)).filter((table) => table !== "events"), []);
  const named = await tablesWith(server, "Vanishing Vera");
  equals(named.filter((table) => table !== "events"), ["audit"]);
  is((await mentor.get(`/doubts/${unanswered._id}`)).status, 404);
  const thread = (await mentor.get(`/doubts/${answered._id}`)).body;
  equals([thread.student.name, thread.entries], ["A former student", 2]);
  is((await other.get(`/doubts/${shared._id}`)).body.sharers, 0);
  const count = async (table: string) => {
    const [row] = await sql.unsafe(
      `select count(*)::int as count from ${table} where student_id = $1`,
      [student._id],
    );
    return row?.count;
  };
  equals(
    await Promise.all(
      ["runs", "responses", "attempts", "reviews", "doubts", "student_notes"].map(count),
    ),
    [1, 1, 1, 1, 1, 0],
  );
  equals(
    await Promise.all(
      [unseen, seen].map(async (url) => (await fetch(server.url + url).then(dropped)).status),
    ),
    [404, 200],
  );
  is((await mentor.get("/messages/allForMentor")).body[0].sender.name, "A former student");

  const [removed] = (await admin.get("/users/removals")).body;
  equals([removed.name, removed.email], ["A former student", null]);
  equals(
    [removed.report.gone.doubts, removed.report.gone.runs, removed.report.gone.responses],
    [1, 2, 1],
  );
  equals([removed.report.stays.doubts, removed.report.stays.reviews], [1, 1]);
  const [row] = (await admin.get("/audit?verb=account.removed")).body.rows;
  equals([row.about._id, row.about.title, row.by], [student._id, "A former student", null]);
  ok(/^\d+ rows are gone, \d+ stay without the name$/.test(row.detail));
  is((await mentor.get("/dashboard/mentor")).status < 500, true);
  const [{ figure, doubts } = {}] = await sql`
    select (select sum(count)::int from figures where figure = 'doubt') as figure,
      (select count(*)::int from doubts where not mentor_first) as doubts`;
  is(figure, doubts, "the figures follow");
});

async function dropped(reply: Response): Promise<Response> {
  await reply.body?.cancel();
  return reply;
}

Deno.test("two servers remove a person once", async () => {
  await using server = await testServer();
  await using _second = await testServer({ DATABASE_URL: server.databaseUrl });
  const [admin, student] = [await person(server, "admin"), await person(server)];
  await doubt(student, (await assignment(await person(server, "mentor")))._id);
  is((await admin.delete(`/users/${student._id}`)).status, 200);
  await remove(server, student._id);
  is((await admin.get("/audit?verb=account.removed")).body.rows.length, 1);
});
