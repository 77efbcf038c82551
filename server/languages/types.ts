/** The shapes that the languages, the browser's run and the server's run share. */
import type { JudgeSettings } from "./schema.ts";
export * from "./constants.ts";
export type { CaseResult, Diagnostic, JudgeSettings, RunResult } from "./schema.ts";

/** A file that a question gives beside the student's own. */
export interface GivenFile {
  name: string;
  text: string;
  /** Only the judge has it, and only for the compiler: a program that runs finds no such file. */
  hidden?: boolean | undefined;
}

/** The settings of one run: with the files of the program. A run is kept without them. */
export interface RunSettings extends JudgeSettings {
  /** The student's own file, if it has not the usual name. */
  fileName?: string | undefined;
  files?: readonly GivenFile[];
  /** One for each case; null where it has an input. Without it, no case is a call. */
  calls?: readonly (string | null)[] | undefined;
  /** Files are missing here, because they are hidden: only the server can run it. */
  isIncomplete?: boolean;
}

export const USUAL_SETTINGS: JudgeSettings = {
  standard: "c++20",
  optimise: 0,
  timeMs: 2000,
  memoryMb: 256,
  outputKb: 1024,
  comparison: "text",
  tolerance: 1e-6,
};

/** How a program came to its end, in the words of all languages. */
export interface ProgramEnd {
  ending:
    | "finished"
    | "crashed"
    | "output limit"
    | "disk limit"
    /** Of a traced program: all the steps are recorded that are. */
    | "step limit"
    /** It waits for input that has not been typed yet. */
    | "needs input";
  exitCode: number | null;
  /** Where the program could not read its input and did not go on: a sentence. */
  stuck: string | null;
  /** What a wrong output may come from. */
  warning: Fault | null;
  /** What ended a program that crashed. */
  crash: (SourceLine & { sentence: string | null; isMemory?: boolean }) | null;
  /** The bytes of memory at the end. */
  memory: number;
  ms: number;
}

/** A line of the student's own file, or of the given file that is named. */
export interface SourceLine {
  line: number | null;
  file?: string | undefined;
}

/** One sentence, and the line of the program. */
export interface Fault extends SourceLine {
  sentence: string;
}
