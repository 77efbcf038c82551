/** The color of a program's result: a warning only says what is known. */
import { strictEqual as equals } from "node:assert/strict";
import type { ResponseRun } from "../server/runs/schema.ts";
import { colorOf, sayVerification } from "../client/runs/saved/verification.tsx";

type Found = Parameters<typeof colorOf>[0];
type State = ResponseRun["verification"]["state"];

const [WARNING, GOOD, NEUTRAL] = [
  "badge-warning",
  "badge-success",
  "border-transparent bg-base-content/10",
];

/** A program that passes so many of 2 cases in the browser. */
const run = (passed: number, state: State, verified = 0) =>
  ({
    passed,
    total: 2,
    verification: { state, ...(state === "done" && { passed: verified, total: 2 }) },
  }) as Found;

Deno.test("a program that waits for the server is neutral, whatever the browser said", () => {
  for (const state of ["waiting", "running"] as const) {
    for (const passed of [0, 1, 2]) equals(colorOf(run(passed, state)), NEUTRAL, state);
  }
});

Deno.test("a program that is known to fail a case is a warning", () => {
  equals(colorOf(run(2, "done", 1)), WARNING);
  equals(colorOf(run(0, "none")), WARNING);
  equals(colorOf(run(2, "none")), NEUTRAL);
  equals(colorOf(run(2, "done", 2)), GOOD);
});

Deno.test("what the server found is said in words, with hidden cases and a browser that said otherwise", () => {
  const say = (found: Partial<Found["verification"]>) =>
    sayVerification({ ...run(2, "done", 2), verification: { state: "done", ...found } } as Found);
  equals(say({ passed: 3, total: 3 }), "verified 3/3");
  equals(say({ passed: 2, total: 3, hiddenFailed: 1 }), "verified 2/3, 1 hidden case fails");
  equals(say({ passed: 1, total: 3, agrees: false }), "verified 1/3, but the browser said 2/2");
  equals(say({ state: "waiting", place: 4 }), "waiting to be verified, place 4");
});
