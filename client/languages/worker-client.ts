/** Calls to a worker of an engine, each with one answer. */
import { CompilerFailed } from "./engine.ts";
import type { Progress } from "./kit.ts";

/** By name: what the worker is asked, and its answer. */
type Calls<C> = Record<keyof C, { asked: object; answer: unknown }>;

export type WorkerRequest<C extends Calls<C>> = {
  [Name in keyof C]: { id: number; call: Name } & C[Name]["asked"];
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

export class WorkerClient<C extends Calls<C>> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<never>>();
  #next = 1;

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
    asked: C[Name]["asked"],
    transfer: Transferable[] = [],
  ): Promise<C[Name]["answer"]> {
    const waiting = Promise.withResolvers<never>();
    const id = this.#next++;
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, call, ...asked }, { transfer });
    return waiting.promise;
  }

  /** Ends the worker, even in the middle of its work. What it was asked fails with this reason. */
  end(reason: Error): void {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
