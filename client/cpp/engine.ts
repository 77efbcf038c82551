/** The compiler in this page: loaded once, started again after a stop, given back when unused. */
import { atom } from "jotai/vanilla";
import type { CaseResult, RunSettings } from "../../server/languages/types.ts";
import { isCached, totalOf } from "../languages/download.ts";
import {
  type Compiled,
  CompilerFailed,
  DeviceFailed,
  endAnyRun,
  type Ended,
  type Engine,
  hasRun,
  type Readiness,
  type Step,
  Stopped,
  type TraceCompiled,
} from "../languages/engine.ts";
import { WorkerClient } from "../languages/worker-client.ts";
import { store } from "../kit/net/store.ts";
import { kit } from "./kit.ts";
import type { CompilerCalls, CppEnd } from "./messages.ts";
import { fetchProgramWorker, ProgramClient } from "./program-client.ts";
import { unsupported } from "./support.ts";

/** The compiler's memory is given back when it has not been used for so long. */
const UNUSED_AFTER = 10 * 60_000;
const PREPARE_AFTER = 1500;
const PREPARE_MOST = 90_000;
/** A slow device takes long for an honest program; the person can stop it at any time. */
const COMPILE_MOST = 60_000;
const JUDGE_MOST = 10_000;

const DOWNLOAD = totalOf(kit);

const state = atom<Readiness>(initial());

const steps = atom<Step>("preparing");

function initial(): Readiness {
  const reason = unsupported();
  return reason ? { state: "unsupported", reason } : { state: "absent", bytes: DOWNLOAD };
}

type CompilerClient = WorkerClient<CompilerCalls>;

let client: CompilerClient | null = null;
let loading: Promise<CompilerClient> | null = null;
/** Another worker starts at once with the module of the one before. */
let module: WebAssembly.Module | null = null;
let unusedTimer: ReturnType<typeof setTimeout> | undefined;
/** Postpones the time at which the memory is given back. */
function noteUse(): void {
  clearTimeout(unusedTimer);
  unusedTimer = setTimeout(release, UNUSED_AFTER);
}

/** Ends the workers and gives their memory back; the next run starts them again. */
function release(): void {
  clearTimeout(unusedTimer);
  if (preparing !== "now") clearTimeout(preparing);
  preparing = undefined;
  const reason = new Stopped("The compiler was not used for a while, so it was ended.");
  endAnyRun(reason);
  traced = null;
  client?.end(reason);
  client = null;
  loading = null;
  module = null;
  if (store.get(state).state !== "unsupported") store.set(state, { state: "absent", bytes: 0 });
}

/** Ends the compiler in the middle of its work, and starts another one. */
function restartCompiler(reason: Error): void {
  traced = null;
  client?.end(reason);
  client = null;
  loading = null;
  if (module) load().catch(() => {});
}

/** Returns the compiler; loads it if it is not there. @throws CompilerFailed */
function load(): Promise<CompilerClient> {
  noteUse();
  const now = store.get(state);
  if (now.state === "unsupported") return Promise.reject(new CompilerFailed(now.reason));
  return loading ??= start();
}

async function start(): Promise<CompilerClient> {
  const before = store.get(state);
  const total = before.state === "absent" ? before.bytes : DOWNLOAD;
  if (!module) store.set(state, { state: "loading", loaded: 0, total });
  const worker = new Worker(new URL("./compiler-worker.ts", import.meta.url), { type: "module" });
  const started: CompilerClient = new WorkerClient<CompilerCalls>(worker, {
    report: (progress) => {
      if (client === started) store.set(state, { state: "loading", ...progress });
    },
    unstarted: "The compiler could not be started.",
  });
  client = started;
  try {
    const fetching = fetchProgramWorker();
    module = await started.ask("load", { kit, module });
    await fetching;
    if (client === started) store.set(state, { state: "ready" });
    return started;
  } catch (error) {
    if (client === started) {
      client = null;
      loading = null;
      const { message: reason } = error as Error;
      store.set(state, { state: "failed", reason });
    }
    started.end(error as Error);
    throw error;
  }
}

const TOO_SLOW = "This device was too slow to compile. Try again.";

/** Asks the compiler. One that does not answer in time is ended. @throws CompilerFailed */
async function ask<Name extends keyof CompilerCalls>(
  call: Name,
  asked: CompilerCalls[Name]["asked"],
  { most, transfer = [] }: { most: number; transfer?: Transferable[] },
): Promise<CompilerCalls[Name]["answer"]> {
  const asking = await load();
  const timer = setTimeout(() => {
    if (client === asking) restartCompiler(new DeviceFailed(TOO_SLOW));
  }, most);
  return await asking.ask(call, asked, transfer).finally(() => clearTimeout(timer));
}

