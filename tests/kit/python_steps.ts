/** Steps through programs of Python in Deno. */
import { readSteps, type StepRecord } from "../../server/languages/steps/read.ts";
import { programOf } from "../../server/languages/program_files.ts";
import type { Trace } from "../../server/languages/steps/trace.ts";
import { DISK_MOST, type RunSettings, USUAL_SETTINGS } from "../../server/languages/types.ts";
import type { PythonEnd } from "../../server/python/program.ts";
import { PYTHON, Python } from "./python.ts";
import { PATIENCE } from "./until.ts";

type Options = {
  input?: string;
  settings?: Partial<RunSettings>;
  traceMs?: number;
  /** The worker is ended so long after the first step: a program may run on without steps. */
  most?: number;
};

export type TracedPython = {
  trace: Trace;
  /** Null where it was ended. */
  end: PythonEnd | null;
  output: string;
  bytes: number;
  /** When the interpreter was loaded, in ms, and when the first step came after that. */
  loaded: number;
  first: number;
};

/** Records the steps of a program in a worker with a fresh interpreter. */
export async function tracePython(source: string, options: Options = {}): Promise<TracedPython> {
  const { input = "", traceMs = PATIENCE, most = PATIENCE } = options;
  const { memoryMb, outputKb } = { ...USUAL_SETTINGS, ...options.settings };
  const asked = performance.now();
  using python = await Python.start((memoryMb + 32) * 1024 * 1024);
  const records: StepRecord[] = [];
  const output: number[] = [];
  const started = performance.now();
  let first = 0;
  const late = Promise.withResolvers<null>();
  let timer = setTimeout(() => late.resolve(null), PATIENCE);
  const ended = python.ask<PythonEnd>({
    type: "run",
    program: programOf(source, { ...PYTHON, ...options.settings }),
    input: new TextEncoder().encode(input),
    limits: { output: outputKb * 1024, disk: DISK_MOST },
    isInteractive: false,
    traceMs,
  }, (message) => {
    if (message.type === "ended") return message.end;
    if (message.type === "step") {
      if (records.length === 0) {
        first = performance.now() - started;
        clearTimeout(timer);
        timer = setTimeout(() => late.resolve(null), most);
      }
      records.push(message.record);
    }
    if (message.type === "output" && message.stream === "stdout") {
      for (const byte of message.bytes) output.push(byte);
    }
  });
  const end = await Promise.race([ended, late.promise]).finally(() => clearTimeout(timer));
  const printed = new Uint8Array(output);
  const trace = readSteps(records, {
    level: "values",
    output: printed,
    limit: end?.traceLimit ?? null,
  });
  const bytes = records.reduce((sum, one) => sum + one.bytes.length, 0);
  const loaded = started - asked;
  return { trace, end, output: new TextDecoder().decode(printed), bytes, loaded, first };
}
