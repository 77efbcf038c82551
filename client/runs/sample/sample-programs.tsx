/** The programs of a sample solution. */
import type { JudgeSettings } from "../../../server/cpp/types.ts";
import type { ShownCase } from "../bench/cases.tsx";

export interface SampleProps {
  assignmentId: string;
  /** The solution's Markdown. */
  text: string;
  /** The cases and settings of a form that is not saved yet. */
  changed?: { cases: readonly ShownCase[]; settings: JudgeSettings };
}

/** The programs in a Markdown text: its blocks of C++ that have a `main`. */
export const programsIn = (text: string): string[] =>
  [...text.matchAll(/^(`{3,}|~{3,})[ \t]*(?:cpp|c\+\+)\b[^\n]*\n([\s\S]*?)^\1[ \t]*$/gim)]
    .map(([, , program = ""]) => program)
    .filter((program) => /\bmain\s*\(/.test(program));
