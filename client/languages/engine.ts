/** An engine checks and runs programs of a language in this browser: what it does, and its worker. */
import { type Atom, atom } from "jotai/vanilla";
import type { RunRequest, Stream } from "../../server/languages/program_messages.ts";
import type { StepRecord } from "../../server/languages/steps/read.ts";
import type { Trace } from "../../server/languages/steps/trace.ts";
import type {
  CaseResult,
  Diagnostic,
  GivenFile,
  RunSettings,
} from "../../server/languages/types.ts";
import { store } from "../kit/net/store.ts";
import { isCached, type Kit, type Progress, totalOf } from "./download.ts";

/**
 * Whether this browser can run programs. `reason` is a sentence for the student. `bytes` is what has
 * to be downloaded, as it is on the wire: 0 if it was downloaded before. `note` says what became of
 * a download that broke off.
 */
export type Readiness =
  | { state: "unsupported"; reason: string }
  | { state: "absent"; bytes: number }
  | { state: "loading"; loaded: number; total: number; note?: string }
  | { state: "ready" }
  | { state: "failed"; reason: string };

export type Step = "preparing" | "compiling";

/** The reason why a run has no result. */
export class RunStopped extends Error {}

/** A failure to load or to use an engine; its message is a sentence for the student. */
export class CompilerFailed extends Error {}

/**
 * This device is to blame, not the program: it was too slow, or has too little of something. The
 * message ends in "Try again.", because the server may run it instead.
 */
export class DeviceFailed extends CompilerFailed {}

/** How a run ended, as the engine's own `judge` understands it. */
export interface RunEnd {
  ending: string;
  stuck: string | null;
  /** Of a traced run: what ended the recording, where its steps do not say it. */
  traceLimit?: Trace["limit"];
}

/** The page ended it at the time limit. */
export type TimeIsUp = { ending: "time is up"; stuck: string | null };

export interface EndedRun<End = RunEnd> {
  end: End;
  stdout: Uint8Array<ArrayBuffer>;
  stderr: Uint8Array<ArrayBuffer>;
  /** The expected output; null if there is none. */
  expected: string | null;
  /** Milliseconds in which the program ran. */
  ms: number;
}

export interface ProgramRun extends Omit<RunRequest, "type"> {
  /** What the engine's `compile` has returned. */
  program: unknown;
  /** What stands in its folder. */
  files?: readonly GivenFile[];
  /** In bytes. */
  memory: number;
  timeMs: number;
  onOutput(stream: Stream, bytes: Uint8Array<ArrayBuffer>): void;
  /** Called with each step of a traced program. */
  onStep?(record: StepRecord): void;
  /** Called when the program waits for input: answer with `give`. */
  onAsks?(): void;
}

/** `ms` is the time in which the program ran, without the time in which it waited for input. */
export type ProgramResult = { end: RunEnd; ms: number };

/** Runs one program at a time. */
export interface Runner {
  readonly isReusable: boolean;
  run(run: ProgramRun): Promise<ProgramResult>;
  /** Gives a program that asked for input the next of it; null ends its input. */
  give(bytes: Uint8Array<ArrayBuffer> | null): void;
  end(): void;
}

export interface Compilation {
  diagnostics: Diagnostic[];
  /** What runs; null if the program does not compile. */
  program: unknown;
}

export interface TraceCompilation {
  /** What runs; null if it cannot be stepped through. */
  program: unknown;
  level: Trace["level"] | null;
  reason: string | null;
}

