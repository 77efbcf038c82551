/**
 * Announcements, briefings and questions that are prepared for a time: who sees them before, and
 * that each appears once, at that time, as if it had just been created.
 */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { assignment, questionForm } from "./kit/assignments.ts";
import {
  type Caller,
  caller,
  person,
  type Reply,
  signedIn,
  type TestPerson,
} from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const NOTICE = { subject: "Lab 3 is closed", body: "Use Lab 1.", links: [] };
const TEXTS = { classSummary: "Loops", classQuestions: "1 to 4", homeworkQuestions: "5" };
/** The day of the tests, and days after it: not in the past, so that sockets stay signed in. */
const day = (after = 0): string =>
  new Date(Date.now() + (1 + after) * 86_400_000).toISOString().slice(0, 10);
/** 12:00 in Kolkata; the prepared things appear at 17:00. */
const NOON = `${day()}T06:30:00.000Z`;
const FIVE = `${day()}T11:30:00.000Z`;
const AFTER_FIVE = `${day()}T11:30:00.400Z`;
const TOMORROW = `${day(1)}T02:30:00.000Z`;

const [ANNOUNCEMENTS, BRIEFINGS] = ["/messages/announcement", "/dailyBriefing"];

/** A server at noon, with people of each role. */
async function atNoon(vars: Record<string, string> = {}) {
  const server = await testServer(vars);
  server.setClock(NOON);
  const [mentor, student, volunteer] = [
    await person(server, "mentor", "Asha Rao"),
    await person(server),
    await person(server, "volunteer"),
  ];
  return { server, mentor, student, volunteer, visitor: caller(server) };
}

/** Creates a question that nobody has, and prepares it. */
async function preparedQuestion(mentor: TestPerson, plan: object = {}): Promise<Reply["body"]> {
  const { _id } = await assignment(mentor, {}, null);
  const input = { distributionTag: "cw", appearsAt: FIVE, ...plan };
  return (await mentor.put(`/assignments/${_id}/distribution`, input)).body;
}

/** All that a person can read of announcements, briefings and assignments, as one text. */
async function allThatIsRead(who: Caller): Promise<string> {
  const calls = [
    "/messages/announcement",
    "/messages/announcement/prepared",
    "/dailyBriefing/current",
    "/dailyBriefing/recent",
    "/dailyBriefing/archive",
    "/dailyBriefing/prepared",
    "/assignments/home",
    "/assignments/general",
    "/assignments/personal",
    "/assignments/practice",
    "/assignments/prepared",
    "/dashboard/student",
    "/dashboard/day",
    "/search?find=reverse",
    "/search?find=lab",
    "/search?find=loops",
  ];
  const replies = [];
  for (const call of calls) replies.push(await who.get(call));
  return JSON.stringify(replies.filter(({ status }) => status === 200).map(({ body }) => body));
}

const ids = ({ body }: Reply): string[] => body.map(({ _id }: { _id: string }) => _id);

/** Waits until the server has shown all that is due, and then for one more round. */
async function roundsOf(server: TestServer): Promise<void> {
  const { sql } = server.parts.database;
  for (let left = 1; left > 0;) {
    const [row] = await sql`select
      (select count(*) from announcements where appears_at <= ${AFTER_FIVE})
      + (select count(*) from briefings where appears_at <= ${AFTER_FIVE})
      + (select count(*) from assignments where appears_at <= ${AFTER_FIVE}) as left`;
    left = Number(row?.left);
    await new Promise((done) => setTimeout(done, 100));
  }
  await new Promise((done) => setTimeout(done, 1200));
}

