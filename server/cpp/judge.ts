/**
 * The server's judge: compiles and runs students' programs in processes that have hard limits and
 * no permissions. A compiler's process is started for the first program, and ended when none has
 * come for a while. Each program runs in a process of its own.
 */
import { JudgeChild } from "./judge_child.ts";
import { type Case, type FromProcess, LIMITS, type Work } from "./judge_messages.ts";
import { type CaseResult, type Diagnostic, DIAGNOSTICS_MOST, type RunResult } from "./types.ts";

/** Runs programs. */
export type Judge = {
  /** How many programs it runs at once. */
  atOnce: number;
  /** @throws Error when it cannot run any program, or was stopped */
  run(work: Work): Promise<RunResult>;
  stop(): Promise<void>;
};

/** The built toolchain: its version, and the paths of its two files. */
export type JudgeKit = { version: string; llvm: string; sysroot: string };

const START_MS = 300_000;
/** A compiler without work is ended after this time: it takes some 400 MB. */
const IDLE_MS = 60_000;
/** A compiler is replaced after so many programs. */
const PROGRAMS_MOST = 200;
/** A process may be late by this much before it counts as stuck. */
const GRACE_MS = 30_000;

const KIT = "client/dist/cpp";

/** @throws Error when the toolchain has not been built */
export async function builtKit(): Promise<JudgeKit> {
  const { version, llvm, sysroot } = JSON.parse(await Deno.readTextFile(`${KIT}/kit.json`));
  return { version, llvm: `${KIT}/${llvm.file}`, sysroot: `${KIT}/${sysroot.file}` };
}

type Options = {
  kit?: () => Promise<JudgeKit>;
  /** By default half of the cores: the class's own work needs the others. */
  atOnce?: number;
  /** Read whenever a compiler has no more work. */
  idleMs?: number;
};

type Running = {
  children: Set<JudgeChild>;
  start(role: "compiler" | "runner"): JudgeChild;
};

