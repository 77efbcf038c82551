/**
 * The stack that most people would write: Express, pg and socket.io, as each is documented. It
 * inserts one row and emits to a room, and returns the rows of the statement in STATEMENT. It has
 * no sign-in, no policy and no event log. Runs as a process of its own.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import pg from "pg";
import { Server } from "socket.io";

type Request = { body: { reply: string } | [event: string, data: unknown][] };
type Response = { json(body: unknown): void };

const pool = new pg.Pool({ connectionString: Deno.env.get("DATABASE_URL") });
const { text, params } = JSON.parse(Deno.env.get("STATEMENT") ?? "{}");
const app = express();
const http = createServer(app);
const io = new Server(http);
let events: [event: string, data: unknown][] = [];

io.on("connection", (socket) => socket.join("thread"));
app.use(express.json({ limit: "1mb" }));

/** Sets the events that each reply emits from now on. */
app.post("/", ({ body }: Request, response: Response) => {
  events = body as typeof events;
  response.json({ ok: true });
});

app.put("/", async ({ body }: Request, response: Response) => {
  const { reply } = body as { reply: string };
  const { rows } = await pool.query("insert into plain (message) values ($1) returning id", [
    reply,
  ]);
  for (const [event, data] of events) io.to("thread").emit(event, data);
  response.json(rows[0]);
});

app.get("/list", async (_request: unknown, response: Response) => {
  const { rows } = await pool.query({ name: "list", text, values: params });
  response.json(rows);
});

http.listen(0, "127.0.0.1", () => {
  console.log(`ready: http://127.0.0.1:${(http.address() as AddressInfo).port}`);
});
Deno.addSignalListener("SIGTERM", () => Deno.exit(0));