export interface Engine {
  /** The version of what it runs with. */
  version: string;
  readiness: Atom<Readiness>;
  step: Atom<Step>;
  /** Loads it and makes ready what this program needs. Never rejects: see `readiness`. */
  prepare(source?: string, settings?: RunSettings): Promise<void>;
  /** Whether it was downloaded before; also noted in `readiness`. */
  noteCached(): Promise<boolean>;
  /** Soon after a run, makes ready what the next one needs. */
  prepareAfterRun(source: string, settings: RunSettings): void;
  /** Postpones the time at which the memory is given back. */
  noteUse(): void;
  /** Ends the workers and gives their memory back; the next run starts them again. */
  release(): void;
  /** Ends what it does, in the middle of its work, and begins anew. */
  restart(reason: Error): void;
  /** @throws CompilerFailed */
  compile(source: string, settings: RunSettings): Promise<Compilation>;
  /** Compiles a program so that its run tells its steps. */
  compileTraced(source: string, settings: RunSettings): Promise<TraceCompilation>;
  /** Does so before it is asked for, unless it is busy; missing where that takes no time. Never rejects. */
  prepareSteps?(source: string, settings: RunSettings): Promise<void>;
  judge(ended: EndedRun, settings: RunSettings): Promise<CaseResult>;
  createRunner(): Runner;
}

/** Stops what runs now, before the workers are ended. */
let stopRun: ((reason: Error) => void) | null = null;

/** Ends the run before, if there is one: a page runs one program at a time. */
export function startRun(stop: (reason: Error) => void): void {
  stopRun?.(new RunStopped("Another run was started."));
  stopRun = stop;
}

/** @returns whether no other run was started in the meantime */
export function endRun(stop: (reason: Error) => void): boolean {
  const isLast = stopRun === stop;
  if (isLast) stopRun = null;
  return isLast;
}

export const hasRun = (): boolean => stopRun !== null;

export const endAnyRun = (reason: Error): void => stopRun?.(reason);

/** By name: what the worker is asked, and its answer. */
export type Calls<C> = Record<keyof C, { request: object; answer: unknown }>;

export type WorkerRequest<C extends Calls<C>> = {
  [Name in keyof C]: { id: number; call: Name } & C[Name]["request"];
}[keyof C];

export type WorkerMessage<C extends Calls<C>> =
  | { type: "answer"; id: number; answer: C[keyof C]["answer"] }
  /** `message` is a sentence for the student. */
  | { type: "failed"; id: number; message: string }
  | { type: "progress"; progress: Progress };

interface Options {
  report: (progress: Progress) => void;
  /** The sentence for a worker whose script does not load, or that has no memory left. */
  unstarted: string;
}

