/** Live connections: who may connect, which events they receive, and what disconnects them. */
import { deepStrictEqual as equals, ok, rejects, strictEqual as is } from "node:assert/strict";
import { io, type Socket } from "socket.io-client";
import WebSocket from "ws";
import { LIMITS, type Limits } from "../server/kit/limits/limits.ts";
import { readEnv } from "../server/kit/core/env.ts";
import {
  type AnySocket,
  createAllowances,
  SOCKETS_EACH,
  VISITORS_EACH,
} from "../server/live/allowances.ts";
import { FRAME_MOST } from "../server/live/sockets/sockets.ts";
import { SESSION_DAYS } from "../server/kit/security/tokens.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person, signedIn } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen, type Listener } from "./kit/socket.ts";

const closed = (socket: Socket) =>
  new Promise<string>((done) => socket.once("disconnect", (reason) => done(reason)));

Deno.test("a bad token is refused; a visitor receives only the home page's events", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  await rejects(listen(server, { token: "bad" }), /^Error: auth$/);
  using visitor = await listen(server);
  using member = await listen(server, { token: mentor.token });
  const { _id } = await assignment(mentor, {}, "hw");
  const { _id: doubtId } = await doubt(await person(server), _id);
  is((await member.next("doubt.opened"))._id, doubtId);
  // Events are pushed in order: a socket that has this one has received all earlier ones.
  await assignment(mentor, {}, "cw");
  await visitor.next("homework.changed");
  const heard = new Set(visitor.pushes.map(({ event }) => event));
  heard.delete("ready");
  equals([...heard], ["homework.changed"]);
  // A visitor's socket gets no answer to a watch.
  await rejects(visitor.socket.timeout(300).emitWithAck("watch", { doubtId }));
});

Deno.test(`a frame over ${FRAME_MOST / 1024} KB ends the connection`, async () => {
  await using server = await testServer();
  const { token } = await person(server);
  using ear = await listen(server, { token });
  const ended = closed(ear.socket);
  ear.socket.emit("typing", { doubtId: "x".repeat(FRAME_MOST - 100) });
  equals((await ear.watch(crypto.randomUUID())).code, "not-found");
  ear.socket.emit("typing", { doubtId: "x".repeat(FRAME_MOST + 1) });
  await ended;
  // The server still works.
  using _again = await listen(server, { token });
});

Deno.test("a person whose sockets flood the server together is disconnected, and another is not", async () => {
  await using server = await testServer();
  const { token } = await person(server);
  const ears = await Promise.all(Array.from({ length: 5 }, () => listen(server, { token })));
  using other = await listen(server, { token: (await person(server)).token });
  const ended = Promise.any(ears.map(({ socket }) => closed(socket)));
  // Each alone would be within the limit.
  for (const { socket } of ears) {
    for (let sent = 0; sent < LIMITS.message.points / 3; sent++) {
      socket.emit("typing", { doubtId: "none" });
    }
  }
  await ended;
  equals((await other.watch(crypto.randomUUID())).code, "not-found");
  for (const ear of ears) ear[Symbol.dispose]();
});

Deno.test(`the oldest of more than ${SOCKETS_EACH} sockets of a person is told why, and closed`, async () => {
  await using server = await testServer();
  const { token } = await person(server);
  const ears = [await listen(server, { token })];
  const oldest = closed((ears[0] as typeof ears[number]).socket);
  for (let more = 1; more < SOCKETS_EACH; more++) ears.push(await listen(server, { token }));
  using _visitor = await listen(server);
  ok(ears.every(({ socket }) => socket.connected));
  ears.push(await listen(server, { token }));
  await oldest;
  equals(ears.map((ear) => ear.of("displaced").length), [1, ...Array(SOCKETS_EACH).fill(0)]);
  equals(ears.filter(({ socket }) => !socket.connected).length, 1);
  for (const ear of ears) ear[Symbol.dispose]();
});

Deno.test("a person who connects again and again is refused, and others are not", async () => {
  await using server = await testServer();
  const [{ token, _id }, other] = [await person(server), await person(server)];
  using ear = await listen(server, { token });
  await server.parts.limits.spend("connection", _id, LIMITS.connection.points);
  await rejects(listen(server, { token }), /^Error: unavailable$/);
  using _ear = await listen(server, { token: other.token });
  ok(ear.socket.connected);
});

Deno.test("visitors of an address have a bound, which people behind it do not use", () => {
  const allowances = createAllowances({} as Limits);
  const connect = () => {
    const closing: (() => void)[] = [];
    const conn = {
      once: (_: string, close: () => void) => closing.push(close),
      readyState: "open",
    };
    allowances.opened(conn as unknown as AnySocket["conn"], "school");
    return { conn, close: () => closing.forEach((close) => close()) };
  };
  const class2000 = Array.from({ length: 2000 }, connect);
  ok(allowances.hasRoom("school"), "of those who come back at once, nobody has said who they are");
  const all = [...class2000, ...Array.from({ length: VISITORS_EACH - 2000 }, connect)];
  equals([allowances.hasRoom("school"), allowances.hasRoom("home")], [false, true]);
  all[0]?.close();
  is(allowances.hasRoom("school"), true);
  connect();
  is(allowances.hasRoom("school"), false);
  allowances.admitted({ conn: all[1]?.conn, once: () => {} } as unknown as AnySocket, "a");
  is(allowances.hasRoom("school"), true, "a person's socket is no visitor's");
});

