/** Comments follow their lines from one version of a program to the next. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { diffArrays } from "diff/lib/diff/array.js";
import fc from "fast-check";
import { countLines, followLines, linesOf } from "../server/comments/policy.ts";
import { coloredLines } from "../client/kit/editor/colored-lines.ts";
import { loadHighlight } from "../client/kit/editor/highlight.ts";
import { checkProperty } from "./kit/random.ts";

const follow = (lines: { from: number; to: number }, before: string, after: string) =>
  followLines(lines, diffArrays(linesOf(before), linesOf(after)));

Deno.test("lines move with the text before them, and end where they are changed", () => {
  const before = "a\nb\nc\nd\n";
  equals(follow({ from: 2, to: 3 }, before, "new\na\nb\nc\nd\n"), { from: 3, to: 4 });
  equals(follow({ from: 2, to: 3 }, before, "b\nc\nd\n"), { from: 1, to: 2 });
  equals(follow({ from: 2, to: 3 }, before, "a\nb\nchanged\nd\n"), null);
  equals(follow({ from: 2, to: 3 }, before, "a\nb\nbetween\nc\nd\n"), null);
  equals(follow({ from: 4, to: 4 }, before, "a\nb\nc\n"), null);
  equals(follow({ from: 1, to: 4 }, before, before), { from: 1, to: 4 });
});

Deno.test("lines that are followed have the same text in both programs, in the same order", async () => {
  const code = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 30 });
  await checkProperty(
    "comments follow their lines",
    fc.property(code, code, (one, other) => {
      const [before, after] = [one.join("\n"), other.join("\n")];
      const [old, now] = [linesOf(before), linesOf(after)];
      let last = 0;
      for (let line = 1; line <= old.length; line++) {
        equals(follow({ from: line, to: line }, before, before), { from: line, to: line });
        const here = follow({ from: line, to: line }, before, after);
        if (here === null) continue;
        equals([here.from, now[here.from - 1]], [here.to, old[line - 1]]);
        ok(here.from > last);
        last = here.from;
      }
    }),
  );
});

Deno.test("the server counts the lines that the program shows", async () => {
  const pieces = fc.constantFrom("int a;", "\n", "\r\n", "\n\n", " ", "/*");
  const highlight = await loadHighlight("cpp");
  await checkProperty(
    "lines are counted alike",
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 20 }), (text) => {
      const source = text.join("");
      equals(countLines(source), coloredLines(source).length);
      equals(countLines(source), coloredLines(source, highlight).length);
    }),
  );
});
