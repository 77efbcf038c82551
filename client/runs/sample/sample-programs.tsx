/** The programs of a sample solution. */
import { LANGUAGES, languages } from "../../../server/languages/languages.ts";
import type { RunSettings } from "../../../server/languages/types.ts";
import type { ShownCase } from "../bench/case-detail.tsx";

export interface SampleProps {
  assignmentId: string;
  /** The solution's Markdown. */
  text: string;
  /** The cases and settings of a form that is not saved yet. */
  changed?: { cases: readonly ShownCase[]; settings: RunSettings };
}

/** The programs in a Markdown text: its blocks of a language that runs here and is whole. */
export const programsIn = (text: string) =>
  [...text.matchAll(/^(`{3,}|~{3,})[ \t]*([\w+]+)[^\n]*\n([\s\S]*?)^\1[ \t]*$/gm)]
    .flatMap(([, , name = "", source = ""]) => {
      const language = LANGUAGES.find((one) => languages[one].fences.includes(name.toLowerCase()));
      const isWhole = language !== undefined && languages[language].program.test(source);
      return isWhole ? [{ source, language }] : [];
    });