Deno.test("prepared things are seen by staff alone, and a briefing also by its author", async () => {
  const { server, mentor, student, volunteer, visitor } = await atNoon();
  await using _ = server;
  const admin = await person(server, "admin");
  const another = await person(server, "volunteer");
  using staff = await listen(server, { token: admin.token });
  using author = await listen(server, { token: volunteer.token });
  using others = await listen(server, { token: another.token });
  using visitors = await listen(server);
  const { status, body: notice } = await mentor.post(ANNOUNCEMENTS, { ...NOTICE, appearsAt: FIVE });
  equals([status, notice.appearsAt, notice.createdAt], [201, FIVE, NOON]);
  // The zone of a time without one is the class's.
  const { body: briefing } = await volunteer.post(BRIEFINGS, {
    ...TEXTS,
    appearsAt: `${day(1)}T08:00`,
  });
  equals([briefing.appearsAt, briefing.day], [TOMORROW, day(1)]);
  const question = await preparedQuestion(mentor, { dueAt: `${day()}T20:00` });
  equals(question.prepared, { appearsAt: FIVE, distributionTag: "cw", students: 0 });
  equals([question.distributionTag, question.dueAt], ["central", `${day()}T14:30:00.000Z`]);

  for (const who of [mentor, admin]) {
    equals(ids(await who.get(`${ANNOUNCEMENTS}/prepared`)), [notice._id]);
    equals((await who.get(`${BRIEFINGS}/prepared`)).body, [briefing]);
    equals(ids(await who.get("/assignments/prepared")), [question._id]);
    equals(ids(await who.get(ANNOUNCEMENTS)), []);
    equals((await who.get(`${BRIEFINGS}/recent`)).body, []);
  }
  equals((await volunteer.get(`${BRIEFINGS}/prepared`)).body, [briefing]);
  equals((await another.get(`${BRIEFINGS}/prepared`)).body, []);
  for (const who of [visitor, student, another]) {
    const read = await allThatIsRead(who);
    for (const { _id } of [notice, briefing, question]) is(read.includes(_id), false, read);
    is((await who.get(`/assignments/${question._id}`)).status, who === visitor ? 401 : 404);
    is((await who.get("/search?find=reverse")).status, who === visitor ? 401 : 200);
  }
  // Another volunteer may not touch it, and learns nothing but that the day is taken.
  for (const _id of [briefing._id, crypto.randomUUID()]) {
    const at = `${BRIEFINGS}/${_id}`;
    is((await another.put(at, TEXTS)).status, 404);
    is((await another.post(`${at}/publish`, {})).status, 404);
    is((await another.delete(at)).status, 403);
  }
  const taken = await another.post(BRIEFINGS, { ...TEXTS, appearsAt: TOMORROW });
  equals([taken.status, taken.body.code, taken.body.current], [
    409,
    "briefing.prepared",
    undefined,
  ]);
  equals((await mentor.post(BRIEFINGS, { ...TEXTS, appearsAt: TOMORROW })).body.current, briefing);

  is((await staff.next("announcement.prepared"))._id, notice._id);
  is((await staff.next("briefing.prepared"))._id, briefing._id);
  is((await author.next("briefing.prepared"))._id, briefing._id);
  await staff.until("assignment.saved", ({ prepared }) => prepared !== undefined);
  const last = await mentor.post(ANNOUNCEMENTS, NOTICE);
  for (const ear of [author, others, visitors]) {
    is((await ear.next("announcement.saved"))._id, last.body._id);
    equals(ear.of("announcement.prepared"), []);
    equals(ear.of("assignment.saved"), []);
  }
  for (const ear of [others, visitors]) equals(ear.of("briefing.prepared"), []);
});

Deno.test("an author who may not write briefings any more is told nothing about the prepared one", async () => {
  const { server, mentor, volunteer } = await atNoon();
  await using _ = server;
  const admin = await person(server, "admin");
  const { body: briefing } = await volunteer.post(BRIEFINGS, { ...TEXTS, appearsAt: TOMORROW });
  is((await admin.patch(`/users/${volunteer._id}`, { role: "student" })).status, 200);
  const token = await signedIn(server, volunteer._id);
  is((await caller(server, token).get(`${BRIEFINGS}/prepared`)).status, 403);
  using ear = await listen(server, { token });
  const at = `${BRIEFINGS}/${briefing._id}`;
  is((await mentor.put(at, { ...TEXTS, classSummary: "Only for staff" })).status, 200);
  is((await mentor.delete(at)).status, 200);
  await mentor.post(ANNOUNCEMENTS, NOTICE);
  await ear.next("announcement.saved");
  equals([ear.of("briefing.prepared"), ear.of("briefing.deleted")], [[], []]);
});

