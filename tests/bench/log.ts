/**
 * Measures how fast changes can be written through the event log with its commit-order lock and
 * notification, compared with the same rows without them. All take turns on one durable database,
 * through one driver.
 */
import { sql } from "drizzle-orm";
import { systemClock } from "../../server/kit/core/clock.ts";
import { connect, type Database } from "../../server/kit/db/database.ts";
import { readEnv } from "../../server/kit/core/env.ts";
import { announce, CHANNEL, onlyLogging, transact } from "../../server/live/outbox.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, round, table } from "./kit/figures.ts";

type Options = { writers?: number[]; rounds?: number; ms?: number };
type Write = () => Promise<unknown>;

const DATA = JSON.stringify({ text: "x".repeat(600) });
/** Any number except the log's own lock. */
const LOCK = 7_361_199;

/** @returns a report in Markdown */
export async function log(
  cluster: Cluster,
  { writers = [1, 4, 16], rounds = 5, ms = 600 }: Options = {},
): Promise<string> {
  const url = await cluster.newDatabase("log");
  const database = connect(url, { max: Math.max(...writers) });
  try {
    await database.sql`create table written (id bigint generated always as identity, data json)`;
    const contenders = contend(database);
    const rows: string[][] = [];
    for (const count of writers) {
      const rates = new Map<string, number[]>();
      for (let turn = 0; turn <= rounds; turn++) {
        for (const [name, write] of Object.entries(contenders)) {
          const rate = await rateOf(write, { count, ms });
          // The first round is a warm-up.
          if (turn > 0) rates.set(name, [...rates.get(name) ?? [], rate]);
        }
      }
      const usual = (name: string) => median(rates.get(name) ?? []);
      const floor = usual("two INSERTs");
      rows.push([
        String(count),
        ...Object.keys(contenders).map((name) => round(usual(name), 0)),
        `× ${round(usual("the event log") / floor)}`,
      ]);
    }
    return [
      `### Event log (${machine()})`,
      `Transactions a second, by how many write at once; median of ${rounds} turns of ${ms} ms each:`,
      table(["writers", ...Object.keys(contenders), "log to two INSERTs"], rows),
    ].join("\n\n");
  } finally {
    await database.close();
  }
}

/**
 * Returns two floors, the second with each of the log's two parts added, and the event log itself.
 */
function contend(database: Database): Record<string, Write> {
  const { db } = database;
  const row = sql`insert into written (data) values ('{"text": "As short as most."}')`;
  const event = sql`insert into events (type, rooms, data, created_at)
    values ('stats.changed', '{class}', ${DATA}, now())`;
  const inOne = (...statements: typeof row[]) => () =>
    db.transaction(async (tx) => {
      await Promise.all(statements.map((statement) => tx.execute(statement)));
    });
  const live = onlyLogging("bench");
  const parts = { database, clock: systemClock, env: readEnv({}), live };
  return {
    "one INSERT": inOne(row),
    "two INSERTs": inOne(row, event),
    "+ NOTIFY": inOne(row, event, sql`select pg_notify(${CHANNEL}, 'bench')`),
    "+ a lock": inOne(row, sql`select pg_advisory_xact_lock(${LOCK})`, event),
    "the event log": () =>
      transact(parts, async (act) => {
        await act.db.execute(row);
        announce(act, "about.saved", ["class"], JSON.parse(DATA));
      }),
  };
}

/** Returns the finished writes per second, with `count` writes at a time. */
async function rateOf(write: Write, { count, ms }: { count: number; ms: number }): Promise<number> {
  let written = 0;
  const start = performance.now();
  const end = start + ms;
  await Promise.all(Array.from({ length: count }, async () => {
    while (performance.now() < end) {
      await write();
      written += 1;
    }
  }));
  return written / ((performance.now() - start) / 1000);
}
