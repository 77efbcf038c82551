/**
 * Questions, announcements and class sessions for some sections: nothing of them reaches the
 * others, in any list, event, bell or calendar.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment, doubt, questionForm } from "./kit/assignments.ts";
import { type Caller, caller, person, type Reply } from "./kit/people.ts";
import { sumQuestion } from "./kit/runs.ts";
import { makeSection, twoSections } from "./kit/sections.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const answer = ({ status, body }: Reply) => [status, body.code];
const idsOf = (all: { _id: string }[]) => all.map(({ _id }) => _id);

/** Which of these people see the thing in a list. */
async function seenBy(
  people: Caller[],
  path: string,
  { _id, rows = (body) => body }: {
    _id: string;
    rows?: (body: Reply["body"]) => { _id: string }[];
  },
): Promise<boolean[]> {
  const replies = await Promise.all(people.map((one) => one.get(path)));
  return replies.map(({ body }) => idsOf(rows(body)).includes(_id));
}

Deno.test("a question is for the sections that its form names, and for whom it is assigned to", async () => {
  await using server = await testServer();
  const { mentor, a, b, inA, inB, inNone } = await twoSections(server);
  using earA = await listen(server, { token: inA.token });
  const form = questionForm({ distributionTag: "hw" });
  form.set("audience", JSON.stringify([a]));
  form.set("dueAt", "2099-01-01T10:00");
  const made = await mentor.post("/assignments", form);
  equals([made.status, made.body.audience], [400, undefined], "too far");
  form.delete("dueAt");
  const { body: question } = await mentor.post("/assignments", form);
  equals(question.audience, [a]);
  is((await earA.next("assignment.saved"))._id, question._id);
  is((await earA.next("homework.changed"))._id, question._id);

  equals(await seenBy([mentor, inA, inB, inNone], "/assignments/general", question), [
    ...[true, true],
    ...[false, false],
  ]);
  // Assigned personally, it is seen by whoever it is assigned to.
  await mentor.put(`/assignments/${question._id}/assign-personal`, { assignedTo: [inB._id] });
  is((await inB.get(`/assignments/${question._id}`)).status, 200);
  const wrong: [unknown, string][] = [
    [[], "Choose at least one section, or all of the class."],
    [[a, a], "Choose each section once."],
    [[crypto.randomUUID()], "One of these sections does not exist any more."],
  ];
  for (const [audience, sentence] of wrong) {
    const refused = await mentor.put(`/assignments/${question._id}`, { audience });
    equals([refused.status, refused.body.errors?.audience], [400, sentence]);
  }
  equals((await mentor.put(`/assignments/${question._id}`, { audience: [b] })).body.audience, [b]);
});

Deno.test("a question's audience changes: who loses it fetches again, who gets it is told", async () => {
  await using server = await testServer();
  const { mentor, a, b, inA, inB, inNone } = await twoSections(server);
  const question = await assignment(mentor);
  const thread = await doubt(inA, question._id);
  using earA = await listen(server, { token: inA.token });
  using earB = await listen(server, { token: inB.token });
  using earNone = await listen(server, { token: inNone.token });
  is((await earB.watch(thread._id)).ok, true);
  const put = (audience: string[] | null) =>
    mentor.put(`/assignments/${question._id}`, { audience });
  equals((await put([a])).body.audience, [a]);
  await Promise.all([earB.next("resync"), earNone.next("resync")]);
  equals((await earA.next("assignment.saved")).audience, [a]);
  equals(earA.of("resync"), []);
  using again = await listen(server, { token: inB.token });
  is((await again.watch(thread._id)).ok, false, "its threads are not watched any more");
  equals((await put([a, b])).body.audience, [a, b]);
  is((await again.next("assignment.saved"))._id, question._id);
  is((await again.next("doubt.opened"))._id, thread._id);
  is((await put(null)).body.audience, undefined);
  equals(await seenBy([inA, inB, inNone], "/assignments/general", question), [true, true, true]);
});

