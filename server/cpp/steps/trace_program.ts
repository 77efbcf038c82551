/** Compiles a program so that its run writes its steps. */
import type { Compiler } from "../compiler.ts";
import { firstLineOf, programOf, tooLong } from "../../languages/program_files.ts";
import type { Diagnostic, RunSettings } from "../../languages/types.ts";
import { instrument, type InstrumentOptions, type Level } from "./instrument.ts";
import { whyNone } from "./limits.ts";

export type TraceCompilation =
  | {
    level: Level;
    wasm: Uint8Array<ArrayBuffer>;
    /** Why its values are not shown; null if they are. */
    reason: string | null;
  }
  /** The program cannot be traced, or does not compile. */
  | { level: null; wasm: null; reason: string };

/** So often is a program compiled again, without the functions that did not compile. */
const TRIES_MOST = 3;

const WAYS = [
  { level: "values", isWithoutStores: false },
  { level: "values", isWithoutStores: true },
  { level: "lines", isWithoutStores: true },
] as const;

/** Each way is tried in turn, with values and then with lines only: what compiles decides. */
export function compileTraced(
  compiler: Compiler,
  source: string,
  settings: RunSettings,
): TraceCompilation {
  const tooMuch = tooLong(source);
  if (tooMuch) return none(tooMuch);
  let isCompilerBroken = true;
  for (const way of WAYS) {
    // Without the stores, the program's own errors are the same.
    if (way.level === "values" && way.isWithoutStores && !isCompilerBroken) continue;
    // By file: "" is the student's own.
    const without = new Map<string, Set<number>>();
    for (let tries = 0; tries < TRIES_MOST; tries++) {
      const made = instrumentAll(source, settings, (file) => ({
        ...way,
        without: without.get(file) ?? new Set(),
      }));
      if (!made && without.size === 0) {
        return none(whyNone(source));
      }
      if (!made) break;
      const tracing = way.isWithoutStores ? "without stores" : "with stores";
      const { ok, wasm, diagnostics } = compiler.compile(made.source, made.settings, tracing);
      if (ok) {
        const reason = way.level === "values"
          ? null
          : "the program does not compile with what tells them";
        return { level: way.level, wasm, reason };
      }
      isCompilerBroken = diagnostics.some(({ message }) => message.startsWith("the compiler"));
      if (isCompilerBroken || !leaveOut(without, diagnostics)) break;
    }
  }
  return none("the program does not compile with its steps");
}

const none = (reason: string): TraceCompilation => ({ level: null, wasm: null, reason });

/** @returns null where no file of the program has steps */
function instrumentAll(
  source: string,
  settings: RunSettings,
  optionsOf: (file: string) => InstrumentOptions,
): { source: string; settings: RunSettings } | null {
  const { files: [own, ...given] } = programOf(source, settings);
  const made = [own, ...given].map((file, place) =>
    !/\.(?:cpp|h|hpp)$/.test(file.name) ? null : instrument(file.text, {
      ...optionsOf(place === 0 ? "" : file.name),
      firstLine: firstLineOf(place),
    })
  );
  if (made.every((one) => one === null)) return null;
  const files = given.map((file, at) => ({ ...file, text: made[at + 1] ?? file.text }));
  return { source: made[0] ?? source, settings: { ...settings, files } };
}

/** Leaves out the lines of notes: they name the function. @returns whether any line is new */
function leaveOut(without: Map<string, Set<number>>, diagnostics: Diagnostic[]): boolean {
  let isMore = false;
  for (const { severity, line, file = "" } of diagnostics) {
    const lines = without.get(file) ?? new Set();
    if (severity === "warning" || lines.has(line)) continue;
    without.set(file, lines.add(line));
    isMore = true;
  }
  return isMore;
}
