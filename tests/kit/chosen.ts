/** The part of costly cases that the seed chooses for the gate. */
import { seeded } from "./random.ts";

/** `deno task test --long` sets it. */
export const IS_LONG = Deno.env.get("TEST_SIZE") === "long";

/** Returns this many of the cases, in their order; in a long run, all of them. */
export function chosen<Case>(name: string, cases: Case[], count: number): Case[] {
  if (IS_LONG) return cases;
  const random = seeded(name);
  const drawn = cases.map((one, at) => ({ one, at, lot: random() }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, count);
  return drawn.sort((a, b) => a.at - b.at).map(({ one }) => one);
}
