/**
 * Events are written straight to WebSockets through the insides of engine.io. The first test fails
 * when these insides have changed; the others hold the order and the fallback.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server, type Socket } from "socket.io";
import { io, type Socket as Client } from "socket.io-client";
import type { LoggedEvent } from "../server/kit/core/parts.ts";
import { broadcast } from "../server/live/sockets/broadcast.ts";

type Heard = {
  client: Client;
  socket: Socket;
  events: [name: string, seq: number][];
  subjects: string[];
};

/** Opens a socket.io server and clients, all of them in the room "class". */
async function openClass(count: number) {
  const http = createServer();
  const server = new Server(http, { transports: ["websocket"], perMessageDeflate: false });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const people: Heard[] = [];
  for (let place = 0; place < count; place++) {
    const connected = new Promise<Socket>((done) => server.once("connection", done));
    const client = io(url, { transports: ["websocket"], forceNew: true });
    const events: Heard["events"] = [];
    const subjects: string[] = [];
    client.onAny((name, { seq, subject = "" }) => {
      events.push([name, seq]);
      subjects.push(subject);
    });
    const socket = await connected;
    socket.data.me = null;
    socket.join("class");
    people.push({ client, socket, events, subjects });
  }
  return {
    server,
    people,
    /** Waits until these people have all events so far. */
    async settled(some = people) {
      await Promise.all(some.map(({ client, socket }) => {
        const last = new Promise<void>((done) => client.once("last", () => done()));
        socket.emit("last", { seq: 0 });
        return last;
      }));
    },
    async [Symbol.asyncDispose]() {
      for (const { client } of people) client.disconnect();
      await server.close();
    },
  };
}

const saved = (seq: number, rooms = ["class"], subject = "Ünïcode"): LoggedEvent => ({
  seq,
  type: "announcement.saved",
  rooms,
  data: { _id: "one", subject },
  bytes: 60,
});

const upTo = (last: number): Heard["events"] =>
  Array.from({ length: last }, (_, place) => ["announcement.saved", place + 1]);

/** Counts the packets that go through engine.io's queue. */
function countPackets({ socket }: Heard): () => number {
  let packets = 0;
  socket.conn.on("packetCreate", () => packets += 1);
  return () => packets;
}

Deno.test("an event is written past engine.io's queue: its insides are as frames.ts knows them", async () => {
  await using room = await openClass(3);
  const queued = room.people.map(countPackets);
  // A frame's header is longer from 126 bytes, and again from 65,536 bytes.
  const texts = [10, 300, 70_000].map((length) => "ü".repeat(length));
  for (const [place, text] of texts.entries()) {
    broadcast(room.server, [saved(place + 1, ["class"], text)]);
  }
  equals(queued.map((count) => count()), [0, 0, 0]);
  await room.settled();
  for (const { events, subjects } of room.people) {
    equals(events.slice(0, -1), upTo(3));
    equals(subjects.slice(0, -1), texts);
  }
});

Deno.test("events keep their order when packets of engine.io's queue come between them", async () => {
  await using room = await openClass(2);
  const [busy, idle] = room.people as [Heard, Heard];
  const queued = [countPackets(busy), countPackets(idle)];
  for (let seq = 1; seq <= 60; seq++) {
    if (seq % 3 === 0) busy.socket.emit("announcement.saved", { seq });
    broadcast(room.server, [saved(seq, seq % 3 === 0 ? [idle.socket.id] : ["class", "other"])]);
    if (seq % 20 === 0) await new Promise((done) => setTimeout(done, 5));
  }
  ok((queued[0]?.() ?? 0) > 20, "the busy socket used the queue");
  equals(queued[1]?.(), 0);
  await room.settled();
  for (const { events } of room.people) equals(events.slice(0, -1), upTo(60));
});

Deno.test("without the insides, events are emitted as documented, once to each socket", async () => {
  await using room = await openClass(3);
  const queued = room.people.map(countPackets);
  const { adapter, sockets } = room.server.sockets;
  // The sockets as a later version may show them: with a connection whose insides are unknown.
  const unknown = new Map(
    [...sockets].map(([id, socket]) => [id, Object.create(socket, { conn: { value: {} } })]),
  );
  const later = { local: room.server.local, sockets: { adapter, sockets: unknown } };
  for (let seq = 1; seq <= 5; seq++) broadcast(later as unknown as Server, [saved(seq)]);
  equals(queued.map((count) => count()), [5, 5, 5]);
  await room.settled();
  for (const { events } of room.people) equals(events.slice(0, -1), upTo(5));
});

Deno.test("a closed connection is sent nothing, and the others get their events", async () => {
  await using room = await openClass(3);
  const [gone, ...others] = room.people as [Heard, ...Heard[]];
  // The WebSocket is closing, and engine.io does not know it yet.
  (gone.socket.conn as unknown as { transport: { socket: WebSocket } }).transport.socket.close();
  broadcast(room.server, [saved(1), saved(2)]);
  await room.settled(others);
  for (const { events } of others) equals(events.slice(0, -1), upTo(2));
  equals(gone.events, []);
});
