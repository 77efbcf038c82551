/** Runs programs of Python, each in a worker with an interpreter of its own. */
import type { ProgramFiles } from "../../server/languages/program_files.ts";
import type { Kit } from "../../server/python/interpreter.ts";
import {
  DeviceFailed,
  type ProgramResult,
  type ProgramRun,
  type Runner,
} from "../languages/engine.ts";
import { RunClock } from "../languages/run-clock.ts";
import { InterpreterClient } from "./interpreter-client.ts";
import type { PythonEnd } from "./kit-worker.ts";

/** The interpreter has loaded when it has checked this. */
const NO_PROGRAM: ProgramFiles = { files: [{ name: "main.py", text: "" }], start: "main.py" };

export interface PythonProgram {
  files: ProgramFiles;
  kit: Kit;
}

const GAVE_UP = "Python in this browser gave up on this program. Try again.";
/** What records the steps needs memory, too. */
const RECORDING_MEMORY = 32 * 1024 * 1024;
/** The recording ends by itself so long before the program is ended, in ms. */
const RECORDING_LEFT = 500;

export class PythonRunner implements Runner {
  readonly #clock = new RunClock();
  /** The same for all runs of it: a program that asks for input is run again with more of it. */
  readonly #seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  #current: InterpreterClient | null = null;
  #ended: Error | null = null;

  get isReusable(): boolean {
    return this.#ended === null;
  }

  async run(run: ProgramRun): Promise<ProgramResult> {
    if (this.#ended) throw this.#ended;
    const { files: program, kit } = run.program as PythonProgram;
    const { input, limits, isInteractive, timeMs, onStep } = run;
    const memory = run.memory + (onStep ? RECORDING_MEMORY : 0);
    const interpreter = new InterpreterClient(kit, { memory, seed: this.#seed });
    this.#current = interpreter;
    const timeUp = Promise.withResolvers<PythonEnd>();
    this.#clock.reset();
    try {
      // It is loaded when it answers, so its program's time begins then.
      await interpreter.check(NO_PROGRAM);
      this.#clock.start(
        timeMs,
        () => timeUp.resolve({ ending: "time is up", stuck: null }),
      );
      const request = {
        type: "run" as const,
        program,
        input,
        limits,
        isInteractive,
        ...(onStep && { traceMs: timeMs - RECORDING_LEFT }),
      };
      const end = await Promise.race([
        timeUp.promise,
        interpreter.ask<PythonEnd>(request, (message) => {
          if (message.type === "ended") return message.end;
          if (message.type === "output") run.onOutput(message.stream, message.bytes);
          if (message.type === "step") onStep?.(message.record);
          return undefined;
        }),
      ]);
      this.#clock.stop();
      if ("isBroken" in end && end.isBroken) throw new DeviceFailed(GAVE_UP);
      const own = "ms" in end ? end.ms : timeMs;
      return { end, ms: Math.min(own, this.#clock.ms) };
    } finally {
      this.#clock.stop();
      interpreter.end(new Error("The program has ended."));
      this.#current = null;
    }
  }

  /** A program that needs input is stopped there, and run again with more of it. */
  give(): void {}

  end(reason: Error): void {
    this.#ended = reason;
    this.#clock.stop();
    this.#current?.end(reason);
  }
}
