/** The page's side of the compiler's worker. */
import { CompilerFailed } from "../languages/engine.ts";
import type { Progress } from "../languages/kit.ts";
import type { CppKit } from "./kit.ts";
import type { CompilerCalls, CompilerMessage, CompilerRequest } from "./messages.ts";

type Waiting = { resolve(answer: unknown): void; reject(reason: Error): void };

export class CompilerClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;

  constructor(report: (progress: Progress) => void) {
    this.#worker = new Worker(new URL("./compiler-worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<CompilerMessage>) => {
      if (data.type === "progress") return report(data.progress);
      const asked = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.type === "failed") asked?.reject(new CompilerFailed(data.message));
      else asked?.resolve(data.answer);
    };
    // Its script could not be fetched, or the browser ended it because it has no memory left.
    this.#worker.onerror = () => this.end(new CompilerFailed("The compiler could not be started."));
  }

  /** Loads the compiler and returns its module, with which another worker loads at once. */
  load(kit: CppKit, module: WebAssembly.Module | null): Promise<WebAssembly.Module> {
    return this.ask("load", { kit, module });
  }

  ask<Name extends keyof CompilerCalls>(
    call: Name,
    asked: CompilerCalls[Name]["asked"],
    transfer: Transferable[] = [],
  ): Promise<CompilerCalls[Name]["answer"]> {
    const waiting = Promise.withResolvers<CompilerCalls[Name]["answer"]>();
    const id = this.#next++;
    this.#waiting.set(id, {
      resolve: (answer) => waiting.resolve(answer as CompilerCalls[Name]["answer"]),
      reject: waiting.reject,
    });
    this.#worker.postMessage({ id, call, ...asked } as CompilerRequest, { transfer });
    return waiting.promise;
  }

  /** Ends the worker, even while it compiles. What it was asked fails with this reason. */
  end(reason: Error): void {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
