/** Compiles a program so that its run writes its steps. */
import type { Compiler, CompileSettings } from "../compiler.ts";
import { SOURCE_MOST } from "../../languages/types.ts";
import { instrument, type Level } from "./instrument.ts";
import { whyNone } from "./refused.ts";
import type { Diagnostic } from "../../languages/types.ts";

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

const WAYS = [
  { level: "values", isWithoutStores: false },
  { level: "values", isWithoutStores: true },
  { level: "lines", isWithoutStores: true },
] as const;

/** Each way is tried in turn, with values and then with lines only: what compiles decides. */
export function compileTraced(
  compiler: Compiler,
  source: string,
  settings: CompileSettings,
): TraceCompiled {
  if (new TextEncoder().encode(source).length > SOURCE_MOST) {
    return none(`the program is longer than ${SOURCE_MOST / 1024} KB`);
  }
  let isCompilerBroken = true;
  for (const way of WAYS) {
    // Without the stores, the program's own errors are the same.
    if (way.level === "values" && way.isWithoutStores && !isCompilerBroken) continue;
    const without = new Set<number>();
    for (let tries = 0; tries < TRIES_MOST; tries++) {
      const made = instrument(source, { ...way, without });
      if (!made && without.size === 0) {
        return none(whyNone(source));
      }
      if (!made) break;
      const tracing = way.isWithoutStores ? "without stores" : "with stores";
      const { ok, wasm, diagnostics } = compiler.compile(made.source, settings, tracing);
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

const none = (reason: string): TraceCompiled => ({ level: null, wasm: null, reason });

/**
 * A note names the function that an error elsewhere is about.
 * @returns whether there are lines that were not left out before
 */
function leaveOut(without: Set<number>, diagnostics: Diagnostic[]): boolean {
  const before = without.size;
  for (const { severity, line } of diagnostics) if (severity !== "warning") without.add(line);
  return without.size > before;
}