export function createJudge(options: Options = {}): Judge {
  const { kit = builtKit, atOnce } = options;
  const idle: Compiler[] = [];
  let isStopped = false;
  const running: Running = {
    children: new Set(),
    start(role) {
      if (isStopped) throw new Error("the judge is stopped");
      const child = new JudgeChild(role);
      this.children.add(child);
      child.ended.then(() => this.children.delete(child));
      return child;
    },
  };

  function giveBack(one: Compiler): void {
    if (!one.child.isAlive) return;
    if (isStopped || one.programs >= PROGRAMS_MOST) return one.child.kill();
    idle.push(one);
    one.timer = setTimeout(() => one.child.kill(), options.idleMs ?? IDLE_MS);
    Deno.unrefTimer(one.timer);
  }

  return {
    atOnce: atOnce ?? Math.max(1, Math.floor(navigator.hardwareConcurrency / 2)),
    async run(work) {
      const waiting = idle.filter(({ child }) => child.isAlive).pop();
      idle.splice(0, idle.length, ...idle.filter((one) => one !== waiting && one.child.isAlive));
      const one = waiting ?? await startCompiler(running, await kit());
      clearTimeout(one.timer);
      one.programs += 1;
      try {
        const result = await judge(running, one, work);
        if (isStopped) throw new Error("the judge is stopped");
        return result;
      } finally {
        giveBack(one);
      }
    },
    async stop() {
      isStopped = true;
      const all = [...running.children];
      for (const child of all) child.kill();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

/** A compiler's process, and how many programs it has compiled. */
type Compiler = {
  child: JudgeChild;
  version: string;
  programs: number;
  timer?: ReturnType<typeof setTimeout>;
};

/** @throws Error when it does not start */
async function startCompiler(
  running: Running,
  { version, llvm, sysroot }: JudgeKit,
): Promise<Compiler> {
  const child = running.start("compiler");
  const late = setTimeout(() => child.kill(), START_MS);
  let failure: unknown;
  try {
    for (const path of [llvm, sysroot]) await child.sendFile(path);
    if ((await child.next(START_MS))?.type === "ready") return { child, version, programs: 0 };
  } catch (error) {
    failure = error;
  } finally {
    clearTimeout(late);
  }
  child.kill();
  await child.ended;
  throw new Error(`The judge did not start: ${child.errors || failure}`);
}

async function judge(
  running: Running,
  { child, version }: Compiler,
  { source, settings, cases, compileMs }: Work,
): Promise<RunResult> {
  const nothing: RunResult = { kit: version, compiled: false, diagnostics: [], cases: [] };
  await child.sendJson({ type: "compile", source, settings, cpuMs: compileMs });
  const compiled = await child.next(LIMITS.compile.wall);
  if (compiled?.type !== "compiled") return { ...nothing, diagnostics: [LATE_COMPILER] };
  const diagnostics = compiled.diagnostics.slice(0, DIAGNOSTICS_MOST);
  if (compiled.wasm === null) return { ...nothing, diagnostics };
  const wasm = Uint8Array.fromBase64(compiled.wasm);
  const results = await runCases(running, { compiler: child, wasm, settings, cases });
  return { kit: version, compiled: true, diagnostics, cases: results };
}

type Program = Pick<Work, "settings" | "cases"> & {
  compiler: JudgeChild;
  wasm: Uint8Array<ArrayBuffer>;
};

/** The results of all cases. A process ends after a case that was too slow: another one goes on. */
async function runCases(running: Running, program: Program): Promise<CaseResult[]> {
  const { cases } = program;
  const results: CaseResult[] = [];
  const end = performance.now() + LIMITS.cases.wall;
  let slowMs = 0;
  while (results.length < cases.length) {
    const isOver = performance.now() > end || slowMs > LIMITS.cases.cpu;
    if (isOver) results.push(NOT_RUN);
    else {
      const more = await runSome(running, { ...program, cases: cases.slice(results.length), end });
      results.push(...more);
      const isSlow = more.at(-1)?.verdict === "too slow";
      slowMs += isSlow ? program.settings.timeMs : 0;
    }
  }
  return results;
}

/** The results of the first cases, at least one. */
async function runSome(
  running: Running,
  { compiler, wasm, settings, cases, end }: Program & { cases: Case[]; end: number },
): Promise<CaseResult[]> {
  const runner = running.start("runner");
  const late = settings.timeMs * LIMITS.waiting + GRACE_MS;
  const results: CaseResult[] = [];
  try {
    await runner.send(wasm);
    await runner.sendJson({ type: "run", settings, cases });
    while (results.length < cases.length && performance.now() < end) {
      let message: FromProcess | null = await runner.next(late);
      if (message?.type === "crashed") {
        await runner.sendJson(await placesOf(compiler, message.stack));
        message = await runner.next(late);
      }
      if (message?.type === "case") results.push(message.result);
      else break;
    }
  } finally {
    runner.kill();
    await runner.ended;
  }
  return results.length > 0 ? results : [ENDED];
}

async function placesOf(compiler: JudgeChild, stack: string) {
  await compiler.sendJson({ type: "places", stack });
  const answer = await compiler.next(LIMITS.compile.wall);
  return answer?.type === "places" ? answer.places : [];
}

const LATE_COMPILER: Diagnostic = {
  severity: "error",
  message: "the compiler did not come to an end with this program",
  line: 1,
  column: 1,
  explanation: "The program asks too much of the compiler, so it was stopped.",
};

const ended = (verdict: "crashed" | "too slow", sentence: string): CaseResult => ({
  verdict,
  output: "",
  errors: "",
  sentence,
  line: null,
  exitCode: null,
  ms: 0,
});
/** The process ended in the middle of the case. */
const ENDED = ended("crashed", "The program was stopped: it took more than a program may.");
const NOT_RUN = ended(
  "too slow",
  "This case was not run: the cases before it took all the time.",
);
