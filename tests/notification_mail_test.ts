/**
 * Mails about notifications: at once for those who are away, otherwise once a day; once over several
 * servers; each with a way to end them. And nudges about long waits.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { later } from "../server/kit/core/clock.ts";
import { nudgeMentors, sendMails } from "../server/notifications/mail/commands.ts";
import { nextDigest } from "../server/notifications/policy.ts";
import { sendPushes } from "../server/notifications/push/commands.ts";
import { openNetworkProxy } from "./faults/kit/network.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { listOf, notificationsMade, NOTIFIES } from "./kit/notifications.ts";
import { until } from "./kit/until.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";
import { noteTransactions } from "./kit/transactions.ts";

/** A call is no visit here: a person who was here gets no mail, and visits are stored now and then. */
async function mailServer(vars: Record<string, string>, options: Parameters<typeof testServer>[1]) {
  const server = await testServer(vars, options);
  server.parts.visits.note = () => {};
  return server;
}

async function replied(mentor: TestPerson, student: TestPerson) {
  const { _id } = await assignment(mentor, { title: "Sort" });
  const { _id: id } = await doubt(student, _id);
  is((await mentor.put(`/doubts/${id}/reply`, { reply: "A secret text." })).status, 200);
  return id;
}

const idle = "select 1 from notification_mails";

