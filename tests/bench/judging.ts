/**
 * Measures how long another student's one-line program waits for the server while a classmate sends
 * the worst programs that are known, one after the other. Quiet and flooded turns alternate in one
 * run.
 */
import postgres from "postgres";
import type { TestPerson } from "../kit/people.ts";
import { runsOf, serverRun, sumQuestion } from "../kit/runs.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, round, table } from "./kit/figures.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { startDoubtless } from "./kit/process.ts";
import { pause } from "./kit/replies.ts";

type Options = { programs?: number; only?: string };

const CASES = 30;
const QUICK_QUESTION_MS = 50;
const AGAIN_MS = 1000;
/** The time until a flood's first program is under way. */
const FLOOD_MS = 1000;

const ONE_LINE = '#include <cstdio>\nint main() { printf("3"); }\n';
const WORST: Record<string, string> = {
  "thirty cases of 1.75 s each": "#include <chrono>\nusing namespace std::chrono;\n" +
    "int main() {\n  auto end = steady_clock::now() + milliseconds(1750);\n" +
    "  while (steady_clock::now() < end) {}\n}\n",
  "a compile bomb":
    "template <int n, int m> struct T { T<n - 1, 2 * m> a; T<n - 1, 2 * m + 1> b; };" +
    "template <int m> struct T<0, m> {}; T<22, 0> t; int main() {}\n",
  "a program of 22 MB": "int all[5500000] = {1};\nint main() { return all[0]; }\n",
};

/** @returns a report in Markdown */
export async function judging(
  cluster: Cluster,
  { programs = 6, only = "" }: Options = {},
): Promise<string> {
  const databaseUrl = await cluster.newDatabase("judging");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await using server = await startDoubtless(databaseUrl);
  const as = (signed: Signed) => testPerson(server, signed);
  const [mentor] = (await people(sql, "mentor", 1)).map(as) as [TestPerson];
  const [author, ...others] = (await people(sql, "student", 4)).map(as) as [
    TestPerson,
    ...TestPerson[],
  ];
  const testCases = Array.from({ length: CASES }, () => ({ input: "0\n", output: "3" }));
  const { _id: long } = await sumQuestion(mentor, { testCases: JSON.stringify(testCases) });
  const { _id: short } = await sumQuestion(mentor);

  let sent = 0;
  /** From the request until the result can be read. */
  async function runOne(): Promise<number> {
    const student = others[sent++ % others.length] as TestPerson;
    const start = performance.now();
    const { status, body } = await student.post(runsOf(short), serverRun(ONE_LINE));
    if (status !== 201) throw new Error(`a program was answered ${status} ${body.msg}`);
    while ((await student.get(`/runs/${body._id}`)).body.verification.state !== "done") {
      await pause(QUICK_QUESTION_MS);
    }
    return performance.now() - start;
  }
  async function measure(): Promise<number[]> {
    const all: number[] = [];
    for (let at = 0; at < programs; at++) all.push(await runOne());
    return all;
  }

  await measure();
  const rows: string[][] = [];
  for (const [name, source] of Object.entries(WORST)) {
    if (!name.includes(only)) continue;
    const quiet = await measure();
    const flood = startFlood(author, { question: long, source });
    await pause(FLOOD_MS);
    const flooded = await measure();
    await flood.stop();
    // What waits is of no interest; what runs comes to its end.
    await sql`delete from jobs where lease_until is null`;
    while ((await sql`select from jobs`).length > 0) await pause(QUICK_QUESTION_MS);
    const [floor, worst] = [Math.max(...quiet), Math.max(...flooded)];
    rows.push([
      name,
      round(median(quiet) / 1000),
      round(median(flooded) / 1000),
      `× ${round(median(flooded) / median(quiet), 1)}`,
      round(floor / 1000),
      round(worst / 1000),
      `× ${round(worst / floor, 1)}`,
    ]);
  }
  await sql.end();
  return [
    `### One student's programs (${machine()})`,
    `Seconds until the result of another student's one-line program, ${programs} for each figure:`,
    table(["one student", "median, quiet", "flooded", "", "longest, quiet", "flooded", ""], rows),
  ].join("\n\n");
}

/** Keeps as many programs of this student in the queue as may be there. */
function startFlood(
  author: TestPerson,
  { question, source }: { question: string; source: string },
): { stop(): Promise<void> } {
  let isOver = false;
  const all = (async () => {
    while (!isOver) {
      const { status } = await author.post(runsOf(question), serverRun(source));
      if (status !== 201) await pause(AGAIN_MS);
    }
  })();
  all.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await all;
    },
  };
}
