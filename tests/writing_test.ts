/**
 * The rate limit of one person's writes: generous, explained in the refusal, and the same for every
 * call.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { newId } from "../server/kit/core/ids.ts";
import { LIMITS } from "../server/kit/limits/limits.ts";
import { assignment, doubt, questionForm } from "./kit/assignments.ts";
import { type Caller, caller, person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const statusesOf = (replies: Reply[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Makes this many writes at once. */
const many = (count: number, write: (at: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, at) => write(at)));

Deno.test("a person's writes of all kinds have one limit, and other students can still write", async () => {
  await using server = await testServer();
  const [mentor, student, neighbour] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: question } = await assignment(mentor);
  const { _id: other } = await doubt(neighbour, question);
  const { points, seconds } = LIMITS.learnerWrite;
  const message = { subject: "Hello", body: "Is there a class?", isPublic: true };
  const kinds: ((at: number) => Promise<Reply>)[] = [
    (at) => student.post("/messages", { ...message, body: `Is there a class ${at}?` }),
    (at) => student.put(`/doubts/${other}/followup`, { followup: `And ${at}?` }),
    () => student.post("/doubts", {}),
  ];
  const replies = await many(points + 30, (at) => kinds[at % kinds.length]?.(at) as Promise<Reply>);
  const refused = replies.filter(({ status }) => status === 429);
  is(refused.length, 30);
  for (const { body, headers } of refused) {
    const wait = Number(headers.get("retry-after"));
    ok(wait >= 1 && wait <= seconds);
    is(body.code, "too-many");
    ok(body.msg.includes(`Please wait ${wait} second`), body.msg);
  }
  is((await student.get("/messages/personal")).status, 200, "reading is no writing");
  is((await neighbour.put(`/doubts/${other}/followup`, { followup: "Please?" })).status, 200);
  is((await neighbour.post("/messages", message)).status, 201);
});

Deno.test("a mentor's script and a mentor in triage stay below the limit", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const questions = await many(150, () => mentor.post("/assignments", questionForm()));
  equals(statusesOf(questions), { 201: 150 });
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  equals(statusesOf(await many(150, () => mentor.put(`/doubts/${_id}/reply`, { reply: "So." }))), {
    200: 150,
  });
});

Deno.test("long bodies of one learner or visitor have a limit, also if they are refused", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const other = await person(server);
  // Short in what it says, but long to read.
  const long = { assignmentId: newId(), doubtText: "", deep: "x".repeat(20_000) };
  const statusOf = async (who: Caller, path: string, body: unknown) =>
    (await who.post(path, body)).status;
  for (const [who, path] of [[student, "/doubts"], [caller(server), "/contact"]] as const) {
    for (let sent = 0; sent < LIMITS.body.points; sent++) is(await statusOf(who, path, long), 400);
    const refused = await who.post(path, long);
    is(refused.status, 429);
    ok(Number(refused.headers.get("retry-after")) > 0);
    is(await statusOf(who, path, {}), 400, "a short one");
  }
  is(await statusOf(other, "/doubts", long), 400);
  for (let sent = 0; sent <= LIMITS.body.points; sent++) {
    is(await statusOf(mentor, "/desk/replies", long), 400);
  }
});

Deno.test("a repeated write gets its lost reply, also from another server", async () => {
  await using server = await testServer();
  await using other = await testServer({ DATABASE_URL: server.databaseUrl });
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  const key = { "idempotency-key": crypto.randomUUID() };
  const ask = (headers: Record<string, string>, followup = "Why?", at = student) =>
    at.put(`/doubts/${_id}/followup`, { followup }, headers);
  const replies = await many(20, () => ask(key));
  equals(statusesOf(replies), { 200: 20 });
  equals((await ask(key)).body, replies[0]?.body);
  const there = { ...student, ...caller(other, student.token) };
  const again = await ask(key, "Why?", there);
  equals([again.status, again.body], [200, replies[0]?.body]);
  is((await student.get(`/doubts/${_id}`)).body.entries, 2);
});