Deno.test("at its time each appears once, live, as if it had just been created", async () => {
  const { server, mentor, student, volunteer, visitor } = await atNoon();
  await using _ = server;
  // A second server on the same database looks as often.
  await using second = await testServer({ DATABASE_URL: server.databaseUrl });
  second.setClock(NOON);
  const { body: notice } = await mentor.post(ANNOUNCEMENTS, { ...NOTICE, appearsAt: FIVE });
  const { body: briefing } = await volunteer.post(BRIEFINGS, { ...TEXTS, appearsAt: FIVE });
  const question = await preparedQuestion(mentor, { lateRule: "closed" });
  const { _id: personalId } = await assignment(mentor, {}, null);
  await mentor.put(`/assignments/${personalId}/assign-personal`, {
    assignedTo: [student._id],
    appearsAt: FIVE,
  });
  const { body: later } = await mentor.post(ANNOUNCEMENTS, { ...NOTICE, appearsAt: TOMORROW });
  const { body: between } = await mentor.post(ANNOUNCEMENTS, NOTICE);
  is((await student.get(`/assignments/${personalId}`)).status, 404);
  using ear = await listen(server, { token: student.token });
  using far = await listen(second);
  using staff = await listen(server, { token: mentor.token });
  server.setClock(AFTER_FIVE);
  second.setClock(AFTER_FIVE);

  const { seq: _seq, ...shown } = await far.until(
    "announcement.saved",
    ({ _id }) => _id === notice._id,
  );
  equals([shown.createdAt, shown.updatedAt, "appearsAt" in shown], [AFTER_FIVE, AFTER_FIVE, false]);
  const told = await far.next("briefing.saved");
  equals([told._id, told.day, told.createdAt], [briefing._id, day(), AFTER_FIVE]);
  is((await far.next("homework.changed"))._id, question._id);
  const card = await ear.until("assignment.saved", ({ _id }) => _id === question._id);
  equals(
    [card.distributionTag, card.lateRule, card.createdAt, card.prepared],
    ["cw", "closed", AFTER_FIVE, undefined],
  );
  const assigned = await ear.next("assignment.assigned");
  equals([assigned._id, assigned.assignedBy.name], [personalId, "Asha Rao"]);
  await roundsOf(server);

  // The newest first, and what is for tomorrow is still prepared.
  equals(ids(await visitor.get(ANNOUNCEMENTS)), [notice._id, between._id]);
  equals(ids(await mentor.get(`${ANNOUNCEMENTS}/prepared`)), [later._id]);
  is((await visitor.get(`${BRIEFINGS}/current`)).body._id, briefing._id);
  equals(
    (await visitor.get("/assignments/home")).body.map(
      ({ _id, givenOutAt }: { _id: string; givenOutAt: string }) => [_id, givenOutAt],
    ),
    [[question._id, AFTER_FIVE]],
  );
  equals(ids(await student.get("/assignments/general")), [question._id]);
  equals(ids(await student.get("/assignments/personal")), [personalId]);
  equals((await mentor.get("/assignments/prepared")).body, []);
  equals((await mentor.get(`${BRIEFINGS}/prepared`)).body, []);
  // Once for all servers.
  for (
    const [name, _id] of [
      ["announcement.saved", notice._id],
      ["briefing.saved", briefing._id],
      ["homework.changed", question._id],
    ] as const
  ) is(far.of(name).filter((data) => data._id === _id).length, 1, name);
  is(staff.of("assignment.assigned").length, 1);
  is(ear.of("assignment.assigned").length, 1);
});

