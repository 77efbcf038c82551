/** The result of a sample solution on the question's cases. */
import { useEffect, useState } from "react";
import type { RunResult } from "../../../server/languages/types.ts";
import { runSettings } from "../../../server/languages/program_files.ts";
import { loadAssignment } from "../../assignments/actions.ts";
import { type CaseRun, runCases, RunStopped } from "../../languages/sandbox.ts";
import { Finding } from "../bench/finding.tsx";
import { ReadinessLine } from "../bench/readiness.tsx";
import { programsIn, type SampleProps } from "./sample-programs.tsx";

type Answer = { isWell: boolean; text: string };

export default function SampleResult({ assignmentId, text, changed }: SampleProps) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  // The texts are checked as they were when the button was pressed.
  const [props] = useState({ assignmentId, programs: programsIn(text), changed });
  useEffect(() => {
    let current: CaseRun | undefined;
    let isOver = false;
    async function check(): Promise<Answer> {
      const { cases, settings } = props.changed ?? await casesOf(props.assignmentId);
      if (cases.length === 0) return { isWell: true, text: "The question has no cases yet." };
      const failures: string[] = [];
      for (const [at, { source, language }] of props.programs.entries()) {
        if (isOver) break;
        current = runCases({
          source,
          settings: { ...settings, languages: [language] },
          cases: [...cases],
        }, {});
        const failure = failureOf(await current.done);
        const which = props.programs.length === 1 ? "Your own solution" : `Program ${at + 1}`;
        if (failure !== null) failures.push(`${which} ${failure}`);
      }
      if (failures.length > 0) return { isWell: false, text: `${failures.join(". ")}.` };
      return {
        isWell: true,
        text: cases.length === 1
          ? "Your own solution passes the case."
          : `Your own solution passes all ${cases.length} cases.`,
      };
    }
    check().catch((error): Answer => ({
      isWell: false,
      text: error instanceof RunStopped ? "" : String(error?.message ?? error),
    })).then((found) => !isOver && setAnswer(found));
    return () => {
      isOver = true;
      current?.stop();
    };
  }, [props]);
  if (answer === null) {
    return (
      <>
        <p role="status">Checking…</p>
        {props.programs[0] && (
          <ReadinessLine settings={{ languages: [props.programs[0].language] }} />
        )}
      </>
    );
  }
  return (
    <Finding role="status" isWell={answer.isWell} className="font-semibold">{answer.text}</Finding>
  );
}

async function casesOf(assignmentId: string) {
  const assignment = await loadAssignment(assignmentId);
  return { cases: assignment.testCases, settings: runSettings(assignment) };
}

/** Says which cases fail, or null if none does. */
function failureOf({ compiled, cases }: RunResult): string | null {
  if (!compiled) return "does not compile";
  const failing = cases.flatMap(({ verdict }, at) => verdict === "passed" ? [] : [at + 1]);
  if (failing.length === 0) return null;
  return failing.length === 1
    ? `fails case ${failing[0]}`
    : `fails the cases ${failing.slice(0, -1).join(", ")} and ${failing.at(-1)}`;
}
