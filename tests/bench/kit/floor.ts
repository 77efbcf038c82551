/**
 * The least cost of a live reply: a request arrives, and its frames are sent to every socket. With
 * DATABASE_URL it first inserts one row and commits. Runs as a process of its own.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Buffer } from "node:buffer";
import postgres from "postgres";
import { WebSocketServer } from "ws";

const databaseUrl = Deno.env.get("DATABASE_URL");
const sql = databaseUrl ? postgres(databaseUrl) : null;
let frames: Buffer[] = [];

const http = createServer(async (request, answer) => {
  const body = JSON.parse(await textOf(request));
  if (request.method === "POST") {
    frames = body.map((frame: string) => Buffer.from(frame));
  } else {
    if (sql) await sql`insert into floor (message) values (${body.reply})`;
    for (const frame of frames) {
      for (const socket of sockets.clients) socket.send(frame, { binary: false });
    }
  }
  answer.setHeader("content-type", "application/json").end(JSON.stringify({ ok: true }));
});
const sockets = new WebSocketServer({ server: http });
http.listen(0, "127.0.0.1", () => {
  console.log(`ready: http://127.0.0.1:${(http.address() as AddressInfo).port}`);
});
Deno.addSignalListener("SIGTERM", () => Deno.exit(0));

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