Deno.test("things that were due while no server was running appear at the start; a briefing keeps its day", async () => {
  await using server = await testServer();
  server.setClock(NOON);
  const mentor = await person(server, "mentor");
  await mentor.post(ANNOUNCEMENTS, { ...NOTICE, appearsAt: FIVE });
  await mentor.post(BRIEFINGS, { ...TEXTS, appearsAt: FIVE });
  // Its due date passes meanwhile, so it ends.
  const question = await preparedQuestion(mentor, { dueAt: `${day()}T20:00` });
  const { body: today } = await mentor.post(BRIEFINGS, {
    ...TEXTS,
    appearsAt: `${day(1)}T07:00`,
  });
  // The first server still thinks that it is noon. The second one starts on the next day.
  await using second = await testServer({ DATABASE_URL: server.databaseUrl });
  second.setClock(`${day(1)}T06:30:00.000Z`);
  using ear = await listen(second);
  const reader = caller(second);
  for (let shown = 0; shown < 2;) {
    shown = (await reader.get(`${BRIEFINGS}/recent`)).body.length;
    if (shown < 2) await ear.next("briefing.saved");
  }
  const { body } = await reader.get(`${BRIEFINGS}/recent`);
  equals(body.map(({ day }: { day: string }) => day), [day(1), day()]);
  is((await reader.get(`${BRIEFINGS}/current`)).body._id, today._id);
  while ((await reader.get("/assignments/home")).body.length === 0) {
    await ear.next("homework.changed");
  }
  const [home] = (await reader.get("/assignments/home")).body;
  equals([home._id, home.dueAt], [question._id, null]);
  while ((await reader.get(ANNOUNCEMENTS)).body.length === 0) {
    await ear.next("announcement.saved");
  }
});

Deno.test("a time must be ahead, within a year, and a date and a time; what is refused writes nothing", async () => {
  const { server, mentor } = await atNoon();
  await using _ = server;
  const { _id } = await assignment(mentor, {}, null);
  const give = `/assignments/${_id}/distribution`;
  const PAST = "The time to appear must be in the future.";
  const FAR = "The time to appear must be within a year.";
  const SHAPE = "This is a date and a time, like 2026-11-30T17:00.";
  const wrongs: [unknown, string][] = [
    [NOON, PAST],
    [`${day()}T11:59`, PAST],
    [`${day(368)}T12:00`, FAR],
    ["tomorrow", SHAPE],
    ["2026-03-05", SHAPE],
    [`${day(1)}T12:00:00.1234567890`, SHAPE],
    [7, SHAPE],
  ];
  for (const [appearsAt, sentence] of wrongs) {
    const form = questionForm({ distributionTag: "hw", appearsAt: String(appearsAt) });
    for (
      const { status, body } of [
        await mentor.post(ANNOUNCEMENTS, { ...NOTICE, appearsAt }),
        await mentor.post(BRIEFINGS, { ...TEXTS, appearsAt }),
        await mentor.put(give, { distributionTag: "hw", appearsAt }),
        await mentor.post("/assignments", form),
      ]
    ) equals([status, body.errors], [400, { appearsAt: sentence }], String(appearsAt));
  }
  // A question needs a way in which it is given out, and a due date after that.
  const kept = await mentor.post("/assignments", questionForm({ appearsAt: FIVE }));
  equals(kept.body.errors, { appearsAt: "Choose how it is given out at that time." });
  const early = await mentor.put(give, {
    distributionTag: "hw",
    appearsAt: FIVE,
    dueAt: `${day()}T16:00`,
  });
  equals(early.body.errors, {
    dueAt: "The due date must be after the time at which it appears.",
  });
  await mentor.put(give, { distributionTag: "hw" });
  const given = await mentor.put(give, { distributionTag: "cw", appearsAt: FIVE });
  equals(given.body.errors, { appearsAt: "It has been given out already." });
  // Empty: at once.
  is((await mentor.post(ANNOUNCEMENTS, { ...NOTICE, appearsAt: "" })).body.appearsAt, undefined);
  is((await mentor.post(BRIEFINGS, { ...TEXTS, appearsAt: null })).body.appearsAt, undefined);
  equals((await mentor.get(`${ANNOUNCEMENTS}/prepared`)).body, []);
  equals((await mentor.get(`${BRIEFINGS}/prepared`)).body, []);
  equals((await mentor.get("/assignments/prepared")).body, []);
});

