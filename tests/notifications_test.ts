/**
 * Notifications: whom an event concerns, once over several servers and after a crash; what a reader
 * may see; what is read, over all tabs; the settings.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { bell } from "../client/notifications/state.ts";
import { USUAL_SETTINGS } from "../server/languages/types.ts";
import { isQuiet, nextDigest, quietUntil, sentenceOf } from "../server/notifications/policy.ts";
import { KEPT_MOST } from "../server/notifications/schema.ts";
import { failureOf } from "../server/runs/failure.ts";
import { assignment, assignTo, doubt } from "./kit/assignments.ts";
import { duplicates } from "./kit/doubts.ts";
import { beforeNoted, listOf, notificationsMade, NOTIFIES } from "./kit/notifications.ts";
import { until } from "./kit/until.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { browserRun, claim, runsOf, SUM, sumQuestion, SUMS } from "./kit/runs.ts";
import { testServer } from "./kit/server.ts";
import { noteTransactions } from "./kit/transactions.ts";
import { listen } from "./kit/socket.ts";

type Item = { _id: string; kind: string; title: string; path: string; isRead: boolean };
const kindsOf = (page: { notifications: Item[] }) => page.notifications.map(({ kind }) => kind);
const hasKind = (kind: string) => (page: { notifications: Item[] }) => kindsOf(page).includes(kind);

async function askedDoubt(mentor: TestPerson, student: TestPerson) {
  const { _id } = await assignment(mentor, { title: "Reverse a list" });
  return await doubt(student, _id);
}

Deno.test("a reply concerns its student and those who have the doubt too, with the place", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [mentor, student, classmate, other] = [
    await person(server, "mentor", "Asha"),
    await person(server),
    await person(server),
    await person(server),
  ];
  const { _id } = await askedDoubt(mentor, student);
  is((await classmate.post(`/doubts/${_id}/share`)).status, 200);
  using ear = await listen(server, { token: student.token });
  using quiet = await listen(server, { token: other.token });
  const { body: replied } = await mentor.put(`/doubts/${_id}/reply`, { reply: "Swap the ends." });
  const entry = replied.conversation.at(-1);
  const { seq: _, ...told } = await ear.next("notification.made");
  const mine = await listOf(student);
  equals(mine, { notifications: [{ ...told, isRead: false }], unread: 1, total: 1 });
  equals([told.kind, told.title, told.by.name, told.path], [
    "reply",
    "Reverse a list",
    "Asha",
    `/doubts/${_id}#entry-${entry._id}`,
  ]);
  ok(!JSON.stringify(told).includes("Swap"), "it holds no text of the thread");
  equals(kindsOf(await listOf(classmate)), ["followed"]);
  is((await other.get("/notifications")).body.total, 0);
  equals(quiet.of("notification.made"), []);
  is((await mentor.get("/notifications")).body.total, 0, "nobody is told of their own act");
  await student.put(`/doubts/${_id}/followup`, { followup: "And the middle?" });
  equals(kindsOf(await listOf(mentor)), ["asked-again"]);
  is((await caller(server).get("/notifications")).status, 401);
});

Deno.test("a notification about something that a person may no longer see is neither listed nor counted", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [mentor, student, classmate] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id } = await askedDoubt(mentor, student);
  await classmate.post(`/doubts/${_id}/share`);
  await mentor.put(`/doubts/${_id}/reply`, { reply: "So." });
  await listOf(classmate);
  await student.patch(`/doubts/${_id}`, { private: true });
  equals((await classmate.get("/notifications")).body, { notifications: [], unread: 0, total: 0 });
  is((await student.get("/notifications")).body.unread, 1);
  await student.patch(`/doubts/${_id}`, { private: false });
  is((await classmate.get("/notifications")).body.unread, 1);

  const { body: notice } = await mentor.post("/messages/announcement", {
    subject: "Exam",
    body: "Friday.",
  });
  await listOf(student, hasKind("announcement"));
  is((await mentor.get("/notifications")).body.total, 0, "not for its author");
  await mentor.delete(`/messages/announcement/${notice._id}`);
  equals(kindsOf((await student.get("/notifications")).body), ["reply"]);
  const { sql } = server.parts.database;
  await until(async () =>
    (await sql`select from notifications where kind = 'announcement'`).length === 0
  );
  // Newer things that the student may not see take no place in the list.
  const made = await sql`
    insert into notifications (id, cause, kind, is_for_all, path, subject_id, assignment_id, at, created_at)
    select ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'hidden:' || n, 'assigned',
      false, '/', ${_id}, gen_random_uuid(), now(), now()
    from generate_series(1, ${2 * KEPT_MOST}) as n returning id`;
  await sql`insert into notified (person_id, notification_id)
    select ${student._id}, id from unnest(${made.map(({ id }) => id)}::uuid[]) as id`;
  equals(kindsOf((await student.get("/notifications")).body), ["reply"]);
});

Deno.test("an announcement is one row for all, and each person has read it or not", async () => {
  await using server = await testServer({}, NOTIFIES);
  const mentor = await person(server, "mentor");
  const students = await Promise.all(Array.from({ length: 5 }, () => person(server)));
  const [first, second] = students as [TestPerson, TestPerson];
  await mentor.post("/messages/announcement", { subject: "Holiday", body: "No class." });
  for (const one of students) await listOf(one);
  const { sql } = server.parts.database;
  equals([...await sql`select count(*)::int as n from notifications`], [{ n: 1 }]);
  equals([...await sql`select count(*)::int as n from notified`], [{ n: 0 }]);
  using ear = await listen(server, { token: first.token });
  const { body: { notifications: [item] } } = await first.get("/notifications");
  is((await first.post("/notifications/read", { ids: [item._id] })).status, 200);
  equals((await ear.next("notification.read")).ids, [item._id]);
  is((await first.get("/notifications")).body.unread, 0);
  is((await second.get("/notifications")).body.unread, 1);
  // An edit is no news.
  const { body: [notice] } = await mentor.get("/messages/announcement");
  await mentor.put(`/messages/announcement/${notice._id}`, { subject: "No class", body: "Rest." });
  equals((await second.get("/notifications")).body.notifications.map((one: Item) => one.title), [
    "No class",
  ]);
  is((await first.get("/notifications")).body.unread, 0);
});

Deno.test("reading all reads up to a notification, and later ones stay unread", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const send = (subject: string) =>
    mentor.post("/messages", { subject, body: "…", isPublic: false, recipients: [student._id] });
  await send("One");
  const { notifications: [one] } = await listOf(student);
  await send("Two");
  await listOf(student, ({ total }) => total === 2);
  is((await student.post("/notifications/read-all", { upTo: one._id })).status, 200);
  const { body } = await student.get("/notifications");
  equals(body.notifications.map(({ title, isRead }: Item) => [title, isRead]), [
    ["Two", false],
    ["One", true],
  ]);
  is(body.unread, 1);
  const stranger = await person(server);
  const refused = await stranger.post("/notifications/read-all", { upTo: one._id });
  equals([refused.status, Object.keys(refused.body.errors)], [400, ["upTo"]]);
  await stranger.post("/notifications/read", { ids: [one._id] });
  is((await stranger.get("/notifications")).body.total, 0, "nobody gets another's by reading it");
  is((await student.post("/notifications/read", { ids: [] })).status, 400);
  equals((await student.get("/notifications?page=2&limit=1")).body.notifications.length, 1);
});

Deno.test("each event is noted once over several servers, and after one that died", async () => {
  await using server = await testServer({}, NOTIFIES);
  await using second = await testServer({ DATABASE_URL: server.databaseUrl }, NOTIFIES);
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const elsewhere = { ...mentor, ...caller(second, mentor.token) };
  const message = (nth: number) => ({
    subject: `Note ${nth}`,
    body: "…",
    isPublic: false,
    recipients: [student._id],
  });
  await Promise.all(
    Array.from(
      { length: 12 },
      (_, nth) => (nth % 2 ? mentor : elsewhere).post("/messages", message(nth)),
    ),
  );
  await listOf(student, ({ total }) => total === 12);
  const { sql } = server.parts.database;
  // As after a crash between the rows and the place in the log, which one transaction prevents.
  await sql`update notification_progress set seq = 0`;
  await mentor.post("/messages", message(12));
  await listOf(student, ({ total }) => total === 13);
  await until(async () => {
    const [row] = await sql`
      select (select seq from notification_progress) >= (select max(seq) from events) as done`;
    return row?.done;
  });
  is((await student.get("/notifications")).body.total, 13);
});

Deno.test("reviews, comments, messages and questions of one's own concern their people", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await assignment(mentor);
  const solved = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
  await student.put(`/assignments/${_id}/status`, solved);
  await mentor.put(`/assignments/${_id}/review`, {
    studentId: student._id,
    reviewStatus: "approved",
    mentorComment: "Good.",
  });
  const { notifications: [review] } = await listOf(student, hasKind("review"));
  is(review.path, `/Student-solutions?item=${_id}`);
  const { _id: own } = await assignment(mentor);
  await assignTo(mentor, own, student);
  await listOf(student, hasKind("assigned"));
  equals(new Set(kindsOf((await student.get("/notifications")).body)).size, 2);
});

Deno.test("settings are kept, tell other tabs, and name what is wrong", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { body: usual } = await student.get("/notifications/settings");
  equals([usual.ways.reply, usual.quiet, usual.version], [{ push: true, mail: true }, null, 1]);
  using ear = await listen(server, { token: student.token });
  const wanted = { ways: { reply: { push: false, mail: false } }, digestHour: 7 };
  const { body: kept } = await student.put("/notifications/settings", wanted);
  equals([kept.ways.reply, kept.ways.review.mail, kept.digestHour], [
    wanted.ways.reply,
    true,
    7,
  ]);
  const { seq: _, ...told } = await ear.next("notification.settings");
  equals(told, kept);
  const wrong = async (body: unknown) => {
    const reply = await student.put("/notifications/settings", body);
    return [reply.status, Object.keys(reply.body.errors ?? {})];
  };
  equals(await wrong({ quiet: { from: "25:00", to: "06:00" } }), [400, ["quiet.from"]]);
  equals(await wrong({ quiet: { from: "22:00", to: "22:00" } }), [400, ["quiet.to"]]);
  equals(await wrong({ digestHour: 24 }), [400, ["digestHour"]]);
  equals(await wrong({ nudges: true }), [400, ["nudges"]]);
  is((await mentor.put("/notifications/settings", { nudges: true })).body.nudges, true);
  const late = await student.put("/notifications/settings", { digestHour: 8, version: 1 });
  equals([late.status, late.body.current.digestHour], [409, 7]);
});

const KOLKATA = "Asia/Kolkata";
const NEW_YORK = "America/New_York";
const NIGHT = { from: "22:00", to: "06:30" };

Deno.test("quiet hours may pass midnight, and end on the clock when the clocks change", () => {
  equals(
    ["21:59", "22:00", "23:59", "00:00", "06:29", "06:30"].map((at) => isQuiet(NIGHT, at)),
    [false, true, true, true, true, false],
  );
  const noon = { from: "12:30", to: "13:30" };
  equals(["12:29", "12:30", "13:29", "13:30"].map((at) => isQuiet(noon, at)), [
    false,
    true,
    true,
    false,
  ]);
  const ends = (now: string, zone: string, quiet: typeof NIGHT | null = NIGHT) =>
    quietUntil({ now, zone }, quiet);
  // 21:59:59 and 22:00 in Kolkata, half an hour beside the full hours of UTC.
  equals(ends("2026-03-07T16:29:59.000Z", KOLKATA), "2026-03-07T16:29:59.000Z");
  equals(ends("2026-03-07T16:30:00.000Z", KOLKATA), "2026-03-08T01:00:00.000Z");
  equals(ends("2026-03-07T18:30:00.000Z", KOLKATA), "2026-03-08T01:00:00.000Z", "at midnight");
  equals(ends("2026-03-08T01:00:00.000Z", KOLKATA), "2026-03-08T01:00:00.000Z", "at the end");
  equals(ends("2026-03-07T18:30:00.000Z", KOLKATA, null), "2026-03-07T18:30:00.000Z");
  // New York: the night of 8 March 2026 has an hour less, that of 1 November one more.
  equals(ends("2026-03-08T04:00:00.000Z", NEW_YORK), "2026-03-08T10:30:00.000Z");
  equals(ends("2026-11-01T03:00:00.000Z", NEW_YORK), "2026-11-01T11:30:00.000Z");
  // 2:30 is left out in March, and 1:30 comes twice in November.
  const early = { from: "00:30", to: "02:30" };
  equals(ends("2026-03-08T06:00:00.000Z", NEW_YORK, early), "2026-03-08T07:30:00.000Z");
  const twice = { from: "00:30", to: "01:30" };
  for (const now of ["2026-11-01T05:00:00.000Z", "2026-11-01T06:10:00.000Z"]) {
    equals(ends(now, NEW_YORK, twice), "2026-11-01T06:30:00.000Z", now);
  }
});

Deno.test("the daily mail comes at its hour, once a day, also when the clocks change", () => {
  const next = (now: string, hour: number, zone = NEW_YORK) => nextDigest({ now, zone }, hour);
  equals(next("2026-03-07T12:29:59.999Z", 18, KOLKATA), "2026-03-07T12:30:00.000Z");
  equals(next("2026-03-07T12:30:00.000Z", 18, KOLKATA), "2026-03-08T12:30:00.000Z");
  equals(next("2026-03-07T18:29:00.000Z", 0, KOLKATA), "2026-03-07T18:30:00.000Z", "midnight");
  // The hour after the clock's change is still the person's hour.
  equals(next("2026-03-07T23:30:00.000Z", 18), "2026-03-08T22:00:00.000Z");
  equals(next("2026-11-01T00:00:00.000Z", 18), "2026-11-01T23:00:00.000Z");
  // 2:00 is left out on 8 March: 3:00 then, and 2:00 again on the next day.
  equals(next("2026-03-08T06:59:00.000Z", 2), "2026-03-08T07:00:00.000Z");
  equals(next("2026-03-08T07:00:00.000Z", 2), "2026-03-09T06:00:00.000Z");
  // 1:00 comes twice on 1 November: one mail.
  const first = next("2026-11-01T04:00:00.000Z", 1);
  equals([first, next(first, 1)], ["2026-11-01T06:00:00.000Z", "2026-11-02T06:00:00.000Z"]);
});

Deno.test("a quick question concerns the class, but not the person who asked it", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [mentor, student] = [await person(server, "mentor", "Asha"), await person(server)];
  using ear = await listen(server, { token: student.token });
  const { status, body: quickQuestion } = await mentor.post("/quick-questions", {
    text: "What is 7 / 2 in C++?",
    options: ["3", "3.5"],
  });
  is(status, 201);
  const { seq: _, ...told } = await ear.next("notification.made");
  equals((await listOf(student)).notifications, [{ ...told, isRead: false }]);
  equals([told.kind, told.subjectId, sentenceOf(told)], [
    "poll",
    quickQuestion._id,
    "A quick question: What is 7 / 2 in C++?",
  ]);
  is((await mentor.get("/notifications")).body.total, 0);
});

Deno.test("the student of a merged doubt is told where it goes on, and nobody is told when the merge is taken back", async () => {
  await using server = await testServer({}, NOTIFIES);
  const { mentor, first, second, kept, merged, merge, takeBack } = await duplicates(server);
  is((await merge()).status, 200);
  const { notifications: [told], total } = await listOf(second);
  equals([total, told.kind, told.title, told.path], [
    1,
    "merged",
    "Queues",
    `/doubts/${kept._id}`,
  ]);
  using ear = await listen(server, { token: second.token });
  is((await takeBack()).status, 200);
  is((await ear.next("doubt.merged")).into, null);
  equals((await listOf(second, (all) => all.total === 0)).notifications, [], "it is no news now");
  // What comes later is noted later: the list has nothing between.
  await mentor.put(`/doubts/${merged._id}/reply`, { reply: "So." });
  equals(kindsOf(await listOf(second, hasKind("reply"))), ["reply"]);
  equals(kindsOf((await first.get("/notifications")).body), []);
});

Deno.test("an open bell shows a new name at once, and a learner's name goes to nobody else", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [mentor, student, volunteer, classmate] = [
    await person(server, "mentor", "Asha"),
    await person(server),
    await person(server, "volunteer"),
    await person(server),
  ];
  const { _id } = await askedDoubt(mentor, student);
  await mentor.put(`/doubts/${_id}/reply`, { reply: "Swap the ends." });
  await student.put(`/doubts/${_id}/followup`, { followup: "And the middle?" });
  await student.patch(`/doubts/${_id}`, { private: true });
  const note = { subject: "Help", body: "…", isPublic: false, recipients: [volunteer._id] };
  is((await student.post("/messages", note)).status, 201);
  using quiet = await listen(server, { token: classmate.token });
  for (
    const [renamed, readers, sentence] of [
      [mentor, [student], "A. Rao replied to your doubt on Reverse a list"],
      [student, [mentor, volunteer], "A. Rao asks again on Reverse a list"],
    ] as const
  ) {
    const ears = await Promise.all(readers.map((me) => listen(server, { token: me.token })));
    const before = await Promise.all(readers.map((me) => listOf(me)));
    is((await renamed.patch("/auth/me", { branch: "ECE" })).status, 200);
    is((await renamed.patch("/auth/me", { name: "A. Rao" })).status, 200);
    for (const [at, me] of readers.entries()) {
      const data = await ears[at]?.next("person.renamed");
      const known = { items: before[at].notifications, seq: 0, stale: false };
      const { items } = bell.apply(known, { event: "person.renamed", data }, me);
      equals(items, (await me.get("/notifications")).body.notifications);
      if (at === 0 && items[0]) is(sentenceOf(items[0]), sentence);
    }
    for (const ear of ears) {
      is(ear.of("person.renamed").length, 1, "once, and not with another change");
      ear[Symbol.dispose]();
    }
  }
  await quiet.next("person.renamed");
  equals(quiet.of("person.renamed").map((one) => one._id), [mentor._id]);
  // The class sees the name of who has a doubt that is open to it.
  await student.patch(`/doubts/${_id}`, { private: false });
  is((await student.patch("/auth/me", { name: "Asha S." })).status, 200);
  is((await quiet.until("person.renamed", (one) => one._id === student._id)).name, "Asha S.");
});

Deno.test("a doubt that is merged, taken back and merged again is told once", async () => {
  await using server = await testServer({}, NOTIFIES);
  const { second, kept, merge, takeBack } = await duplicates(server);
  is((await merge()).status, 200);
  const { notifications: [first] } = await listOf(second);
  is((await takeBack()).status, 200);
  await listOf(second, ({ total }) => total === 0);
  is((await merge()).status, 200);
  const { notifications, unread } = await listOf(
    second,
    (all) => all.notifications.some(({ _id }: Item) => _id !== first._id),
  );
  equals([notifications.map(({ path }: Item) => path), unread], [[`/doubts/${kept._id}`], 1]);
});

Deno.test("an answer to a group is told each of them alone, as a mentor's first word", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [mentor, classmate] = [await person(server, "mentor", "Asha"), await person(server)];
  const members = [await person(server), await person(server)];
  const { _id: assignmentId } = await sumQuestion(mentor);
  const result = claim([{ verdict: "wrong", output: "4" }, {}]);
  for (const one of members) await one.post(runsOf(assignmentId), browserRun({ result }));
  const settings = USUAL_SETTINGS;
  const key = failureOf({ result, source: SUM, settings, testCases: SUMS })?.key;
  const { status } = await mentor.post("/groups/answers", {
    assignmentId,
    key,
    members: members.map(({ _id }) => _id),
    answer: "Add **b**, too.",
  });
  is(status, 201);
  for (const one of members) {
    const { notifications: [told], total } = await listOf(one);
    const { body } = await one.get("/doubts/filter-doubts?scope=mine");
    const { conversation: [entry] } = (await one.get(`/doubts/${body.doubts[0]._id}`)).body;
    equals([total, told.kind, told.path], [
      1,
      "reply",
      `/doubts/${body.doubts[0]._id}#entry-${entry._id}`,
    ]);
    match(sentenceOf(told), /^Asha wrote to you about /);
  }
  for (const one of [mentor, classmate]) is((await one.get("/notifications")).body.total, 0);
});

Deno.test("the replies of a moment are noted with as many statements as one reply", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [mentor, classmate] = [await person(server, "mentor"), await person(server)];
  const noted = async (count: number) => {
    const asked: string[] = [];
    for (let nth = 0; nth < count; nth++) {
      const { _id } = await askedDoubt(mentor, await person(server));
      is((await classmate.post(`/doubts/${_id}/share`)).status, 200);
      asked.push(_id);
    }
    const before = (await classmate.get("/notifications")).body.total;
    await notificationsMade(server.parts);
    const transactions = noteTransactions(server);
    await beforeNoted(server, async () => {
      for (const _id of asked) await mentor.put(`/doubts/${_id}/reply`, { reply: "So." });
    });
    await listOf(classmate, ({ total }) => total === before + count);
    const [one, more] = transactions.filter((statements) =>
      statements.some((one) => one.startsWith('insert into "notifications"'))
    );
    is(more, undefined, "in one transaction");
    return one?.length;
  };
  is(await noted(3), await noted(1));
});

Deno.test("a reply sends the same statements whether or not people are told of it", async () => {
  const sent = async (notifies: boolean) => {
    await using server = await testServer({}, { notifies });
    const [mentor, student] = [await person(server, "mentor"), await person(server)];
    const { _id } = await askedDoubt(mentor, student);
    const transactions = noteTransactions(server);
    is((await mentor.put(`/doubts/${_id}/reply`, { reply: "So." })).status, 200);
    if (notifies) await listOf(student);
    const all = transactions.filter((statements) =>
      statements.some((one) => /insert into "?doubt_entries/.test(one))
    );
    is(all.length, 1);
    return all[0];
  };
  const without = await sent(false);
  ok(without && without.length > 2, "the statements are noted");
  equals(await sent(true), without);
});
