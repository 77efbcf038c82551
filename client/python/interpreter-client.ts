/** The page's side of the interpreter that checks programs. */
import type { Diagnostic } from "../../server/languages/types.ts";
import type { ProgramFiles } from "../../server/languages/program_files.ts";
import type { Kit } from "../../server/python/interpreter.ts";
import type { FromPython, ToPython } from "../../server/python/program.ts";
import { CompilerFailed } from "../languages/engine.ts";
import * as built from "./interpreter-worker.ts?worker&url";

/** Vite makes a module of the worker whose value is its address. */
export const { default: workerUrl } = built as unknown as { default: string };

export class InterpreterClient {
  readonly #worker: Worker;
  readonly #ended = Promise.withResolvers<never>();
  #receive: (message: FromPython) => void = () => {};

  constructor(kit: Kit) {
    this.#ended.promise.catch(() => {});
    this.#worker = new Worker(workerUrl, { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<FromPython>) => {
      if (data.type === "failed") this.end(new CompilerFailed("Python could not be loaded."));
      else this.#receive(data);
    };
    this.#worker.onerror = () => this.end(new CompilerFailed("Python could not be started."));
    this.#worker.postMessage({ type: "load", kit } satisfies ToPython);
  }

  /** Resolves with the first message for which `take` returns something. Rejects when it is ended. */
  ask<T>(request: ToPython, take: (message: FromPython) => T | undefined): Promise<T> {
    const answer = new Promise<T>((resolve) => {
      this.#receive = (message) => {
        const taken = take(message);
        if (taken !== undefined) resolve(taken);
      };
    });
    this.#worker.postMessage(request);
    return Promise.race([answer, this.#ended.promise]);
  }

  snapshot(): Promise<Uint8Array<ArrayBuffer>> {
    return this.ask(
      { type: "snapshot" },
      (message) => message.type === "snapshot" ? message.bytes : undefined,
    );
  }

  check(program: ProgramFiles): Promise<Diagnostic[]> {
    return this.ask(
      { type: "check", program },
      (message) => message.type === "checked" ? message.diagnostics : undefined,
    );
  }

  end(reason: Error): void {
    this.#worker.terminate();
    this.#ended.reject(reason);
  }
}
