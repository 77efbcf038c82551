/** A learner's page: what staff read there, and that the learner never gets a note. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { storeVisits } from "../server/auth/sessions/commands.ts";
import { migrate } from "../server/kit/db/migrate.ts";
import {
  NOTE_MOST,
  NOTES_MOST,
  type OpenWork,
  type TopicProgress,
} from "../server/students/schema.ts";
import { assignment, assignTo, doubt, submit } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

Deno.test("a learner's page has progress, open work, attempts, doubts and reviews; it is for staff", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const other = await person(server, "volunteer");
  const [solved, open] = [await assignment(mentor), await assignment(mentor)];
  const response = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
  for (const one of [student, other]) {
    await one.put(`/assignments/${solved._id}/status`, response);
    await doubt(one, open._id);
  }
  await mentor.put(`/assignments/${solved._id}/review`, {
    studentId: student._id,
    reviewStatus: "approved",
    mentorComment: "Good.",
  });
  const path = `/students/${student._id}`;
  const page = await mentor.get(path);
  equals([page.status, page.body.student.name, page.body.student.email], [
    200,
    student.name,
    student.email,
  ]);
  equals(page.body.progress, [{
    majorTopic: solved.majorTopic,
    given: 2,
    answered: 1,
    solved: 1,
  }]);
  const list = async (name: string) => (await mentor.get(`${path}/${name}`)).body;
  const [work, attempts] = [await list("open"), await list("attempts")];
  equals([work.total, work.open[0].assignment._id, work.open[0].responseStatus], [
    1,
    open._id,
    null,
  ]);
  equals([attempts.total, attempts.attempts[0].assignment.title], [1, solved.title]);
  const [doubts, reviews] = [await list("doubts"), await list("reviews")];
  equals([doubts.total, doubts.doubts[0].student._id], [1, student._id]);
  equals([reviews.total, reviews.reviews[0].by._id, reviews.reviews[0].comment], [
    1,
    mentor._id,
    "Good.",
  ]);
  equals(await list("attempts?page=2&limit=1"), { attempts: [], total: 1 });
  is((await mentor.get(`/students/${other._id}`)).status, 200, "a volunteer learns too");
  is((await mentor.get(`/students/${mentor._id}`)).status, 404);
  is((await student.get(path)).status, 403, "not even their own");
});

Deno.test("progress counts a topic's assignments as they are given out, edited and assigned", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const progress = async () =>
    (await mentor.get(`/students/${student._id}`)).body.progress.map(
      (
        { majorTopic, given, answered, solved }: TopicProgress,
      ) => [majorTopic, given, answered, solved],
    );
  const [array, text] = [
    await assignment(mentor, { majorTopic: "Arrays" }),
    await assignment(mentor, { majorTopic: "String" }, "practice"),
  ];
  const own = await assignment(mentor, { majorTopic: "Arrays" }, null);
  equals(await progress(), [["Arrays", 1, 0, 0], ["String", 1, 0, 0]], "one is kept in central");
  await assignTo(mentor, own._id, student);
  await submit(student, own._id);
  await submit(student, text._id, { responseStatus: "not understanding", learningNotes: "Why?" });
  equals(await progress(), [["Arrays", 2, 1, 1], ["String", 1, 1, 0]]);

  const change = { majorTopic: "Functions" };
  const { body: edited } = await mentor.put(`/assignments/${array._id}`, change);
  is(edited.majorTopic, "Functions");
  const expected = [["Arrays", 1, 1, 1], ["Functions", 1, 0, 0], ["String", 1, 1, 0]];
  equals(await progress(), expected);

  // A database from before these figures: they are counted when the file runs that creates them.
  const { sql } = server.parts.database;
  await sql`delete from figures where figure like 'topic %'`;
  await sql`comment on table figures is 'of an earlier version'`;
  await migrate(server.parts.database);
  equals(await progress(), expected);
  await assignment(mentor, { majorTopic: "Functions" });
  await sql`comment on table figures is 'of an earlier version'`;
  await migrate(server.parts.database);
  equals((await progress())[1], ["Functions", 2, 0, 0], "they are counted once");
});

Deno.test("open work is the class's and one's own, given out last first, without what is solved", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const given = [];
  for (const tag of ["hw", "cw", "hw", "practice"] as const) {
    given.push(await assignment(mentor, {}, tag));
  }
  const own = await assignment(mentor, {}, null);
  await assignTo(mentor, own._id, student);
  await submit(student, given[2]._id);
  await submit(student, given[0]._id, { responseStatus: "having doubt", learningNotes: "Why?" });
  const path = `/students/${student._id}/open`;
  const { open, total } = (await mentor.get(path)).body;
  const rows = open.map(({ assignment, responseStatus }: OpenWork) => [
    assignment._id,
    responseStatus,
  ]);
  const classwork = [[given[1]._id, null], [given[0]._id, "having doubt"]];
  equals(total, 3);
  equals(rows.filter(([id]: [string]) => id !== own._id), classwork);
  ok(rows.some(([id]: [string]) => id === own._id));
  const pages = [];
  for (const page of [1, 2, 3, 4]) {
    const { body } = await mentor.get(`${path}?page=${page}&limit=1`);
    is(body.total, 3);
    pages.push(...body.open);
  }
  equals(pages, open);
});

Deno.test("a page says when the learner was last seen", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const seenAt = async () => (await mentor.get(`/students/${student._id}`)).body.seenAt;
  is(await seenAt(), null);
  await student.get("/auth/me");
  server.setClock("2026-03-02T06:00:00.000Z");
  await storeVisits(server.parts, []);
  is(await seenAt(), "2026-03-02T06:00:00.000Z");
  server.setClock("2026-03-02T05:00:00.000Z");
  await storeVisits(server.parts, [{ personId: student._id, session: crypto.randomUUID() }]);
  is(await seenAt(), "2026-03-02T06:00:00.000Z", "another server's clock may be behind");
});

Deno.test("notes are live for staff, and never in a learner's data or events", async () => {
  await using server = await testServer();
  const [mentor, colleague] = [await person(server, "mentor"), await person(server, "mentor")];
  const [admin, student] = [await person(server, "admin"), await person(server)];
  using ear = await listen(server, { token: colleague.token });
  using learner = await listen(server, { token: student.token });
  const path = `/students/${student._id}/notes`;
  const { status, body: note } = await mentor.post(path, { text: "  Helps others.  " });
  equals([status, note.text, note.by._id], [201, "Helps others.", mentor._id]);
  const { seq: _, ...told } = await ear.next("note.saved");
  equals(told, note);
  equals((await colleague.get(path)).body, { notes: [note], total: 1 });

  for (const one of ["", `/${note._id}`]) {
    is((await student.get(path + one)).status, one === "" ? 403 : 404);
  }
  is((await student.post(path, { text: "Me too." })).status, 403);
  is((await student.delete(`${path}/${note._id}`)).status, 403);
  is((await colleague.delete(`${path}/${note._id}`)).status, 403, "another mentor's note");
  is((await admin.delete(`/students/${admin._id}/notes/${note._id}`)).status, 404);
  is((await admin.delete(`${path}/${note._id}`)).status, 200);
  is((await ear.next("note.deleted"))._id, note._id);
  is((await admin.delete(`${path}/${note._id}`)).status, 404);

  // What the learner gets after it comes after it in the log.
  await mentor.post("/messages", { subject: "Hi", body: "All.", isPublic: true });
  await learner.next("message.sent");
  equals([learner.of("note.saved"), learner.of("note.deleted")], [[], []]);
  using again = await listen(server, { token: student.token, since: 0 });
  await again.next("message.sent");
  ok(!JSON.stringify(again.pushes).includes("Helps others."));
});

Deno.test("notes are bounded in length and number", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const path = `/students/${student._id}/notes`;
  for (const text of ["", " ", "x".repeat(NOTE_MOST + 1), 7]) {
    const refused = await mentor.post(path, { text });
    equals([refused.status, Object.keys(refused.body.errors)], [400, ["text"]], String(text));
  }
  await server.parts.database.sql`
    insert into student_notes (id, student_id, author_id, text, created_at)
    select gen_random_uuid(), ${student._id}, ${mentor._id}, 'Note', now()
    from generate_series(1, ${NOTES_MOST - 1})`;
  const last = await Promise.all(["a", "b", "c", "d"].map((text) => mentor.post(path, { text })));
  equals(last.map(({ status }) => status).sort(), [201, 409, 409, 409], "also at the same time");
  const full = await mentor.post(path, { text: "One more." });
  equals([full.status, full.body.code], [409, "student.notes-full"]);
  is((await mentor.get(`${path}?limit=100&page=5`)).body.notes.length, 100);
  is((await mentor.post(`/students/${mentor._id}/notes`, { text: "To myself." })).status, 404);
});
