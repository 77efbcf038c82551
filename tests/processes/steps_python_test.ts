/**
 * Stepping through programs of Python: what their steps show, that the tracer runs none of their code
 * and ends at its bounds, and that no program harms it. The programs of tests/python print the same
 * with their steps; the gate takes 12 that the seed chooses, `deno task test --long` all of them.
 */
import {
  deepStrictEqual as equals,
  match,
  ok,
  rejects,
  strictEqual as is,
} from "node:assert/strict";
import { sayStep } from "../../client/runs/step-view/sentences.tsx";
import { STEPS_MOST } from "../../server/languages/steps/bounds.ts";
import type { Trace } from "../../server/languages/steps/trace.ts";
import { Unreadable } from "../../server/languages/bytes.ts";
import { type CaseResult, USUAL_SETTINGS } from "../../server/languages/types.ts";
import { caseResult } from "../../server/languages/verdict.ts";
import { chosen } from "../kit/chosen.ts";
import { textOf, variablesAt } from "../kit/cpp_steps.ts";
import { readPython, runPython } from "../kit/python.ts";
import { tracePython } from "../kit/python_steps.ts";

const callsAt = (trace: Trace, index: number) =>
  trace.at(index).calls.map(({ name, line }) => `${name}:${line}`).join(" ");
const boxesAt = (trace: Trace, index: number) =>
  trace.at(index).boxes.map(({ value }) => textOf(value));
const lastOf = ({ count }: Trace) => count - 1;
/** The value of a global variable at the end. */
function valueOf(trace: Trace, name: string): string {
  const found = trace.at(lastOf(trace)).calls[0]?.variables.find((one) => one.name === name);
  return found === undefined ? "" : textOf(found.value);
}

Deno.test("steps tell the line, the calls, their variables and the output", async () => {
  const { trace, output } = await tracePython(
    `import math
def fact(n):
    if n < 2:
        return 1
    return n * fact(n - 1)

class Counter:
    def __init__(self):
        self.__n = 0
    def add(self, by):
        self.__n += by

name = input()
c = Counter()
c.add(fact(3))
for i in range(2): print(i, name)
`,
    { input: "Asha\nnot read\n" },
  );
  is(output, "0 Asha\n1 Asha\n");
  equals(trace.at(0), {
    line: 1,
    before: null,
    calls: [{ id: 0, name: "", line: 1, variables: [] }],
    boxes: [],
    printed: 0,
    read: 0,
  });
  const deepest = [...trace.lines.keys()].find((at) => trace.at(at).calls.length === 4) ?? 0;
  is(callsAt(trace, deepest), ":15 fact:5 fact:5 fact:3");
  is(variablesAt(trace, 4), "n=1");
  is(variablesAt(trace, 11), "self=-> by=6");
  equals(boxesAt(trace, [...trace.lines].indexOf(11)), ["(__n=0)"]);
  is(callsAt(trace, [...trace.lines].indexOf(8)), ":7 class Counter:8");
  // What a function returns is told at the next step; each round of a short loop is a step.
  match(variablesAt(trace, 14), /name="Asha"$/);
  equals([...trace.lines].slice(-4), [16, 16, 16, 17], "the last step is behind the last line");
  equals(
    [...trace.lines.keys()].slice(-3).map((at) => trace.at(at).printed),
    [7, 14, 14],
  );
  is(trace.at(trace.count - 1).read, 5);
  match(variablesAt(trace, 17), /fact=function fact\(n\) Counter=class Counter name="Asha"/);
});

Deno.test("a call that begins when another one of the same function ends is told apart from it", async () => {
  const { trace, output } = await tracePython(`def make_counter(start):
    count = start

    def step(by):
        nonlocal count
        count += by
        return count

    return step


first = make_counter(10)(1)
second = make_counter(100)
third = make_counter(200)
print(first, second(5), third(7), second(5))
`);
  is(output, "11 105 207 110\n");
  const times = [1, 2, 3, 4];
  equals(times.map((time) => variablesAt(trace, 6, time)), [
    "by=1 count=10",
    "by=5 count=100",
    "by=7 count=200",
    "by=5 count=105",
  ]);
  equals(times.map((time) => variablesAt(trace, 7, time)), [
    "by=1 count=11",
    "by=5 count=105",
    "by=7 count=207",
    "by=5 count=110",
  ]);
  const said = [...trace.lines.keys()].map((step) => sayStep(trace, step));
  match(said.join("\n"), /line 7: step ends; step is called, by is 7, count is 200\./);
  equals(said.filter((one) => one.includes("nothing changes")), []);
});

