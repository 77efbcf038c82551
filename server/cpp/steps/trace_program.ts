/** Compiles a program so that its run writes its steps. */
import type { Compiler, CompileSettings } from "../compiler.ts";
import { SOURCE_MOST } from "../types.ts";
import { instrument, type Level } from "./instrument.ts";
import type { Diagnostic } from "../types.ts";

export type TraceCompiled =
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

/** Each way is tried in turn: with values, with lines only; what decides is whether it compiles. */
export function compileTraced(
  compiler: Compiler,
  source: string,
  settings: CompileSettings,
): TraceCompiled {
  if (new TextEncoder().encode(source).length > SOURCE_MOST) {
    return none(`the program is longer than ${SOURCE_MOST / 1024} KB`);
  }
  for (const level of ["values", "lines"] as const) {
    const without = new Set<number>();
    for (let tries = 0; tries < TRIES_MOST; tries++) {
      const made = instrument(source, { level, without });
      if (!made) return none("no function of the program can be stepped through");
      const { ok, wasm, diagnostics } = compiler.compile(made.source, settings, { isTraced: true });
      if (ok) {
        const reason = level === "values" ? null : "the values of this program cannot be shown";
        return { level, wasm, reason };
      }
      if (!leaveOut(without, diagnostics)) break;
    }
  }
  return none("the program does not compile with its steps");
}

const none = (reason: string): TraceCompiled => ({ level: null, wasm: null, reason });

/** @returns whether there are lines that were not left out before */
function leaveOut(without: Set<number>, diagnostics: Diagnostic[]): boolean {
  const before = without.size;
  for (const { severity, line } of diagnostics) if (severity === "error") without.add(line);
  return without.size > before;
}
