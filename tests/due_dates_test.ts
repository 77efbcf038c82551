/** Due dates: who sets them and how, what they refuse, and how a late response is treated. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment, QUESTION, questionForm } from "./kit/assignments.ts";
import { caller, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const SOLVED = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
/** Noon in Kolkata. */
const NOON = "2026-03-02T06:30:00.000Z";

/** A whole minute some hours from now: in UTC, and as a person in Kolkata writes it. */
function hoursAhead(hours: number): { utc: string; local: string } {
  const time = Math.floor(Date.now() / 60_000) * 60_000 + hours * 3_600_000;
  const local = new Date(time + 5.5 * 3_600_000).toISOString().slice(0, 16);
  return { utc: new Date(time).toISOString(), local };
}

Deno.test("a due date is a date and a time of the class's zone, in the future, and only for what is given out", async () => {
  await using server = await testServer();
  server.setClock(NOON);
  const mentor = await person(server, "mentor");
  const { _id } = await assignment(mentor);
  const at = `/assignments/${_id}`;
  const due = async (dueAt: unknown, lateRule?: string) => {
    const { status, body } = await mentor.put(at, { dueAt, lateRule });
    return status === 200 ? [body.dueAt, body.lateRule] : [status, body.errors];
  };
  equals(await due("2026-03-02T17:00"), ["2026-03-02T11:30:00.000Z", "marked"]);
  equals(await due("2026-03-03T00:00:00+05:30", "closed"), ["2026-03-02T18:30:00.000Z", "closed"]);
  equals(await due("2026-03-02T12:00:00.500Z", "open"), ["2026-03-02T12:00:00.500Z", "open"]);
  const shape = { dueAt: "A due date is a date and a time, like 2026-11-30T17:00." };
  for (
    const wrong of ["tomorrow", "2026-03-05", "2026-02-30T10:00", "2026-03-05T25:00", 7, [], {}]
  ) {
    equals(await due(wrong), [400, shape], JSON.stringify(wrong));
  }
  const past = { dueAt: "The due date must be in the future." };
  for (const wrong of ["2026-03-02T12:00", "2026-03-02T06:29:59Z", "0001-01-01T00:00"]) {
    equals(await due(wrong), [400, past], wrong);
  }
  equals(await due("2029-01-01T00:00"), [400, { dueAt: "The due date must be within two years." }]);
  equals((await mentor.put(at, { lateRule: "later" })).status, 400);
  // A due date that stays as it is may have passed.
  server.setClock("2026-03-04T06:30:00.000Z");
  const { body: same } = await mentor.put(at, {
    title: "Later",
    dueAt: "2026-03-02T12:00:00.500Z",
  });
  equals([same.title, same.dueAt], ["Later", "2026-03-02T12:00:00.500Z"]);
  equals(await due(""), [null, "open"]);
  const kept = await assignment(mentor, {}, null);
  const { status, body } = await mentor.put(`/assignments/${kept._id}`, {
    dueAt: "2026-03-09T10:00",
  });
  equals([status, body.errors], [
    400,
    { dueAt: "Only an assignment that is given out has a due date." },
  ]);
});

Deno.test("a time that the clocks skip is refused, and one that comes twice stays when it is saved again", async () => {
  await using server = await testServer({ CLASS_TZ: "America/New_York" });
  server.setClock("2026-10-30T16:00:00.000Z");
  const mentor = await person(server, "mentor");
  const at = `/assignments/${(await assignment(mentor))._id}`;
  const none = "There is no 14 Mar 2027, 2:30 am: the clocks go forward then. " +
    "Choose 3:30 am, or another time.";
  const skipped = await mentor.put(at, { dueAt: "2027-03-14T02:30" });
  equals([skipped.status, skipped.body.errors], [400, { dueAt: none }]);
  const texts = { subject: "s", body: "b", links: [], appearsAt: "2027-03-14T02:30" };
  const announced = await mentor.post("/messages/announcement", texts);
  equals([announced.status, announced.body.errors], [400, { appearsAt: none }]);
  // 1:30 am comes twice: the second time was set through the API.
  const second = "2026-11-01T06:30:00.000Z";
  for (const dueAt of [second, "2026-11-01T01:30"]) {
    equals((await mentor.put(at, { dueAt })).body.dueAt, second);
  }
});