Deno.test("values of each kind are shown as the language writes them", async () => {
  const { trace } = await tracePython(`from collections import *
from dataclasses import dataclass
from enum import Enum
import datetime
class Color(Enum):
    RED = 1
@dataclass
class Point:
    x: int
    y: list
class Slots:
    __slots__ = ("a", "b")
    def __init__(self):
        self.a = 1
i, f, b, n, c = -5, 1.0, True, None, 2j
big, huge = 2 ** 64, -10 ** 50000
s, cut, by, r = "tëxt", "é" * 200, b"ab", range(3)
l, t, e = [1, [2.5, "x"]], (1,), []
d, st = {"a": 1, (1, 2): None}, {3}
long = list(range(1_000_000))
Pair = namedtuple("Pair", "one two")
p, q, cnt = Pair(1, 2), deque([1]), Counter("aab")
red, slots, date = Color.RED, Slots(), datetime.date(2026, 1, 2)
fn, kind, gen, fun = (lambda a: a), Point, (x for x in l), len
point = Point(1, [2])
err = ValueError("no")
key = KeyError("k")
`);
  const all = (names: string) => names.split(" ").map((name) => valueOf(trace, name));
  equals(all("i f b n c"), ["-5", "1.0", "True", "None", "2j"]);
  equals(all("big huge"), ["18446744073709551616", "-10000… (50,001 digits)"]);
  equals(all("s cut by r"), ['"tëxt"', `"${"é".repeat(100)}"…`, "b'ab'", "range(0, 3)"]);
  equals(all("l t e"), ['[1,[2.5,"x"]]', "[1]", "[]"]);
  equals(all("d st"), ['{"a":1,[1,2]:None}', "[3]"]);
  is(valueOf(trace, "long"), `[${[...Array(30).keys()].join(",")},+999970]`);
  equals(all("p q cnt"), ["(one=1,two=2)", "[1]", '{"a":2,"b":1}']);
  equals(all("red slots date"), ["Color.RED", "->", "date object"]);
  equals(all("fn kind gen"), ["lambda a", "class Point", "generator object"]);
  equals(all("err key"), ["ValueError: no", "KeyError: 'k'"]);
  // What was imported is no variable of the program.
  equals(all("namedtuple datetime fun Enum"), ["", "", "", ""]);
  equals(boxesAt(trace, lastOf(trace)), ["(a=1)", "(x=1,y=[2])"]);
});

Deno.test("what is held twice is one box, and a list that holds itself, too", async () => {
  const { trace } = await tracePython(`v = [1]
w = [v]
bad = [[0] * 2] * 2
good = [[0] * 2 for _ in range(2)]
me = []
me.append(me)
def add(to):
    to.append(2)
add(v)
class Node:
    def __init__(self, value, next):
        self.value, self.next = value, next
head = None
for i in range(3): head = Node(i, head)
head.next.next.next = head
`);
  is(variablesAt(trace, 2), "v=[1]");
  equals([valueOf(trace, "v"), valueOf(trace, "w")], ["->", "[->]"]);
  equals([valueOf(trace, "bad"), valueOf(trace, "good")], ["[->,->]", "[[0,0],[0,0]]"]);
  is(valueOf(trace, "me"), "->");
  const { boxes } = trace.at(lastOf(trace));
  equals(boxes.map(({ value }) => textOf(value)), [
    "[1,2]",
    "[0,0]",
    "[->]",
    "(value=2,next=->)",
    "(value=1,next=->)",
    "(value=0,next=->)",
  ]);
  const cyclic = boxes[2];
  equals(cyclic?.value.kind === "list" && cyclic.value.items, [
    { kind: "pointer", to: { address: cyclic?.address }, isReference: true },
  ]);
  const inside = trace.at([...trace.lines].indexOf(8));
  const [outer, inner] = inside.calls.map(({ variables }) => variables);
  equals(outer?.[0]?.value, inner?.[0]?.value, "the same list by two names");
});

Deno.test(
  "an exception is told where it is handled, and where it ends the program",
  async () => {
    const { trace, end } = await tracePython(`def half(n):
    try:
        return 10 // n
    finally:
        print("done")
try:
    int("x")
except ValueError:
    print("no number")
half(0)
`);
    match(variablesAt(trace, 8), /exception=ValueError: invalid literal/);
    is(variablesAt(trace, 10), "half=function half(n)");
    match(variablesAt(trace, 5), /^n=0 exception=ZeroDivisionError: division by zero$/);
    // The last step is the line that raised it, with its call, and not the one that ran last.
    is(callsAt(trace, lastOf(trace)), ":10 half:3");
    match(variablesAt(trace, 3, 2), /exception=ZeroDivisionError/);
    equals([end?.ending, end?.crash?.line], ["crashed", 3]);
    const left = await tracePython("import sys\nprint(1)\nsys.exit(3)\n");
    equals([left.end?.exitCode, left.trace.at(lastOf(left.trace)).printed], [3, 2]);
  },
);

