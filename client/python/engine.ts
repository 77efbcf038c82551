/** Python in this page: loaded once, its memory kept for the next runs, given back when unused. */
import { atom } from "jotai/vanilla";
import { type Diagnostic, type RunSettings, SOURCE_MOST } from "../../server/languages/types.ts";
import { type ProgramFiles, programOf } from "../../server/languages/program_files.ts";
import type { Kit } from "../../server/python/interpreter.ts";
import { isCached, totalOf } from "../languages/download.ts";
import {
  type Compiled,
  CompilerFailed,
  DeviceFailed,
  endAnyRun,
  type Ended,
  type Engine,
  type Readiness,
  type Step,
  Stopped,
  type TraceCompiled,
} from "../languages/engine.ts";
import { WorkerClient } from "../languages/worker-client.ts";
import { store } from "../kit/net/store.ts";
import { fetchInterpreter, InterpreterClient, workerUrl } from "./interpreter-client.ts";
import { kit as files } from "./kit.ts";
import type { KitCalls, PythonEnd } from "./messages.ts";
import { type PythonProgram, PythonRunner } from "./runner.ts";

/** The memory is given back when it has not been used for so long. */
const UNUSED_AFTER = 10 * 60_000;
const CHECK_MOST = 20_000;

const DOWNLOAD = totalOf(files);

const state = atom<Readiness>(
  typeof WebAssembly === "object" && typeof Worker === "function"
    ? { state: "absent", bytes: DOWNLOAD }
    : { state: "unsupported", reason: "This browser cannot run WebAssembly." },
);
const steps = atom<Step>("compiling");

interface Loaded {
  client: WorkerClient<KitCalls>;
  kit: Kit;
  /** It only checks programs. */
  checker: InterpreterClient;
}

let loading: Promise<Loaded> | null = null;
let client: WorkerClient<KitCalls> | null = null;
let unusedTimer: ReturnType<typeof setTimeout> | undefined;

function noteUse(): void {
  clearTimeout(unusedTimer);
  unusedTimer = setTimeout(release, UNUSED_AFTER);
}

function release(): void {
  clearTimeout(unusedTimer);
  const reason = new Stopped("Python was not used for a while, so it was ended.");
  endAnyRun(reason);
  const before = loading;
  client?.end(reason);
  client = null;
  loading = null;
  before?.then(({ checker }) => checker.end(reason), () => {});
  if (store.get(state).state !== "unsupported") store.set(state, { state: "absent", bytes: 0 });
}

/** @throws CompilerFailed */
function load(): Promise<Loaded> {
  noteUse();
  const now = store.get(state);
  if (now.state === "unsupported") return Promise.reject(new CompilerFailed(now.reason));
  return loading ??= start();
}

async function start(): Promise<Loaded> {
  const before = store.get(state);
  const total = before.state === "absent" ? before.bytes : DOWNLOAD;
  store.set(state, { state: "loading", loaded: 0, total });
  const worker = new Worker(new URL("./kit-worker.ts", import.meta.url), { type: "module" });
  const started = new WorkerClient<KitCalls>(worker, {
    report: (progress) => {
      if (client === started) store.set(state, { state: "loading", ...progress });
    },
    unstarted: "Python could not be started.",
  });
  client = started;
  try {
    const fetching = fetchInterpreter();
    const found = await started.ask("load", { kit: files, madeBy: workerUrl });
    await fetching;
    const checker = new InterpreterClient(found);
    const snapshot = found.snapshot ?? await checker.snapshot();
    if (client === started) store.set(state, { state: "ready" });
    // While developing, the script keeps its address, which has a query, when it changes.
    if (!found.snapshot && !workerUrl.includes("?")) {
      started.ask("keep", { snapshot, madeBy: workerUrl }).catch(() => {});
    }
    return { client: started, kit: { ...found, snapshot }, checker };
  } catch (error) {
    if (client === started) {
      client = null;
      loading = null;
      store.set(state, { state: "failed", reason: (error as Error).message });
    }
    started.end(error as Error);
    throw error;
  }
}

async function check(loaded: Loaded, files: ProgramFiles): Promise<Diagnostic[]> {
  const reason = new DeviceFailed("This device was too slow to read the program. Try again.");
  const timer = setTimeout(() => restart(reason), CHECK_MOST);
  return await loaded.checker.check(files).finally(() => clearTimeout(timer));
}

/** Ends a check in the middle of its work. */
function restart(reason: Error): void {
  loading?.then((loaded) => {
    loaded.checker.end(reason);
    loaded.checker = new InterpreterClient(loaded.kit);
  }, () => {});
}

async function compile(source: string, settings: RunSettings): Promise<Compiled> {
  const loaded = await load();
  const files = programOf(source, settings);
  const diagnostics = await check(loaded, files);
  const isRight = diagnostics.every(({ severity }) => severity !== "error");
  const program: PythonProgram | null = isRight ? { files, kit: loaded.kit } : null;
  return { diagnostics, program };
}

const TOO_LONG = `the program is longer than ${SOURCE_MOST / 1024} KB`;
const untraced = (reason: string): TraceCompiled => ({ program: null, level: null, reason });

export const python: Engine = {
  version: files.version,
  readiness: state,
  step: steps,
  async prepare() {
    await load().catch((error) => {
      if (!(error instanceof CompilerFailed || error instanceof Stopped)) throw error;
    });
  },
  async noteCached() {
    const isHere = await isCached(files);
    const now = store.get(state);
    if (isHere && now.state === "absent") store.set(state, { state: "absent", bytes: 0 });
    return isHere || now.state === "ready";
  },
  prepareAfterRun() {},
  noteUse,
  release,
  restart,
  compile,
  async compileTraced(source, settings) {
    if (new TextEncoder().encode(source).length > SOURCE_MOST) return untraced(TOO_LONG);
    const { program } = await compile(source, settings);
    // A program is recorded as it is: the runner is asked for its steps.
    return program === null ? untraced("it does not compile") : {
      program,
      level: "values",
      reason: null,
    };
  },
  async judge(ended, settings) {
    const { client } = await load();
    // This engine's own runner has told it.
    return await client.ask("judge", { ended: ended as Ended<PythonEnd>, settings });
  },
  createRunner: () => new PythonRunner(),
};
