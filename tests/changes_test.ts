/** What a mentor sees of two attempts: the changes, and as much around them as is needed. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import fc from "fast-check";
import { farFromChanges, sideBySide } from "../client/reviews/changes.tsx";

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `line ${from + at}`);

Deno.test("what is far from every change is folded, with three lines left around each", () => {
  const before = numbered(0, 30);
  const after = before.with(10, "changed");
  const far = farFromChanges(sideBySide(before.join("\n"), after.join("\n")));
  equals(far, [[0, 7], [14, 30]]);
  // A few lines between two changes are not worth it.
  const both = after.with(18, "changed too");
  const lines = sideBySide(before.join("\n"), both.join("\n"));
  equals(farFromChanges(lines), [[0, 7], [22, 30]]);
  equals(farFromChanges(sideBySide("a\nb", "a\nc")), []);
});

Deno.test("every line of both attempts is on its side, in order, and no change is folded away", () => {
  const code = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 40 });
  fc.assert(fc.property(code, code, (before, after) => {
    const lines = sideBySide(before.join("\n"), after.join("\n"));
    const side = (which: "before" | "after") => lines.flatMap((line) => line[which] ?? []);
    const numberedAs = (text: string[]) =>
      text.join("\n").replace(/\n$/, "").split("\n").flatMap((line, at) => [at + 1, line]);
    equals(side("before"), numberedAs(before));
    equals(side("after"), numberedAs(after));
    for (const [from, to] of farFromChanges(lines)) {
      ok(lines.slice(from, to).every((line) => line.before?.[1] === line.after?.[1]));
    }
  }));
});
