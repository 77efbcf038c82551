/**
 * The rate limit of one person's writes: generous, explained in the refusal, and the same for every
 * call.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import type { Me } from "../server/kit/core/roles.ts";
import { newId } from "../server/kit/core/ids.ts";
import { LIMITS } from "../server/kit/limits/limits.ts";
import { createWritePace, PACES } from "../server/kit/limits/write_pace.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { prepareRequest } from "./kit/calls.ts";
import { type Caller, caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { ROUTES } from "./kit/routes.ts";
import { testServer } from "./kit/server.ts";

const statusesOf = (replies: Reply[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Makes this many writes at once. */
const many = (count: number, write: (at: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, at) => write(at)));

/** These end the session that was used, so nobody can write a second time. */
const ENDING = [
  "POST /auth/reset-password",
  "PUT /auth/password",
  "POST /auth/sessions/end-others",
  "POST /auth/me/deletion",
];
/** Calls that nobody can make here are those of a provider that is not set up. */
const WRITES = Object.keys(ROUTES).filter((key) =>
  !key.startsWith("GET ") && !ENDING.includes(key) && ROUTES[key]?.may.length !== 0
);

Deno.test("every call that writes has a rate limit per person", async (t) => {
  // One write of each kind in ten seconds, without a burst.
  await using server = await testServer({ WRITE_PACE: "0.001" });
  ok(WRITES.length > 30);
  for (const key of WRITES) {
    await t.step(key, async () => {
      const { send } = await prepareRequest(server, key);
      const first = await send();
      ok(first.status < 300, JSON.stringify(first.body));
      const second = await send();
      equals([second.status, second.body.code], [429, "too-many"], JSON.stringify(second.body));
      const wait = Number(second.headers.get("retry-after"));
      ok(wait >= 1 && wait <= PACES.learner.seconds);
      ok(second.body.msg.includes(`Please wait ${wait} second`), second.body.msg);
    });
  }
});

Deno.test("a student's flood is refused in part, and other students can still write", async () => {
  await using server = await testServer();
  const [mentor, student, neighbour] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: question } = await assignment(mentor);
  const [{ _id: own }, { _id: other }] = [
    await doubt(student, question),
    await doubt(neighbour, question),
  ];
  const asked = await many(
    300,
    (at) => student.put(`/doubts/${own}/followup`, { followup: `And ${at}?` }),
  );
  const { 200: written = 0, 429: refused = 0 } = statusesOf(asked);
  is(written + refused, 300, JSON.stringify(statusesOf(asked)));
  ok(written >= PACES.learner.burst && written <= 150, `${written} were written`);
  is((await student.get(`/doubts/${own}`)).body.entries, written + 1);
  const message = { subject: "Hello", body: "Is there a class?", isPublic: true };
  const sent = statusesOf(await many(300, () => student.post("/messages", message)));
  ok((sent[201] ?? 0) <= 150, JSON.stringify(sent));
  is((await neighbour.put(`/doubts/${other}/followup`, { followup: "Please?" })).status, 200);
  is((await neighbour.post("/messages", message)).status, 201);
});

Deno.test("a mentor's script, a mentor in triage and a fast typist stay below the limit", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const questions: string[] = [];
  for (const replies = 150; questions.length < replies;) {
    questions.push((await assignment(mentor))._id);
  }
  const { _id } = await doubt(student, questions[0] ?? "");
  equals(statusesOf(await many(150, () => mentor.put(`/doubts/${_id}/reply`, { reply: "So." }))), {
    200: 150,
  });
  const asked = await many(60, () => student.put(`/doubts/${_id}/followup`, { followup: "Why?" }));
  equals(statusesOf(asked), { 200: 60 });
  ok(PACES.staff.points >= PACES.staff.seconds, "a reply a second, for as long as there are any");
});