Deno.test("a reply is mailed at once to a student who is away, once over two servers, without its text", async () => {
  await using mails = await mailbox();
  await using server = await mailServer({ SMTP_URL: mails.url }, NOTIFIES);
  await using second = await mailServer(
    { SMTP_URL: mails.url, DATABASE_URL: server.databaseUrl },
    NOTIFIES,
  );
  const [mentor, student] = [await person(server, "mentor", "Asha"), await person(server)];
  const id = await replied(mentor, student);
  await listOf(student);
  for (const one of [server, second]) one.setClock(later(new Date().toISOString(), 1));
  await Promise.all([server, second, server].map(({ parts }) => sendMails(parts)));
  const mail = await mails.next(student.email);
  match(mail.headers.subject ?? "", /^Asha replied to your doubt on Sort$/);
  match(mail.text, new RegExp(`/doubts/${id}#entry-`));
  ok(!mail.text.includes("secret"));
  is(mail.headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
  const { sql } = server.parts.database;
  await until(async () => (await sql.unsafe(idle)).length === 0);
  is(mails.arrived.length, 1);
});

/** Notes what is pushed. */
function phone() {
  const pushed: string[] = [];
  const send = (_: unknown, payload: string) => {
    pushed.push(payload);
    return Promise.resolve("sent" as const);
  };
  return { pushed, sender: { send } };
}

/** A student who has a phone, with two replies; and what was mailed and pushed so many seconds later. */
async function withPhone(
  server: TestServer,
  { now, pushed, sender }: ReturnType<typeof phone> & { now: string },
) {
  server.setClock(now);
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const keys = { p256dh: "B".repeat(87), auth: "a".repeat(22) };
  const endpoint = "https://fcm.googleapis.com/fcm/send/phone";
  is((await student.post("/notifications/browsers", { endpoint, keys })).status, 201);
  const [kept, wrong] = [await replied(mentor, student), await replied(mentor, student)];
  await listOf(student, ({ total }) => total === 2);
  const tellAt = async (seconds: number) => {
    server.setClock(later(now, seconds / 60));
    await sendMails(server.parts);
    await sendPushes(server.parts, sender);
    const { sql } = server.parts.database;
    // The server itself may be sending one.
    const soon = later(now, seconds / 60 + 2);
    await until(async () => {
      const taken = await sql`select from pushes where attempts > 0 and due_at < ${soon}`;
      return taken.length === 0;
    });
    const [row] = await sql`select count(*)::int as count from mails`;
    return [row?.count, pushed.length];
  };
  return { mentor, student, kept, wrong, tellAt };
}

Deno.test("a reply that is taken back in its ten seconds was neither mailed nor pushed", async () => {
  const { pushed, sender } = phone();
  await using server = await mailServer({}, { ...NOTIFIES, pushes: sender });
  const now = new Date().toISOString();
  const { mentor, kept, wrong, tellAt } = await withPhone(server, { now, pushed, sender });
  equals(await tellAt(14), [0, 0]);
  const { conversation } = (await mentor.get(`/doubts/${wrong}`)).body;
  const { _id } = conversation.at(-1);
  is((await mentor.delete(`/doubts/${wrong}/entries/${_id}`)).status, 200);
  await notificationsMade(server.parts);
  equals(await tellAt(16), [1, 1]);
  ok(pushed[0]?.includes(kept));
});

Deno.test("what waits is told in the way that its person wants by then", async () => {
  const { pushed, sender } = phone();
  await using server = await mailServer({}, { ...NOTIFIES, pushes: sender });
  // 21:59:30 in Kolkata.
  const now = "2026-03-07T16:29:30.000Z";
  const { student, tellAt } = await withPhone(server, { now, pushed, sender });
  const reply = (way: object) =>
    student.put("/notifications/settings", {
      ways: { reply: { push: true, mail: false, ...way } },
      quiet: { from: "22:00", to: "07:00" },
    });
  is((await reply({})).status, 200);
  equals(await tellAt(40), [0, 0], "the quiet hours have begun");
  equals(await tellAt(9 * 3600 + 40), [0, 2], "in the morning");
  const { sql } = server.parts.database;
  equals((await sql`select 1 from notification_mails union all select 1 from pushes`).length, 0);
});

Deno.test("the link in a mail ends its kind with a POST without a sign-in, and a GET changes nothing", async () => {
  await using mails = await mailbox();
  await using server = await mailServer({ SMTP_URL: mails.url }, NOTIFIES);
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  await replied(mentor, student);
  await listOf(student);
  server.setClock(later(new Date().toISOString(), 1));
  const mail = await mails.next(student.email);
  const [, link = ""] = /^<(.*)>$/.exec(mail.headers["list-unsubscribe"] ?? "") ?? [];
  const path = new URL(link).pathname + new URL(link).search;
  const wants = async () => (await student.get("/notifications/settings")).body.ways.reply.mail;
  for (const method of ["HEAD", "GET"]) {
    const answered = await fetch(server.url + path, { method });
    await answered.body?.cancel();
  }
  is(await wants(), true);
  // As mail programs send it (RFC 8058).
  const init = {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  };
  for (let nth = 0; nth < 2; nth++) {
    const done = await fetch(server.url + path, init);
    equals([done.status, (await done.json()).msg], [200, "You get no more mails of this kind."]);
  }
  is(await wants(), false);
  is((await student.get("/notifications/settings")).body.ways.review.mail, true, "only its kind");
  const forged = await caller(server).post(
    `/notifications/unsubscribe?token=${student.token}`,
  );
  equals([forged.status, Object.keys(forged.body.errors)], [400, ["token"]]);
  await replied(mentor, student);
  await listOf(student, ({ total }) => total === 2);
  server.setClock(later(server.parts.clock(), 1));
  await sendMails(server.parts);
  equals(mails.arrived.length, 1);
});

Deno.test("a person who was here a moment ago gets no mail yet, and gets it later if they do not read", async () => {
  await using mails = await mailbox();
  await using server = await mailServer({ SMTP_URL: mails.url }, NOTIFIES);
  const [mentor, reader, idler] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { sql } = server.parts.database;
  for (const { _id } of [reader, idler]) {
    await sql`insert into visits (person_id, seen_at) values (${_id}, now())
      on conflict (person_id) do update set seen_at = now()`;
    await replied(mentor, _id === reader._id ? reader : idler);
  }
  const { notifications: [one] } = await listOf(reader);
  await listOf(idler);
  const transactions = noteTransactions(server);
  server.setClock(later(new Date().toISOString(), 1));
  await sendMails(server.parts);
  equals(transactions.filter((one) => /notification_mails/.test(one.join())), []);
  await reader.post("/notifications/read", { ids: [one._id] });
  server.setClock(later(new Date().toISOString(), 6));
  await sendMails(server.parts);
  await mails.next(idler.email);
  await until(async () => (await sql.unsafe(idle)).length === 0);
  equals(mails.arrived.flatMap(({ to }) => to), [idler.email]);
});

Deno.test("a mail that waits because its person is here does not come in their quiet hours; the daily mail does", async () => {
  await using mails = await mailbox();
  await using server = await mailServer({ SMTP_URL: mails.url }, NOTIFIES);
  // 21:58 in Kolkata: the quiet hours begin before the five minutes are over.
  const evening = "2026-03-07T16:28:00.000Z";
  server.setClock(evening);
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  await student.put("/notifications/settings", {
    quiet: { from: "22:00", to: "07:00" },
    ways: { message: { push: false, mail: true } },
    digestHour: 22,
  });
  const { sql } = server.parts.database;
  await sql`insert into visits (person_id, seen_at) values (${student._id}, ${evening})`;
  await replied(mentor, student);
  const message = { subject: "Tomorrow", body: "…", isPublic: false, recipients: [student._id] };
  await mentor.post("/messages", message);
  await listOf(student, ({ total }) => total === 2);
  const mailsAt = async (minutes: number) => {
    server.setClock(later(evening, minutes));
    await sendMails(server.parts);
    const found = await sql`select count(*)::int as count from mails`;
    return found[0]?.count;
  };
  equals([await mailsAt(0), await mailsAt(6), await mailsAt(540)], [0, 1, 1]);
  is(await mailsAt(542), 2, "at seven");
});

Deno.test("a mail that the mail server refused for now does not come in the quiet hours that have begun since", async () => {
  await using mails = await mailbox();
  mails.refuse(true);
  await using server = await mailServer({ SMTP_URL: mails.url }, NOTIFIES);
  // 21:59 in Kolkata.
  const evening = "2026-03-07T16:29:00.000Z";
  server.setClock(evening);
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  await student.put("/notifications/settings", { quiet: { from: "22:00", to: "07:00" } });
  await replied(mentor, student);
  await listOf(student);
  const { sql } = server.parts.database;
  const nudgeAt = async (seconds: number) => {
    server.setClock(later(evening, seconds / 60));
    await sendMails(server.parts);
    server.parts.postman.nudge();
  };
  const isDue = (attempts: number, at: string) =>
    until(async () => {
      const [mail] = await sql`select attempts, due_at from mails`;
      return mail?.attempts === attempts && new Date(mail.due_at).toISOString() === at;
    });
  await nudgeAt(20);
  await isDue(1, later(evening, 30 / 60));
  mails.refuse(false);
  await nudgeAt(90);
  await isDue(2, "2026-03-08T01:30:00.000Z");
  is(mails.arrived.length, 0);
  await nudgeAt(9 * 3600 + 70);
  await mails.next(student.email);
});

Deno.test("other kinds come in one mail a day, at the person's hour, and survive a mail server that is down", async () => {
  await using mails = await mailbox();
  using network = openNetworkProxy({ url: mails.url });
  network.cut();
  const down = network.url.replace("http", "smtp");
  await using server = await mailServer({ SMTP_URL: down }, NOTIFIES);
  server.startAtNoon();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  await student.put("/notifications/settings", {
    ways: { message: { push: false, mail: true }, announcement: { push: false, mail: true } },
    digestHour: 15,
  });
  for (const subject of ["One", "Two"]) {
    const recipients = [student._id];
    await mentor.post("/messages", { subject, body: "…", isPublic: false, recipients });
  }
  await mentor.post("/messages/announcement", { subject: "Three", body: "…" });
  await listOf(student, ({ total }) => total === 3);
  const { sql } = server.parts.database;
  const due = [...await sql`select distinct due_at from notification_mails`];
  const now = server.parts.clock();
  equals(due.map(({ due_at }) => new Date(due_at).toISOString()), [
    nextDigest({ now, zone: server.parts.env.classTz }, 15),
  ]);
  await sendMails(server.parts);
  equals((await sql`select 1 from mails`).length, 0, "not before the hour");
  const isDueAt = async (digestHour: number) => {
    await student.put("/notifications/settings", { digestHour });
    const hours = await sql`select distinct due_at from notification_mails`;
    const at = nextDigest({ now, zone: server.parts.env.classTz }, digestHour);
    equals(hours.map(({ due_at }) => new Date(due_at).toISOString()), [at], "at the new hour");
  };
  await isDueAt(20);
  await isDueAt(15);
  server.setClock(later(now, 4 * 60));
  await sendMails(server.parts);
  // A try that is still under way would arrive, too.
  await until(() => server.logged.some(({ msg }) => msg === "mail could not be sent"));
  network.mend();
  server.setClock(later(now, 5 * 60));
  server.parts.postman.nudge();
  const mail = await mails.next(student.email);
  is(mail.headers.subject, "3 things that concern you at Doubtless");
  for (const subject of ["One", "Two", "Three"]) ok(mail.text.includes(subject));
  is(mails.arrived.length, 1);
});

Deno.test("a mentor who has asked for it is told of a long wait, once for each wait", async () => {
  await using server = await mailServer({}, NOTIFIES);
  server.startAtNoon();
  const [mentor, calm, student] = [
    await person(server, "mentor"),
    await person(server, "mentor"),
    await person(server),
  ];
  await mentor.put("/desk/limits", { long: 5, tooLong: 20 });
  await mentor.put("/notifications/settings", { nudges: true });
  const { _id } = await assignment(calm, { title: "Stacks" });
  const { _id: id } = await doubt(student, _id);
  const start = server.parts.clock();
  server.setClock(later(start, 19));
  await nudgeMentors(server.parts);
  is((await mentor.get("/notifications")).body.total, 0);
  server.setClock(later(start, 21));
  await Promise.all([nudgeMentors(server.parts), nudgeMentors(server.parts)]);
  await nudgeMentors(server.parts);
  const { notifications } = await listOf(mentor);
  equals(
    notifications.map((one: { kind: string; path: string }) => [one.kind, one.path]),
    [["nudge", `/doubts/${id}`]],
  );
  is((await calm.get("/notifications")).body.total, 0);
});

Deno.test("a response that waits for a review is a wait as well, and is counted once with its doubt", async () => {
  await using server = await mailServer({}, NOTIFIES);
  server.startAtNoon();
  const [mentor, student, asker] = [
    await person(server, "mentor"),
    await person(server, "student", "Ravi"),
    await person(server),
  ];
  await mentor.put("/desk/limits", { long: 5, tooLong: 20 });
  await mentor.put("/notifications/settings", { nudges: true });
  const { _id } = await assignment(mentor, { title: "Stacks" });
  const answer = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
  await student.put(`/assignments/${_id}/status`, answer);
  await asker.put(`/assignments/${_id}/status`, {
    responseStatus: "having doubt",
    learningNotes: "Where does it end?",
  });
  const { _id: id } = await doubt(asker, _id);
  const start = server.parts.clock();
  const waited = async (minutes: number) => {
    server.setClock(later(start, minutes));
    await nudgeMentors(server.parts);
    const { body } = await mentor.get("/notifications");
    return body.notifications.map((one: { path: string }) => one.path).toSorted();
  };
  equals(await waited(19), []);
  const item = `/solutions?view=triage&item=${_id}.${student._id}`;
  equals(await waited(21), [`/doubts/${id}`, item]);
  equals(await waited(40), [`/doubts/${id}`, item], "once for each wait");
  // A new attempt after a review is another wait.
  await mentor.put(`/assignments/${_id}/review`, {
    studentId: student._id,
    reviewStatus: "not approved",
    mentorComment: "Not yet.",
  });
  await student.put(`/assignments/${_id}/status`, answer);
  equals(await waited(41), [`/doubts/${id}`, item]);
  equals(await waited(70), [`/doubts/${id}`, item, item]);
});