Deno.test("who types is told in bounded numbers, whoever sends more", async () => {
  await using server = await testServer();
  const [mentor, owner] = [await person(server, "mentor"), await person(server)];
  const { _id } = await doubt(owner, (await assignment(mentor))._id);
  using staff = await listen(server, { token: mentor.token });
  const ears = [await listen(server, { token: owner.token }), await listen(server, owner)];
  for (const ear of [staff, ...ears]) is((await ear.watch(_id)).ok, true);
  const start = Date.now();
  for (const { socket } of ears) {
    for (let sent = 0; sent < 40; sent++) socket.emit("typing", { doubtId: _id });
  }
  // The answers come after all that was sent before.
  for (const ear of [...ears, staff]) await ear.watch(_id);
  const heard = staff.of("typing").length;
  const { points, seconds } = LIMITS.typing;
  const windows = 1 + Math.ceil((Date.now() - start) / 1000 / seconds);
  ok(heard >= 1 && heard <= points * windows, `${heard}`);
  for (const ear of ears) ear[Symbol.dispose]();
});

Deno.test("only people who may read a thread can watch it", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [owner, classmate] = [await person(server), await person(server)];
  const { _id: assignmentId } = await assignment(mentor);
  const { _id } = await doubt(owner, assignmentId, { private: true });
  using ears = await listen(server, { token: classmate.token });
  using own = await listen(server, { token: owner.token });
  using staff = await listen(server, { token: mentor.token });
  equals(await ears.watch(_id), { ok: false, code: "not-found" });
  equals(await ears.watch(crypto.randomUUID()), { ok: false, code: "not-found" });
  equals(await ears.watch("no id"), { ok: false, code: "invalid" });
  equals(await ears.ask("watch", null), {
    ok: false,
    code: "invalid",
  });
  for (const ear of [own, staff]) is((await ear.watch(_id)).ok, true);
  await mentor.put(`/doubts/${_id}/reply`, { reply: "Look at line 3." });
  for (const ear of [own, staff]) is((await ear.next("doubt.entry")).doubtId, _id);
  // An event for everyone, after the others: the classmate received neither the doubt nor the
  // reply.
  await assignment(mentor);
  await ears.next("homework.changed");
  equals([...ears.of("doubt.entry"), ...ears.of("doubt.opened"), ...ears.of("doubt.changed")], []);
  // Typing and presence also stay within the thread.
  own.socket.emit("typing", { doubtId: _id });
  is((await staff.next("typing")).person._id, owner._id);
  ears.socket.emit("typing", { doubtId: _id });
  await ears.watch(crypto.randomUUID());
  equals(staff.of("typing").map(({ person }) => person._id), [owner._id]);
  equals([...ears.of("typing"), ...ears.of("presence")], []);
});

Deno.test("a socket is closed when its token expires", async () => {
  await using server = await testServer();
  const { _id } = await person(server);
  const connected = async (ms: number): Promise<{ ear: Listener; token: string }> => {
    const soon = Date.now() - SESSION_DAYS * 86_400_000 + ms;
    server.setClock(new Date(soon).toISOString());
    const token = await signedIn(server, _id);
    server.setClock(null);
    // On a slow machine a session may end before it begins: a longer one is tried.
    const ear = await listen(server, { token }).catch(() => null);
    return ear ? { ear, token } : await connected(2 * ms);
  };
  const { ear, token } = await connected(3000);
  using _ear = ear;
  const ended = closed(ear.socket);
  equals(await ear.next("session.ended"), { reason: "expired" });
  await ended;
  await rejects(listen(server, { token }), /^Error: auth$/);
});

Deno.test("a dead connection is detected on both sides within two heartbeats, which are at most twenty seconds", async () => {
  const usual = readEnv({}).heartbeatMs;
  ok(2 * usual <= 20_000);
  await using server = await testServer({ HEARTBEAT_MS: "300" });
  const address = `${server.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
  const silent = new WebSocket(address);
  const opening = await new Promise<string>((done) => silent.once("message", (m) => done(`${m}`)));
  const { pingInterval, pingTimeout } = JSON.parse(opening.slice(1));
  equals([pingInterval, pingTimeout], [150, 450]);
  // The server sends a ping, gets no answer, and closes the connection.
  const asked = await new Promise<string>((done) => silent.once("message", (m) => done(`${m}`)));
  is(asked, "2");
  await new Promise((done) => silent.once("close", done));
});

Deno.test("long polling is refused", async () => {
  await using server = await testServer();
  const polled = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`);
  equals([polled.status, (await polled.json()).message], [400, "Transport unknown"]);
  equals(server.logged.filter(({ level }) => level === "error"), []);
});

Deno.test("invalid values in a handshake are ignored", async () => {
  await using server = await testServer();
  for (const auth of [{ since: -1 }, { since: "x" }, { since: 1e400 }, { token: 5 }]) {
    const socket = io(server.url, { transports: ["websocket"], auth, forceNew: true });
    await new Promise((ready, fail) => {
      socket.once("ready", ready);
      socket.once("connect_error", fail);
    });
    socket.disconnect();
  }
});
