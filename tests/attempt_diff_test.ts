/** The diff of two attempts that a mentor sees: the changes, with a few lines of context. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import fc from "fast-check";
import { foldableRanges, sideBySide } from "../client/reviews/attempts/changes.tsx";
import { checkProperty } from "./kit/random.ts";

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `line ${from + at}`);

Deno.test("lines far from every change are folded, except three lines around each change", () => {
  const before = numbered(0, 30);
  const after = before.with(10, "changed");
  const far = foldableRanges(sideBySide(before.join("\n"), after.join("\n")));
  equals(far, [[0, 7], [14, 30]]);
  // A gap of a few lines between two changes is not folded.
  const both = after.with(18, "changed too");
  const lines = sideBySide(before.join("\n"), both.join("\n"));
  equals(foldableRanges(lines), [[0, 7], [22, 30]]);
  equals(foldableRanges(sideBySide("a\nb", "a\nc")), []);
});

Deno.test("each side has every line of its attempt, in order, and no change is folded", async () => {
  const code = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 40 });
  await checkProperty(
    "both attempts are shown side by side",
    fc.property(code, code, (before, after) => {
      const lines = sideBySide(before.join("\n"), after.join("\n"));
      const side = (which: "before" | "after") => lines.flatMap((line) => line[which] ?? []);
      const numberedAs = (text: string[]) =>
        text.join("\n").replace(/\n$/, "").split("\n").flatMap((line, at) => [at + 1, line]);
      equals(side("before"), numberedAs(before));
      equals(side("after"), numberedAs(after));
      for (const [from, to] of foldableRanges(lines)) {
        ok(lines.slice(from, to).every((line) => line.before?.[1] === line.after?.[1]));
      }
    }),
  );
});
