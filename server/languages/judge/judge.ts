/** Compiles and runs programs in processes with hard limits and no permissions. */
import { builtKit, cppToolchain, type JudgeKit } from "../../cpp/judge/toolchain.ts";
import { pythonToolchain } from "../../python/judge/toolchain.ts";
import { type Language, languageOf } from "../languages.ts";
import { type GivenCase, withCalls } from "../calls.ts";
import { withoutByteOrderMark } from "../odd_characters.ts";
import { JudgeChild } from "./child.ts";
import type { RunResult } from "../types.ts";
import type { Work } from "./messages.ts";
import { JudgeStopped, type StartProcess, type Toolchain } from "./toolchain.ts";

export type Judge = {
  /** As a `Toolchain` does it. */
  run(work: Omit<Work, "cases"> & { cases: readonly GivenCase[] }): Promise<RunResult>;
  /** How many programs it runs at once. */
  atOnce: number;
  stop(): Promise<void>;
};

/** Processes without work are ended after this time: each compiler takes some 430 MB. */
const IDLE_MS = 60_000;
/** The class's own work comes first. */
const NICENESS = 10;

type Options = {
  /** The compiler of C++. */
  kit?: () => Promise<JudgeKit>;
  /** By default half of the cores and one more: one person's long program leaves a place. */
  atOnce?: number;
  /** Read whenever a process has no more work. */
  idleMs?: number;
  /** From 0 to 19: how far other processes come first. */
  niceness?: number;
};

export function createJudge(options: Options = {}): Judge {
  const { kit = builtKit, niceness = NICENESS } = options;
  const atOnce = options.atOnce ?? Math.floor(navigator.hardwareConcurrency / 2) + 1;
  let isStopped = false;
  const children = new Set<JudgeChild>();
  const startProcess: StartProcess = (role, memoryMb) => {
    if (isStopped) throw new JudgeStopped("the judge is stopped");
    const child = new JudgeChild(role, niceness, memoryMb);
    children.add(child);
    child.ended.then(() => children.delete(child));
    return child;
  };
  const idleMs = () => options.idleMs ?? IDLE_MS;
  const toolchains: Record<Language, Toolchain> = {
    cpp: cppToolchain(startProcess, { kit, idleMs }),
    python: pythonToolchain(startProcess),
  };

  return {
    atOnce,
    async run({ source, ...work }) {
      try {
        const made = withCalls(work.settings, work.cases);
        const program = { ...work, ...made, source: withoutByteOrderMark(source) };
        return await toolchains[languageOf(work.settings)](program);
      } catch (error) {
        throw isStopped ? new JudgeStopped("the judge is stopped") : error;
      }
    },
    async stop() {
      isStopped = true;
      for (const child of children) child.kill();
      await Promise.all([...children].map(({ ended }) => ended));
    },
  };
}
