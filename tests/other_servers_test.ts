/** Servers that notify each other only while there is more than one. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { systemClock } from "../server/kit/core/clock.ts";
import { readEnv } from "../server/kit/core/env.ts";
import { createLog } from "../server/kit/core/log.ts";
import type { LoggedEvent } from "../server/kit/core/parts.ts";
import { connect, openOne } from "../server/kit/db/database.ts";
import { announce, CHANNEL, transact } from "../server/live/outbox.ts";
import { startRelay } from "../server/live/relay.ts";
import { eventually } from "./kit/notifications.ts";
import { newDatabase } from "./kit/postgres.ts";

/** Longer than a server that was heard counts as present. */
const LONG_MS = 26_000;

/** A server's relay, which follows the log with a clock of its own. */
async function relayOn(url: string) {
  const database = connect(url);
  const delivered: LoggedEvent[] = [];
  let late = 0;
  const relay = await startRelay({
    database,
    log: createLog("silent"),
    deliver: (events) => delivered.push(...events),
    time: () => Date.now() + late,
  });
  const parts = { database, clock: systemClock, env: readEnv({}), live: relay };
  return {
    relay,
    delivered,
    /** Lets this server hear nothing for a long time. */
    waitLong: () => late += LONG_MS,
    log: () =>
      transact({
        parts,
        me: null,
        work: (act) => Promise.resolve(announce(act, "stats.changed", ["staff"], {})),
      }),
    async [Symbol.asyncDispose]() {
      await relay.stop();
      await database.close();
    },
  };
}

const until = (holds: () => boolean) => eventually(() => Promise.resolve(holds()));

Deno.test("a server that is alone notifies nobody, and notifies again once another one starts", async () => {
  const { url, drop } = await newDatabase();
  const ear = openOne(url);
  const heard: string[] = [];
  const marks = new Set<string>();
  try {
    await ear.listen(CHANNEL, (from) => heard.push(from));
    await ear.listen("marks", (mark) => marks.add(mark));
    await using first = await relayOn(url);
    const { name } = first.relay;
    const count = () => heard.filter((from) => from === name).length;
    /** How often this server has notified so far. PostgreSQL sends notifications in their order. */
    const times = async () => {
      const mark = crypto.randomUUID();
      await ear.notify("marks", mark);
      await until(() => marks.has(mark));
      return count();
    };

    // A server that has just started does not know whether it is alone.
    await until(() => heard.includes(name));
    is(first.relay.hasOthers(), true);
    const greeted = await times();
    await first.log();
    is(await times(), greeted + 1);

    first.waitLong();
    is(first.relay.hasOthers(), false);
    await first.log();
    await first.log();
    is(await times(), greeted + 1);
    equals(first.delivered.map(({ type }) => type), Array(3).fill("stats.changed"));

    // The second server greets, and the first one answers: what it has logged meanwhile is read now.
    await using second = await relayOn(url);
    await until(() => count() === greeted + 2);
    is(first.relay.hasOthers(), true);
    await first.log();
    is(await times(), greeted + 3);
    await until(() => second.delivered.length === 1);
    is(second.relay.head(), first.relay.head());
  } finally {
    await ear.end();
    await drop();
  }
});
