/** Steps through C++ programs in Deno. */
import { DISK_MOST, type Outcome, run } from "../../server/cpp/program.ts";
import { StepBounds } from "../../server/languages/steps/bounds.ts";
import { readSteps, type StepRecord } from "../../server/languages/steps/read.ts";
import type { Trace, ValueText } from "../../server/languages/steps/trace.ts";
import { compileTraced } from "../../server/cpp/steps/trace_program.ts";
import { type RunSettings, USUAL_SETTINGS } from "../../server/languages/types.ts";
import { folderOf } from "../../server/languages/program_files.ts";
import { sharedCompiler } from "./cpp.ts";

export type Traced = {
  level: Trace["level"] | null;
  reason: string | null;
  /** Null where the program cannot be stepped through. */
  run: { trace: Trace; outcome: Outcome; bytes: number } | null;
};

type Options = { input?: string; settings?: Partial<RunSettings> };

export async function traceCpp(source: string, options: Options = {}): Promise<Traced> {
  const settings = { ...USUAL_SETTINGS, ...options.settings };
  const { level, reason, wasm } = compileTraced(await sharedCompiler(), source, settings);
  if (!wasm) return { level, reason, run: null };
  const [records, output]: [StepRecord[], number[]] = [[], []];
  const bounds = new StepBounds();
  const outcome = await run(await WebAssembly.compile(wasm), {
    stdin: options.input ?? "",
    files: folderOf(settings),
    limits: { output: settings.outputKb * 1024, disk: DISK_MOST },
    output: (bytes, stream) => {
      if (stream === "stdout") { for (const byte of bytes) output.push(byte); }
    },
    step: (bytes, read) => {
      records.push({ bytes, printed: output.length, read });
      return bounds.count(bytes);
    },
  });
  const limit = outcome.exhausted ? "calls" : null;
  const trace = readSteps(records, { level, output: new Uint8Array(output), limit });
  const bytes = records.reduce((sum, one) => sum + one.bytes.length, 0);
  return { level, reason, run: { trace, outcome, bytes } };
}

/** Steps through a program. @throws Error where it has no steps */
export async function stepsOf(source: string, options: Options = {}): Promise<Trace> {
  const { run, reason } = await traceCpp(source, options);
  if (!run) throw new Error(reason ?? "");
  return run.trace;
}

/** The variables of the innermost call at a line, when it runs for the nth time, as `name=value …`. */
export function variablesAt(trace: Trace, line: number, time = 1): string {
  const index = [...trace.lines.entries()].filter(([, one]) => one === line)[time - 1]?.[0];
  if (index === undefined) throw new Error(`Line ${line} does not run for the ${time}th time.`);
  const { calls } = trace.at(index);
  return (calls.at(-1)?.variables ?? []).map(({ name, value }) => `${name}=${textOf(value)}`)
    .join(" ");
}

export function textOf(shown: ValueText): string {
  const list = (items: ValueText[], more: number) =>
    [...items.map(textOf), ...(more > 0 ? [`+${more}`] : [])].join(",");
  switch (shown.kind) {
    case "plain":
      return shown.text;
    case "text":
      return `"${shown.text}"${shown.isCut ? "…" : ""}`;
    case "unset":
      return "?";
    case "hidden":
      return "…";
    case "list":
      return `[${list(shown.items, shown.more)}]`;
    case "map":
      return `{${
        shown.entries.map(([key, value]) => `${textOf(key)}:${textOf(value)}`).join(",")
      }}`;
    case "object":
      return `(${shown.fields.map(({ name, value }) => `${name}=${textOf(value)}`).join(",")})`;
    case "pointer":
      return typeof shown.to === "string" ? shown.to : `->${shown.to.item ?? ""}`;
  }
}
