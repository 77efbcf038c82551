/** Inserts the runs of the demo class, as if its students had pressed "Run". */
import { visibleCases } from "../../server/assignments/policy.ts";
import type { TestCase } from "../../server/assignments/cases/schema.ts";
import type { CaseResult, RunResult } from "../../server/languages/types.ts";
import { newId } from "../../server/kit/core/ids.ts";
import { later } from "../../server/kit/core/clock.ts";
import { addJob } from "../../server/kit/db/jobs.ts";
import { countPassed, foundColumns, verdictOf } from "../../server/runs/policy.ts";
import { runs as runRows } from "../../server/runs/tables.ts";
import { idOf, runKey, type SeedContext } from "./insert_work.ts";
import { type DemoCase, demoCase, type DemoQuestion, type DemoRun } from "./shape.ts";

/** The version of the compiler in the demo's runs: nobody has compiled them on this server. */
const KIT = "demo";

export async function insertRuns(seeding: SeedContext): Promise<void> {
  const { db, demo: { questions, runs }, now, personIds, questionIds, runIds } = seeding;
  const questionOf = new Map(questions.map((question) => [question.key, question]));
  for (const run of runs) {
    const question = questionOf.get(run.question);
    if (!question) throw new Error(`the demo class has no ${run.question}`);
    const id = newId();
    runIds.set(runKey(run.question, run.student, run.code), id);
    const ranAt = later(now, -run.minutesAgo);
    await db.insert(runRows).values({
      id,
      assignmentId: idOf(questionIds, run.question),
      studentId: idOf(personIds, run.student),
      source: run.code,
      settings: question.judge,
      ...resultColumns(run, question),
      ...run.verified && { verifiedAt: later(now, -run.verified.minutesAgo) },
      ranAt,
      createdAt: ranAt,
    });
    if (run.waitingFor) await addJob(db, { id, personId: idOf(personIds, run.waitingFor), now });
  }
}

/** The columns for what the browser says, and for what the server found. */
function resultColumns(run: DemoRun, { testCases }: DemoQuestion) {
  const visible = visibleCases(testCases);
  const hidden = testCases.length - visible.length;
  const result = resultOf(run, visible);
  const claim = {
    origin: run.origin,
    verdict: verdictOf(result),
    passed: countPassed(result),
    total: result.compiled ? result.cases.length : visible.length,
  };
  const columns = { ...claim, kit: KIT, result };
  if (run.waitingFor) return { ...columns, verificationState: "waiting" as const };
  if (run.failed) return { ...columns, ...foundColumns(claim, { failed: run.failed }) };
  if (!run.verified) return columns;
  const { cases = run.cases, hiddenFailed } = run.verified;
  const found = resultOf({ ...run, cases }, visible);
  const hiddenCases = testCases.filter((one) => one.hidden === true).map((one, at): CaseResult => ({
    ...caseOf(PASSED, one),
    verdict: at < hiddenFailed ? "wrong" : "passed",
  }));
  if (found.compiled) found.cases.push(...hiddenCases);
  return { ...columns, ...foundColumns(claim, { result: found, visible: visible.length, hidden }) };
}

/** Returns the whole result. Cases that the demo leaves out have passed. */
export function resultOf(
  { diagnostics, cases }: Pick<DemoRun, "diagnostics" | "cases">,
  visible: TestCase[],
): RunResult {
  const compiled = !diagnostics.some(({ severity }) => severity === "error");
  return {
    kit: KIT,
    compiled,
    diagnostics,
    cases: compiled ? visible.map((one, at) => caseOf(cases[at] ?? PASSED, one)) : [],
  };
}

const PASSED = demoCase.parse({});

const caseOf = (known: DemoCase, { output }: TestCase): CaseResult => ({
  ...known,
  output: known.output ?? `${output}\n`,
});
