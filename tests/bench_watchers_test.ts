/** A benchmark is told when one of its watchers loses its connection. */
import { rejects } from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { watchBare } from "./bench/kit/watchers.ts";

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
