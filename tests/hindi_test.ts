/** The sentences that explain messages and crashes, in both languages. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import EN from "../server/languages/sentences/en.json" with { type: "json" };
import HI from "../server/languages/sentences/hi.json" with { type: "json" };
import { fill, say, type SentenceId } from "../server/languages/sentences/say.ts";
import { inHindi } from "../server/languages/sentences/translate.ts";
import { compareOutput, sayDifference } from "../server/languages/compare.ts";
import { USUAL_SETTINGS } from "../server/languages/types.ts";
import { readBeginners } from "./kit/cpp_beginners.ts";
import { pythonKinds, readPython } from "./kit/python.ts";

const IDS = Object.keys(EN) as SentenceId[];
const placesOf = (template = "") => [...new Set(template.match(/\$\d/g))].sort();

Deno.test("each sentence has a partner with the same values, and no partner is left over", () => {
  equals(IDS.filter((id) => !(id in HI)), []);
  equals(Object.keys(HI).filter((id) => !(id in EN)), []);
  equals(IDS.filter((id) => `${placesOf(HI[id])}` !== `${placesOf(EN[id])}`), []);
});

Deno.test("a sentence is found by its template, whatever its values are", () => {
  const values = ["total_1", "10,000", "x->y()", "'a b'"];
  for (const id of IDS) is(inHindi(say(id, ...values)), fill(HI[id], values), EN[id]);
  is(inHindi("Nobody wrote this sentence."), null);
});

Deno.test("a sentence within a sentence is said in Hindi, and a name stays", () => {
  is(
    inHindi(say("computeNone", "+", say("itIsNone"))),
    fill(HI.computeNone, ["+", HI.itIsNone]),
  );
  is(inHindi(say("neverRead", "someFunction")), fill(HI.neverRead, ["someFunction"]));
  is(
    inHindi(say("notCallable", "A list")),
    fill(HI.notCallable, [HI.aList]),
  );
});

Deno.test("where an output begins to differ is said in Hindi", () => {
  for (
    const [wanted, got] of [["a b", "a"], ["a", "a b"], ["a", "b"], ["a\nb", "a"], ["a", "a\nb"]]
  ) {
    const found = compareOutput(wanted ?? "", got ?? "", USUAL_SETTINGS);
    ok(!found.same && inHindi(sayDifference(found)), `${wanted}, ${got}`);
  }
});

Deno.test("each sentence that a program of a beginner gets is said in Hindi", async () => {
  const cpp = await readBeginners();
  const python = (await Promise.all((await pythonKinds()).map(readPython))).flat();
  const said = [...cpp, ...python].map(({ sentence }) => sentence)
    // Those of Python are beginnings: a whole one ends as a sentence.
    .filter((sentence) => sentence !== undefined && /[.?;]$/.test(sentence));
  ok(said.length > 100);
  equals(said.filter((sentence) => inHindi(sentence ?? "") === null), []);
});
