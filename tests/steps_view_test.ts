/** The view that steps through a program: its sentences, its ways to other steps, its arrows. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { arrowPath, rowsOf } from "../client/runs/step-view/arrow-layout.tsx";
import { endingOf } from "../client/runs/step-view/run-end.tsx";
import {
  CHANGES_MOST,
  firstWrongByte,
  historyOf,
  LOOKED_MOST,
  namedAt,
  nextStop,
  sameLine,
  stepOfByte,
  wrongStep,
} from "../client/runs/step-view/step-search.tsx";
import { followed, leaderOf, readStanding } from "../client/runs/steps/along.tsx";
import { runStepIn } from "../client/runs/steps/addresses.tsx";
import { findCase, givenAt, markOf, queryOf } from "../client/runs/steps/step-queries.tsx";
import { sayLink, sayStep, sayValue } from "../client/runs/step-view/sentences.tsx";
import type { Trace, ValueText } from "../server/languages/steps/trace.ts";
import { type CaseResult, USUAL_SETTINGS as settings } from "../server/languages/types.ts";
import {
  idOf,
  list,
  map,
  object,
  plain,
  pointer,
  reference,
  text,
  traceOf,
  unset,
  type Written,
} from "./kit/traces.ts";

/** for (int i = 0; i < 3; i++) cout << i << "\n"; with the head at line 3 and the body at line 4. */
const LOOP = traceOf([
  { calls: [["main", 3, { i: unset }]] },
  { calls: [["main", 4, { i: plain(0) }]] },
  { calls: [["main", 3, { i: plain(0) }]], prints: "0\n" },
  { calls: [["main", 4, { i: plain(1) }]] },
  { calls: [["main", 3, { i: plain(1) }]], prints: "1\n" },
  { calls: [["main", 4, { i: plain(2) }]] },
  { calls: [["main", 3, { i: plain(2) }]], prints: "2\n" },
  { calls: [["main", 5, {}]] },
]);

const result = (verdict: CaseResult["verdict"]): CaseResult => ({
  verdict,
  output: "",
  errors: "",
  sentence: null,
  line: null,
  exitCode: 0,
  ms: 1,
});

Deno.test("each step is said in a sentence: what the line did, and which line is next", () => {
  const say = (at: number) => sayStep(LOOP, at);
  equals(say(0), "Step 1 of 8. Line 3 is next.");
  equals(say(1), "Step 2 of 8, line 3: i is 0, was not set. Line 4 is next.");
  equals(say(4), "Step 5 of 8, line 4: prints 1. Line 3 is next.");
  equals(say(7), "Step 8 of 8, line 3: nothing changes.");
});

Deno.test("a sentence names the part of a value that changed, calls, and what objects hold", () => {
  const trace = traceOf([
    { calls: [["main", 1, { a: list("int[3]", plain(1), plain(2), plain(3)), n: plain(2) }]] },
    {
      calls: [["main", 2, { a: list("int[3]", plain(1), plain(9), plain(3)), n: plain(2) }]],
      boxes: { "0x10": object("Node", { value: plain(1), next: pointer("null") }) },
    },
    {
      calls: [
        ["main", 2, { a: list("int[3]", plain(1), plain(9), plain(3)), n: plain(2) }],
        ["twice", 8, { x: plain(4), y: unset }],
      ],
      boxes: { "0x10": object("Node", { value: plain(1), next: pointer("0x20") }) },
    },
    { calls: [["main", 3, { a: list("int[3]"), n: plain(3) }]] },
  ]);
  const say = (at: number) => sayStep(trace, at);
  match(say(1), /line 1: a\[1\] is 9, was 2; a new object at 0x10\./);
  match(
    say(2),
    /: twice is called, x is 4; the object at 0x10\.next is a pointer to 0x20, was null\./,
  );
  match(say(3), /: twice ends; a is \[\], was \[1, 9, 3\]; n is 3, was 2\./);
});

Deno.test("the next call of a function is another one, with no history of its own", () => {
  const main = ["main", 1, { n: plain(1) }] as const;
  const trace = traceOf([
    { calls: [[...main], ["twice", 8, { x: plain(4) }]] },
    { calls: [[...main], ["twice", 8, { x: plain(5) }, 1]] },
  ]);
  is(sayStep(trace, 1), "Step 2 of 2, line 8: twice ends; twice is called, x is 5.");
  const { which } = namedAt(trace.at(1), "x") ?? {};
  equals(which && historyOf(trace, 1, which).changes, [{ step: 1, value: plain(5) }]);
});

