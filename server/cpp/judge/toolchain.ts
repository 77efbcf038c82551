/**
 * Judges programs of C++: a compiler's process is started for the first program, and another one
 * after it, so that nobody waits for a compiler to start while a program is compiled for long. All
 * are ended when no program has come for a while. Each program runs in a process of its own.
 */
import type { JudgeChild } from "../../languages/judge/child.ts";
import { type Case, LONG_MS, type Work } from "../../languages/judge/messages.ts";
import {
  JudgeDown,
  readCases,
  runCases,
  type Running,
  type Toolchain,
  type ToolchainOptions,
} from "../../languages/judge/toolchain.ts";
import { type CaseResult, type Diagnostic, DIAGNOSTICS_MOST } from "../../languages/types.ts";
import type { StackFrame } from "../compiler.ts";

/** The built toolchain: its version, and the paths of its two files, which are compressed. */
export type JudgeKit = { version: string; llvm: string; sysroot: string };

/** A compiler is replaced after so many programs. */
const PROGRAMS_MOST = 200;

const KIT = "client/dist/cpp";

/** @throws Error when the toolchain has not been built */
export async function builtKit(): Promise<JudgeKit> {
  const { version, llvm, sysroot } = JSON.parse(await Deno.readTextFile(`${KIT}/kit.json`));
  return { version, llvm: `${KIT}/${llvm.file}.gz`, sysroot: `${KIT}/${sysroot.file}.gz` };
}

type Options = ToolchainOptions & { kit: () => Promise<JudgeKit> };

export function cppToolchain(running: Running, options: Options): Toolchain {
  const compilers = createCompilers(running, options);
  return {
    async run({ source, ...work }) {
      const { wasm, ...compiled } = await compilers.use((one) =>
        compile(compilers, one, { source, ...work })
      );
      if (!wasm) return { ...compiled, compiled: false, cases: [] };
      const program = { wasm, ...work };
      const results = await runCases(
        work,
        (some) => runSome({ running, compilers }, program, some),
      );
      return { ...compiled, compiled: true, cases: results };
    },
  };
}

/** A compiler's process, and how many programs it has compiled. */
type Compiler = { child: JudgeChild; version: string; programs: number };

/** Precompiled by the compiler of that version that was started first. */
type Includes = { version: string; bytes: Uint8Array<ArrayBuffer> };

/** The compilers' processes. A program has one only while it is compiled. */
type Compilers = {
  /** @throws JudgeDown when none starts */
  use<T>(ask: (one: Compiler) => Promise<T>): Promise<T>;
  /** Starts another one, for the program that comes next, if too few are there. */
  addIfFew(): void;
};

/** At least so many are kept: one may be busy for long. */
const KEPT = 2;

function createCompilers(
  running: Running,
  { kit, idleMs, most }: Options,
): Compilers {
  let idle: Compiler[] = [];
  /** The programs for which none was ready. While there are any, one is starting. */
  const waiting: PromiseWithResolvers<Compiler>[] = [];
  let isStarting = false;
  let inUse = 0;
  /** With them, a compiler starts in a fifth of the time. Kept as long as compilers without work. */
  let includes: Includes | null = null;
  let ending: ReturnType<typeof setTimeout> | undefined;

  async function start(): Promise<Compiler> {
    try {
      const started = await startCompiler(running, { kit, known: includes });
      includes = started.includes;
      endLater();
      return started.compiler;
    } catch (error) {
      // They may be why it did not start.
      includes = null;
      throw error;
    }
  }

  function endLater(): void {
    clearTimeout(ending);
    ending = setTimeout(() => {
      if (inUse > 0) return endLater();
      for (const { child } of idle) child.kill();
      includes = null;
    }, idleMs());
    Deno.unrefTimer(ending);
  }

  /** Gives a compiler to whoever waits for one; otherwise keeps it. */
  function release(one: Compiler): void {
    if (!one.child.isAlive) return;
    if (one.programs >= PROGRAMS_MOST) return one.child.kill();
    const next = waiting.shift();
    if (next) next.resolve(one);
    else idle.push(one);
  }

  const ready = () => idle = idle.filter(({ child }) => child.isAlive);

  /** Returns an idle compiler, or the first one that comes free or has started. */
  function take(): Promise<Compiler> | Compiler {
    const one = ready().pop();
    if (one) return one;
    const next = Promise.withResolvers<Compiler>();
    waiting.push(next);
    addSpare();
    return next.promise;
  }

  function addSpare(): void {
    if (isStarting) return;
    isStarting = true;
    start().then(release, (error) => waiting.shift()?.reject(error)).finally(() => {
      isStarting = false;
      if (waiting.length > 0) addSpare();
    });
  }

  function addIfFew(): void {
    const { length } = ready();
    if (length + inUse < KEPT || length === 0 && inUse < most) addSpare();
  }

  return {
    async use(ask) {
      inUse += 1;
      try {
        const one = await take();
        return await ask(one).finally(() => release(one));
      } finally {
        inUse -= 1;
        endLater();
        addIfFew();
      }
    },
    addIfFew,
  };
}

