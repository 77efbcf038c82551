/** Python in this page: loaded once, its memory kept for the next runs, given back when unused. */
import { atom } from "jotai/vanilla";
import type { RunSettings } from "../../server/languages/types.ts";
import { type ProgramFiles, programOf, tooLong } from "../../server/languages/program_files.ts";
import type { Kit } from "../../server/python/interpreter.ts";
import {
  type Compilation,
  CompilerFailed,
  DeviceFailed,
  type EndedRun,
  type Engine,
  EngineWorker,
  ignoringFailure,
  type Step,
  type TimeIsUp,
  type TraceCompilation,
  within,
  type WorkerClient,
} from "../languages/engine.ts";
import type { FromPython, PythonEnd, ToPython } from "../../server/python/program.ts";
import { ProgramClient, type ProgramWorkers } from "../languages/program-client.ts";
import type { Kit as Files } from "../languages/download.ts";
import type { KitCalls } from "./kit-worker.ts";
import * as built from "./interpreter-worker.ts?worker&url";

/** Vite makes a module of the worker whose value is its address. */
const { default: workerUrl } = built as unknown as { default: string };

const CHECK_MOST = 60_000;
const TOO_SLOW = "This device was too slow to read the program. Try again.";

/** The build replaces it; see client/vite.config.ts. */
declare const PYTHON_KIT: Files;

/** An interpreter that runs no program: it makes the snapshot, and checks programs. */
class Checker {
  readonly #worker = new Worker(workerUrl, { type: "module" });
  readonly #ended = Promise.withResolvers<never>();
  #receive: (message: FromPython) => void = () => {};

  constructor(kit: Kit) {
    this.#ended.promise.catch(() => {});
    this.#worker.onmessage = ({ data }: MessageEvent<FromPython>) => {
      if (data.type === "failed") this.end(new CompilerFailed("Python could not be loaded."));
      else this.#receive(data);
    };
    this.#worker.onerror = () => this.end(new CompilerFailed("Python could not be started."));
    this.#worker.postMessage({ type: "load", kit } satisfies ToPython);
  }

  /** Resolves with the first message of this type. Rejects when it is ended. */
  ask<Type extends FromPython["type"]>(request: ToPython, type: Type) {
    const answer = new Promise<FromPython & { type: Type }>((resolve) => {
      this.#receive = (message) => {
        if (message.type === type) resolve(message as FromPython & { type: Type });
      };
    });
    this.#worker.postMessage(request);
    return Promise.race([answer, this.#ended.promise]);
  }

  end(reason: Error): void {
    this.#worker.terminate();
    this.#ended.reject(reason);
  }
}

interface LoadedKit {
  client: WorkerClient<KitCalls>;
  kit: Kit;
  checker: Checker;
}

const interpreter = new EngineWorker<KitCalls, LoadedKit>({
  kit: PYTHON_KIT,
  name: "Python",
  createWorker: () => new Worker(new URL("./kit-worker.ts", import.meta.url), { type: "module" }),
  async load(client) {
    // A first run may be without a network.
    const fetching = fetch(workerUrl).catch(() => {});
    const found = await client.ask("load", { kit: PYTHON_KIT, madeBy: workerUrl });
    await fetching;
    const checker = new Checker(found);
    const snapshot = found.snapshot ?? (await checker.ask({ type: "snapshot" }, "snapshot")).bytes;
    // While developing, the script keeps its address, which has a query, when it changes.
    if (!found.snapshot && !workerUrl.includes("?")) {
      client.ask("keep", { snapshot, madeBy: workerUrl }).catch(() => {});
    }
    return { client, kit: { ...found, snapshot }, checker };
  },
  onEnd: (reason, loaded) => void loaded?.then(({ checker }) => checker.end(reason), () => {}),
});

interface PythonProgram {
  files: ProgramFiles;
  kit: Kit;
}

const GAVE_UP = "Python in this browser gave up on this program. Try again.";
/** What records the steps needs memory, too. */
const RECORDING_MEMORY = 32 * 1024 * 1024;
/** The recording ends by itself so long before the program is ended, in ms. */
const RECORDING_LEFT = 500;

/** Each program has an interpreter of its own. */
function programWorkers(): ProgramWorkers<PythonEnd> {
  // The same for all runs: a program that asks for input is run again with more of it.
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return {
    unstarted: "Python could not be started.",
    createWorker: () => new Worker(workerUrl, { type: "module" }),
    requests({ program, memory, input, limits, isInteractive, timeMs, onStep }) {
      const { files, kit } = program as PythonProgram;
      const requests: ToPython[] = [
        { type: "load", kit, memory: memory + (onStep ? RECORDING_MEMORY : 0), seed: seed! },
        {
          type: "run",
          program: files,
          input,
          limits,
          isInteractive,
          ...(onStep && { traceMs: timeMs - RECORDING_LEFT }),
        },
      ];
      return requests;
    },
    endOf(end) {
      if (end.isBroken) throw new DeviceFailed(GAVE_UP);
      return end;
    },
    areUsedOnce: true,
  };
}

/** Replaces the checker in the middle of its work. */
function restart(reason: Error): void {
  if (!interpreter.isStarted) return;
  interpreter.load().then((loaded) => {
    loaded.checker.end(reason);
    loaded.checker = new Checker(loaded.kit);
  }, () => {});
}

async function compile(source: string, settings: RunSettings): Promise<Compilation> {
  const { checker, kit } = await interpreter.load();
  const files = programOf(source, settings);
  const { diagnostics } = await within(
    CHECK_MOST,
    checker.ask({ type: "check", program: files }, "checked"),
    () => restart(new DeviceFailed(TOO_SLOW)),
  );
  const isRight = diagnostics.every(({ severity }) => severity !== "error");
  const program: PythonProgram | null = isRight ? { files, kit } : null;
  return { diagnostics, program };
}

const untraced = (reason: string): TraceCompilation => ({ program: null, level: null, reason });

export const python: Engine = {
  ...interpreter.calls,
  step: atom<Step>("compiling"),
  prepare: () => ignoringFailure(interpreter.load()),
  prepareAfterRun() {},
  restart,
  compile,
  async compileTraced(source, settings) {
    const tooMuch = tooLong(source);
    if (tooMuch) return untraced(tooMuch);
    const { program } = await compile(source, settings);
    // A program is recorded as it is: the runner is asked for its steps.
    return program === null ? untraced("it does not compile") : {
      program,
      level: "values",
      reason: null,
    };
  },
  async judge(ended, settings) {
    const { client } = await interpreter.load();
    // This engine's own runner has told it.
    return await client.ask("judge", { ended: ended as EndedRun<PythonEnd | TimeIsUp>, settings });
  },
  createRunner: () => new ProgramClient(programWorkers()),
};