Deno.test("refused writes do not count, and each kind of write has its own limit", async () => {
  await using server = await testServer({ WRITE_PACE: "0.001" });
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: question } = await assignment(mentor);
  for (let time = 0; time < 5; time++) {
    is((await student.post("/messages", { subject: "", body: "x", isPublic: true })).status, 400);
    is((await student.put(`/doubts/${question}/followup`, { followup: "x" })).status, 404);
  }
  const message = { subject: "Hello", body: "All.", isPublic: true };
  is((await student.post("/messages", message)).status, 201);
  is((await student.post("/messages", message)).status, 429);
  const { _id } = await doubt(student, question);
  is((await student.put(`/doubts/${_id}/followup`, { followup: "x" })).status, 200);
  is((await student.get("/messages/personal")).status, 200);
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

Deno.test("all kinds of writes together have a limit, and a refused one counts for its kind no more", async () => {
  const pace = createWritePace();
  const who = { _id: crypto.randomUUID(), role: "student" } as Me;
  const KINDS = 6;
  const writes = (kind: number) => pace.count(who, `POST /kind/${kind}`);
  const counted = await Promise.all(Array.from({ length: 480 }, (_, at) => writes(at % KINDS)));
  const taken = counted.filter((one) => typeof one === "object");
  const { points, burst } = PACES.learner;
  is(taken.length, 2 * (points + burst));
  ok(taken.length < KINDS * (points + burst));
  // Room in all together is room for each kind that is not used up: the refused ones took none.
  for (const one of taken.slice(0, 30)) one.giveBack();
  const more = await Promise.all(Array.from({ length: 30 }, () => writes(0)));
  is(more.filter((one) => typeof one === "object").length, 30);
  is(typeof await pace.count({ ...who, _id: crypto.randomUUID() }, "POST /kind/0"), "object");
});

Deno.test("parallel uses of one idempotency key count as one write", async () => {
  const pace = createWritePace(0.001);
  const who = { _id: crypto.randomUUID(), role: "student" } as Me;
  const use = (key?: string) => pace.count(who, "PUT /doubts/:id/followup", key);
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => use("a")));
  ok(typeof first === "object", "the first use is counted");
  equals(new Set(others), new Set(["again"]));
  ok((await Promise.all([use("b"), use("b"), use()])).every((wait) => typeof wait === "number"));
  first.giveBack();
  ok(typeof await use("a") === "object", "a key that was given back is counted again");
});

Deno.test("a key that is no UUID makes no write free", async () => {
  await using server = await testServer({ WRITE_PACE: "0.001" });
  const { post, email } = await person(server);
  const signIn = () =>
    post("/auth/login", { email, password: PASSWORD }, { "idempotency-key": "x".repeat(10_000) });
  equals([(await signIn()).status, (await signIn()).status], [200, 429]);
});

Deno.test("a repeated write gets its lost reply, even above the rate limit", async () => {
  await using server = await testServer({ WRITE_PACE: "0.001" });
  await using other = await testServer({
    WRITE_PACE: "0.001",
    DATABASE_URL: server.databaseUrl,
  });
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  const key = { "idempotency-key": crypto.randomUUID() };
  const ask = (headers: Record<string, string>, followup = "Why?") =>
    student.put(`/doubts/${_id}/followup`, { followup }, headers);
  const replies = await many(20, () => ask(key));
  equals(statusesOf(replies), { 200: 20 });
  is((await ask({ "idempotency-key": crypto.randomUUID() }, "More?")).status, 429);
  is((await ask({ "idempotency-key": "none" }, "More?")).status, 429);
  is((await ask({}, "More?")).status, 429);
  equals((await ask(key)).body, replies[0]?.body);
  // On the other server, this person has already written something else.
  const there = {
    put: (headers: Record<string, string>) =>
      fetch(`${other.url}/api/doubts/${_id}/followup`, {
        method: "PUT",
        headers: {
          "content-type": "application/json",
          "x-auth-token": student.token,
          ...headers,
        },
        body: JSON.stringify({ followup: "Why?" }),
      }),
  };
  const first = await there.put({});
  is(first.status, 200, await first.text());
  const second = await there.put({});
  is(second.status, 429, await second.text());
  const again = await there.put(key);
  equals([again.status, await again.json()], [200, replies[0]?.body]);
  is((await student.get(`/doubts/${_id}`)).body.entries, 3);
});
