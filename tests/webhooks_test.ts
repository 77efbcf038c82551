/**
 * Webhooks: what they tell and do not tell, how it is signed, what happens when a receiver is slow,
 * fails or redirects, and the addresses that are refused. The receiver is a real HTTP server.
 */
import {
  deepStrictEqual as equals,
  match,
  ok,
  rejects,
  strictEqual as is,
} from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  addressProblem,
  isLoopback,
  isPublic,
  post,
  signedHeaders,
} from "../server/kit/mail/webhook.ts";
import {
  FAILING_DAYS,
  TRIES_AFTER,
  WEBHOOK_EVENTS,
  WEBHOOKS_MOST,
} from "../server/webhooks/schema.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { collecting, dropServer } from "./kit/drops.ts";
import { NOTIFIES } from "./kit/notifications.ts";
import { until } from "./kit/until.ts";
import { person, type Reply, type TestPerson } from "./kit/people.ts";
import { freePort } from "./kit/process.ts";
import { testServer } from "./kit/server.ts";

const MINUTE = 60_000;
type Got = { path: string; headers: Record<string, unknown>; body: string };
type Answer = [status: number, text?: string, headers?: Record<string, string>];

/** A receiver that answers as its path says. */
async function receiver() {
  const got: Got[] = [];
  const held = Promise.withResolvers<Answer>();
  const answers: Record<string, Answer | Promise<Answer>> = {
    "/fails": [500, "Out of order."],
    "/gone": [410],
    "/moved": [302, "", { location: "/taken" }],
    "/long": [200, "x".repeat(1_000_000)],
    "/slow": held.promise,
  };
  const server = createServer(async (request, reply) => {
    const path = request.url ?? "";
    got.push({ path, headers: request.headers, body: await text(request) });
    const [status, words = "", headers = {}] = await (answers[path] ?? [200, "Thanks."]);
    reply.writeHead(status, headers).end(words);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const letGo = () => held.resolve([200, "At last."]);
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    got,
    letGo,
    [Symbol.dispose]() {
      letGo();
      server.close();
    },
  };
}

async function made(admin: TestPerson, url: string, events: readonly string[] = WEBHOOK_EVENTS) {
  const { status, body } = await admin.post("/webhooks", { url, events });
  is(status, 201, JSON.stringify(body));
  return { id: body.webhook._id as string, secret: body.secret as string };
}

type Delivery = Reply["body"];

/** Waits until the newest delivery fits. */
const newest = (admin: TestPerson, id: string, fits: (one: Delivery) => boolean) =>
  until(async () => {
    const [one] = (await admin.get(`/webhooks/${id}/deliveries`)).body;
    return one && fits(one) && one as Delivery;
  });

const isTried = ({ status, answer, tries }: Delivery) =>
  tries > 0 && (status !== null || answer !== "");

const test = (admin: TestPerson, id: string) => admin.post(`/webhooks/${id}/test`);

Deno.test("the signature is that of Standard Webhooks", () => {
  // The example of the reference implementation.
  const headers = signedHeaders({
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    secret: Uint8Array.fromBase64("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
    body: '{"test": 2432232314}',
    now: new Date(1614265330 * 1000).toISOString(),
  });
  is(headers["webhook-signature"], "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

Deno.test("a doubt, its answer and a review are told once, signed, and without anybody's text", async () => {
  using hooks = await receiver();
  await using server = await testServer({}, NOTIFIES);
  // Both servers follow the log, and both send.
  await using _other = await testServer({ DATABASE_URL: server.databaseUrl }, NOTIFIES);
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const student = await person(server);
  const { id, secret } = await made(admin, `${hooks.url}/all`);
  await made(admin, `${hooks.url}/reviews`, ["review.decided"]);
  const { _id: question } = await assignment(mentor, { title: "Leap years" });
  const { _id } = await doubt(student, question);
  await mentor.put(`/doubts/${_id}/reply`, { reply: "A private hint." });
  const handedIn = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
  is((await student.put(`/assignments/${question}/status`, handedIn)).status, 200);
  const review = {
    studentId: student._id,
    reviewStatus: "approved",
    mentorComment: "A private praise.",
  };
  const reviewed = await mentor.put(`/assignments/${question}/review`, review);
  is(reviewed.status, 200, JSON.stringify(reviewed.body));
  await until(() => Promise.resolve(hooks.got.length >= 4));
  await until(async () =>
    (await admin.get(`/webhooks/${id}/deliveries`)).body.every(({ isSent }: Delivery) => isSent)
  );
  equals(hooks.got.map(({ path }) => path).sort(), ["/all", "/all", "/all", "/reviews"]);
  const bodies = hooks.got.filter(({ path }) => path === "/all").map(({ body }) =>
    JSON.parse(body)
  );
  const told = (type: string) => bodies.find((one) => one.type === type)?.data;
  const about = { assignment: { id: question, title: "Leap years" }, studentId: student._id };
  const { url, ...raised } = told("doubt.raised");
  equals(raised, { ...about, doubtId: _id, private: false });
  match(url, new RegExp(`/doubts/${_id}$`));
  const answered = told("doubt.answered");
  equals([answered.doubtId, answered.byId], [_id, mentor._id]);
  const decided = told("review.decided");
  equals([decided.status, decided.byId, decided.assignment], [
    "approved",
    mentor._id,
    about.assignment,
  ]);
  const all = hooks.got.map(({ body }) => body).join();
  for (const one of ["hint", "praise", student.name, student.email]) ok(!all.includes(one), one);
  match(secret, /^whsec_/);
  for (const { headers, body, path } of hooks.got) {
    if (path !== "/all") continue;
    const [msg, at] = [headers["webhook-id"], headers["webhook-timestamp"]];
    const key = Uint8Array.fromBase64(secret.replace("whsec_", ""));
    const signature = createHmac("sha256", key).update(`${msg}.${at}.${body}`).digest("base64");
    is(headers["webhook-signature"], `v1,${signature}`);
  }
});

Deno.test("a slow receiver delays no other, and a delivery can be sent again under its id", async () => {
  using hooks = await receiver();
  await using server = await testServer({}, NOTIFIES);
  const admin = await person(server, "admin");
  const slow = await made(admin, `${hooks.url}/slow`);
  await test(admin, slow.id);
  await until(() => Promise.resolve(hooks.got.length === 1));
  const quick = await made(admin, `${hooks.url}/quick`);
  is((await test(admin, quick.id)).status, 202);
  const one = await newest(admin, quick.id, ({ isSent }) => isSent);
  equals([one.type, one.status, one.answer, one.dueAt], ["webhook.test", 200, "Thanks.", null]);
  const again = await admin.post(`/webhooks/${quick.id}/deliveries/${one._id}/again`);
  is(again.status, 202);
  const ids = () =>
    hooks.got.filter(({ path }) => path === "/quick")
      .map(({ headers }) => headers["webhook-id"]);
  await until(() => Promise.resolve(ids().length === 2));
  equals(ids(), [`msg_${one._id}`, `msg_${one._id}`]);
  hooks.letGo();
  await newest(admin, slow.id, ({ isSent }) => isSent);
});

Deno.test("a receiver that answers drop by drop is given up", async () => {
  await using slow = await dropServer();
  const message = { headers: {}, body: "{}", hosts: ["127.0.0.1"], withinMs: 300 };
  await rejects(collecting(post(slow.url, message)), /no answer within 0.3 seconds/);
});

Deno.test("a failed delivery will be retried later and later, then given up; the webhook is turned off after days", async () => {
  using hooks = await receiver();
  await using server = await testServer({}, NOTIFIES);
  let now = Date.parse("2026-03-02T06:30:00.000Z");
  const pass = (ms: number) => server.setClock(new Date(now += ms).toISOString());
  pass(0);
  const admin = await person(server, "admin");
  const { id } = await made(admin, `${hooks.url}/fails`);
  await test(admin, id);
  const isDueAfter = (tries: number, minutes: number | null) =>
    newest(admin, id, (one) =>
      one.tries === tries && one.status === 500 &&
      (minutes === null ? one.dueAt === null : Date.parse(one.dueAt) - now === minutes * MINUTE));
  for (const [at, minutes] of TRIES_AFTER.slice(0, 2).entries()) {
    const one = await isDueAfter(at + 1, minutes);
    equals([one.answer, one.isSent], ["Out of order.", false]);
    pass(minutes * MINUTE);
  }
  // The last try of all.
  await server.parts.database.sql`
    update webhook_deliveries set tries = ${TRIES_AFTER.length}, due_at = ${server.parts.clock()}`;
  await isDueAfter(TRIES_AFTER.length + 1, null);
  const [failing] = (await admin.get("/webhooks")).body.webhooks;
  equals([failing.isOn, failing.failingSince], [true, "2026-03-02T06:30:00.000Z"]);
  pass(FAILING_DAYS * 24 * 60 * MINUTE);
  await test(admin, id);
  await until(async () => !(await admin.get("/webhooks")).body.webhooks[0].isOn);
  const [row] = (await admin.get("/audit")).body.rows;
  equals([row.verb, row.detail, row.by], [
    "webhook.changed",
    "turned off: it failed for days",
    null,
  ]);
  const { status, body } = await test(admin, id);
  equals([status, body.code], [409, "webhook.off"]);
  const on = await admin.put(`/webhooks/${id}`, { events: ["doubt.raised"], isOn: true });
  equals([on.body.isOn, on.body.failingSince], [true, null]);
});

Deno.test("a redirect is not followed, a long answer is cut, and an address that is gone ends the webhook", async () => {
  using hooks = await receiver();
  await using server = await testServer({}, NOTIFIES);
  const admin = await person(server, "admin");
  const moved = await made(admin, `${hooks.url}/moved`);
  const long = await made(admin, `${hooks.url}/long`);
  const gone = await made(admin, `${hooks.url}/gone`);
  const away = await made(admin, `http://localhost:${freePort()}/`);
  for (const { id } of [moved, long, gone, away]) await test(admin, id);
  is((await newest(admin, moved.id, isTried)).status, 302);
  equals((await newest(admin, long.id, isTried)).answer, "x".repeat(500));
  await until(async () => {
    const { webhooks } = (await admin.get("/webhooks")).body;
    return webhooks.find(({ _id }: Delivery) => _id === gone.id).isOn === false;
  });
  const refused = await newest(admin, away.id, isTried);
  is(refused.status, null);
  match(refused.answer, /^The connection failed: /);
  ok(!hooks.got.some(({ path }) => path === "/taken"));
});

Deno.test("an address of this machine or a private network is refused, however it is written", async () => {
  for (
    const address of [
      ...["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
      ...["224.0.0.1", "0.0.0.0", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1"],
      ...["::ffff:10.0.0.1", "::ffff:7f00:1", "64:ff9b::a00:1", "2002:a00:1::", "not an address"],
    ]
  ) is(isPublic(address), false, address);
  for (const address of ["93.184.215.14", "2606:2800:21f:cb07::1"]) is(isPublic(address), true);
  equals([isLoopback("127.0.0.1"), isLoopback("::1"), isLoopback("10.0.0.1")], [true, true, false]);

  // Named by the operator, but the name leads here: this machine's own name.
  using hooks = await receiver();
  const port = new URL(hooks.url).port;
  const send = (url: string, hosts: string[]) => post(url, { headers: {}, body: "{}", hosts });
  const { hostname } = new URL(`https://${Deno.hostname()}`);
  await rejects(send(`https://${hostname}:${port}/`, [hostname]), /private network/);
  await rejects(send(`https://127.1.2.3:${port}/`, ["127.1.2.3"]), /private network/);
  await rejects(
    send(`https://[::ffff:127.0.0.1]:${port}/`, ["[::ffff:7f00:1]"]),
    /private network/,
  );
  equals(hooks.got, []);
  is((await send(hooks.url, ["localhost"])).status, 200);

  const hosts = ["hooks.school.test", "localhost"];
  equals(addressProblem("https://hooks.school.test/x", hosts), null);
  equals(addressProblem("http://localhost:9/x", hosts), null);
  for (
    const [url, problem] of [
      ["http://hooks.school.test/", /https/],
      ["https://elsewhere.test/", /WEBHOOK_HOSTS/],
      ["https://hooks.school.test@elsewhere.test/", /password/],
      ["http://127.0.0.1/", /https/],
      ["ftp://localhost/", /https/],
      ["nothing", /not an address/],
    ] as const
  ) match(addressProblem(url, hosts) ?? "", problem);
});

Deno.test("webhooks are bounded, each refusal names its field, and a stale change is refused", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const url = "https://hooks.school.test/x";
  for (
    const [field, wanted] of [
      ["url", { url: "https://elsewhere.test", events: WEBHOOK_EVENTS }],
      ["url", { url: "x", events: WEBHOOK_EVENTS }],
      ["events", { url, events: [] }],
      ["events", { url, events: ["doubt.raised", "doubt.raised"] }],
    ] as const
  ) {
    const { status, body } = await admin.post("/webhooks", wanted);
    is(status, 400);
    ok(body.errors[field], JSON.stringify(body));
  }
  const { id } = await made(admin, url);
  const edit = (version: number) =>
    admin.put(`/webhooks/${id}`, { events: ["doubt.raised"], isOn: false, version });
  is((await edit(1)).body.version, 2);
  equals([(await edit(1)).status, (await edit(1)).body.code], [409, "stale"]);
  for (let at = 1; at < WEBHOOKS_MOST; at += 1) await made(admin, url);
  const { status, body } = await admin.post("/webhooks", { url, events: WEBHOOK_EVENTS });
  equals([status, body.code], [409, "webhook.many"]);
  is((await admin.delete(`/webhooks/${id}`)).status, 200);
  is((await admin.get(`/webhooks/${id}/deliveries`)).status, 404);
});