Deno.test("a sentence and a value have a bound", () => {
  const many = (value: number) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`v${at}`, plain(value)]));
  const trace = traceOf([
    { calls: [["main", 1, many(1)]] },
    { calls: [["main", 2, many(2)]], prints: "x".repeat(1000) },
  ]);
  const said = sayStep(trace, 1);
  match(said, /v0 is 2, was 1; v1 is 2, was 1; v2 is 2, was 1; 47 more changes; prints x{39}…\./);
  let deep = plain(1);
  for (let at = 0; at < 50; at++) deep = list("vector", deep);
  equals(sayValue(deep), "[[[[…]]]]");
  const wide = list("int[]", ...Array.from({ length: 1000 }, () => plain(123456789)));
  equals(sayValue(wide).length, 60);
  equals(sayValue(map("map", [text("a"), plain(1)])), '{"a": 1}');
});

Deno.test("the same line, and the next stop, are found in both directions, or not at all", () => {
  const { lines } = LOOP;
  equals([sameLine(lines, 2, 1), sameLine(lines, 2, -1)], [4, 0]);
  equals([sameLine(lines, 6, 1), sameLine(lines, 1, -1)], [null, null]);
  equals(nextStop(lines, 1, new Set([4, 5])), 3);
  equals(nextStop(lines, 5, new Set([4, 5])), 7);
  equals([nextStop(lines, 7, new Set([5])), nextStop(lines, 0, new Set())], [null, null]);
});

Deno.test("it went wrong where the first wrong byte was printed, where it crashed, or at the end", () => {
  const wrong = (verdict: CaseResult["verdict"], expected: string | null) =>
    wrongStep(LOOP, { result: result(verdict), expected, settings, input: "" });
  equals(wrong("wrong", "0\n1\n3\n"), 6);
  equals(wrong("wrong", "5\n1\n2\n"), 2);
  equals(wrong("wrong", "0\n1\n2\n3\n"), 7, "it printed too little");
  equals(wrong("passed", "0\n1\n2"), null);
  equals(wrong("passed", null), null);
  equals(wrong("crashed", "5\n1\n2\n"), 7);
  equals(wrong("too slow", null), 7);
  const cut = traceOf([{ calls: [["main", 1, {}]] }], { limit: "steps" });
  equals(wrongStep(cut, { result: null, expected: null, settings, input: "" }), 0);
  equals(wrongStep(traceOf([]), { result: null, expected: "1", settings, input: "" }), null);
});

Deno.test("why the recording ended before the program is said at its end", () => {
  const ended = { result: result("passed"), expected: null, settings, input: "" };
  const say = (limit: Trace["limit"]) => endingOf(traceOf([{ calls: [] }], { limit }), ended).rest;
  match(say("steps"), /^Only the first 1 steps are recorded\. The program went on\.$/);
  match(say("time"), /^Only the first 1 steps are recorded: to record more takes too long\.$/);
  match(say("lost"), /^The program has switched the recording off after 1 steps\.$/);
  match(say(null), /^The program ended with exit code 0\.$/);
});

Deno.test("the place of the first wrong byte counts bytes, and follows the question's rule", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  equals(firstWrongByte(bytes("é1\né2\n"), "é1\né3\n", settings), 6);
  equals(firstWrongByte(bytes("1 \n2"), "1\n2", settings), null);
  equals(firstWrongByte(bytes("1 \n2"), "1\n2", { ...settings, comparison: "exact" }), 1);
  equals(firstWrongByte(bytes("1\n"), "1\n2\n", settings), 2);
  equals([stepOfByte(LOOP, 0), stepOfByte(LOOP, 5), stepOfByte(LOOP, 6)], [2, 6, null]);
});

Deno.test("a variable's history has its last changes, as long as its call lasts", () => {
  const i = { depth: 0, call: idOf("main", 0), name: "i", address: "0:i" };
  equals(historyOf(LOOP, 5, i), {
    changes: [
      { step: 5, value: plain(2) },
      { step: 3, value: plain(1) },
      { step: 1, value: plain(0) },
      { step: 0, value: unset },
    ],
    isWhole: true,
  });
  equals(historyOf(LOOP, 7, i), { changes: [], isWhole: true }, "it is no longer there");

  const called = (n: number): Written[] => [["main", 9, {}], ["f", 2, { n: plain(n) }]];
  const twice = traceOf(
    [called(1), [["main", 9, {}] satisfies Written], called(5)].map((calls) => ({
      calls,
    })),
  );
  const n = { depth: 1, call: idOf("f", 1), name: "n", address: "1:n" };
  equals(historyOf(twice, 2, n).changes, [{ step: 2, value: plain(5) }]);
});