Deno.test("a due date is set where work is given out, reaches lists and open screens at once, and ends when it is given out again", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const student = await person(server);
  const { _id } = await assignment(mentor, {}, null);
  const at = `/assignments/${_id}`;
  using ear = await listen(server, { token: student.token });
  using visitor = await listen(server);
  const { utc: dueAt, local } = hoursAhead(9);
  await mentor.put(`${at}/distribution`, {
    distributionTag: "cw",
    dueAt: local,
    lateRule: "closed",
  });
  const told = await ear.next("assignment.saved");
  equals([told.dueAt, told.lateRule], [dueAt, "closed"]);
  is((await visitor.next("homework.changed")).dueAt, dueAt);
  const [home] = (await caller(server).get("/assignments/home")).body;
  equals([home.dueAt, home.lateRule], [dueAt, "closed"]);
  for (const list of ["/assignments/general", "/assignments/practice"]) {
    is((await student.get(list)).body[0].dueAt, dueAt, list);
  }
  // It stays while it is in the future, and ends when it has passed.
  is((await mentor.put(`${at}/distribution`, { distributionTag: "hw" })).body.dueAt, dueAt);
  server.setClock(hoursAhead(50).utc);
  is((await mentor.put(`${at}/distribution`, { distributionTag: "cw" })).body.dueAt, null);
  const personal = await mentor.put(`${at}/assign-personal`, {
    assignedTo: [student._id],
    dueAt: hoursAhead(60).local,
  });
  is(personal.body.dueAt, hoursAhead(60).utc);
  is((await student.put(at, { dueAt: "" })).status, 403);
});

Deno.test("a late response counts, is marked, or is refused, by the mentor's rule", async () => {
  await using server = await testServer();
  server.setClock(NOON);
  const mentor = await person(server, "mentor");
  const student = await person(server);
  const dueAt = "2026-03-02T07:00:00.000Z";
  const given = async (lateRule: string) => {
    const { _id } = await assignment(mentor, { lateRule, dueAt, distributionTag: "hw" }, null);
    return _id;
  };
  const [open, marked, closed] = [
    await given("open"),
    await given("marked"),
    await given("closed"),
  ];
  const respond = (id: string, more = {}) =>
    student.put(`/assignments/${id}/status`, { ...SOLVED, ...more });
  is((await respond(marked)).body.late, false);
  is((await respond(closed)).status, 200);
  server.setClock(dueAt);
  is((await respond(marked)).body.late, false, "the due date itself is in time");
  server.setClock("2026-03-02T07:00:00.001Z");
  equals([(await respond(open)).body.late, (await respond(marked)).body.late], [false, true]);
  const refused = await respond(closed);
  equals([refused.status, refused.body.code], [409, "assignment.closed"]);
  ok(
    /^This was due on 2 Mar 2026, 12:30\spm\. It takes no more responses\.$/.test(
      refused.body.msg,
    ),
    refused.body.msg,
  );
  // The claim of a device never opens what is closed, and counts only if it is in time.
  const before = "2026-03-02T06:59:00.000Z";
  is((await respond(closed, { sentAt: before })).status, 409);
  is((await respond(marked, { sentAt: before })).body.sentAt, before);
  is((await respond(marked, { sentAt: "2026-03-02T07:00:00.001Z" })).body.sentAt, null);
  is((await respond(open, { sentAt: before })).body.sentAt, null);
  is((await respond(marked, { sentAt: "once" })).status, 400);
  // Staff see it in the queue and in the history, the learner in the list.
  const { body: { reviews } } = await mentor.get("/assignments/reviews");
  const late = Object.fromEntries(
    reviews.map((item: { assignmentId: string; late: boolean }) => [item.assignmentId, item.late]),
  );
  equals(late, { [open]: false, [marked]: true, [closed]: false });
  const { body: history } = await student.get(
    `/assignments/${marked}/responses/${student._id}/history`,
  );
  equals(history.map((entry: { late: boolean }) => entry.late), [
    false,
    false,
    true,
    true,
    true,
  ]);
  const { body: list } = await student.get("/assignments/general");
  const own = list.find((item: { _id: string }) => item._id === marked);
  equals(own.responses, [{ student: student._id, responseStatus: "solved", late: true }]);
  // More time: a new response is in time again.
  await mentor.put(`/assignments/${closed}`, { dueAt: "2026-03-02T18:00" });
  is((await respond(closed)).status, 200);
  // It is not believed for a time before the assignment was given out, or more than three days ago.
  is((await respond(marked, { sentAt: "2001-01-01T00:00:00Z" })).body.sentAt, null);
  server.setClock("2026-03-05T06:58:00.000Z");
  is((await respond(marked, { sentAt: before })).body.sentAt, before);
  server.setClock("2026-03-05T06:59:00.001Z");
  is((await respond(marked, { sentAt: before })).body.sentAt, null);
});

