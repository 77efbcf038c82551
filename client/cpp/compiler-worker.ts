/** The worker of the compiler, which takes up a thread. The page ends it to stop a compilation. */
import { Compiler } from "../../server/cpp/compiler.ts";
import { bestIncludes } from "../../server/cpp/includes.ts";
import { unpack } from "../../server/cpp/pack.ts";
import type { Outcome } from "../../server/cpp/program.ts";
import type { TraceCompilation } from "../../server/cpp/steps/trace_program.ts";
import type { CaseResult, Diagnostic, RunSettings } from "../../server/languages/types.ts";
import { caseResult } from "../../server/cpp/verdict.ts";
import {
  cachedFile,
  compileFile,
  deleteOldFiles,
  downloadKit,
  readCached,
  Unloadable,
} from "../languages/download.ts";
import { MadeFiles } from "../languages/made-files.ts";
import type { EndedRun } from "../languages/engine.ts";
import { judged, serve, tellProgress } from "../languages/engine-worker.ts";
import type { Kit, KitFile } from "../languages/kit.ts";

export interface CppKit extends Kit {
  llvm: KitFile;
  sysroot: KitFile;
}

/** How a program of C++ ended: by itself, or because the page ended it at the time limit. */
export type CppEnd = Outcome | (Pick<Outcome, "stuck"> & { ending: "time is up" });

export interface CompilerCalls {
  /** With a module that an earlier worker compiled, nothing is downloaded but small files. */
  load: { request: { kit: CppKit; module: WebAssembly.Module | null }; answer: WebAssembly.Module };
  /** Makes includes ready, cached or new. With `isExact`, only those with all of a program's. */
  prepare: {
    request: { source: string; settings: RunSettings; isExact: boolean };
    answer: null;
  };
  compile: {
    request: { source: string; settings: RunSettings };
    answer: { diagnostics: Diagnostic[]; module: WebAssembly.Module | null };
  };
  /** Compiles a program so that its run tells its steps. */
  compileTraced: {
    request: { source: string; settings: RunSettings };
    answer: Omit<TraceCompilation, "wasm"> & { module: WebAssembly.Module | null };
  };
  /** Judges a run of the program that was compiled last. */
  judge: { request: EndedRun<CppEnd> & { settings: RunSettings }; answer: CaseResult };
}

let compiler: Compiler;
/** Precompiled includes; each takes 15 to 30 MB. */
let includes: MadeFiles;
const made = new Set<string>();
/** The last program, for the lines of its crashes. */
let program: Uint8Array<ArrayBuffer> | undefined;

async function load(kit: CppKit, module: WebAssembly.Module | null): Promise<WebAssembly.Module> {
  includes = new MadeFiles("cpp-includes", { version: kit.version, most: 6 });
  const files = module && await cachedFile(kit.sysroot)
    ? new Map<unknown, never>()
    : await downloadKit(kit, tellProgress);
  const [llvm, sysroot] = await Promise.all([
    module ?? compileFile(kit.llvm, files.get(kit.llvm)),
    files.get(kit.sysroot) ?? readCached(kit.sysroot),
  ]);
  // A browser may drop a file from its cache at any time.
  if (!llvm || !sysroot) {
    throw new Unloadable("The compiler was lost from the browser's cache. Try again.");
  }
  compiler = new Compiler(llvm, unpack(sysroot));
  Promise.all([deleteOldFiles(kit), includes.deleteOld()]).catch(() => {});
  return llvm;
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
  return { diagnostics, module: ok ? await WebAssembly.compile(wasm) : null };
}

/** It has a parser of C++, which other runs do not need. */
const loadSteps = () => import("../../server/cpp/steps/trace_program.ts");

async function compileTraced(
  { source, settings }: CompilerCalls["compileTraced"]["request"],
): Promise<CompilerCalls["compileTraced"]["answer"]> {
  const steps = await loadSteps();
  const { wasm, ...traced } = steps.compileTraced(compiler, source, settings);
  if (wasm) program = wasm;
  return { ...traced, module: wasm && await WebAssembly.compile(wasm) };
}

serve<CompilerCalls>(
  {
    load: ({ kit, module }) => load(kit, module),
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
