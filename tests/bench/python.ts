/**
 * Measures programs of Python: from the key to the verdict of five small cases in the browser and by
 * the server's judge, beside the native interpreter with the same source in the same run.
 */
import { createJudge } from "../../server/languages/judge/judge.ts";
import { inLanguage } from "../../server/languages/languages.ts";
import { USUAL_SETTINGS } from "../../server/languages/types.ts";
import { freePort } from "../kit/process.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, round, table } from "./kit/figures.ts";
import { startDoubtless } from "./kit/process.ts";
import { CASES, runNative, secondsToVerdict, visit } from "./sandbox.ts";

const PROGRAMS = {
  "three lines": "n = int(input())\ntwice = 2 * n\nprint(twice)\n",
  "classes and a dictionary": `from dataclasses import dataclass
from collections import Counter

@dataclass
class Mark:
    name: str
    points: int

n = int(input())
marks = [Mark(f"student {i % 7}", i) for i in range(500)]
sums = Counter()
for mark in marks:
    sums[mark.name] += mark.points
assert sum(sums.values()) == 124750
print(2 * n)
`,
  "a million steps of a loop": `n = int(input())
total = 0
for i in range(1_000_000):
    total += i % 7
print(2 * n)
`,
};
const SETTINGS = inLanguage(USUAL_SETTINGS, "python");

/** @returns a report in Markdown */
export async function python(cluster: Cluster, { rounds = 7 } = {}): Promise<string> {
  const databaseUrl = await cluster.newDatabase("python");
  const port = freePort();
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  await using _server = await startDoubtless(databaseUrl, { PORT: String(port), PUBLIC_URL });
  const interpreter = await nativePython();
  const rows: string[][] = [];
  for (const [name, source] of Object.entries(PROGRAMS)) {
    const profile = await Deno.makeTempDir({ prefix: "doubtless-python-" });
    try {
      const program = { source, settings: SETTINGS };
      const first = await visit(profile, PUBLIC_URL, (page) => secondsToVerdict(page, program));
      const [second, warm, native, judged] = await visit(profile, PUBLIC_URL, async (page) => {
        const opened = await secondsToVerdict(page, program);
        const all: [number[], number[], number[]] = [[], [], []];
        for (let time = 0; time < rounds; time++) {
          all[0].push(await secondsToVerdict(page, program));
          all[1].push(await secondsOfNative(interpreter, source));
          all[2].push(await secondsOfJudge(source));
        }
        const [warm, native, judged] = all.map(median);
        return [opened, warm ?? NaN, native ?? NaN, judged ?? NaN];
      });
      const ratio = (seconds = NaN) => `× ${round(seconds / (native ?? NaN))}`;
      rows.push([
        name,
        ...[first, second, warm, judged].map((one = NaN) => `${round(one)} s (${ratio(one)})`),
        `${round(native ?? NaN)} s`,
      ]);
    } finally {
      await Deno.remove(profile, { recursive: true });
    }
  }
  const head = ["program", "first visit", "second visit", "warm", "the judge", "python3"];
  return `## Programs of Python\n\n${machine()}; from the key to the verdict of five cases; in ` +
    `brackets, to five runs of python3\n\n${table(head, rows)}`;
}

/** The interpreter itself: a version manager's script in its place would take time of its own. */
async function nativePython(): Promise<string> {
  const args = ["-c", "import sys; print(sys.executable)"];
  const { stdout } = await new Deno.Command("python3", { args }).output();
  return new TextDecoder().decode(stdout).trim();
}

async function secondsOfNative(interpreter: string, source: string): Promise<number> {
  const path = await Deno.makeTempFile({ prefix: "doubtless-native-", suffix: ".py" });
  try {
    await Deno.writeTextFile(path, source);
    const started = performance.now();
    for (const { input } of CASES) await runNative(interpreter, [path], input);
    return (performance.now() - started) / 1000;
  } finally {
    await Deno.remove(path);
  }
}

/** In a process that begins with this program, as on the server. */
async function secondsOfJudge(source: string): Promise<number> {
  const judge = createJudge({ atOnce: 1, niceness: 0 });
  const started = performance.now();
  const { cases } = await judge.run({ source, settings: SETTINGS, cases: CASES, onSpent() {} });
  const seconds = (performance.now() - started) / 1000;
  await judge.stop();
  if (cases.some(({ verdict }) => verdict !== "passed")) throw new Error("a case did not pass");
  return seconds;
}
