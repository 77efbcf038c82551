/** What a bench takes. */
import type { ReactNode } from "react";
import type { RunResult, RunSettings } from "../../../server/languages/types.ts";
import type { SharedText } from "../../kit/editor/code-props.ts";
import type { Along } from "../steps/along.tsx";
import type { LinkTargets } from "../steps/link-targets.tsx";
import type { BenchLayout } from "./bench-frame.tsx";
import type { ShownCase } from "./case-detail.tsx";
import type { CasesState } from "./run-state.tsx";

/** Runs a program on the server, for a browser that cannot. */
export interface ServerRun {
  run: (source: string) => void;
  /** What the server is doing; null when it does nothing. */
  text: string | null;
}

export interface EditedProgram {
  label: string;
  source: string;
  onSource: (source: string) => void;
  fontSize?: string;
  /** Another person types in the same program. */
  shared?: SharedText;
  /** The editor takes the focus whenever this grows. */
  edits?: number | undefined;
}

export interface Runs {
  /** Runs the program at once, on this. */
  begin?: "cases" | "input";
  /** The program is run on the cases when this changes to another name. */
  runNow?: string | undefined;
  /** Called with each result on the cases. */
  onResult?: ((source: string, result: RunResult) => void) | undefined;
  /** A result from elsewhere to show: of the server, or of an earlier run. */
  otherResult?: { source: string; result: RunResult } | null;
  server?: ServerRun;
}

export interface StepOptions {
  /** Begins with stepping through the program. */
  isOpen?: boolean;
  /** The texts that can point at a step of the program. */
  links?: LinkTargets | undefined;
  /** Another person steps through the same program. */
  along?: Along;
}

export interface BenchProps {
  program: EditedProgram;
  /** What the person gives the program to read. */
  input: string;
  onInput: (input: string) => void;
  cases: readonly ShownCase[];
  settings: RunSettings;
  runs?: Runs;
  stepping?: StepOptions;
  layout?: BenchLayout | undefined;
  tools?: ReactNode;
  /** What follows a run on the cases, and the content of the third tab. */
  extra?: {
    /** What stands above the results, where it is seen. */
    above: (state: CasesState, openSteps: () => void) => ReactNode;
    /** It comes before the results if it has the primary action. */
    after: (state: CasesState) => ReactNode;
    /** Whether `after` has the primary action now. */
    isDone: (state: CasesState) => boolean;
    earlier: ReactNode;
  };
}
