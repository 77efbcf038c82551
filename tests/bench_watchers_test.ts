/**
 * The watchers of the benchmarks keep their connections: they answer each heartbeat at once, also
 * when no other frame follows it. When a connection is closed nevertheless, the benchmark is told
 * so.
 */
import { rejects } from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { watchBare } from "./bench/kit/watchers.ts";

const ENTRY =
  `42["doubt.entry",{"doubtId":"00000000-0000-4000-8000-000000000000","message":"An entry."}]`;

/** Half of the time after which a server ends a connection without an answer. */
const LATE_MS = 5000;

/** Opens two watchers of a server that sends nothing by itself. */
async function openTwo() {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  const sockets: WebSocket[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const watchers = await watchBare(url, 2);
  return {
    watchers,
    sockets,
    async [Symbol.asyncDispose]() {
      watchers.close();
      server.close();
      await new Promise((done) => http.close(done));
    },
  };
}

Deno.test("a watcher answers a heartbeat that no other frame follows", async () => {
  await using opened = await openTwo();
  const answers = opened.sockets.map((socket) =>
    new Promise<void>((done) => socket.on("message", (data) => String(data) === "3" && done()))
  );
  for (const socket of opened.sockets) socket.send("2");
  const late = AbortSignal.timeout(LATE_MS);
  const isLate = new Promise<never>((_, fail) => {
    late.onabort = () => fail(new Error("a heartbeat was not answered"));
  });
  await Promise.race([Promise.all(answers), isLate]);
  late.onabort = null;
});

Deno.test("a frame that arrives in parts is one entry", async () => {
  await using opened = await openTwo();
  const { watchers, sockets } = opened;
  watchers.expect();
  const arrived = watchers.arrived();
  const frame = frameOf(ENTRY);
  for (const { _socket: wire } of sockets as unknown as Wired[]) {
    for (const byte of frame) {
      wire.write(Uint8Array.of(byte));
      await new Promise((done) => setTimeout(done, 1));
    }
  }
  await arrived;
  await watchers.each(1);
});

for (const how of ["with a close frame", "without one"]) {
  Deno.test(`a benchmark is told that the server closed a connection ${how}`, async () => {
    await using opened = await openTwo();
    const { watchers, sockets } = opened;
    watchers.expect();
    const arrived = watchers.arrived();
    const asked = watchers.ask("a question", "an answer");
    const expected = /the server closed the connection of watcher [12]/;
    const refused = Promise.all([rejects(arrived, expected), rejects(asked, expected)]);
    if (how === "without one") sockets[0]?.terminate();
    else sockets[0]?.close(1001);
    await refused;
    watchers.expect();
    await rejects(watchers.arrived(), expected);
  });
}

type Wired = { _socket: { write(bytes: Uint8Array): void } };

/** A text frame with the length in two bytes or one (RFC 6455, 5.2). */
function frameOf(text: string): Uint8Array {
  const data = new TextEncoder().encode(text);
  const length = data.length < 126 ? [data.length] : [126, data.length >> 8, data.length & 255];
  return Uint8Array.of(0x81, ...length, ...data);
}
