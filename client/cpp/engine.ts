/** The compiler in this page: loaded once, started again after a stop, given back when unused. */
import { atom } from "jotai/vanilla";
import type { CaseResult, RunSettings } from "../../server/languages/types.ts";
import {
  type Compilation,
  DeviceFailed,
  type EndedRun,
  type Engine,
  EngineWorker,
  hasRun,
  ignoringFailure,
  RunStopped,
  type Step,
  type TimeIsUp,
  type TraceCompilation,
  within,
  type WorkerClient,
} from "../languages/engine.ts";
import { store } from "../kit/net/store.ts";
import type { Kit } from "../languages/download.ts";
import type { CompilerCalls } from "./compiler-worker.ts";
import type { Outcome } from "../../server/cpp/program.ts";
import { ProgramClient, type ProgramWorkers } from "../languages/program-client.ts";
import type { ToProgram } from "../../server/cpp/program_worker.ts";
import * as built from "./program-worker.ts?worker&url";

/** Vite makes a module of the worker whose value is its address. */
const { default: workerUrl } = built as unknown as { default: string };

const programs: ProgramWorkers<Outcome> = {
  unstarted: "The program could not be started.",
  createWorker: () => new Worker(workerUrl, { type: "module" }),
  requests({ program, input, files, limits, isInteractive, onStep }) {
    const module = program as WebAssembly.Module;
    const isTraced = onStep !== undefined;
    return [{ type: "run", module, input, files, limits, isInteractive, isTraced } as ToProgram];
  },
  endOf: (outcome) => ({ ...outcome, traceLimit: outcome.exhausted ? "calls" : null }),
  areUsedOnce: false,
};

const PREPARE_AFTER = 1500;
/**
 * In ms. A slow or busy device takes minutes for the first includes, and the person can stop it at
 * any time; a run is soon offered to the server.
 */
const MOST = { prepare: 300_000, compile: 60_000, compileTraced: 300_000, judge: 60_000 };

/** The build replaces it; see client/vite.config.ts. */
declare const CPP_KIT: Kit;

/** In GB; browsers that tell it round it to a power of two, and tell at most some. */
const MEMORY_LEAST = 4;

function tooLittleMemory(): string | null {
  const { deviceMemory = MEMORY_LEAST } = navigator as Navigator & { deviceMemory?: number };
  if (deviceMemory >= MEMORY_LEAST) return null;
  return `This device has about ${deviceMemory} GB of memory. Running C++ here needs ${MEMORY_LEAST} GB.`;
}

const step = atom<Step>("preparing");

/** Another worker starts at once with the module of the one before. */
let module: WebAssembly.Module | null = null;

const compiler = new EngineWorker<CompilerCalls, WorkerClient<CompilerCalls>>({
  kit: CPP_KIT,
  name: "The compiler",
  unsupported: tooLittleMemory(),
  createWorker: () =>
    new Worker(new URL("./compiler-worker.ts", import.meta.url), { type: "module" }),
  async load(client) {
    // A first run may be without a network.
    const fetching = fetch(workerUrl).catch(() => {});
    module = await client.ask("load", { kit: CPP_KIT, module });
    await fetching;
    return client;
  },
  onEnd: () => traced = null,
  onRelease() {
    if (preparing !== "now") clearTimeout(preparing);
    preparing = undefined;
    module = null;
  },
});

/** Ends the compiler in the middle of its work, and starts another one. */
function restart(reason: Error): void {
  compiler.end(reason);
  if (module) compiler.load().catch(() => {});
}

const TOO_SLOW = "This device was too slow to compile. Try again.";

/** Asks the compiler. One that does not answer in time is replaced. @throws CompilerFailed */
async function ask<Name extends keyof typeof MOST>(
  call: Name,
  request: CompilerCalls[Name]["request"],
  transfer: Transferable[] = [],
): Promise<CompilerCalls[Name]["answer"]> {
  const client = await compiler.load();
  const answer = client.ask(call, request, transfer);
  return await within(MOST[call], answer, () => restart(new DeviceFailed(TOO_SLOW)));
}

async function compileBy<Name extends "compile" | "compileTraced">(
  call: Name,
  program: { source: string; settings: RunSettings },
): Promise<CompilerCalls[Name]["answer"]> {
  store.set(step, "preparing");
  await ask("prepare", { ...program, isExact: false });
  store.set(step, "compiling");
  return await ask(call, program);
}

function prepare(source?: string, settings?: RunSettings): Promise<void> {
  return ignoringFailure(
    source === undefined || settings === undefined
      ? compiler.load()
      : ask("prepare", { source, settings, isExact: true }),
  );
}

let preparing: ReturnType<typeof setTimeout> | "now" | undefined;

/** Precompiles all includes of a program for its next run; the first may have used only some. */
function prepareAfterRun(source: string, settings: RunSettings): void {
  stopPreparing();
  // Without https nothing is cached, and a stop would lose what was precompiled before.
  if (!isSecureContext) return;
  preparing = setTimeout(async () => {
    if (!compiler.isStarted) return;
    preparing = "now";
    await prepare(source, settings);
    preparing = undefined;
  }, PREPARE_AFTER);
}

function stopPreparing(): void {
  if (preparing === "now") restart(new RunStopped("The next run is more urgent."));
  else clearTimeout(preparing);
  preparing = undefined;
}

function compile(source: string, settings: RunSettings): Promise<Compilation> {
  stopPreparing();
  traced = null;
  return compileBy("compile", { source, settings });
}

/** The newest compilation, if for steps: another one does not know the lines of its crashes. */
let traced: { key: string; compiled: Promise<TraceCompilation> } | null = null;

/** Compiles a program so that its run tells its steps; the same program again takes no time. */
function compileTraced(source: string, settings: RunSettings): Promise<TraceCompilation> {
  if (traced?.key === keyOf(source, settings)) return traced.compiled;
  stopPreparing();
  return traceAnew(source, settings);
}

async function prepareSteps(source: string, settings: RunSettings): Promise<void> {
  const isBusy = preparing !== undefined || hasRun();
  if (isBusy || traced?.key === keyOf(source, settings)) return;
  preparing = "now";
  await traceAnew(source, settings).catch(() => {});
  preparing = undefined;
}

const keyOf = (source: string, settings: RunSettings) => JSON.stringify([source, settings]);

function traceAnew(source: string, settings: RunSettings): Promise<TraceCompilation> {
  const compiled = compileBy("compileTraced", { source, settings });
  const one = traced = { key: keyOf(source, settings), compiled };
  compiled.catch(() => traced === one && (traced = null));
  return compiled;
}

function judge(ended: EndedRun, settings: RunSettings): Promise<CaseResult> {
  const transfer = [ended.stdout.buffer, ended.stderr.buffer];
  // This engine's own runner has told it.
  const own = ended as EndedRun<Outcome | TimeIsUp>;
  return ask("judge", { ...own, settings }, transfer);
}

export const cpp: Engine = {
  ...compiler.calls,
  step,
  prepare,
  prepareAfterRun,
  restart,
  compile,
  compileTraced,
  prepareSteps,
  judge,
  createRunner: () => new ProgramClient(programs),
};