Deno.test("a prepared thing is edited, moved and deleted, and then nobody gets it", async () => {
  const { server, mentor, volunteer, visitor } = await atNoon();
  await using _ = server;
  using visitors = await listen(server);
  using author = await listen(server, { token: volunteer.token });
  const key = { "idempotency-key": crypto.randomUUID() };
  const wanted = { ...NOTICE, appearsAt: FIVE };
  const { body: notice } = await mentor.post(ANNOUNCEMENTS, wanted, key);
  is((await mentor.post(ANNOUNCEMENTS, wanted, key)).body._id, notice._id, "counted once");
  const at = `${ANNOUNCEMENTS}/${notice._id}`;
  const moved = await mentor.put(at, { ...NOTICE, appearsAt: TOMORROW, version: 1 });
  equals([moved.body.appearsAt, moved.body.version], [TOMORROW, 2]);
  const edited = await mentor.put(at, { subject: "Lab 2", body: "Or Lab 1." });
  equals([edited.body.appearsAt, edited.body.subject], [TOMORROW, "Lab 2"]);
  equals(
    (await mentor.put(at, { ...NOTICE, appearsAt: NOON })).body.errors,
    { appearsAt: "The time to appear must be in the future." },
  );
  is((await mentor.put(at, { ...NOTICE, version: 1 })).status, 409);

  const { body: briefing } = await volunteer.post(BRIEFINGS, { ...TEXTS, appearsAt: TOMORROW });
  const of = `${BRIEFINGS}/${briefing._id}`;
  const next = await volunteer.put(of, { ...TEXTS, appearsAt: `${day(2)}T08:00` });
  equals([next.body.day, next.body.version], [day(2), 2]);
  const { body: third } = await mentor.post(BRIEFINGS, { ...TEXTS, appearsAt: TOMORROW });
  is((await volunteer.put(of, { ...TEXTS, appearsAt: TOMORROW })).status, 409, "the day is taken");
  const { body: fourth } = await mentor.post(BRIEFINGS, {
    ...TEXTS,
    appearsAt: `${day(4)}T08:00`,
  });
  const parallel = await Promise.all(
    [third, fourth].map(({ _id }) =>
      mentor.put(`${BRIEFINGS}/${_id}`, { ...TEXTS, appearsAt: `${day(5)}T08:00` })
    ),
  );
  equals(parallel.map(({ status }) => status).sort(), [200, 409], "one of two gets a free day");

  const question = await preparedQuestion(mentor, { dueAt: `${day()}T20:00` });
  const about = `/assignments/${question._id}`;
  equals((await mentor.put(about, { appearsAt: `${day()}T21:00` })).body.errors, {
    appearsAt: "It would appear after its due date.",
  });
  const both = { appearsAt: TOMORROW, dueAt: `${day(1)}T20:00` };
  is((await mentor.put(about, both)).body.prepared.appearsAt, TOMORROW);
  // Prepared once more, in another way.
  const again = await mentor.put(`${about}/distribution`, {
    distributionTag: "hw",
    appearsAt: FIVE,
  });
  equals(again.body.prepared, { appearsAt: FIVE, distributionTag: "hw", students: 0 });

  const gone = [at, `${BRIEFINGS}/${third._id}`, `${BRIEFINGS}/${fourth._id}`];
  for (const path of gone) is((await mentor.delete(path)).status, 200);
  is((await volunteer.delete(of)).status, 200, "the author deletes it");
  const withdrawn = await mentor.delete(`${about}/prepared`);
  equals(
    [withdrawn.status, withdrawn.body.prepared, withdrawn.body.dueAt],
    [200, undefined, null],
  );
  is((await mentor.delete(`${about}/prepared`)).body.code, "assignment.not-prepared");
  is((await author.next("briefing.deleted"))._id, briefing._id);
  server.setClock(`${day(3)}T06:30:00.000Z`);
  const { body: last } = await mentor.post(ANNOUNCEMENTS, { ...NOTICE, subject: "Last" });
  await visitors.until("announcement.saved", ({ _id }) => _id === last._id);
  await roundsOf(server);
  equals(visitors.of("announcement.saved").length, 1);
  equals(visitors.of("announcement.deleted"), []);
  equals(visitors.of("briefing.deleted"), []);
  equals(ids(await visitor.get(ANNOUNCEMENTS)), [last._id]);
  equals((await visitor.get(`${BRIEFINGS}/recent`)).body, []);
  equals((await visitor.get("/assignments/home")).body, []);
  is((await mentor.get(about)).body.distributionTag, "central");
});

