/**
 * The costly test files take turns: each has one, and each turn is chosen by a fifth of the commits.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { existsSync } from "node:fs";
import { isInTurn, turnOf, TURNS } from "./kit/turns.ts";

const listed = TURNS.flat();

Deno.test("a listed file exists, and has one turn", () => {
  equals(listed.filter((path) => !existsSync(path)), []);
  equals(listed.filter((path, place) => listed.indexOf(path) !== place), []);
});

Deno.test("a listed file runs in its turn alone, any other file in every turn, and all without turns", () => {
  const turns = TURNS.map((_, turn) => turn);
  const turnsOf = (path: string) => turns.filter((turn) => isInTurn(path, turn));
  for (const [turn, files] of TURNS.entries()) {
    for (const path of files) equals(turnsOf(path), [turn], path);
  }
  equals(turnsOf("tests/policy_test.ts"), turns);
  ok([...listed, "tests/policy_test.ts"].every((path) => isInTurn(path, null)));
});

Deno.test("commits choose every turn about as often, and a commit always the same", () => {
  const counts = TURNS.map(() => 0);
  for (let number = 0; number < 3000; number++) {
    const commit = Math.floor(number * 0x9e3779b1 % 2 ** 32).toString(16).padStart(8, "0") +
      "f".repeat(32);
    const turn = turnOf(commit);
    equals(turnOf(commit), turn);
    counts[turn] = (counts[turn] ?? 0) + 1;
  }
  ok(counts.every((count) => count > 500), counts.join());
});
