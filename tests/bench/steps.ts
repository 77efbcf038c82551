/**
 * Measures stepping through C++ programs, in Deno: from the source to the first step and to the end of
 * the run, beside compiling and running the same program as it is.
 */
import { DISK_MOST, run } from "../../server/cpp/program.ts";
import { StepBounds } from "../../server/languages/steps/bounds.ts";
import { readSteps, type StepRecord } from "../../server/languages/steps/read.ts";
import { compileTraced } from "../../server/cpp/steps/trace_program.ts";
import { USUAL_SETTINGS } from "../../server/languages/types.ts";
import { sharedCompiler } from "../kit/cpp.ts";
import { machine, median, round, table } from "./kit/figures.ts";

const PROGRAMS = {
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

const limits = { output: USUAL_SETTINGS.outputKb * 1024, disk: DISK_MOST };

/** @returns a report in Markdown */
export async function steps(_cluster: unknown, { rounds = 5 } = {}): Promise<string> {
  const rows: string[][] = [];
  for (const [name, source] of Object.entries(PROGRAMS)) {
    (await sharedCompiler()).precompile(source, USUAL_SETTINGS);
    const [plain, first, whole]: [number[], number[], number[]] = [[], [], []];
    let [count, bytes] = [0, 0];
    for (let time = 0; time < rounds; time++) {
      plain.push(await msOfPlain(source));
      const traced = await msOfTraced(source);
      first.push(traced.first);
      whole.push(traced.whole);
      [count, bytes] = [traced.count, traced.bytes];
    }
    const ratio = (all: number[]) => `× ${round(median(all.map((ms, at) => ms / plain[at]!)))}`;
    rows.push([
      name,
      `${round(median(plain))} ms`,
      ratio(first),
      ratio(whole),
      `${count}`,
      `${bytes}`,
    ]);
  }
  const head = ["program", "plain", "to the first step", "to the trace", "steps", "bytes"];
  return `## Stepping through programs\n\n${machine()}; to compiling and running it as it is\n\n${
    table(head, rows)
  }`;
}

async function msOfPlain(source: string): Promise<number> {
  const started = performance.now();
  const { wasm } = (await sharedCompiler()).compile(source, USUAL_SETTINGS);
  if (!wasm) throw new Error("The program does not compile.");
  run(await WebAssembly.compile(wasm), { limits });
  return performance.now() - started;
}

async function msOfTraced(source: string) {
  const started = performance.now();
  const { level, wasm } = compileTraced(await sharedCompiler(), source, USUAL_SETTINGS);
  if (!wasm || level !== "values") throw new Error("The program has no values.");
  const records: StepRecord[] = [];
  const bounds = new StepBounds();
  let first = 0;
  run(await WebAssembly.compile(wasm), {
    limits,
    step: (bytes) => {
      first ||= performance.now() - started;
      records.push({ bytes, printed: 0 });
      return bounds.count(bytes);
    },
  });
  const { count } = readSteps(records, { level, output: new Uint8Array() });
  const bytes = records.reduce((sum, one) => sum + one.bytes.length, 0);
  return { first, whole: performance.now() - started, count, bytes };
}
