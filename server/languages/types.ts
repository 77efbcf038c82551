/** The shapes that the languages, the browser's run and the server's run share. */

export const LANGUAGES = ["cpp", "python"] as const;
export type Language = typeof LANGUAGES[number];

/** The languages in which a person may read what explains messages, crashes and wrong outputs. */
export const EXPLAIN_IN = ["en", "hi"] as const;

/** A part of the sentence on a stack that may be larger elsewhere. */
export const STACK_USED_UP = "the stack was used up";

export const STANDARDS = ["c++11", "c++14", "c++17", "c++20", "c++23"] as const;
export const COMPARISONS = ["text", "exact", "numbers"] as const;
export const VERDICTS = [
  "passed",
  "wrong",
  "too slow",
  "too much memory",
  "too much output",
  "crashed",
] as const;

/** How a question's programs are compiled, limited and compared. */
export interface JudgeSettings {
  /**
   * The languages that a question takes; in the settings of a run, that of its program. Without it,
   * C++: older questions and runs do not have it.
   */
  languages?: Language[];
  /** Of C++. */
  standard: typeof STANDARDS[number];
  /** -O0 keeps the student's mistakes visible; -O1 is for heavy computation. */
  optimise: 0 | 1;
  /** Processor time of one case, in milliseconds. */
  timeMs: number;
  /** Linear memory of one case, in MB (1,048,576 bytes). */
  memoryMb: number;
  /** Standard output and standard error of one case together, in KB (1,024 bytes). */
  outputKb: number;
  /**
   * `text` ignores spaces at the end of a line and empty lines at the end; `exact` ignores nothing;
   * `numbers` compares as `text`, but numbers may differ by `tolerance`, absolute or relative.
   */
  comparison: typeof COMPARISONS[number];
  tolerance: number;
}

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

/** The most bytes of a program's source, as UTF-8. */
export const SOURCE_MOST = 64 * 1024;
/** The most bytes of a compiled program: what its arrays are filled with is part of it. */
export const PROGRAM_MOST = 8 * 1024 * 1024;
/** The bytes of all files of a program together. */
export const DISK_MOST = 16 * 1024 * 1024;
/** The most characters of one case's output that a run keeps. */
export const OUTPUT_KEPT = 4000;
/** The most diagnostics that a run keeps. */
export const DIAGNOSTICS_MOST = 50;

/** One message of the compiler. Lines and columns begin at 1. */
export interface Diagnostic {
  severity: "error" | "warning" | "note";
  /** The compiler's own words. */
  message: string;
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
  /** One sentence for a beginner, for the messages that they meet most. */
  explanation?: string;
  /** The given file that it is in; missing in the student's own. */
  file?: string | undefined;
}

/** How a program that was started came to its end. */
export interface CaseResult {
  verdict: typeof VERDICTS[number];
  /** The standard output, cut after OUTPUT_KEPT characters. */
  output: string;
  /** The standard error, cut in the same way. */
  errors: string;
  /** One sentence on what happened, where the program did not just finish. */
  sentence: string | null;
  /** The line of their own program at which it crashed. */
  line: number | null;
  /** The given file that the line is in; missing in the student's own. */
  file?: string | undefined;
  exitCode: number | null;
  /** Milliseconds from its start to its end. */
  ms: number;
  /** Its linear memory at the end, in KB (1,024 bytes); missing where it was not measured. */
  kilobytes?: number;
}

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

/** A program that was compiled and, if that worked, run on each case in order. */
export interface RunResult {
  /** The version of the toolchain: the hash of its files. */
  kit: string;
  compiled: boolean;
  diagnostics: Diagnostic[];
  /** One for each case; empty when the program did not compile. */
  cases: CaseResult[];
}
