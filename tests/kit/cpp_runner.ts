/**
 * Compiles and runs C++ programs in Deno: the compiler in this thread, a program in a worker that is
 * ended when its time is up.
 */
import type { Compiler } from "../../server/cpp/compiler.ts";
import type { Outcome } from "../../server/cpp/program.ts";
import type { ToProgram } from "../../server/cpp/program_worker.ts";
import type { ProgramMessage } from "../../server/languages/program_messages.ts";
import { type GivenCase, withCalls } from "../../server/languages/calls.ts";
import {
  type CaseResult,
  DISK_MOST,
  type RunResult,
  type RunSettings,
} from "../../server/languages/types.ts";
import { folderOf } from "../../server/languages/program_files.ts";
import { caseResult } from "../../server/cpp/verdict.ts";
import { tooSlow } from "../../server/languages/verdict.ts";
import { IS_LONG } from "./chosen.ts";
import { isLight, sharedCompiler } from "./cpp.ts";

export type ToRun = {
  source: string;
  settings: RunSettings;
  cases: readonly GivenCase[];
};

/** On a loaded machine, a program takes longer than its processor time. */
const PATIENCE = 2;
const WORTH_PRECOMPILING = IS_LONG ? 3 : Infinity;

type Ran = { module: WebAssembly.Module; wasm: Uint8Array<ArrayBuffer>; settings: RunSettings };

export class CppRunner {
  #worker: Worker | undefined;

  private constructor(readonly compiler: Compiler) {}

  static async make(): Promise<CppRunner> {
    return new CppRunner(await sharedCompiler());
  }

  /**
   * Returns the programs that cost little to compile: others have the same includes, and nothing
   * need be precompiled. In a long run it returns all of them.
   */
  light<T extends Pick<ToRun, "source" | "settings">>(programs: T[]): T[] {
    if (IS_LONG) return programs;
    const keyOf = ({ source, settings }: T) => this.compiler.keyOf(source, settings);
    const groups = Map.groupBy(programs, keyOf);
    return programs.filter((program) =>
      isLight(this.compiler, program.source, program.settings) &&
      (groups.get(keyOf(program))?.length ?? 0) > 1
    );
  }

  /**
   * Sorts programs by their includes, and precompiles those that several programs have. The compiler
   * keeps few of them, so they come in the order of their worth; the other programs come last.
   */
  *inOrder<T extends Pick<ToRun, "source" | "settings">>(programs: T[]): Generator<T> {
    const groups = Map.groupBy(
      programs,
      ({ source, settings }) => this.compiler.keyOf(source, settings),
    );
    const worth = ([key, these]: [string | null, T[]]) =>
      key !== null && these.length >= WORTH_PRECOMPILING ? these.length : Infinity;
    for (const [key, these] of [...groups].sort((a, b) => worth(a) - worth(b))) {
      const [first] = these;
      if (first && worth([key, these]) < Infinity) {
        this.compiler.precompile(first.source, first.settings);
      }
      yield* these;
    }
  }

  /** Compiles the program once, and runs it on each case in order. */
  async run({ source, ...given }: ToRun): Promise<RunResult> {
    const { settings, cases } = withCalls(given.settings, given.cases);
    const { ok, wasm, diagnostics } = this.compiler.compile(source, settings);
    const results: CaseResult[] = [];
    if (ok) {
      const program = { module: await WebAssembly.compile(wasm), wasm, settings };
      for (const one of cases) results.push(await this.#case(program, one));
    }
    return { kit: "test", compiled: ok, diagnostics, cases: results };
  }

  async #case(
    { module, wasm, settings }: Ran,
    { input, output: expected }: { input: string; output: string },
  ): Promise<CaseResult> {
    const worker = this.#worker ??= new Worker(
      import.meta.resolve("../../client/cpp/program-worker.ts"),
      { type: "module" },
    );
    const printed = { stdout: "", stderr: "" };
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    const ended = Promise.withResolvers<CaseResult>();
    let stuck: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      this.close();
      const { stdout: output, stderr: errors } = printed;
      ended.resolve(tooSlow({ output, errors, settings, ms: settings.timeMs, stuck }));
    };
    worker.onmessage = ({ data: message }: MessageEvent<ProgramMessage<Outcome>>) => {
      if (message.type === "started") timer = setTimeout(stop, settings.timeMs * PATIENCE);
      if (message.type === "stuck") stuck = message.sentence;
      if (message.type === "output") {
        const { stream, bytes } = message;
        printed[stream] += decoders[stream].decode(bytes, { stream: true });
      }
      if (message.type !== "ended") return;
      clearTimeout(timer);
      const { end: outcome } = message;
      const places = outcome.stack === null ? [] : this.compiler.places(wasm, outcome.stack);
      const { stdout: output, stderr: errors } = printed;
      ended.resolve(caseResult({ outcome, output, errors, places, settings, expected }));
    };
    const request: ToProgram = {
      type: "run",
      module,
      input: new TextEncoder().encode(input),
      files: folderOf(settings),
      limits: { output: settings.outputKb * 1024, disk: DISK_MOST },
      isInteractive: false,
    };
    worker.postMessage(request);
    return await ended.promise;
  }

  /** Ends the worker, and with it a program that still runs. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