/** Calls to a worker, each with one answer. */
export class WorkerClient<C extends Calls<C>> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<never>>();
  #next = 1;
  #ended: Error | null = null;

  constructor(worker: Worker, { report, unstarted }: Options) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage<C>>) => {
      if (data.type === "progress") return report(data.progress);
      const asked = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.type === "failed") asked?.reject(new CompilerFailed(data.message));
      else asked?.resolve(data.answer as never);
    };
    worker.onerror = () => this.end(new CompilerFailed(unstarted));
  }

  ask<Name extends keyof C>(
    call: Name,
    request: C[Name]["request"],
    transfer: Transferable[] = [],
  ): Promise<C[Name]["answer"]> {
    if (this.#ended) return Promise.reject(this.#ended);
    const waiting = Promise.withResolvers<never>();
    const id = this.#next++;
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, call, ...request }, { transfer });
    return waiting.promise;
  }

  /** Ends the worker, even in the middle of its work. What it was asked fails with this reason. */
  end(reason: Error): void {
    this.#ended = reason;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

/** The memory of an engine is given back when it has not been used for so long. */
const UNUSED_AFTER = 10 * 60_000;
const NO_WEBASSEMBLY = "This browser cannot run WebAssembly.";

interface Life<C extends Calls<C>, Loaded> {
  kit: Kit;
  /** As a sentence begins: "The compiler". */
  name: string;
  /** Why this device cannot run programs: a sentence. */
  unsupported?: string | null;
  createWorker(): Worker;
  /** Makes a worker ready that has started. */
  load(client: WorkerClient<C>): Promise<Loaded>;
  /** Forgets, or ends, what belonged to the worker. */
  onEnd(reason: Error, loaded: Promise<Loaded> | null): void;
  /** Gives back what outlives a worker. */
  onRelease?(): void;
}

/** The worker of an engine: it is started when it is needed, and ended when nobody uses it. */
export class EngineWorker<C extends Calls<C>, Loaded> {
  readonly #life: Life<C, Loaded>;
  readonly #readiness;
  #client: WorkerClient<C> | null = null;
  #loading: Promise<Loaded> | null = null;
  #unused: ReturnType<typeof setTimeout> | undefined;

  constructor(life: Life<C, Loaded>) {
    this.#life = life;
    const reason = typeof WebAssembly === "object" ? life.unsupported : NO_WEBASSEMBLY;
    this.#readiness = atom<Readiness>(
      reason ? { state: "unsupported", reason } : { state: "absent", bytes: totalOf(life.kit) },
    );
  }

  /** What an `Engine` does in the same way in each language. */
  get calls() {
    return {
      version: this.#life.kit.version,
      readiness: this.#readiness as Atom<Readiness>,
      noteCached: () => this.#noteCached(),
      noteUse: () => this.noteUse(),
      release: () => this.#release(),
    };
  }

  get isStarted(): boolean {
    return this.#client !== null;
  }

  noteUse(): void {
    clearTimeout(this.#unused);
    this.#unused = setTimeout(() => this.#release(), UNUSED_AFTER);
  }

  /** Returns what was loaded; loads it if it is not there. @throws CompilerFailed */
  load(): Promise<Loaded> {
    this.noteUse();
    const now = store.get(this.#readiness);
    if (now.state === "unsupported") return Promise.reject(new CompilerFailed(now.reason));
    return this.#loading ??= this.#start();
  }

  /** Ends the worker in the middle of its work. */
  end(reason: Error): void {
    this.#life.onEnd(reason, this.#loading);
    this.#client?.end(reason);
    this.#client = null;
    this.#loading = null;
  }

  async #start(): Promise<Loaded> {
    const { name, kit, createWorker, load } = this.#life;
    const { state, bytes } = { bytes: totalOf(kit), ...store.get(this.#readiness) };
    // Another worker starts at once with what the one before has loaded.
    if (state !== "ready") this.#tell({ state: "loading", loaded: 0, total: bytes });
    const client = new WorkerClient<C>(createWorker(), {
      report: (progress) => {
        if (this.#client === client) this.#tell({ state: "loading", ...progress });
      },
      unstarted: `${name} could not be started.`,
    });
    this.#client = client;
    try {
      const loaded = await load(client);
      if (this.#client === client) this.#tell({ state: "ready" });
      return loaded;
    } catch (error) {
      if (this.#client === client) {
        this.#client = null;
        this.#loading = null;
        this.#tell({ state: "failed", reason: (error as Error).message });
      }
      client.end(error as Error);
      throw error;
    }
  }

  #release(): void {
    clearTimeout(this.#unused);
    const reason = new RunStopped(`${this.#life.name} was not used for a while, so it was ended.`);
    endAnyRun(reason);
    this.end(reason);
    this.#life.onRelease?.();
    if (store.get(this.#readiness).state !== "unsupported") {
      this.#tell({ state: "absent", bytes: 0 });
    }
  }

  async #noteCached(): Promise<boolean> {
    const isHere = await isCached(this.#life.kit);
    const { state } = store.get(this.#readiness);
    if (isHere && state === "absent") this.#tell({ state: "absent", bytes: 0 });
    return isHere || state === "ready";
  }

  #tell(readiness: Readiness): void {
    store.set(this.#readiness, readiness);
  }
}

/** Waits for a part of an engine's work. `onSlow` ends what does not answer within `most` ms. */
export async function within<T>(most: number, work: Promise<T>, onSlow: () => void): Promise<T> {
  const timer = setTimeout(onSlow, most);
  return await work.finally(() => clearTimeout(timer));
}

/** Ignores that an engine has failed or was stopped: its `readiness` says so. */
export async function ignoringFailure(work: Promise<unknown>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof CompilerFailed || error instanceof RunStopped)) throw error;
  });
}