Deno.test("a history is bounded in changes and in the steps that are looked at", () => {
  const i = { depth: 0, call: idOf("main", 0), name: "i", address: "0:i" };
  const long = traceOf(Array.from({ length: LOOKED_MOST * 2 }, (_, at) => ({
    calls: [["main", 1, { i: plain(at < 100 ? at : 100) }]],
  })));
  let made = 0;
  const counted = { ...long, at: (index: number) => (made++, long.at(index)) };
  const { changes, isWhole } = historyOf(counted, 99, i);
  equals([changes.length, changes[0]?.step, isWhole], [CHANGES_MOST, 99, false]);
  made = 0;
  equals(historyOf(counted, LOOKED_MOST * 2 - 1, i), { changes: [], isWhole: false });
  ok(made <= LOOKED_MOST, `${made} steps were made`);
});

const node = (to: string) => object("Node", { value: plain(1), next: pointer(to) });

type Values = Record<string, ValueText>;

/** The addresses of the rows. */
const rows = (
  variables: Values,
  boxes: Values,
) =>
  rowsOf(traceOf([{ calls: [["main", 1, variables]], boxes }]).at(0))
    .map((row) => row.map(({ address }) => address).join(" "));

Deno.test("a linked list is one row, whichever variable points into it", () => {
  const boxes = { c: node("null"), a: node("b"), b: node("c") };
  equals(rows({ head: pointer("a") }, boxes), ["a b c"]);
  equals(rows({ middle: pointer("b"), head: pointer("a") }, boxes), ["a b c"]);
  equals(rows({}, { ...boxes, x: node("dangling") }), ["a b c", "x"]);
});

Deno.test("a ring, a tree and an object that points at itself stand once in the rows", () => {
  equals(rows({ p: pointer("b") }, { a: node("b"), b: node("a") }), ["b a"]);
  equals(rows({}, { a: node("a") }), ["a"]);
  const two = (left: string, right: string) =>
    object("Tree", { left: pointer(left), right: pointer(right) });
  const tree = {
    root: two("l", "r"),
    l: two("ll", "lr"),
    r: two("null", "null"),
    ll: node("null"),
    lr: node("null"),
  };
  equals(rows({ t: pointer("root") }, tree), ["root l ll", "r", "lr"]);
});

Deno.test("an arrow ends at the side of its target that it comes from", () => {
  const dot = { left: 96, top: 46, right: 104, bottom: 54 };
  const at = (left: number, top: number) => ({ left, top, right: left + 60, bottom: top + 40 });
  equals(arrowPath(dot, at(200, 40)), "M100,50 C150,50 150,54 200,54");
  equals(arrowPath(dot, at(60, 200)), "M100,50 C148,50 148,214 120,214", "the same column");
  equals(arrowPath(dot, at(0, 40)), "M100,50 C100,108 30,108 30,80", "to the left, from below");
  equals(arrowPath(dot, at(0, 150)), "M100,50 C100,100 30,100 30,150", "to the left and lower");
});

const CASES = [
  { input: "1 2", output: "3" },
  { input: "9", output: "9", hidden: true },
  { input: "5", output: "5" },
];

Deno.test("a link says its step, and leads to it as long as the case is the same", () => {
  const given = givenAt(CASES, 2, "");
  equals(given, { case: 2, mark: findMark(2) });
  const runId = crypto.randomUUID();
  const at = { step: 5, given: given as Exclude<typeof given, string> };
  const address = `/runs/${runId}?${queryOf(at)}`;
  const place = runStepIn(new URL(address, "http://class"));
  equals(place, { runId, ...at });
  equals(sayLink(LOOP, 4, address), `[Step 5, line 4: \`prints 1\`](${address})`);
  equals(sayLink(LOOP, 0, "/"), "[Step 1, before line 3](/)");
  // A student's cases are without the hidden ones, and have the same numbers.
  const seen = CASES.filter(({ hidden }) => !hidden);
  equals([findCase(CASES, at.given as Case), findCase(seen, at.given as Case)], [2, 1]);
  const [first, last] = [seen[0]!, seen[1]!];
  equals(findCase([first, { ...last, output: "6" }], at.given as Case), null, "changed");
  equals(findCase([first], at.given as Case), null, "gone");
  equals(findCase([first, { ...last, hidden: true }], at.given as Case), null, "hidden now");
  for (const wrong of ["step=0&input=", "step=1.5&input=", "step=10001&input=", "step=3&case=0"]) {
    equals(runStepIn({ pathname: `/runs/${runId}`, search: wrong }), null, wrong);
  }
  equals(runStepIn({ pathname: "/runs/5", search: "step=1&input=" }), null);
});

