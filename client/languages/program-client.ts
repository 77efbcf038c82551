/** The page's side of a program's worker: it ends the worker when the program's time is up. */
import type { ProgramMessage } from "../../server/languages/program_messages.ts";
import { CompilerFailed, type ProgramResult, type ProgramRun, type Runner } from "./engine.ts";
import { RunClock } from "./run-clock.ts";

/** The workers in which programs of a language run. */
export interface ProgramWorkers<End> {
  /** The sentence for one that does not start. */
  unstarted: string;
  createWorker(): Worker;
  /** What a worker is told so that it runs a program. */
  requests(run: ProgramRun): object[];
  /** @throws DeviceFailed where the end says nothing of the program */
  endOf(end: End): ProgramResult["end"] & { memory: number; ms: number };
  /** Each runs only one program. */
  areUsedOnce: boolean;
}

type ActiveRun = ProgramRun & PromiseWithResolvers<ProgramResult>;

/** A worker's memory is freed only when it ends, so a worker that had so much is not used again. */
const MEMORY_FOR_REUSE = 96 * 1024 * 1024;

export class ProgramClient<End> implements Runner {
  readonly #workers: ProgramWorkers<End>;
  readonly #clock = new RunClock();
  #worker: Worker | null;
  #run: ActiveRun | null = null;
  #memory = 0;
  #stuck: string | null = null;
  #isEnded = false;

  constructor(workers: ProgramWorkers<End>) {
    this.#workers = workers;
    this.#worker = this.#start();
  }

  get isReusable(): boolean {
    return !this.#isEnded && this.#memory < MEMORY_FOR_REUSE;
  }

  run(run: ProgramRun): Promise<ProgramResult> {
    const result = Promise.withResolvers<ProgramResult>();
    this.#run = { ...run, ...result };
    this.#stuck = null;
    this.#clock.reset();
    const worker = this.#worker ??= this.#start();
    for (const request of this.#workers.requests(run)) worker.postMessage(request);
    return result.promise;
  }

  give(bytes: Uint8Array<ArrayBuffer> | null): void {
    this.#startClock();
    this.#worker?.postMessage({ type: "input", bytes });
  }

  end(): void {
    this.#isEnded = true;
    this.#run = null;
    this.#endWorker();
  }

  #start(): Worker {
    const worker = this.#workers.createWorker();
    worker.onmessage = ({ data }: MessageEvent<ProgramMessage<End>>) => this.#receive(data);
    worker.onerror = () => this.#fail(new CompilerFailed(this.#workers.unstarted));
    return worker;
  }

  #endWorker(): void {
    this.#clock.stop();
    this.#worker?.terminate();
    this.#worker = null;
  }

  #fail(reason: unknown): void {
    this.#run?.reject(reason);
    this.end();
  }

  #receive(message: ProgramMessage<End>): void {
    const run = this.#run;
    if (!run) return;
    if (message.type === "started") this.#startClock();
    else if (message.type === "stuck") this.#stuck = message.sentence;
    else if (message.type === "output") run.onOutput(message.stream, message.bytes);
    else if (message.type === "step") run.onStep?.(message.record);
    else if (message.type === "failed") this.#fail(new CompilerFailed(this.#workers.unstarted));
    else if (message.type === "asks") {
      this.#clock.stop();
      run.onAsks?.();
    } else if (message.type === "ended") this.#finish(run, message.end);
  }

  #startClock(): void {
    const { timeMs = 0 } = this.#run ?? {};
    this.#clock.start(timeMs, () => {
      this.#run?.resolve({ end: { ending: "time is up", stuck: this.#stuck }, ms: timeMs });
      this.end();
    });
  }

  #finish({ resolve, isInteractive }: ActiveRun, told: End): void {
    this.#clock.stop();
    try {
      const end = this.#workers.endOf(told);
      // The worker's own figure is exact, but it contains all pauses.
      resolve({ end, ms: isInteractive ? this.#clock.ms : Math.min(end.ms, this.#clock.ms) });
      this.#run = null;
      if (this.#workers.areUsedOnce) this.#endWorker();
      else this.#memory += end.memory;
    } catch (error) {
      this.#fail(error);
    }
  }
}
