/** Programs that are attached to doubts: whose, who reads them, and how long they are kept. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { usualShown } from "../server/doubts/policy.ts";
import { RUNS_KEPT } from "../server/runs/schema.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person, type Reply, type TestPerson } from "./kit/people.ts";
import { browserRun, claim, runsOf, sumQuestion } from "./kit/runs.ts";
import { PACE, type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

async function setUp(server: TestServer) {
  const [mentor, student, classmate] = await Promise.all([
    person(server, "mentor"),
    person(server),
    person(server),
  ]);
  return { mentor, student, classmate, question: await sumQuestion(mentor) };
}

const WRONG = claim([{}, { verdict: "wrong", output: "11" }]);

async function ran(who: TestPerson, assignmentId: string): Promise<Reply["body"]> {
  const { status, body } = await who.post(runsOf(assignmentId), browserRun({ result: WRONG }));
  is(status, 201, JSON.stringify(body));
  return body;
}

const raise = (who: TestPerson, assignmentId: string, fields: object) =>
  who.post("/doubts", { assignmentId, doubtText: "Why 11?", ...fields });

const statusOf = async (who: TestPerson, run: string) => (await who.get(`/runs/${run}`)).status;

Deno.test("a doubt carries its program; the class reads it only while its owner shows it", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, question } = await setUp(server);
  const run = await ran(student, question._id);
  is(await statusOf(classmate, run._id), 404, "it is attached to nothing");
  const { status, body: raised } = await raise(student, question._id, { runId: run._id });
  is(status, 201, JSON.stringify(raised));
  const path = `/doubts/${raised._id}`;
  is(raised.programShown, "staff", "homework that is not over");
  const attached = { _id: run._id };
  const withheld = { ...attached, withheld: true };
  const runOf = async (who: TestPerson) => (await who.get(path)).body.conversation[0].run;
  equals(raised.conversation[0].run, attached);
  equals([await runOf(mentor), await runOf(classmate)], [attached, withheld]);
  is(await statusOf(classmate, run._id), 404);
  equals((await mentor.get(`/runs/${run._id}`)).body, run);

  using ear = await listen(server, { token: classmate.token });
  await ear.watch(raised._id);
  const shown = await student.put(`${path}/program`, { shown: "class", version: raised.version });
  equals([shown.status, shown.body.programShown, shown.body.version], [200, "class", 2]);
  is((await ear.until("doubt.changed", ({ _id }) => _id === raised._id)).programShown, "class");
  equals(await runOf(classmate), attached);
  equals((await classmate.get(`/runs/${run._id}`)).body, run);
  is((await classmate.post(`/runs/${run._id}/verify`)).status, 404, "reading is all");
  is((await classmate.get(`${runsOf(question._id)}?studentId=${student._id}`)).status, 403);

  await student.put(`${path}/program`, { shown: "staff" });
  is((await ear.until("doubt.changed", ({ version }) => version === 3)).programShown, "staff");
  equals([await runOf(classmate), await statusOf(classmate, run._id)], [withheld, 404]);
  equals([await runOf(student), await statusOf(student, run._id)], [attached, 200]);
});

Deno.test("only the owner decides who reads the program, and what is odd is refused", async () => {
  await using server = await testServer(PACE);
  const { mentor, student, classmate, question } = await setUp(server);
  const { body: raised } = await raise(student, question._id, { programShown: "class" });
  is(raised.programShown, "class");
  const path = `/doubts/${raised._id}/program`;
  is((await classmate.put(path, { shown: "staff" })).status, 403);
  is((await mentor.put(path, { shown: "staff" })).status, 403);
  const odd = await student.put(path, { shown: "everyone" });
  equals([odd.status, Object.keys(odd.body.errors)], [400, ["shown"]]);
  const same = await student.put(path, { shown: "class" });
  equals([same.status, same.body.version], [200, raised.version], "nothing has changed");
  await student.patch(`/doubts/${raised._id}`, { private: true });
  is((await classmate.put(path, { shown: "class" })).status, 404);
  // A resolved doubt is still there to read, so its owner still decides.
  await student.put(`/doubts/${raised._id}/resolve`);
  is((await student.put(path, { shown: "staff" })).body.programShown, "staff");
});

Deno.test("only an own run on the same assignment is attached; else nothing is written", async () => {
  await using server = await testServer(PACE);
  const { mentor, student, classmate, question } = await setUp(server);
  const other = await assignment(mentor);
  const runs = {
    foreign: (await ran(classmate, question._id))._id,
    "on another question": (await ran(student, other._id))._id,
    missing: crypto.randomUUID(),
    odd: "newest",
  };
  for (const [kind, runId] of Object.entries(runs)) {
    const { status, body } = await raise(student, question._id, { runId });
    equals([status, Object.keys(body.errors ?? {})], [400, ["runId"]], kind);
  }
  is((await student.get("/doubts/filter-doubts?scope=mine")).body.total, 0);
  const { _id } = await doubt(student, question._id);
  for (const [kind, runId] of Object.entries(runs)) {
    const asked = { followup: "Again", runId };
    const { status, body } = await student.put(`/doubts/${_id}/followup`, asked);
    equals([status, Object.keys(body.errors ?? {})], [400, ["runId"]], kind);
  }
  is((await student.get(`/doubts/${_id}`)).body.conversation.length, 1);
  is((await mentor.put(`/doubts/${_id}/reply`, { reply: "So", runId: runs.foreign })).status, 400);
});

Deno.test("asking again attaches the newer run; one more doubt on the question does as well", async () => {
  await using server = await testServer();
  const { student, classmate, question } = await setUp(server);
  const { _id: first } = await ran(student, question._id);
  const { body: raised } = await raise(student, question._id, { runId: first });
  const path = `/doubts/${raised._id}`;
  using ear = await listen(server, { token: classmate.token });
  await ear.watch(raised._id);
  const { _id: second } = await ran(student, question._id);
  const key = { "idempotency-key": crypto.randomUUID() };
  const again = { followup: "Still 11.", runId: second };
  const replies = [
    await student.put(`${path}/followup`, again, key),
    await student.put(`${path}/followup`, again, key),
  ];
  equals(replies.map(({ status }) => status), [200, 200]);
  const runs = (body: Reply["body"]) =>
    body.conversation.map(({ run }: { run?: { _id: string } }) => run?._id);
  equals(runs(replies[1]?.body), [first, second]);
  const { entry } = await ear.next("doubt.entry");
  equals(entry.run, { _id: second, withheld: true }, "the class is among the watchers");
  const { _id: third } = await ran(student, question._id);
  const more = await raise(student, question._id, { runId: third, programShown: "class" });
  equals([more.status, runs(more.body)], [200, [first, second, third]]);
  is(more.body.programShown, "class");
  for (const id of [first, second, third]) is(await statusOf(classmate, id), 200);
});

Deno.test("a private thread's program stays private, and one thread shows no other's", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, question } = await setUp(server);
  const run = await ran(student, question._id);
  const shown = { runId: run._id, programShown: "class" };
  const { body: raised } = await raise(student, question._id, { ...shown, private: true });
  is(await statusOf(classmate, run._id), 404);
  await student.patch(`/doubts/${raised._id}`, { private: false });
  is(await statusOf(classmate, run._id), 200);
  await student.patch(`/doubts/${raised._id}`, { private: true });
  is(await statusOf(classmate, run._id), 404);
  // An open thread on the same question, which shows its programs, but not this one.
  await student.put(`/doubts/${raised._id}/resolve`);
  const later = await ran(student, question._id);
  await raise(student, question._id, { runId: later._id, programShown: "class" });
  equals([await statusOf(classmate, run._id), await statusOf(classmate, later._id)], [404, 200]);
  // The question is taken back from the class, and with it the thread.
  const taken = { distributionTag: "central" };
  const { sql } = server.parts.database;
  await sql`update assignments set distribution_tag = ${taken.distributionTag}`;
  equals([await statusOf(classmate, later._id), await statusOf(mentor, later._id)], [404, 200]);
});

Deno.test("earlier entries of a long thread withhold their programs, too", async () => {
  await using server = await testServer(PACE);
  const { student, classmate, question } = await setUp(server);
  const { body: raised } = await raise(student, question._id, {});
  const run = await ran(student, question._id);
  const path = `/doubts/${raised._id}`;
  await student.put(`${path}/followup`, { followup: "Again", runId: run._id });
  await student.put(`${path}/followup`, { followup: "And again" });
  const earlier = async (who: TestPerson) =>
    (await who.get(`${path}/entries?before=3`)).body.entries[0].run;
  equals(await earlier(student), { _id: run._id });
  equals(await earlier(classmate), { _id: run._id, withheld: true });
  await student.put(`${path}/program`, { shown: "class" });
  equals(await earlier(classmate), { _id: run._id });
});

Deno.test("an attached run is kept; where it is gone all the same, the entry stays", async () => {
  await using server = await testServer(PACE);
  const { student, question } = await setUp(server);
  const run = await ran(student, question._id);
  const { body: raised } = await raise(student, question._id, { runId: run._id });
  const oldest = await ran(student, question._id);
  for (let n = 0; n < RUNS_KEPT; n += 10) {
    await Promise.all(Array.from({ length: 10 }, () => ran(student, question._id)));
  }
  equals([await statusOf(student, run._id), await statusOf(student, oldest._id)], [200, 404]);
  const { sql } = server.parts.database;
  await sql`delete from runs where id = ${run._id}`;
  const [entry] = (await student.get(`/doubts/${raised._id}`)).body.conversation;
  equals([entry.message, entry.run], ["Why 11?", undefined]);
});

Deno.test("a run that is verified is news to the class only where a thread shows it", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, question } = await setUp(server);
  const run = await ran(student, question._id);
  const { body: raised } = await raise(student, question._id, { runId: run._id });
  using ear = await listen(server, { token: classmate.token });
  await ear.watch(raised._id);
  await mentor.post(`/runs/${run._id}/verify`);
  const shown = await student.put(`/doubts/${raised._id}/program`, { shown: "class" });
  await ear.until("doubt.changed", ({ version }) => version === shown.body.version);
  equals(ear.of("run.changed"), []);
  const { sql } = server.parts.database;
  await sql`update runs set verification_state = 'none'`;
  await sql`delete from jobs`;
  await mentor.post(`/runs/${run._id}/verify`);
  const { seq: _, ...told } = await ear.next("run.changed");
  equals(told, { _id: run._id });
  equals([ear.of("run.verified"), ear.of("run.finished")], [[], []]);
});

Deno.test("a program is for mentors only while it may be the answer to homework", () => {
  const now = "2026-03-02T10:00:00.000Z";
  const [before, after] = ["2026-03-02T09:00:00.000Z", "2026-03-02T11:00:00.000Z"];
  const shown = (distributionTag: "hw" | "hm" | "cw" | "practice", dueAt?: string | null) =>
    usualShown({ distributionTag, ...(dueAt !== undefined && { dueAt }) }, now);
  equals([shown("hw"), shown("hm", null), shown("hw", after)], ["staff", "staff", "staff"]);
  equals([shown("hw", before), shown("hm", now)], ["class", "class"]);
  equals([shown("cw"), shown("practice", after)], ["class", "class"]);
});
