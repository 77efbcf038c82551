/**
 * Measures stepping through programs, in Deno: from the source to the first step and to the end of the
 * run, beside compiling and running the same program as it is. A program of Python is checked and run
 * in a fresh interpreter each time, as in a browser.
 */
import { DISK_MOST, run } from "../../server/cpp/program.ts";
import { StepBounds } from "../../server/languages/steps/bounds.ts";
import { readSteps, type StepRecord } from "../../server/languages/steps/read.ts";
import { compileTraced } from "../../server/cpp/steps/trace_program.ts";
import { USUAL_SETTINGS } from "../../server/languages/types.ts";
import { sharedCompiler } from "../kit/cpp.ts";
import { Python, runPython } from "../kit/python.ts";
import { tracePython } from "../kit/python_steps.ts";
import { machine, median, round, table } from "./kit/figures.ts";

const CPP = {
  "ten lines": `#include <iostream>
int main() {
  int n = 0;
  for (int i = 0; i < 10; i++) n += i;
  std::cout << n << std::endl;
}
`,
  "a list and a map": `#include <iostream>
#include <map>
#include <string>
#include <vector>
struct Node { int value; Node* next = nullptr; };
int main() {
  std::map<std::string, int> marks;
  std::vector<int> all;
  Node* head = nullptr;
  for (int i = 0; i < 20; i++) {
    head = new Node{i, head};
    marks["student " + std::to_string(i % 5)] += i;
    all.push_back(i);
  }
  for (Node* at = head; at; at = at->next) std::cout << at->value << ' ';
  std::cout << marks.size() << all.size() << std::endl;
}
`,
  "10,000 steps": `#include <iostream>
#include <vector>
int main() {
  std::vector<int> primes;
  for (int n = 2; n < 100000; n++) {
    bool isPrime = true;
    for (int p : primes) if (n % p == 0) { isPrime = false; break; }
    if (isPrime) primes.push_back(n);
  }
  std::cout << primes.size() << std::endl;
}
`,
};

const PYTHON = {
  "ten lines": `n = 0
for i in range(10):
    n += i
print(n)
`,
  "a list and a map": `class Node:
    def __init__(self, value, next):
        self.value = value
        self.next = next
marks = {}
everyone = []
head = None
for i in range(20):
    head = Node(i, head)
    name = f"student {i % 5}"
    marks[name] = marks.get(name, 0) + i
    everyone.append(i)
while head:
    print(head.value, end=" ")
    head = head.next
print(len(marks), len(everyone))
`,
  "10,000 steps": `primes = []
for n in range(2, 10000):
    is_prime = True
    for p in primes:
        if n % p == 0:
            is_prime = False
            break
    if is_prime:
        primes.append(n)
print(len(primes))
`,
};

type Traced = { first: number; whole: number; count: number; bytes: number };
type Ways = {
  programs: Record<string, string>;
  prepare?: (source: string) => Promise<unknown>;
  plain: (source: string) => Promise<number>;
  traced: (source: string) => Promise<Traced>;
};

const LANGUAGES: Record<string, Ways> = {
  "C++": {
    programs: CPP,
    prepare: async (source) => (await sharedCompiler()).precompile(source, USUAL_SETTINGS),
    plain: msOfPlain,
    traced: msOfTraced,
  },
  Python: { programs: PYTHON, plain: msOfPlainPython, traced: msOfTracedPython },
};

const limits = { output: USUAL_SETTINGS.outputKb * 1024, disk: DISK_MOST };

/** @returns a report in Markdown */
export async function steps(_cluster: unknown, { rounds = 5 } = {}): Promise<string> {
  const rows: string[][] = [];
  for (const [language, ways] of Object.entries(LANGUAGES)) {
    for (const [name, source] of Object.entries(ways.programs)) {
      await ways.prepare?.(source);
      rows.push([language, name, ...await compared(ways, source, rounds)]);
    }
  }
  const head = ["", "program", "plain", "to the first step", "to the trace", "steps", "bytes"];
  return `## Stepping through programs\n\n${machine()}; to compiling and running it as it is\n\n${
    table(head, rows)
  }`;
}

async function compared({ plain: run, traced: trace }: Ways, source: string, rounds: number) {
  const [plain, first, whole]: [number[], number[], number[]] = [[], [], []];
  let [count, bytes] = [0, 0];
  for (let time = 0; time < rounds; time++) {
    plain.push(await run(source));
    const traced = await trace(source);
    first.push(traced.first);
    whole.push(traced.whole);
    [count, bytes] = [traced.count, traced.bytes];
  }
  const ratio = (all: number[]) => `× ${round(median(all.map((ms, at) => ms / plain[at]!)))}`;
  return [`${round(median(plain))} ms`, ratio(first), ratio(whole), `${count}`, `${bytes}`];
}

async function msOfPlain(source: string): Promise<number> {
  const started = performance.now();
  const { wasm } = (await sharedCompiler()).compile(source, USUAL_SETTINGS);
  if (!wasm) throw new Error("The program does not compile.");
  await run(await WebAssembly.compile(wasm), { limits });
  return performance.now() - started;
}

async function msOfTraced(source: string) {
  const started = performance.now();
  const { level, wasm } = compileTraced(await sharedCompiler(), source, USUAL_SETTINGS);
  if (!wasm || level !== "values") throw new Error("The program has no values.");
  const records: StepRecord[] = [];
  const bounds = new StepBounds();
  let first = 0;
  await run(await WebAssembly.compile(wasm), {
    limits,
    step: (bytes) => {
      first ||= performance.now() - started;
      records.push({ bytes, printed: 0, read: 0 });
      return bounds.count(bytes);
    },
  });
  const { count } = readSteps(records, { level, output: new Uint8Array() });
  const bytes = records.reduce((sum, one) => sum + one.bytes.length, 0);
  return { first, whole: performance.now() - started, count, bytes };
}

async function msOfPlainPython(source: string): Promise<number> {
  const started = performance.now();
  await checkPython(source);
  await runPython({ name: "", program: source, input: "", output: "", settings: {} });
  return performance.now() - started;
}

async function msOfTracedPython(source: string): Promise<Traced> {
  const started = performance.now();
  await checkPython(source);
  const begun = performance.now();
  const { trace, bytes, first, loaded } = await tracePython(source);
  const whole = performance.now() - started;
  return { first: begun - started + loaded + first, whole, count: trace.count, bytes };
}

let checker: Promise<Python> | undefined;

/** The interpreter that checks programs is there already, as in a page. */
async function checkPython(source: string): Promise<void> {
  await (await (checker ??= Python.start())).check(source);
}
