/** The worker of the compiler, which takes up a thread. The page ends it to stop a compilation. */
import { Compiler } from "../../server/cpp/compiler.ts";
import { bestIncludes } from "../../server/cpp/includes.ts";
import { unpack } from "../../server/cpp/pack.ts";
import type { Outcome } from "../../server/cpp/program.ts";
import type { CaseResult, RunSettings } from "../../server/languages/types.ts";
import { caseResult } from "../../server/cpp/verdict.ts";
import type { Kit } from "../languages/download.ts";
import { madeFiles } from "../languages/made-files.ts";
import type { Compilation, EndedRun, TimeIsUp, TraceCompilation } from "../languages/engine.ts";
import { judged, loadKit, serve } from "../languages/engine-worker.ts";

export interface CompilerCalls {
  /** With a module that an earlier worker compiled, nothing is downloaded but small files. */
  load: { request: { kit: Kit; module: WebAssembly.Module | null }; answer: WebAssembly.Module };
  /** Makes includes ready, cached or new. With `isExact`, only those with all of a program's. */
  prepare: {
    request: { source: string; settings: RunSettings; isExact: boolean };
    answer: null;
  };
  compile: { request: { source: string; settings: RunSettings }; answer: Compilation };
  /** Compiles a program so that its run tells its steps. */
  compileTraced: { request: { source: string; settings: RunSettings }; answer: TraceCompilation };
  /** Judges a run of the program that was compiled last. */
  judge: { request: EndedRun<Outcome | TimeIsUp> & { settings: RunSettings }; answer: CaseResult };
}

let compiler: Compiler;
/** Precompiled includes; each takes 15 to 30 MB. */
let includes: ReturnType<typeof madeFiles>;
const made = new Set<string>();
/** The last program, for the lines of its crashes. */
let program: Uint8Array<ArrayBuffer> | undefined;

async function load({ kit, module: known }: CompilerCalls["load"]["request"]) {
  includes = madeFiles("cpp-includes", { version: kit.version, most: 6 });
  const { module, bytes } = await loadKit(kit, "The compiler", known);
  compiler = new Compiler(module, unpack(bytes));
  return module;
}

async function prepare(
  { source, settings, isExact }: CompilerCalls["prepare"]["request"],
): Promise<null> {
  // The network may be gone when the program is stepped through for the first time.
  loadSteps().catch(() => {});
  const key = compiler.keyOf(source, settings);
  if (key === null || compiler.has(key) || await restore(key)) return null;
  if (!isExact) {
    const best = bestIncludes([...made, ...await includes.keys()], key);
    if (best !== null && (compiler.has(best) || await restore(best))) return null;
  }
  const bytes = compiler.precompile(source, settings);
  if (!bytes) return null;
  made.add(key);
  await includes.write(key, bytes);
  return null;
}

async function restore(key: string): Promise<boolean> {
  const kept = await includes.read(key);
  if (kept) compiler.cache(key, kept);
  return kept !== null;
}

async function compile({ source, settings }: CompilerCalls["compile"]["request"]) {
  const { diagnostics, ok, wasm } = compiler.compile(source, settings);
  program = wasm;
  return { diagnostics, program: ok ? await WebAssembly.compile(wasm) : null };
}

/** It has a parser of C++, which other runs do not need. */
const loadSteps = () => import("../../server/cpp/steps/trace_program.ts");

async function compileTraced({ source, settings }: CompilerCalls["compileTraced"]["request"]) {
  const steps = await loadSteps();
  const { wasm, ...traced } = steps.compileTraced(compiler, source, settings);
  if (wasm) program = wasm;
  return { ...traced, program: wasm && await WebAssembly.compile(wasm) };
}

serve<CompilerCalls>(
  {
    load,
    prepare,
    compile,
    compileTraced,
    judge: ({ settings, ...ended }) =>
      judged<Outcome>(ended, settings, ({ end: outcome, ...run }) => {
        const places = outcome.stack && program ? compiler.places(program, outcome.stack) : [];
        return caseResult({ ...run, outcome, places, settings });
      }),
  },
  (error) =>
    error instanceof RangeError
      ? "This browser has too little memory for the compiler."
      : "The compiler does not work in this browser.",
);
