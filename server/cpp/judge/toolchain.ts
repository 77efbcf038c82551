/** Judges C++. Compilers stay for the next programs; each program has a process of its own. */
import type { JudgeChild } from "../../languages/judge/child.ts";
import type { Case, Work } from "../../languages/judge/messages.ts";
import {
  JudgeDown,
  late,
  readCases,
  runCases,
  type StartProcess,
  type Toolchain,
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

type Options = {
  kit: () => Promise<JudgeKit>;
  /** A compiler without work is ended after so long. */
  idleMs: () => number;
};

export function cppToolchain(startProcess: StartProcess, options: Options): Toolchain {
  const useCompiler = createCompilers(startProcess, options);
  return async ({ source, ...work }) => {
    const { wasm, ...compiled } = await useCompiler((one) => compile(one, { source, ...work }));
    if (!wasm) return { ...compiled, compiled: false, cases: [] };
    const processes = { startProcess, useCompiler };
    const cases = await runCases(work, (some) => runSome(processes, { wasm, ...work }, some));
    return { ...compiled, compiled: true, cases };
  };
}

/** A compiler's process, and how many programs it has compiled. */
type Compiler = { child: JudgeChild; version: string; programs: number };

/** Gives a compiler to a program for as long as it is compiled. @throws JudgeDown if none starts */
type UseCompiler = <T>(ask: (one: Compiler) => Promise<T>) => Promise<T>;

function createCompilers(startProcess: StartProcess, { kit, idleMs }: Options): UseCompiler {
  let idle: Compiler[] = [];
  let ending: ReturnType<typeof setTimeout> | undefined;
  /** Each has started a compiler, and gets that one or one that is released before. */
  const waiting: PromiseWithResolvers<Compiler>[] = [];

  function release(one: Compiler): void {
    if (one.programs >= PROGRAMS_MOST) one.child.kill();
    const next = one.child.isAlive ? waiting.shift() : undefined;
    if (next) return next.resolve(one);
    idle.push(one);
    clearTimeout(ending);
    ending = setTimeout(() => {
      for (const { child } of idle.splice(0)) child.kill();
    }, idleMs());
    Deno.unrefTimer(ending);
  }

  /** A start takes ten seconds, and most compilations take one. */
  function startOrWait(): Promise<Compiler> {
    const given = Promise.withResolvers<Compiler>();
    waiting.push(given);
    startCompiler(startProcess, kit).then(release, (error) => waiting.shift()?.reject(error));
    return given.promise;
  }

  return async (ask) => {
    idle = idle.filter(({ child }) => child.isAlive);
    const one = idle.pop() ?? await startOrWait();
    return await ask(one).finally(() => release(one));
  };
}

/** @throws JudgeDown when it does not start */
async function startCompiler(
  startProcess: StartProcess,
  kit: Options["kit"],
): Promise<Compiler> {
  let child: JudgeChild | undefined;
  let failure: unknown = "its process ended";
  try {
    const { version, llvm, sysroot } = await kit();
    child = startProcess("compiler");
    for (const path of [llvm, sysroot]) await child.sendFile(path);
    const ready = await child.next();
    if (ready?.type === "ready") return { child, version, programs: 0 };
  } catch (error) {
    failure = error;
  }
  child?.kill();
  await child?.ended;
  throw new JudgeDown(`The judge did not start: ${child?.errors || failure}`);
}

const LATE = late("the compiler did not come to an end with this program", "cpp");

type Processes = { startProcess: StartProcess; useCompiler: UseCompiler };
type Compilation = { kit: string; diagnostics: Diagnostic[]; wasm: Uint8Array<ArrayBuffer> | null };

async function compile(
  one: Compiler,
  { source, settings, compileMs, onSpent }: Work,
): Promise<Compilation> {
  const { child, version: kit } = one;
  one.programs += 1;
  child.onSpent = onSpent;
  try {
    await child.sendJson({ type: "compile", source, settings, cpuMs: compileMs });
    const compiled = await child.next();
    if (compiled?.type !== "compiled") {
      // It ends itself by now, and must not get another program before it has.
      child.kill();
      if (compiled?.type !== "over") throw await ended(child);
      return { kit, wasm: null, diagnostics: [LATE] };
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

async function runSome(
  { startProcess, useCompiler }: Processes,
  { wasm, settings, onSpent }: Program,
  some: { cases: Case[]; left: { ms: number } },
): Promise<CaseResult[]> {
  const runner = startProcess("runner", settings.memoryMb);
  runner.onSpent = onSpent;
  try {
    await runner.send(wasm);
    await runner.sendJson({ type: "run", settings, cases: some.cases });
    return await readCases(runner, some, async () => {
      const message = await runner.next();
      if (message?.type !== "crashed") return message;
      await runner.sendJson(await placesOf(useCompiler, { stack: message.stack, wasm }));
      return await runner.next();
    });
  } finally {
    runner.kill();
    await runner.ended;
  }
}

function placesOf(
  useCompiler: UseCompiler,
  { stack, wasm }: { stack: string; wasm: Uint8Array<ArrayBuffer> },
): Promise<StackFrame[]> {
  return useCompiler(async ({ child }) => {
    await child.sendJson({ type: "places", stack });
    await child.send(wasm);
    const answer = await child.next();
    return answer?.type === "places" ? answer.places : [];
  });
}
