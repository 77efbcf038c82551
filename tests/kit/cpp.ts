/** Compiles C++ programs in Deno, and runs those that come to an end by themselves. */
import { readCppKit } from "./built_kits.ts";
import { Compiler } from "../../server/cpp/compiler.ts";
import { bestIncludes } from "../../server/cpp/includes.ts";
import { unpack } from "../../server/cpp/pack.ts";
import { DISK_MOST, type Outcome, run } from "../../server/cpp/program.ts";
import {
  type CaseResult,
  type Diagnostic,
  type JudgeSettings,
  type RunSettings,
  USUAL_SETTINGS,
} from "../../server/languages/types.ts";
import { folderOf } from "../../server/languages/program_files.ts";
import { caseResult } from "../../server/cpp/verdict.ts";

/**
 * Precompiled at once: nearly all programs of the tests have it, and to precompile costs seconds.
 */
const USUAL_INCLUDES = "#include <iostream>\n";

let compiler: Promise<Compiler> | undefined;

/** One compiler for all tests of a process: it takes seconds to load. */
export const sharedCompiler = (): Promise<Compiler> => compiler ??= loadCompiler();

async function loadCompiler(): Promise<Compiler> {
  const { llvm, sysroot } = await readCppKit();
  const compiler = new Compiler(await WebAssembly.compile(llvm), unpack(sysroot));
  compiler.precompile(USUAL_INCLUDES, USUAL_SETTINGS);
  return compiler;
}

/** Returns whether the compiler need not precompile the program's includes. */
export const isLight = (compiler: Compiler, source: string, settings: JudgeSettings): boolean => {
  const key = compiler.keyOf(source, settings);
  const usual = compiler.keyOf(USUAL_INCLUDES, USUAL_SETTINGS);
  return key === null || bestIncludes(usual === null ? [] : [usual], key) !== null;
};

export type Ran = CaseResult & { outcome: Outcome; diagnostics: Diagnostic[] };
type Options = { input?: string; expected?: string | null; settings?: Partial<RunSettings> };

/** Compiles a program and runs it once. @throws Error where it does not compile */
export async function runCpp(source: string, options: Options = {}): Promise<Ran> {
  const { input = "", expected = null } = options;
  const settings = { ...USUAL_SETTINGS, ...options.settings };
  const made = (await sharedCompiler()).compile(source, settings);
  const { diagnostics } = made;
  if (!made.ok) {
    throw new Error(diagnostics.map(({ line, message }) => `${line}: ${message}`).join("\n"));
  }
  const printed = { stdout: "", stderr: "" };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const outcome = await run(await WebAssembly.compile(made.wasm), {
    stdin: input,
    files: folderOf(settings),
    limits: { output: settings.outputKb * 1024, disk: DISK_MOST },
    output: (bytes, stream) => {
      printed[stream] += decoders[stream].decode(bytes, { stream: true });
    },
  });
  const { stdout: output, stderr: errors } = printed;
  const places = (await sharedCompiler()).places(made.wasm, outcome.stack ?? "");
  const result = caseResult({ outcome, output, errors, places, settings, expected });
  return { ...result, outcome, diagnostics };
}