/** Each of its methods notes that it ran. */
const WATCHED = `ran = []
class Meta(type):
    def __hash__(cls): ran.append("hash of the class"); return 1
    def __instancecheck__(cls, other): ran.append("instance"); return True
    def __subclasscheck__(cls, other): ran.append("subclass"); return True
    def __getattribute__(cls, name): ran.append("class " + name); return type.__getattribute__(cls, name)
def watched(name, result):
    def method(self, *rest):
        ran.append(name)
        return result
    return method
NAMES = dict(__repr__="", __str__="", __len__=3, __iter__=iter([]), __hash__=1, __eq__=True,
             __bool__=False, __index__=1, __getitem__=1, __getattr__=5, items=[], __float__=1.0,
             encode=b"", __format__="", __contains__=True, __reduce__=())
def make(name, *bases):
    held = {key: watched(key, result) for key, result in NAMES.items()}
    held["__class__"] = property(watched("__class__", int))
    held["__dict__"] = property(watched("__dict__", {}))
    held["__getattribute__"] = lambda self, key: ran.append(key) or object.__getattribute__(self, key)
    held["__module__"] = "__main__"
    return Meta(name, bases, held)
Plain, List, Dict, Int, Text, Float, Tuple, Error = [
    make("My" + of.__name__, of) for of in (object, list, dict, int, str, float, tuple, ValueError)]
class Slots:
    __slots__ = ("a", "b")
class Fields:
    @property
    def __dict__(self): ran.append("property"); return {}
class Deleted:
    def __del__(self): print("deleted")
def scope():
    one = Deleted()
    return 5
held = [Plain(), List([1]), Dict(a=1), Int(5), Text("x"), Float(1.5), Tuple((1,)), Error("no"), Slots(), Fields()]
held[0].field = 1
ran.clear()
alike = (held, held, {1: held[0]})
plain, dict_ = held[0], held[2]
print(ran)
scope()
print("after")
try:
    raise Error("message")
except ValueError as error:
    caught = 1
print([name for name in ran if name.startswith("__")])
`;

Deno.test(
  "the tracer runs no code of the program, and holds none of its objects",
  async () => {
    const one = { name: "", program: WATCHED, input: "", output: "", settings: {} };
    const [plain, traced] = [await runPython(one), await tracePython(WATCHED)];
    is(plain.verdict, "wrong", plain.sentence ?? "");
    is(traced.output, plain.output);
    match(plain.output, /^\[\]\ndeleted\nafter\n/);
    const { trace } = traced;
    is(valueOf(trace, "held"), "->");
    ok(
      boxesAt(trace, lastOf(trace)).includes('[->,[1],{"a":1},5,"x",1.5,[1],->,->,->]') ||
        boxesAt(trace, lastOf(trace)).some((box) => box.includes('5,"x",1.5,[1]')),
    );
  },
);

Deno.test("a trace ends at its bounds, and says at which", async () => {
  const endless = await tracePython("n = 0\nwhile True: n += 1\n");
  equals([endless.trace.count, endless.trace.limit], [STEPS_MOST, "steps"]);
  is(variablesAt(endless.trace, 2, STEPS_MOST - 1), `n=${STEPS_MOST - 2}`);
  const large = await tracePython(`n = 0
while True:
    n += 1
    v = [str(n) + "x" * 190 for _ in range(30)]
    w = [str(n) + "y" * 190 for _ in range(30)]
`);
  is(large.trace.limit, "bytes");
  ok(large.trace.count < STEPS_MOST);
  const slow = await tracePython("n = 0\nwhile True:\n    n += 1\n", { traceMs: 50 });
  is(slow.trace.limit, "time");
  ok(slow.trace.count > 0);
  const deep = await tracePython(`import sys
sys.setrecursionlimit(10 ** 6)
def depth(n):
    a, b, c = n, n, [n]
    return depth(n + 1)
depth(0)
`);
  is(deep.trace.limit, "steps");
  ok(deep.trace.at(lastOf(deep.trace)).calls.length > 4000);
  const tooDeep = await tracePython("def f(n):\n    return f(n + 1)\nf(0)\n");
  match(tooDeep.end?.crash?.sentence ?? "", /'f' calls itself too deeply, 998 times/);
  // It ends by itself later, because Deno ends no worker that computes.
  const still = await tracePython("n = 1\nn = sum(range(10 ** 8))\n", { most: 1000 });
  equals([still.end, [...still.trace.lines]], [null, [1, 2]], "the steps so far are there");
});