Deno.test("who leaves a section loses its doubts, except for their own", async () => {
  await using server = await testServer();
  const { admin, mentor, a, b, inA } = await twoSections(server);
  const another = await person(server);
  await admin.put(`/sections/${a}/members`, { in: [another._id] });
  const question = await assignment(mentor);
  await mentor.put(`/assignments/${question._id}`, { audience: [a] });
  const thread = await doubt(inA, question._id);
  is((await another.get(`/doubts/${thread._id}`)).status, 200);
  await admin.put(`/sections/${b}/members`, { in: [another._id, inA._id] });
  const rows = (body: Reply["body"]) => body.doubts;
  equals(await seenBy([inA, another], "/doubts/filter-doubts", { _id: thread._id, rows }), [
    true,
    false,
  ]);
  is((await another.get(`/doubts/${thread._id}`)).status, 404);
});

Deno.test("an announcement for a section: lists, events, the bell, and who is away", async () => {
  await using server = await testServer({}, { notifies: true });
  const { mentor, a, b, inA, inB, inNone } = await twoSections(server);
  const visitor = caller(server);
  using earA = await listen(server, { token: inA.token });
  using earB = await listen(server, { token: inB.token });
  using home = await listen(server);
  const said = { subject: "Test on Friday", body: "Room 4.", audience: [a] };
  const { body: note } = await mentor.post("/messages/announcement", said);
  equals((await earA.next("announcement.saved")).audience, [a]);
  await earA.next("notification.made");
  const people = [mentor, inA, inB, inNone, visitor];
  const path = "/messages/announcement";
  equals(await seenBy(people, path, note), [true, true, false, false, false]);
  const bell = async (one: Caller) =>
    (await one.get("/notifications")).body.notifications.map(
      ({ title }: { title: string }) => title,
    );
  equals([await bell(inA), await bell(inB)], [["Test on Friday"], []]);

  const since = server.parts.live.head();
  const open = await mentor.put(`${path}/${note._id}`, { ...said, audience: null });
  is(open.body.audience, undefined);
  is((await home.next("announcement.saved"))._id, note._id);
  equals(await seenBy([inB, visitor], path, note), [true, true]);
  await mentor.put(`${path}/${note._id}`, { ...said, audience: [b] });
  await Promise.all([earA.next("resync"), home.next("resync")]);
  equals(await seenBy(people, path, note), [true, false, true, false, false]);
  // What was for all a moment ago is not sent to whoever comes back.
  const away = await listen(server, { token: inB.token, since });
  equals(away.of("announcement.saved").at(-1)?.audience, [b]);
  away.socket.disconnect();
  await mentor.delete(`${path}/${note._id}`);
  is((await earB.next("announcement.deleted"))._id, note._id);
  const unknown = { ...said, audience: [crypto.randomUUID()] };
  equals(answer(await mentor.post(path, unknown)), [400, "invalid"]);
});

Deno.test("a class session is for the sections of its questions, and another section can get it", async () => {
  await using server = await testServer();
  const { mentor, a, b, inA, inB } = await twoSections(server);
  const [forA, forAll] = [await sumQuestion(mentor), await sumQuestion(mentor)];
  await mentor.put(`/assignments/${forA._id}`, { audience: [a] });
  const start = (body: unknown) => mentor.post("/class-sessions", body);
  const refused = await start({ questions: [forAll._id, forA._id], audience: [a, b] });
  ok(refused.body.errors.questions.includes("is for some sections only"));
  equals(answer(await start({ questions: [forA._id] })), [400, "invalid"]);
  using earA = await listen(server, { token: inA.token });
  using earB = await listen(server, { token: inB.token });
  const { body: classSession } = await start({ questions: [forA._id, forAll._id], audience: [a] });
  equals(classSession.audience, [a]);
  const { body: quickQuestion } = await mentor.post("/quick-questions", {
    text: "Ready?",
    options: ["Yes", "No"],
  });
  equals(
    [
      (await inA.put(`/quick-questions/${quickQuestion._id}/answer`, { option: 0 })).status,
      (await inB.put(`/quick-questions/${quickQuestion._id}/answer`, { option: 0 })).status,
    ],
    [200, 404],
  );
  const { body: moved } = await mentor.put(`/class-sessions/${classSession._id}`, {
    questions: [forAll._id],
    audience: [b],
  });
  equals(moved.audience, [b]);
  await earA.next("resync");
  is((await earB.next("classSession.changed"))._id, classSession._id);
});

