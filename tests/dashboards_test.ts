/** The dashboards' figures: they always agree with the rows, and each change is announced. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { eq } from "drizzle-orm";
import { people } from "../server/people/tables.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { PASSWORD, person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const statsOf = async (me: TestPerson, which: "admin" | "mentor" | "student") => {
  const { status, body } = await me.get(`/dashboard/${which}`);
  is(status, 200);
  return body;
};

Deno.test("staff figures follow each write, and count each thing once", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const [mentor, colleague] = [await person(server, "mentor"), await person(server, "mentor")];
  const [student, volunteer] = [await person(server), await person(server, "volunteer")];
  equals(await statsOf(mentor, "mentor"), {
    totalQuestions: 0,
    totalDoubtsReplied: 0,
    totalPersonalMessages: 0,
  });

  const first = await assignment(mentor);
  const second = await assignment(mentor, {}, null);
  await assignment(colleague);
  const raised = await doubt(student, first._id);
  const another = await doubt(volunteer, first._id);
  // A follow-up in the same thread does not count as another doubt.
  await doubt(student, first._id);
  for (const reply of ["One", "Two"]) await mentor.put(`/doubts/${raised._id}/reply`, { reply });
  await colleague.put(`/doubts/${raised._id}/reply`, { reply: "Three" });
  await mentor.put(`/doubts/${another._id}/reply`, { reply: "Four" });
  const message = { subject: "Hello", body: "There", links: [] };
  const say = (me: TestPerson, more: object) => me.post("/messages", { ...message, ...more });
  is((await say(mentor, { isPublic: true, recipients: [] })).status, 201);
  is((await say(mentor, { isPublic: false, recipients: [student._id] })).status, 201);
  is((await say(student, { isPublic: false, recipients: [mentor._id] })).status, 201);

  equals(await statsOf(mentor, "mentor"), {
    totalQuestions: 2,
    totalDoubtsReplied: 2,
    totalPersonalMessages: 1,
  });
  equals(await statsOf(colleague, "mentor"), {
    totalQuestions: 1,
    totalDoubtsReplied: 1,
    totalPersonalMessages: 0,
  });
  const all = {
    totalStudents: 1,
    totalMentors: 2,
    totalVolunteers: 1,
    totalQuestions: 3,
    totalMessages: 3,
    totalDoubts: 2,
  };
  equals(await statsOf(admin, "admin"), all);

  await admin.patch(`/users/${student._id}`, { role: "volunteer" });
  await admin.delete(`/users/${colleague._id}`);
  await admin.post("/users", { name: "Invited", email: "i@class.test", role: "mentor" });
  await mentor.put(`/assignments/${second._id}/distribution`, { distributionTag: "cw" });
  equals(
    await statsOf(admin, "admin"),
    { ...all, totalStudents: 0, totalMentors: 1, totalVolunteers: 2 },
    "an invited mentor counts once they are verified",
  );
});

Deno.test("a refused or repeated write changes no figure", async () => {
  await using server = await testServer();
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const student = await person(server);
  const { _id } = await assignment(mentor);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { assignmentId: _id, doubtText: "Why?" };
  await Promise.all(Array.from({ length: 8 }, () => student.post("/doubts", body, headers)));
  await student.post("/doubts", { ...body, assignmentId: crypto.randomUUID() });
  is((await statsOf(admin, "admin")).totalDoubts, 1);
});

Deno.test("concurrent writes are all counted", async () => {
  await using server = await testServer();
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const students = await Promise.all(Array.from({ length: 12 }, () => person(server)));
  const { _id } = await assignment(mentor);
  const doubts = await Promise.all(students.map((student) => doubt(student, _id)));
  await Promise.all(doubts.map((one) => mentor.put(`/doubts/${one._id}/reply`, { reply: "So." })));
  const { totalDoubts, totalStudents } = await statsOf(admin, "admin");
  equals([totalDoubts, totalStudents], [12, 12]);
  is((await statsOf(mentor, "mentor")).totalDoubtsReplied, 12);
  // A change that no command made is counted as well.
  const { db } = server.parts.database;
  await db.update(people).set({ deletedAt: server.parts.clock() }).where(
    eq(people.role, "student"),
  );
  is((await statsOf(admin, "admin")).totalStudents, 0);
});

Deno.test("a learner's figures: solved, and pending by kind", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [student, other] = [await person(server), await person(server, "volunteer")];
  const [hw1, , cw, practice] = [
    await assignment(mentor),
    await assignment(mentor),
    await assignment(mentor, {}, "cw"),
    await assignment(mentor, {}, "practice"),
  ];
  const own = await assignment(mentor, {}, null);
  await mentor.put(`/assignments/${own._id}/assign-personal`, { assignedTo: [student._id] });
  equals(await statsOf(student, "student"), {
    totalSolved: 0,
    pendingHW: 2,
    pendingCW: 1,
    pendingPersonal: 1,
  });
  const respond = (id: string, responseStatus: string) =>
    student.put(`/assignments/${id}/status`, { responseStatus, learningNotes: "Notes" });
  await respond(hw1._id, "solved");
  await respond(cw._id, "partially solved");
  await respond(practice._id, "solved");
  await respond(own._id, "solved");
  equals(await statsOf(student, "student"), {
    totalSolved: 3,
    pendingHW: 1,
    pendingCW: 1,
    pendingPersonal: 0,
  });
  equals(await statsOf(other, "student"), {
    totalSolved: 0,
    pendingHW: 2,
    pendingCW: 1,
    pendingPersonal: 0,
  });
  // The user object has the same figures, in every reply.
  const login = { email: student.email, password: PASSWORD };
  for (
    const { solvedCount, pendingHW } of [
      (await student.get("/auth/me")).body,
      (await student.post("/auth/login", login)).body.user,
    ]
  ) equals([solvedCount, pendingHW], [3, 1]);
  const { solvedCount, pendingHW } = (await mentor.get("/auth/me")).body;
  equals([solvedCount, pendingHW], [0, 0]);
  // A question that is distributed under another tag is pending under that tag.
  await mentor.put(`/assignments/${hw1._id}/distribution`, { distributionTag: "cw" });
  equals(await statsOf(student, "student"), {
    totalSolved: 3,
    pendingHW: 1,
    pendingCW: 1,
    pendingPersonal: 0,
  });
});

Deno.test("staff get one stats.changed event per change, without figures; learners get none", async () => {
  await using server = await testServer();
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const student = await person(server);
  const { _id } = await assignment(mentor);
  using ear = await listen(server, { token: mentor.token });
  using theirs = await listen(server, { token: student.token });
  const raised = await doubt(student, _id);
  const stats = await ear.next("stats.changed");
  equals(Object.keys(stats), ["seq"]);
  is((await ear.next("doubt.opened")).seq, stats.seq - 2, "the entry is between them");
  await mentor.put(`/doubts/${raised._id}/reply`, { reply: "So." });
  await admin.patch(`/users/${student._id}`, { name: "Renamed" });
  // A follow-up changes no figure.
  await student.put(`/doubts/${raised._id}/followup`, { followup: "And so?" });
  await student.put(`/doubts/${raised._id}/resolve`);
  // Pushes arrive in order: when this one is here, all earlier ones are.
  await mentor.post("/messages/announcement", { subject: "The end", body: "of it" });
  await Promise.all([ear.next("announcement.saved"), theirs.next("announcement.saved")]);
  is(ear.of("stats.changed").length, 3);
  equals(theirs.of("stats.changed"), []);
});
