/**
 * The least cost of a list: a handler that runs one prepared statement and returns its rows as
 * JSON, without a sign-in. Runs as a process of its own.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";
import { POOL } from "../../../server/kit/db/database.ts";

const { text, params } = JSON.parse(Deno.env.get("STATEMENT") ?? "{}");
const sql = postgres(Deno.env.get("DATABASE_URL") ?? "", { max: POOL, onnotice: () => {} });

const http = createServer(async (_request, answer) => {
  const rows = await sql.unsafe(text, params, { prepare: true });
  answer.setHeader("content-type", "application/json").end(JSON.stringify(rows));
});
http.listen(0, "127.0.0.1", () => {
  console.log(`ready: http://127.0.0.1:${(http.address() as AddressInfo).port}`);
});
Deno.addSignalListener("SIGTERM", () => Deno.exit(0));
