/**
 * Web Push: only to known services and public addresses; encrypted for the browser; once; removed
 * when the browser has ended it.
 */
import { deepStrictEqual as equals, ok, rejects, strictEqual as is } from "node:assert/strict";
import { createDecipheriv, createECDH, createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  isPushEndpoint,
  newPushKeys,
  type PushSender,
  pushSender,
} from "../server/kit/mail/push.ts";
import { sendPushes } from "../server/notifications/push/commands.ts";
import { readPushKeys } from "../server/notifications/push/writes.ts";
import { later } from "../server/kit/core/clock.ts";
import { listOf, NOTIFIES } from "./kit/notifications.ts";
import { until } from "./kit/until.ts";
import { caller, PASSWORD, person, type Reply, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const ENDPOINT = "https://fcm.googleapis.com/fcm/send/";

/** A browser's side of a subscription: its keys, and what it makes of a push (RFC 8291). */
function browser(name = crypto.randomUUID()) {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const hmac = (key: Uint8Array, data: Uint8Array) =>
    createHmac("sha256", key).update(data).digest();
  const bytes = (text: string) => new TextEncoder().encode(text);
  return {
    subscription: {
      endpoint: ENDPOINT + name,
      keys: { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    read(body: Uint8Array): string {
      const [salt, length] = [body.subarray(0, 16), body[20] ?? 0];
      const sender = body.subarray(21, 21 + length);
      const secret = ecdh.computeSecret(sender);
      const info = [bytes("WebPush: info\0"), ecdh.getPublicKey(), sender, Uint8Array.of(1)];
      const material = hmac(hmac(auth, secret), concat(info));
      const base = hmac(salt, material);
      const key = hmac(base, bytes("Content-Encoding: aes128gcm\0\x01")).subarray(0, 16);
      const nonce = hmac(base, bytes("Content-Encoding: nonce\0\x01")).subarray(0, 12);
      const sealed = body.subarray(21 + length);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return new TextDecoder().decode(plain.subarray(0, plain.lastIndexOf(2)));
    },
  };
}

function concat(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A push service on this machine, which gets what is posted to the real one's address. */
async function service(status = () => 201) {
  const got: { path: string; headers: Record<string, unknown>; body: Uint8Array }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    got.push({ path: request.url ?? "", headers: request.headers, body: concat(chunks) });
    const answer = status();
    response.writeHead(answer, answer === 302 ? { location: "http://127.0.0.1:1/" } : {}).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    got,
    post: (endpoint: string, init: RequestInit) =>
      fetch(`http://127.0.0.1:${port}${new URL(endpoint).pathname}`, init),
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const messageTo = (mentor: TestPerson, student: TestPerson, subject = "About the lab") =>
  mentor.post("/messages", {
    subject,
    body: "A private text.",
    isPublic: false,
    recipients: [student._id],
  });

Deno.test("a push reaches the browser, encrypted, with the place and without private text", async () => {
  await using push = await service();
  await using server = await testServer({}, NOTIFIES);
  await using second = await testServer({ DATABASE_URL: server.databaseUrl }, NOTIFIES);
  const [mentor, student] = [await person(server, "mentor", "Asha"), await person(server)];
  const { key } = (await student.get("/notifications/push-key")).body;
  const keys = await readPushKeys(second.parts.database.db, second.parts.tokens);
  is(keys.publicKey, key, "all servers have the same key");
  const phone = browser();
  is((await student.post("/notifications/browsers", phone.subscription)).status, 201);
  await messageTo(mentor, student);
  const { notifications: [one] } = await listOf(student);
  const sender = pushSender({ keys, subject: "https://class.test", ...push });
  // The server's own sender, which sends nothing here, may have tried first.
  server.setClock(later(new Date().toISOString(), 3));
  await Promise.all([server, server].map(({ parts }) => sendPushes(parts, sender)));
  is(push.got.length, 1);
  const [got] = push.got;
  equals(JSON.parse(phone.read(got?.body ?? new Uint8Array())), {
    for: student._id,
    id: one._id,
    text: "Asha wrote to you: About the lab",
    path: one.path,
  });
  equals([got?.headers["content-encoding"], String(got?.headers.authorization).slice(0, 6)], [
    "aes128gcm",
    "vapid ",
  ]);
  await sendPushes(server.parts, sender);
  is(push.got.length, 1, "once");
});

Deno.test("nothing is pushed that was read, or of a kind that is not wanted, or in quiet hours", async () => {
  await using push = await service();
  await using server = await testServer({}, NOTIFIES);
  server.startAtNoon();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  await student.post("/notifications/browsers", browser().subscription);
  const keys = await newPushKeys();
  const sender = pushSender({ keys, subject: "https://class.test", ...push });
  const { sql } = server.parts.database;
  const waiting = async () => [...await sql`select due_at from pushes`];
  await student.put("/notifications/settings", { quiet: { from: "11:00", to: "14:00" } });
  await messageTo(mentor, student);
  const { notifications: [one] } = await listOf(student);
  await sendPushes(server.parts, sender);
  equals([push.got.length, (await waiting()).length], [0, 1]);
  await student.post("/notifications/read", { ids: [one._id] });
  server.setClock(later(server.parts.clock(), 3 * 60));
  await sendPushes(server.parts, sender);
  equals([push.got.length, (await waiting()).length], [0, 0]);
  await student.put("/notifications/settings", {
    quiet: null,
    ways: { message: { push: false, mail: false } },
  });
  await messageTo(mentor, student, "Again");
  await listOf(student, ({ total }) => total === 2);
  equals(await waiting(), []);
});

Deno.test("a browser that has ended its subscription is forgotten, and a failed push is tried a few times", async () => {
  let status = 503;
  await using push = await service(() => status);
  await using server = await testServer({}, NOTIFIES);
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  await student.post("/notifications/browsers", browser().subscription);
  const keys = await newPushKeys();
  const sender = pushSender({ keys, subject: "https://class.test", ...push });
  await messageTo(mentor, student);
  await listOf(student);
  const { sql } = server.parts.database;
  const counts = async () => {
    const [row] = await sql`select (select count(*)::int from pushes) as pushes,
      (select count(*)::int from push_subscriptions) as browsers`;
    return [row?.pushes, row?.browsers];
  };
  for (let minute = 1; minute <= 60; minute += 10) {
    server.setClock(later(new Date().toISOString(), minute));
    await sendPushes(server.parts, sender);
  }
  equals(await counts(), [0, 1]);
  ok(push.got.length <= 5);
  status = 410;
  await messageTo(mentor, student, "Again");
  await listOf(student, ({ total }) => total === 2);
  await until(async () => {
    server.setClock(later(server.parts.clock(), 10));
    await sendPushes(server.parts, sender);
    return (await counts())[1] === 0;
  });
  equals(await counts(), [0, 0]);
});

Deno.test("only known services are pushed to, and no redirect is followed", async () => {
  await using server = await testServer({}, NOTIFIES);
  const student = await person(server);
  for (
    const endpoint of [
      "http://fcm.googleapis.com/x",
      "https://127.0.0.1/x",
      "https://[::1]/x",
      "https://fcm.googleapis.com.evil.test/x",
      "https://evil.test/fcm.googleapis.com",
      "https://fcm.googleapis.com@evil.test/x",
      "https://fcm.googleapis.com:8443/x",
      "https://notify.windows.com/x",
      "https://fcm.googleapis.com/" + "x".repeat(1000),
    ]
  ) {
    const { keys } = browser().subscription;
    const { status, body } = await student.post("/notifications/browsers", { endpoint, keys });
    equals([status, Object.keys(body.errors)], [400, ["endpoint"]], endpoint);
  }
  for (const good of [ENDPOINT, "https://wns2-par02p.notify.windows.com/w/?token=x"]) {
    ok(isPushEndpoint(good), good);
  }
  const target = { endpoint: `${ENDPOINT}x`, ...browser().subscription.keys };
  await using push = await service(() => 302);
  const sender = pushSender({ keys: await newPushKeys(), subject: "x", ...push });
  is(await sender.send(target, "x"), "failed");
  is(push.got.length, 1);
  const silent = { post: () => new Promise<never>(() => {}), withinMs: 50 };
  const keys = await newPushKeys();
  const patient = pushSender({ keys, subject: "x", ...silent });
  await rejects(patient.send(target, "x"), /does not answer/);
});

Deno.test("a person has at most ten browsers, and a browser belongs to the person who subscribed it last", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [student, other] = [await person(server), await person(server)];
  const all = Array.from({ length: 12 }, () => browser().subscription);
  for (const one of all) await student.post("/notifications/browsers", one);
  const { sql } = server.parts.database;
  const owners = async () =>
    (await sql`select person_id from push_subscriptions`).map(({ person_id }) => person_id);
  is((await owners()).length, 10);
  const last = all.at(-1);
  await other.post("/notifications/browsers", last);
  equals((await owners()).filter((one) => one === other._id).length, 1);
  await student.delete("/notifications/browsers", { endpoint: last?.endpoint });
  is((await owners()).length, 10, "nobody removes another's browser");
  await other.delete("/notifications/browsers", { endpoint: last?.endpoint });
  is((await owners()).length, 9);
});

/** Keeps the addresses that would be pushed to. */
function recorder() {
  const pushed: string[] = [];
  const send: PushSender["send"] = ({ endpoint }) => {
    pushed.push(endpoint);
    return Promise.resolve("sent");
  };
  return { pushed, sender: { send } };
}

Deno.test("a browser whose session was ended gets no more pushes", async () => {
  await using server = await testServer({}, NOTIFIES);
  const { sql } = server.parts.database;
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const [student, other] = [await person(server), await person(server)];
  const [ended, kept] = [browser(), browser()];
  for (const [{ email }, { subscription }] of [[student, ended], [other, kept]] as const) {
    const { body } = await caller(server).post("/auth/login", { email, password: PASSWORD });
    const signedIn = caller(server, body.token);
    is((await signedIn.post("/notifications/browsers", subscription)).status, 201);
  }
  // Disabling the account ends its sessions, also when it is enabled again.
  for (const hours of [1, 0]) {
    is((await admin.post(`/users/${student._id}/disable`, { hours })).status, 200);
  }
  for (const receiver of [student, other]) await messageTo(mentor, receiver);
  await until(async () => (await sql`select from notified`).length === 2);
  server.setClock(later(new Date().toISOString(), 3));
  const { pushed, sender } = recorder();
  await sendPushes(server.parts, sender);
  equals(pushed, [kept.subscription.endpoint]);
  const left = await sql`select endpoint from push_subscriptions`;
  equals(left.map(({ endpoint }) => endpoint), pushed);
});

Deno.test("after a change of AUTH_SECRET there are new keys, and browsers subscribe again", async () => {
  await using server = await testServer();
  const student = await person(server);
  const { key } = (await student.get("/notifications/push-key")).body;
  is((await student.post("/notifications/browsers", browser().subscription)).status, 201);
  const { databaseUrl: DATABASE_URL } = server;
  const AUTH_SECRET = "another secret, of more than 32 bytes";
  await using changed = await testServer({ DATABASE_URL, AUTH_SECRET });
  const { email } = student;
  const { body } = await caller(changed).post("/auth/login", { email, password: PASSWORD });
  const again = caller(changed, body.token);
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => again.get("/notifications/push-key")),
  );
  equals(new Set(replies.map(({ status }) => status)), new Set([200]));
  const [{ body: { key: fresh } }] = replies as [Reply];
  ok(fresh !== key);
  is(new Set(replies.map(({ body }) => body.key)).size, 1);
  is((await changed.parts.database.sql`select from push_subscriptions`).length, 0);
});