Deno.test("a deadline and a class session are in the calendars of their sections only", async () => {
  await using server = await testServer();
  const { mentor, a, inA, inB } = await twoSections(server);
  const question = await sumQuestion(mentor);
  const dueAt = new Date(Date.now() + 86_400_000).toISOString();
  await mentor.put(`/assignments/${question._id}`, { audience: [a], dueAt });
  await mentor.post("/class-sessions", { questions: [question._id], audience: [a] });
  const events = async (one: Caller) => {
    const { body } = await one.post("/calendar");
    const feed = await fetch(new URL(body.path, server.url));
    return (await feed.text()).match(/BEGIN:VEVENT/g)?.length ?? 0;
  };
  equals([await events(inA), await events(inB)], [2, 0]);
});

Deno.test("the gradebook begins with a mentor's own sections, and can show all", async () => {
  await using server = await testServer();
  const { admin, mentor, a, b, inA, inB, inNone } = await twoSections(server);
  const [forA, forB, forAll] = [
    await assignment(mentor),
    await assignment(mentor),
    await assignment(mentor),
  ];
  for (const [{ _id }, id] of [[forA, a], [forB, b]] as const) {
    await mentor.put(`/assignments/${_id}`, { audience: [id] });
  }
  const shown = async (query: string) => {
    const { body } = await mentor.get(`/gradebook${query}`);
    return [new Set(idsOf(body.rows)), new Set(idsOf(body.questions))];
  };
  const all = [new Set(idsOf([inA, inB, inNone])), new Set(idsOf([forA, forB, forAll]))];
  const ofA = [new Set([inA._id]), new Set(idsOf([forA, forAll]))];
  equals(await shown(""), all, "in no section");
  equals(await shown(`?section=${a}`), ofA);
  await admin.put(`/sections/${a}/members`, { in: [mentor._id] });
  equals(await shown(""), ofA);
  equals(await shown("?section=all"), all);
  const csv = await (await mentor.fetch("/exports/gradebook")).text();
  equals([csv.includes(inA.name), csv.includes(inB.email)], [true, false]);
  const { body: raised } = await inA.post("/doubts", {
    assignmentId: forA._id,
    doubtText: "Why?",
  });
  equals(raised.student.sections, [a], "the queue is filtered by it");
});

Deno.test("with a section that is deleted, what was only for it is for staff", async () => {
  await using server = await testServer();
  const { admin, mentor, inA, inNone } = await twoSections(server);
  const c = await makeSection(admin, "C");
  const question = await sumQuestion(mentor);
  await mentor.put(`/assignments/${question._id}`, { audience: [c] });
  await admin.delete(`/sections/${c}`);
  equals(await seenBy([mentor, inA, inNone], "/assignments/general", question), [
    true,
    false,
    false,
  ]);
});

Deno.test("the new name of a learner reaches the sections that may read a doubt of theirs", async () => {
  await using server = await testServer();
  const { admin, mentor, a, inA, inB } = await twoSections(server);
  const mate = await person(server);
  await admin.put(`/sections/${a}/members`, { in: [mate._id] });
  const question = await assignment(mentor, {}, null);
  const given = { distributionTag: "hw", audience: [a] };
  is((await mentor.put(`/assignments/${question._id}/distribution`, given)).status, 200);
  await doubt(inA, question._id);
  using ear = await listen(server, { token: mate.token });
  using quiet = await listen(server, { token: inB.token });
  is((await inA.patch("/auth/me", { name: "Asha S." })).status, 200);
  is((await mentor.patch("/auth/me", { name: "A. Rao" })).status, 200);
  await ear.until("person.renamed", ({ _id }) => _id === mentor._id);
  equals(idsOf(ear.of("person.renamed")), [inA._id, mentor._id]);
  await quiet.until("person.renamed", ({ _id }) => _id === mentor._id);
  equals(idsOf(quiet.of("person.renamed")), [mentor._id]);
});