Deno.test(
  "a program that meddles with the tracer loses its own steps at most",
  async (t) => {
    const programs: Record<string, [program: string, limit: Trace["limit"]]> = {
      "sys.settrace is its own": [
        "import sys\nsys.settrace(None)\nsys.settrace(lambda *a: None)\n",
        null,
      ],
      "it frees the tool": ["import sys\nsys.monitoring.free_tool_id(4)\n", "lost"],
      "it takes the events": [
        "import sys\nm = sys.monitoring\nm.register_callback(4, m.events.LINE, None)\n",
        "lost",
      ],
      "it closes the stream": ["import os\nos.close(1000)\n", "lost"],
      "it rewrites the builtins": [
        "import builtins, types, os, enum\nfor one in ('len', 'str', 'type', 'id', 'dict', 'list', 'map', " +
        "'zip', 'min', 'max', 'repr', 'issubclass', 'tuple', 'range'): setattr(builtins, one, None)\n" +
        "os.write = types.FunctionType = enum.EnumType = None\n",
        null,
      ],
      "it breaks the tracer": [
        "import gc\nfor one in gc.get_objects():\n    if type(one).__name__ == '_Tracer':\n" +
        "        one.calls.clear()\n        one.record = None\n",
        "lost",
      ],
      "it looks for frames": [
        "import sys\nframe = sys._getframe()\nwhile frame:\n    frame.f_globals.clear() if " +
        "frame.f_code.co_filename == '<tracer>' else 0\n    frame = frame.f_back\n",
        null,
      ],
    };
    for (const [name, [program, limit]] of Object.entries(programs)) {
      await t.step(name, async () => {
        const { trace, output } = await tracePython(`x = 1\n${program}x = 2\nprint("end")\n`);
        equals([output, trace.limit], ["end\n", limit]);
        ok(trace.count > 2);
        for (let index = 0; index < trace.count; index++) trace.at(index);
        if (limit === null) is(valueOf(trace, "x"), "2");
      });
    }
    await t.step("it floods the stream", async () => {
      const flood = 'import os\nfor _ in range(100): os.write(1000, b"\\x05" * 10_000_000)\n';
      await rejects(tracePython(flood), Unreadable);
    });
    await t.step("it forges steps", async () => {
      await rejects(
        tracePython('import os\nos.write(1000, b"\\x05\\x09forged")\nx = 1\n'),
        Unreadable,
      );
    });
  },
);

/** What of 100 programs must have variables. */
const WITH_VALUES = 95;

Deno.test(
  "programs print the same with their steps, and end in the same way",
  async (t) => {
    const kinds = await Promise.all(["correct", "wrong", "crashing"].map(readPython));
    // Without a limit of calls, a program takes more steps than are recorded before it crashes.
    const all = kinds.flat().filter(({ name }) => !name.endsWith("without a limit"));
    let [count, withValues] = [0, 0];
    for (const one of chosen("steps of Python", all, 12)) {
      await t.step(one.name, async () => {
        const settings = { ...USUAL_SETTINGS, ...one.settings };
        const plain = await runPython(one);
        const { trace, end, output } = await tracePython(one.program, {
          input: one.input,
          settings: one.settings,
        });
        ok(end);
        const traced = caseResult({ end, output, errors: "", settings, expected: one.output });
        // Where calls use up the stack, it may be one more or less.
        const seen = (
          { output, verdict, sentence, line, exitCode }: CaseResult,
        ) => [output, verdict, sentence?.replace(/\d+ times/, "many times"), line, exitCode];
        // The depth at which a stack ends, and so the number of steps, depends on the machine.
        if (end.ending === "step limit") ok(plain.output.startsWith(output));
        else equals(seen(traced), seen(plain));
        count++;
        // A program may have none: it prints, and that is all.
        const hasVariables =
          /^\s*(\w[\w, ]*=[^=]|def |class |for |with |\w.*:=)/m.test(one.program) ||
          one.verdict === "crashed";
        const shows = [...trace.lines.keys()].some((at) =>
          trace.at(at).calls.some(({ variables }) => variables.length > 0)
        );
        if (shows || !hasVariables) withValues++;
      });
    }
    ok(withValues * 100 >= WITH_VALUES * count, `${withValues} of ${count} have variables`);
  },
);
