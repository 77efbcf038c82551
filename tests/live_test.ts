/** Old state and events are a fresh fetch: for every role, whatever happens and whoever is away. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import fc from "fast-check";
import { webClient } from "./kit/client.ts";
import {
  aMishap,
  befall,
  nobodyWasToldTooMuch,
  run,
  settle,
  someCommands,
  startClass,
} from "./kit/life.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const step = fc.record({ commands: someCommands, mishap: aMishap });

Deno.test("state kept by events is what a fresh fetch says, for every role", async () => {
  await using server = await testServer();
  const staff = [
    await person(server, "mentor"),
    await person(server, "mentor"),
    await person(server, "admin"),
  ];
  const learners = [await person(server), await person(server), await person(server, "volunteer")];
  let [decided, mended] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const clients = [...staff, ...learners].map((me, nth) => webClient(server, me, nth));
      const all = await startClass({ server, staff, learners, clients });
      try {
        for (const { commands, mishap } of steps) {
          const [replies] = await Promise.all([
            Promise.all(commands.map((command) => run(all, command))),
            befall(all, mishap),
          ]);
          for (const reply of replies) {
            ok((reply?.status ?? 200) < 500, JSON.stringify(reply?.body));
          }
        }
        await settle(all);
        for (const client of all.clients) {
          const stale = await client.mend();
          mended += stale.length;
          decided += client.lists.size + client.shelves.size - stale.length;
        }
        for (const client of all.clients) {
          for (const { what, known, fresh } of await client.compare()) equals(known, fresh, what);
        }
        await nobodyWasToldTooMuch(all);
      } finally {
        for (const client of all.clients) client.disconnect();
      }
    }),
    // Shrinking would run it a hundred times more; the seed that is printed repeats it.
    { numRuns: 12, endOnFailure: true },
  );
  equals(server.logged.filter(({ level }) => level === "error"), []);
  ok(decided > mended, `pushes decided ${decided} lists, and left ${mended} to be fetched again`);
});
