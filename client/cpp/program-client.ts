/** The page's side of a program's worker: it ends the worker when the program's time is up. */
import type { Outcome } from "../../server/cpp/program.ts";
import {
  CompilerFailed,
  type ProgramResult,
  type ProgramRun,
  type Runner,
} from "../languages/engine.ts";
import { RunClock } from "../languages/run-clock.ts";
import type { ProgramMessage, ProgramRequest } from "./program-worker.ts";
import * as built from "./program-worker.ts?worker&url";

/** Vite makes a module of the worker whose value is its address. */
const { default: workerUrl } = built as unknown as { default: string };

/** Fetches the worker's script into the browser's cache: a first run may be without a network. */
export const fetchProgramWorker = (): Promise<unknown> => fetch(workerUrl).catch(() => {});

type ActiveRun = ProgramRun & PromiseWithResolvers<ProgramResult>;

/** A worker's memory is freed only when it ends, so a worker that had so much is not used again. */
const MEMORY_FOR_REUSE = 96 * 1024 * 1024;

export class ProgramClient implements Runner {
  readonly #worker: Worker;
  readonly #clock = new RunClock();
  #run: ActiveRun | null = null;
  #memory = 0;
  /** The newest `Outcome.stuck` of this run. */
  #stuck: string | null = null;
  #isEnded = false;

  constructor() {
    this.#worker = new Worker(workerUrl, { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<ProgramMessage>) => this.#receive(data);
    this.#worker.onerror = () => this.end(new CompilerFailed("The program could not be started."));
  }

  get isReusable(): boolean {
    return !this.#isEnded && this.#memory < MEMORY_FOR_REUSE;
  }

  run(run: ProgramRun): Promise<ProgramResult> {
    const result = Promise.withResolvers<ProgramResult>();
    this.#run = { ...run, ...result };
    this.#stuck = null;
    const { input, files, limits, isInteractive } = run;
    const module = run.program as WebAssembly.Module;
    this.#clock.reset();
    const isTraced = run.onStep !== undefined;
    this.#post({ type: "run", module, input, files, limits, isInteractive, isTraced });
    return result.promise;
  }

  /** Gives a program that asked for input the next of it; null ends its input. */
  give(bytes: Uint8Array<ArrayBuffer> | null): void {
    this.#startClock();
    this.#post({ type: "input", bytes });
  }

  end(reason: Error): void {
    this.#terminate();
    this.#run?.reject(reason);
    this.#run = null;
  }

  #post(request: ProgramRequest): void {
    this.#worker.postMessage(request);
  }

  #receive(message: ProgramMessage): void {
    const run = this.#run;
    if (!run) return;
    if (message.type === "started") this.#startClock();
    else if (message.type === "stuck") this.#stuck = message.sentence;
    else if (message.type === "output") run.onOutput(message.stream, message.bytes);
    else if (message.type === "step") run.onStep?.(message.record);
    else if (message.type === "asks") {
      this.#clock.stop();
      run.onAsks?.();
    } else this.#ended(run, message.outcome);
  }

  #startClock(): void {
    const { timeMs = 0 } = this.#run ?? {};
    this.#clock.start(timeMs, () => {
      this.#terminate();
      this.#run?.resolve({ end: { ending: "time is up", stuck: this.#stuck }, ms: timeMs });
      this.#run = null;
    });
  }

  #ended({ resolve, isInteractive }: ActiveRun, outcome: Outcome): void {
    this.#clock.stop();
    this.#memory += outcome.memory;
    this.#run = null;
    // The worker's own figure is exact, but it contains all pauses.
    const ms = isInteractive ? this.#clock.ms : Math.min(outcome.ms, this.#clock.ms);
    resolve({ end: { ...outcome, traceLimit: outcome.exhausted ? "calls" : null }, ms });
  }

  #terminate(): void {
    this.#isEnded = true;
    this.#clock.stop();
    this.#worker.terminate();
  }
}