type Case = { case: number; mark: string };
const findMark = (at: number) => markOf(JSON.stringify([CASES[at]?.input, CASES[at]?.output]));

Deno.test("a link carries a short input, never a long one or a hidden case, and says why", () => {
  const input = "4 \n)](x";
  const query = queryOf({ step: 1, given: { input } });
  ok(!/[\s()[\]]/.test(query), query);
  const pathname = `/runs/${crypto.randomUUID()}`;
  equals(runStepIn({ pathname, search: query })?.given, { input });
  equals(runStepIn({ pathname, search: `step=1&input=${"x".repeat(301)}` }), null);
  match(String(givenAt([], null, "1 ".repeat(200))), /no room for so long an input/);
  match(String(givenAt(CASES, 1, "")), /^Students do not see this case/);
});

Deno.test("a name that refers to a box means what is in it", () => {
  const [before, after] = [list("list", plain(1)), list("list", plain(1), plain(2))];
  const trace = traceOf([
    { calls: [["", 7, { v: before }]] },
    // The list has a second name now, so it is a box: that is no change of its value.
    {
      calls: [["", 7, { v: reference("a") }], ["add", 2, { to: reference("a") }]],
      boxes: { a: before },
    },
    {
      calls: [["", 7, { v: reference("a") }], ["add", 3, { to: reference("a") }]],
      boxes: { a: after },
    },
    { calls: [["", 8, { v: after }]] },
    { calls: [["", 9, { v: after, w: reference("b") }]], boxes: { b: object("P", {}) } },
  ]);
  const said = [1, 2, 3, 4].map((at) => sayStep(trace, at).split(/: (.*?)\.(?= Line|$)/)[1]);
  equals(said, [
    "add is called, to is [1]",
    "to is [1, 2], was [1]",
    "add ends",
    "w is {}",
  ]);
  const v = { depth: 0, call: idOf("", 0), name: "v", address: "0:v" };
  equals(historyOf(trace, 3, v).changes, [{ step: 2, value: after }, { step: 0, value: before }]);
  is(sayValue(list("list", reference("0x1"))), "[a reference to 0x1]");
});

Deno.test("a name in the program means a variable of its call, or a global one, and no other's", () => {
  const step = traceOf([{
    calls: [
      ["", 1, { total: plain(1), i: plain(7) }],
      ["main", 9, { n: plain(2) }],
      ["f", 4, { i: plain(3) }],
    ],
  }]).at(0);
  equals(namedAt(step, "i")?.which, { depth: 2, call: idOf("f", 2), name: "i", address: "2:i" });
  equals(namedAt(step, "total")?.which.depth, 0);
  equals(namedAt(step, "n"), undefined);
});

Deno.test("who took the lead last leads, and is followed only on what both have", () => {
  const standing = (turn: number, query = "step=3&input=7", source = "int main;") => ({
    turn,
    program: markOf(source),
    query,
  });
  const along = (
    mine: number | null,
    other: ReturnType<typeof standing> | null,
    isFirst = true,
  ) => ({
    name: "Asha",
    mine: mine === null ? null : standing(mine),
    other,
    isFirst,
    set: () => {},
  });
  equals(leaderOf(along(null, null)), null);
  equals(leaderOf(along(null, standing(1)))?.turn, 1, "who comes later follows");
  equals(leaderOf(along(2, standing(1))), null, "the lead was taken");
  equals([true, false].map((isFirst) => leaderOf(along(1, standing(1), isFirst)) === null), [
    true,
    false,
  ]);
  const program = { source: "int main;", settings, cases: CASES, input: null, begin: 0 };
  const follow = (query: string, source?: string) =>
    followed(along(null, standing(1, query, source)), program);
  equals(follow("step=3&input=7"), { at: null, input: "7", step: 3 });
  equals(follow(`step=3&case=2&mark=${findMark(2)}`), { at: 2, input: "", step: 3 });
  const problem = (...of: Parameters<typeof follow>) => Object(follow(...of)).problem;
  match(problem("step=3&input=7", "int other;"), /has changed since Asha began/);
  match(problem(""), /hidden case or a long input/);
  match(problem("step=3&case=2&mark=old"), /another version/);
  for (const wrong of [null, 5, {}, { ...standing(1), turn: -1 }, { ...standing(1), query: 4 }]) {
    equals(readStanding(wrong), null);
  }
  equals(readStanding({ ...standing(1), query: "x".repeat(1001) }), null);
});