Deno.test("publish now shows it at once; a second time changes nothing", async () => {
  const { server, mentor, student, volunteer, visitor } = await atNoon();
  await using _ = server;
  using visitors = await listen(server);
  const { body: notice } = await mentor.post(ANNOUNCEMENTS, { ...NOTICE, appearsAt: TOMORROW });
  const { body: briefing } = await volunteer.post(BRIEFINGS, { ...TEXTS, appearsAt: TOMORROW });
  const question = await preparedQuestion(mentor, { appearsAt: TOMORROW });
  const { body: personal } = await mentor.post(
    "/assignments",
    questionForm({
      distributionTag: "personal",
      assignedTo: JSON.stringify([student._id]),
      appearsAt: TOMORROW,
    }),
  );
  equals(personal.prepared, { appearsAt: TOMORROW, distributionTag: "personal", students: 1 });
  for (
    const [who, path] of [
      [mentor, `${ANNOUNCEMENTS}/${notice._id}`],
      [volunteer, `${BRIEFINGS}/${briefing._id}`],
      [mentor, `/assignments/${question._id}`],
      [mentor, `/assignments/${personal._id}`],
    ] as const
  ) {
    const first = await who.post(`${path}/publish`, {});
    const second = await who.post(`${path}/publish`, {});
    equals([first.status, second.status], [200, 200], path);
    equals(second.body, first.body);
  }
  equals(ids(await visitor.get(ANNOUNCEMENTS)), [notice._id]);
  equals((await visitor.get(`${BRIEFINGS}/current`)).body.day, day());
  equals(ids(await visitor.get("/assignments/home")), [question._id]);
  equals(ids(await student.get("/assignments/personal")), [personal._id]);
  equals(visitors.of("announcement.saved").length, 1);
  // What has appeared has no time any more, and today's briefing is written once.
  const late = await mentor.put(`${ANNOUNCEMENTS}/${notice._id}`, {
    ...NOTICE,
    appearsAt: TOMORROW,
  });
  equals(late.body.errors, { appearsAt: "It has appeared already." });
  const { body: next } = await mentor.post(BRIEFINGS, { ...TEXTS, appearsAt: TOMORROW });
  const taken = await mentor.post(`${BRIEFINGS}/${next._id}/publish`, {});
  equals([taken.status, taken.body.code, taken.body.current._id], [
    409,
    "briefing.exists",
    briefing._id,
  ]);
  const { _id: kept } = await assignment(mentor, {}, null);
  is((await mentor.post(`/assignments/${kept}/publish`, {})).body.code, "assignment.not-prepared");
  equals((await volunteer.delete(`${BRIEFINGS}/${briefing._id}`)).status, 403, "it has appeared");
});
