/** The languages and verdicts by name, and the limits of programs. */

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

/** The most bytes of a program's source, as UTF-8. */
export const SOURCE_MOST = 64 * 1024;
/** The most bytes of a compiled program: what its arrays are filled with is part of it. */
export const PROGRAM_MOST = 8 * 1024 * 1024;
/** The bytes of all files of a program together. */
export const DISK_MOST = 16 * 1024 * 1024;
/** The most characters of one case's output that a run keeps. */
export const OUTPUT_KEPT = 4000;
/** The most test cases of a question, so also of a run. */
export const CASES_MOST = 50;
/** The most diagnostics that a run keeps. */
export const DIAGNOSTICS_MOST = 50;
