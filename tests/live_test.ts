/**
 * An old state plus events equals a fresh fetch: for every role, through random commands, lost
 * connections and repeated events.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import fc from "fast-check";
import { UNFILTERED, webClient } from "./kit/client.ts";
import {
  aMishap,
  applyMishap,
  checkNoEventLeaked,
  run,
  settle,
  someCommands,
  startClass,
} from "./kit/random_commands.ts";
import { NOTIFIES } from "./kit/notifications.ts";
import { person } from "./kit/people.ts";
import { checkProperty } from "./kit/random.ts";
import { testServer } from "./kit/server.ts";

const step = fc.record({ commands: someCommands, mishap: aMishap });

Deno.test("state updated by events equals a fresh fetch, for every role", async () => {
  await using server = await testServer({}, NOTIFIES);
  server.startAtNoon();
  const staff = [
    await person(server, "mentor"),
    await person(server, "mentor"),
    await person(server, "admin"),
  ];
  const learners = [await person(server), await person(server), await person(server, "volunteer")];
  let [decided, mended] = [0, 0];
  /** The lists of all doubts, from the newest on: events tell all about them. */
  const newest = { decided: 0, mended: 0 };
  await checkProperty(
    "live: events lead to a fresh fetch",
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const clients = [...staff, ...learners].map((me, nth) => webClient(server, me, nth));
      const all = await startClass({ server, staff, learners, clients });
      try {
        for (const { commands, mishap } of steps) {
          const [replies] = await Promise.all([
            Promise.all(commands.map((command) => run(all, command))),
            applyMishap(all, mishap),
          ]);
          for (const reply of replies) {
            ok((reply?.status ?? 200) < 500, JSON.stringify(reply?.body));
          }
        }
        await settle(all);
        for (const client of all.clients) {
          const stale = await client.mend();
          mended += stale.length;
          for (const name of UNFILTERED) newest[stale.includes(name) ? "mended" : "decided"]++;
          decided += client.lists.size + client.shelves.size - stale.length;
        }
        for (const client of all.clients) {
          for (const { what, known, fresh } of await client.compare()) equals(known, fresh, what);
        }
        await checkNoEventLeaked(all);
      } finally {
        for (const client of all.clients) client.disconnect();
      }
    }),
    // Shrinking would run it a hundred times more; the printed seed repeats the run.
    { numRuns: 3, endOnFailure: true },
  );
  equals(server.logged.filter(({ level }) => level === "error"), []);
  ok(decided > 0, `events decided ${decided} lists and left ${mended} stale`);
  ok(newest.decided > newest.mended / 2, JSON.stringify(newest));
});