Deno.test("a new question is given out in its form: kept, to the class, or to students", async () => {
  await using server = await testServer();
  const due = hoursAhead(1);
  const mentor = await person(server, "mentor");
  const [student, other] = [await person(server), await person(server)];
  const create = (fields: Record<string, string>) =>
    mentor.post("/assignments", questionForm(fields));
  using ear = await listen(server, { token: student.token });
  using stranger = await listen(server, { token: other.token });
  is((await create({})).body.distributionTag, "central");
  const { body: classwork } = await create({ distributionTag: "cw", dueAt: due.local });
  equals([classwork.distributionTag, classwork.dueAt, classwork.version], [
    "cw",
    due.utc,
    1,
  ]);
  is((await ear.next("assignment.saved"))._id, classwork._id);
  is((await ear.next("homework.changed"))._id, classwork._id);
  is((await caller(server).get("/assignments/home")).body.length, 1);
  const { body: personal } = await create({
    distributionTag: "personal",
    assignedTo: JSON.stringify([student._id]),
  });
  is((await ear.next("assignment.assigned"))._id, personal._id);
  equals(personal.assignedTo.map(({ _id }: { _id: string }) => _id), [student._id]);
  is((await student.get("/assignments/personal")).body.length, 1);
  is((await other.get(`/assignments/${personal._id}`)).status, 404);
  equals(stranger.of("assignment.assigned"), []);
  const wrongs: [Record<string, string>, string][] = [
    [{ distributionTag: "personal" }, "assignedTo"],
    [{ distributionTag: "personal", assignedTo: JSON.stringify([mentor._id]) }, "assignedTo"],
    [{ distributionTag: "personal", assignedTo: "everyone" }, "assignedTo"],
    [{ distributionTag: "secret" }, "distributionTag"],
    [{ distributionTag: "hw", dueAt: hoursAhead(-1).local }, "dueAt"],
    [{ dueAt: due.local }, "dueAt"],
  ];
  for (const [fields, field] of wrongs) {
    const { status, body } = await create({ ...QUESTION, ...fields });
    equals([status, Object.keys(body.errors)], [400, [field]], JSON.stringify(fields));
  }
  is((await mentor.get("/assignments/allResource")).body.length, 3, "what is refused is not kept");
});

Deno.test("a later due date takes away the late marks of what is in time now, live; an earlier one marks nobody", async () => {
  await using server = await testServer();
  server.setClock(hoursAhead(0).utc);
  const mentor = await person(server, "mentor");
  const [early, late, latest] = [await person(server), await person(server), await person(server)];
  const { _id } = await assignment(
    mentor,
    { dueAt: hoursAhead(1).utc, distributionTag: "hw" },
    null,
  );
  const at = `/assignments/${_id}`;
  const respond = async (who: typeof early, hours: number) => {
    server.setClock(hoursAhead(hours).utc);
    const input = { ...SOLVED, sentAt: hoursAhead(0.5).utc };
    is((await who.put(`${at}/status`, input)).status, 200);
  };
  await respond(early, 0.5);
  await respond(late, 2);
  await respond(latest, 4);
  const marks = async () => {
    const { body: { reviews } } = await mentor.get("/assignments/reviews");
    const all = reviews.map((
      { student, late, sentAt }: { student: { _id: string }; late: boolean; sentAt: string | null },
    ) => [student._id, [late, sentAt !== null]]);
    const known = Object.fromEntries(all);
    return [early, late, latest].map((who) => known[who._id]);
  };
  const IN_TIME = [false, false];
  equals(await marks(), [IN_TIME, [true, true], [true, true]]);
  using staff = await listen(server, { token: mentor.token });
  using own = await listen(server, { token: late.token });
  using other = await listen(server, { token: latest.token });

  is((await mentor.put(at, { dueAt: hoursAhead(3).utc })).status, 400, "it would be in the past");
  server.setClock(hoursAhead(2.5).utc);
  is((await mentor.put(at, { dueAt: hoursAhead(3).utc })).status, 200);
  equals(await marks(), [IN_TIME, IN_TIME, [true, true]]);
  const told = await own.next("review.changed");
  equals([told.student._id, told.late, told.sentAt, told.version], [late._id, false, null, 1]);
  is((await staff.next("review.changed")).student._id, late._id);
  const { body: [own1] } = await late.get("/assignments/general");
  equals(own1.responses, [{ student: late._id, responseStatus: "solved" }]);
  const { body: [attempt] } = await late.get(`${at}/responses/${late._id}/history`);
  equals([attempt.late, attempt.sentAt ?? null], [false, null]);

  // An earlier date, or a stricter rule, marks nobody who was in time.
  is((await mentor.put(at, { dueAt: hoursAhead(2.6).utc, lateRule: "closed" })).status, 200);
  equals(await marks(), [IN_TIME, IN_TIME, [true, true]]);
  equals(other.of("review.changed"), []);
  // Late responses count like others, and then no date at all.
  is((await mentor.put(at, { lateRule: "open" })).status, 200);
  equals(await marks(), [IN_TIME, IN_TIME, IN_TIME]);
  is((await other.next("review.changed")).late, false);
  await mentor.put(at, { dueAt: hoursAhead(3).utc, lateRule: "marked" });
  await respond(early, 5);
  equals(await marks(), [[true, true], IN_TIME, IN_TIME]);
  await mentor.put(at, { dueAt: "" });
  equals(await marks(), [IN_TIME, IN_TIME, IN_TIME]);
});
