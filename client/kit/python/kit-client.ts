/** The page's side of the worker that has the interpreter's files. */
import { CompilerFailed } from "../languages/engine.ts";
import type { Progress } from "../languages/kit.ts";
import type { KitCalls, KitMessage, KitRequest } from "./messages.ts";

export class KitClient {
  readonly #worker = new Worker(new URL("./kit-worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, PromiseWithResolvers<never>>();
  #next = 1;

  constructor(report: (progress: Progress) => void) {
    this.#worker.onmessage = ({ data }: MessageEvent<KitMessage>) => {
      if (data.type === "progress") return report(data.progress);
      const asked = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.type === "failed") asked?.reject(new CompilerFailed(data.message));
      else asked?.resolve(data.answer as never);
    };
    this.#worker.onerror = () => this.end(new CompilerFailed("Python could not be started."));
  }

  ask<Name extends keyof KitCalls>(
    call: Name,
    asked: KitCalls[Name]["asked"],
  ): Promise<KitCalls[Name]["answer"]> {
    const waiting = Promise.withResolvers<never>();
    const id = this.#next++;
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, call, ...asked } as KitRequest);
    return waiting.promise;
  }

  end(reason: Error): void {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
