/**
 * Requests that are refused before any command runs: wrong bodies, content types, methods, headers.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import "./kit/client_ready.ts";
import { CAPS } from "../server/kit/limits/queues.ts";
import { assignment } from "./kit/assignments.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const JSON_KIND = { "content-type": "application/json" };

/**
 * Starts a server, and returns a function that sends bodies as they are to a call that takes JSON.
 */
async function sender() {
  const server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await assignment(mentor);
  const send = async (body: BodyInit | null, headers: Record<string, string> = JSON_KIND) => {
    const response = await student.fetch("/doubts", { method: "POST", body, headers });
    return { status: response.status, body: await response.json() };
  };
  const count = async () => (await student.get("/doubts/filter-doubts")).body.total;
  return { server, student, mentor, send, count, good: { assignmentId: _id, doubtText: "Why?" } };
}

Deno.test("a body that is not JSON, or not an object, is refused with a sentence", async () => {
  const { server, send, count } = await sender();
  await using _ = server;
  for (const body of ["{", "", "{'a': 1}", "[".repeat(100_000), "NaN", '{"a": 1}}']) {
    const refused = await send(body);
    equals(
      [refused.status, refused.body],
      [400, { msg: "The request's body cannot be read.", code: "invalid" }],
      body.slice(0, 20),
    );
  }
  for (const body of ["null", "1", '"text"', "[]", "[".repeat(1e5) + "]".repeat(1e5)]) {
    const refused = await send(body);
    equals(refused.status, 400);
    match(refused.body.errors.body, /^This must be an object\.$/);
  }
  is(await count(), 0);
});

Deno.test("a deeply nested body is refused, and the server survives", async () => {
  const { server, send, good } = await sender();
  await using _ = server;
  const nest = (open: string, close: string) => open.repeat(12_000) + "1" + close.repeat(12_000);
  for (
    const body of [
      nest('{"doubtText":', "}"),
      `{"assignmentId":"${good.assignmentId}","doubtText":${nest("[", "]")}}`,
    ]
  ) {
    const refused = await send(body);
    is(refused.status, 400);
    match(refused.body.errors.doubtText, /^This must be a string\.$/);
  }
  is((await send(JSON.stringify(good))).status, 201);
});

Deno.test("a large body is refused, with and without a content length", async () => {
  const { server, send, count, good } = await sender();
  await using _ = server;
  const large = JSON.stringify({ ...good, doubtText: "x".repeat(256 * 1024) });
  equals((await send(large)).body, { msg: "The request is too large.", code: "too-large" });
  const stream = new Blob([large]).stream();
  equals((await send(stream)).status, 413);
  is(await count(), 0);
});

Deno.test("a body with another content type is refused", async () => {
  const { server, student, mentor, send, count, good } = await sender();
  await using _ = server;
  const text = JSON.stringify(good);
  for (
    const kind of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json"]
  ) {
    const refused = await send(text, { "content-type": kind });
    equals([refused.status, refused.body.code], [415, "content-type"], kind);
  }
  is(await count(), 0);
  is((await send(text, { "content-type": "Application/JSON ; charset=utf-8" })).status, 201);
  is((await send(null, {})).status, 400, "no body at all");
  const asJson = await mentor.post("/assignments", { title: "x" });
  equals([asJson.status, asJson.body.code], [415, "content-type"]);
  // A call that needs no body accepts a request without one and without a content type.
  const { body: { doubts: [{ _id }] } } = await student.get("/doubts/filter-doubts");
  const bare = await student.fetch(`/doubts/${_id}/resolve`, { method: "PUT" });
  is(bare.status, 200);
  await bare.body?.cancel();
});

Deno.test("a person's reads and writes wait for their own, and nobody else's do", async () => {
  await using server = await testServer();
  const { read, write } = server.parts.queues;
  const [mentor, student, other] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: question } = await assignment(mentor);
  const ask = (who: TestPerson) =>
    who.post("/doubts", { assignmentId: question, doubtText: "Why?" });
  const held = Array.from({ length: CAPS.read.each + 1 }, () => Promise.withResolvers<void>());
  const [writing, ...reading] = held as [typeof held[0], ...typeof held];
  for (const one of reading) read.run(student._id, () => one.promise);
  write.run(student._id, () => writing.promise);
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const waiting = [
    student.get("/auth/me").then(note("read")),
    student.get("/assignments/general").then(note("list")),
    ask(student).then(note("write")),
  ];
  // Others, visitors too, are answered meanwhile; so are the student's calls that neither read nor write.
  equals((await other.get("/assignments/general")).status, 200);
  equals((await ask(other)).status, 201);
  equals((await caller(server).get("/assignments/home")).status, 200);
  equals((await student.post("/doubts", {})).status, 400);
  equals(done, []);
  reading[0]?.resolve();
  await Promise.all(waiting.slice(0, 2));
  equals(done.toSorted(), ["list", "read"]);
  for (const one of held) one.resolve();
  await waiting[2];
});

Deno.test("unknown methods and paths get 404; HEAD is GET without the body", async () => {
  const { server, student } = await sender();
  await using _ = server;
  for (const method of ["OPTIONS", "PATCH", "DELETE", "PROPFIND"]) {
    const response = await student.fetch("/doubts/filter-doubts", { method });
    is(response.status, 404, method);
    is(response.headers.get("access-control-allow-origin"), null);
    await response.body?.cancel();
  }
  const head = await student.fetch("/doubts/filter-doubts", { method: "HEAD" });
  equals([head.status, await head.text()], [200, ""]);
  for (const path of ["/", "/doubts/1/2/3", "/doubts/%00", "/doubts/%E0%A4%A"]) {
    const { status, body } = await student.get(path);
    equals([status, body.code], [404, "not-found"], path);
  }
});

Deno.test("a page of another origin may not call, and every reply has the security headers", async () => {
  const { server, student } = await sender();
  await using _ = server;
  for (const origin of ["https://evil.test", "null", `${server.url}.evil.test`]) {
    const preflight = await student.fetch("/doubts", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    equals([preflight.status, (await preflight.json()).code], [403, "origin"], origin);
  }
  for (const path of ["/api/auth/me", "/api/nothing", "/healthz", "/metrics", "/", "/login"]) {
    const { headers, body } = await fetch(`${server.url}${path}`);
    is(headers.get("x-content-type-options"), "nosniff", path);
    is(headers.get("x-frame-options"), "DENY", path);
    const policy = headers.get("content-security-policy") ?? "";
    // A reply that is not a page may load nothing at all.
    const from = path.startsWith("/api/") ? "'none'" : "'self'";
    ok(policy.includes(`default-src ${from}`) && policy.includes("frame-ancestors 'none'"), path);
    is(/unsafe-eval|script-src/.test(policy), false, path);
    ok(headers.get("x-request-id"), path);
    await body?.cancel();
  }
  const { headers } = await caller(server).get("/assignments/home");
  is(headers.get("cache-control"), "no-store");
});