/**
 * @param known includes that were precompiled before, of any version
 * @returns the compiler, and its first program's includes if they are known by now
 * @throws JudgeDown when it does not start
 */
async function startCompiler(
  running: Running,
  { kit, known }: { kit: () => Promise<JudgeKit>; known: Includes | null },
): Promise<{ compiler: Compiler; includes: Includes | null }> {
  let child: JudgeChild | undefined;
  let failure: unknown = "its process ended";
  try {
    const { version, llvm, sysroot } = await kit();
    let includes = known?.version === version ? known : null;
    child = running.start("compiler");
    for (const path of [llvm, sysroot]) await child.sendFile(path);
    await child.send(includes?.bytes ?? new Uint8Array());
    const ready = await child.next();
    if (ready?.type === "ready") {
      const bytes = ready.hasIncludes ? await child.nextBytes() : null;
      if (bytes) includes = { version, bytes };
      return { compiler: { child, version, programs: 0 }, includes };
    }
  } catch (error) {
    failure = error;
  }
  child?.kill();
  await child?.ended;
  throw new JudgeDown(`The judge did not start: ${child?.errors || failure}`);
}

type Processes = { running: Running; compilers: Compilers };
type Compiled = { kit: string; diagnostics: Diagnostic[]; wasm: Uint8Array<ArrayBuffer> | null };

async function compile(
  compilers: Compilers,
  one: Compiler,
  { source, settings, compileMs, onSpent }: Work,
): Promise<Compiled> {
  const { child, version: kit } = one;
  one.programs += 1;
  let spent = 0;
  child.onSpent = (ms) => {
    onSpent?.(ms);
    spent += ms;
    // Whoever comes while this one is compiled must not wait for a compiler to start.
    if (spent > LONG_MS) compilers.addIfFew();
  };
  try {
    await child.sendJson({ type: "compile", source, settings, cpuMs: compileMs });
    const compiled = await child.next();
    if (compiled?.type !== "compiled") {
      // It ends itself by now, and must not get another program before it has.
      child.kill();
      if (compiled?.type !== "over") throw await ended(child);
      return { kit, wasm: null, diagnostics: [LATE_COMPILER] };
    }
    const diagnostics = compiled.diagnostics.slice(0, DIAGNOSTICS_MOST);
    if (!compiled.hasProgram) return { kit, wasm: null, diagnostics };
    const wasm = await child.nextBytes();
    if (!wasm) throw await ended(child);
    return { kit, wasm, diagnostics };
  } finally {
    child.onSpent = undefined;
  }
}

async function ended(child: JudgeChild): Promise<Error> {
  await child.ended;
  return new Error(`The compiler's process has ended: ${child.errors}`);
}

type Program = Pick<Work, "settings" | "cases" | "casesMs" | "onSpent"> & {
  wasm: Uint8Array<ArrayBuffer>;
};

/** The results of the first cases. */
async function runSome(
  { running, compilers }: Processes,
  { wasm, settings, onSpent }: Program,
  some: { cases: Case[]; left: { ms: number } },
): Promise<CaseResult[]> {
  const runner = running.start("runner", settings.memoryMb);
  runner.onSpent = onSpent;
  try {
    await runner.send(wasm);
    await runner.sendJson({ type: "run", settings, cases: some.cases });
    return await readCases(runner, some, async () => {
      const message = await runner.next();
      if (message?.type !== "crashed") return message;
      await runner.sendJson(await placesOf(compilers, { stack: message.stack, wasm }));
      return await runner.next();
    });
  } finally {
    runner.kill();
    await runner.ended;
  }
}

function placesOf(
  compilers: Compilers,
  { stack, wasm }: { stack: string; wasm: Uint8Array<ArrayBuffer> },
): Promise<StackFrame[]> {
  return compilers.use(async ({ child }) => {
    await child.sendJson({ type: "places", stack });
    await child.send(wasm);
    const answer = await child.next();
    return answer?.type === "places" ? answer.places : [];
  });
}

const LATE_COMPILER: Diagnostic = {
  severity: "error",
  message: "the compiler did not come to an end with this program",
  line: 1,
  column: 1,
  explanation: "The program asks too much of the compiler, so it was stopped.",
};
