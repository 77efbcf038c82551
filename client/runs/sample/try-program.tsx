/** A bench for somebody else's program, run on the question's cases; staff have the hidden ones. */
import { useEffect, useMemo, useState } from "react";
import { USUAL_SETTINGS } from "../../../server/languages/types.ts";
import { withoutLastEnd } from "../../../server/languages/texts.ts";
import { runSettings } from "../../../server/languages/program_files.ts";
import { inLanguage, type Language } from "../../../server/languages/languages.ts";
import { useAssignment } from "../../assignments/use-assignment.tsx";
import { prepare } from "../../languages/sandbox.ts";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { Bench } from "../bench/bench.tsx";
import type { BenchProps } from "../bench/bench-props.tsx";
import type { ShownCase } from "../bench/case-detail.tsx";

interface TryProps extends Pick<BenchProps, "program" | "runs" | "stepping" | "layout" | "tools"> {
  /** The question whose cases it is run on. */
  assignmentId?: string | undefined;
  /** Of the program; without it, the first that the question takes. */
  language?: Language | null | undefined;
  /** The place of the only case to run, from 0, among those that the student sees. */
  only?: number | null | undefined;
}

export default function TryProgram({ assignmentId, ...rest }: TryProps) {
  const { language } = rest;
  const usual = useMemo(
    () => language ? inLanguage(USUAL_SETTINGS, language) : USUAL_SETTINGS,
    [language],
  );
  return assignmentId === undefined
    ? <Try {...rest} cases={NO_CASES} settings={usual} />
    : <WithCases {...rest} assignmentId={assignmentId} />;
}

const NO_CASES: readonly ShownCase[] = [];

function WithCases({ assignmentId: id, only, ...rest }: TryProps & { assignmentId: string }) {
  const { assignment, loading } = useAssignment(id);
  const all = assignment?.testCases ?? NO_CASES;
  const cases = useMemo(() => {
    if (only == null) return all;
    const one = all.filter(({ hidden }) => hidden !== true)[only];
    return one === undefined ? all : [{ ...one, place: only }];
  }, [all, only]);
  const { language } = rest;
  const settings = useMemo(
    () => assignment && runSettings(assignment, language),
    [assignment, language],
  );
  if (settings !== undefined) return <Try {...rest} cases={cases} settings={settings} />;
  return <NotLoaded loading={loading} label="Loading assignment details..." skeleton="h-72" />;
}

function Try(props: Omit<BenchProps, "input" | "onInput">) {
  const { cases, settings, program: { source } } = props;
  const [input, setInput] = useState(withoutLastEnd(cases[0]?.input ?? ""));
  const [begin] = useState({ source, settings });
  useEffect(() => void prepare(begin.source, begin.settings), [begin]);
  return (
    <div
      className={`overflow-hidden rounded-field border border-base-300 bg-base-100 ${
        props.layout ? "h-full min-h-0" : ""
      }`}
    >
      <Bench {...props} input={input} onInput={setInput} />
    </div>
  );
}