/**
 * Loads the compiler, and makes ready what this program includes. Never rejects: `readiness` says
 * what came of it.
 */
async function prepare(source?: string, settings?: RunSettings): Promise<void> {
  try {
    if (source === undefined || settings === undefined) await load();
    else await ask("prepare", { source, settings, isExact: true }, { most: PREPARE_MOST });
  } catch (error) {
    if (!(error instanceof CompilerFailed || error instanceof Stopped)) throw error;
  }
}

/** Looks whether the compiler was downloaded before, and notes it in `readiness`. */
async function noteCached(): Promise<boolean> {
  const isHere = await isCached(kit);
  const now = store.get(state);
  if (isHere && now.state === "absent") store.set(state, { state: "absent", bytes: 0 });
  return isHere || now.state === "ready";
}

let preparing: ReturnType<typeof setTimeout> | "now" | undefined;

/**
 * Precompiles all includes of a program soon after its run, for the next run. The run itself may
 * have used some of them.
 */
function prepareAfterRun(source: string, settings: RunSettings): void {
  stopPreparing();
  // Without https nothing is kept, and a stop would lose what was precompiled before.
  if (!isSecureContext) return;
  preparing = setTimeout(async () => {
    if (!client) return;
    preparing = "now";
    await prepare(source, settings);
    preparing = undefined;
  }, PREPARE_AFTER);
}

function stopPreparing(): void {
  if (preparing === "now") restartCompiler(new Stopped("The next run is more urgent."));
  else clearTimeout(preparing);
  preparing = undefined;
}

async function compile(
  source: string,
  settings: RunSettings,
): Promise<Compiled> {
  stopPreparing();
  traced = null;
  store.set(steps, "preparing");
  await ask("prepare", { source, settings, isExact: false }, { most: PREPARE_MOST });
  store.set(steps, "compiling");
  const { diagnostics, module: program } = await ask(
    "compile",
    { source, settings },
    { most: COMPILE_MOST },
  );
  return { diagnostics, program };
}

/**
 * The newest compilation, if it was for steps: another one, or another compiler, does not know the
 * lines of its crashes.
 */
let traced: { key: string; compiled: Promise<TraceCompiled> } | null = null;

const keyOf = (source: string, settings: RunSettings) => JSON.stringify([source, settings]);

/** Compiles a program so that its run tells its steps; the same program again takes no time. */
function compileTraced(source: string, settings: RunSettings): Promise<TraceCompiled> {
  if (traced?.key === keyOf(source, settings)) return traced.compiled;
  stopPreparing();
  return traceAnew(source, settings);
}

/** Compiles a program for its steps before it is asked for. Never rejects. */
async function prepareSteps(source: string, settings: RunSettings): Promise<void> {
  const isBusy = preparing !== undefined || hasRun();
  if (isBusy || traced?.key === keyOf(source, settings)) return;
  preparing = "now";
  await traceAnew(source, settings).catch(() => {});
  preparing = undefined;
}

function traceAnew(source: string, settings: RunSettings): Promise<TraceCompiled> {
  const compiled = compileSteps(source, settings);
  const one = traced = { key: keyOf(source, settings), compiled };
  compiled.catch(() => traced === one && (traced = null));
  return compiled;
}

async function compileSteps(source: string, settings: RunSettings): Promise<TraceCompiled> {
  store.set(steps, "preparing");
  await ask("prepare", { source, settings, isExact: false }, { most: PREPARE_MOST });
  store.set(steps, "compiling");
  const { module: program, ...traced } = await ask(
    "compileTraced",
    { source, settings },
    { most: COMPILE_MOST },
  );
  return { ...traced, program };
}

function judge(ended: Ended, settings: RunSettings): Promise<CaseResult> {
  const transfer = [ended.stdout.buffer, ended.stderr.buffer];
  // This engine's own runner has told it.
  const end = ended.end as CppEnd;
  return ask("judge", { ...ended, end, settings }, { most: JUDGE_MOST, transfer });
}

export const cpp: Engine = {
  version: kit.version,
  readiness: state,
  step: steps,
  prepare,
  noteCached,
  prepareAfterRun,
  noteUse,
  release,
  restart: restartCompiler,
  compile,
  compileTraced,
  prepareSteps,
  judge,
  createRunner: () => new ProgramClient(),
};
