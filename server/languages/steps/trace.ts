/** A language's tracer fills it; the view reads it and knows no language. */

/** A value as it is shown. */
export type ValueText =
  /** A number, a character, true or false, as the language writes it. */
  | { kind: "plain"; text: string }
  /** A string without its quotes. `isCut`: its end is not shown. */
  | { kind: "text"; text: string; isCut: boolean }
  /** Declared, but without a value yet. */
  | { kind: "unset" }
  /** Elements by index. `more`: how many follow that are not shown. */
  | { kind: "list"; type: string; items: ValueText[]; more: number }
  | { kind: "map"; type: string; entries: [ValueText, ValueText][]; more: number }
  | { kind: "object"; type: string; fields: { name: string; value: ValueText }[] }
  /**
   * `to` is the address of a box or of a variable of the same step, which an arrow can lead to.
   * With `item`, it leads to that item of the list there, from 0.
   * "dangling" points at memory that is no longer the program's; "elsewhere" at what is not shown.
   */
  | {
    kind: "pointer";
    to: "null" | "dangling" | "elsewhere" | { address: string; item?: number };
    /** It is the only way in which the language holds such a value, so that is what its name means. */
    isReference?: true;
  }
  /** Too deep to be shown. */
  | { kind: "hidden" };

export interface Variable {
  name: string;
  value: ValueText;
  /** Whether the value differs from that of the step before in the same call. */
  isChanged: boolean;
  address: string | null;
}

export interface Call {
  /** Tells the calls of a function apart: the next one has another number. */
  id: number;
  /** The function's name; "" for what runs outside any function. */
  name: string;
  /** The line it is at: in the innermost call the line about to run, in the others their call. */
  line: number;
  variables: Variable[];
}

/** An object on the heap that a pointer leads to. */
export interface Box {
  address: string;
  value: ValueText;
  isChanged: boolean;
}

export interface Step {
  /** The line about to run, from 1. In a given file, `placeOf` in program_files.ts reads it. */
  line: number;
  /** The line just run; null at the first step. */
  before: number | null;
  /** The outermost call first. */
  calls: Call[];
  boxes: Box[];
  /** How many bytes the program had printed to its standard output. */
  printed: number;
  /** How many bytes of its input it had read. */
  read: number;
}

export interface Trace {
  /** The names of the program's files, the student's own first; without it, there is one. */
  files?: readonly string[];
  count: number;
  lines: Int32Array;
  /** Makes one step. `index` is from 0 to `count - 1`. */
  at: (index: number) => Step;
  /** "lines": the program could not be traced with its values; only its lines are known. */
  level: "values" | "lines";
  /**
   * What ended the recording before the program ended; null if nothing did. "calls": with its steps,
   * a call needs more of the stack than without, and so many calls at once do not fit. "time": to
   * record more takes too long. "lost": the program has switched it off.
   */
  limit: "steps" | "bytes" | "calls" | "time" | "lost" | null;
  /** The standard output of the traced run. */
  output: Uint8Array;
}
