/** Judges programs of Python: a process checks a program, and runs it on the cases. */
import type { JudgeChild } from "../../languages/judge/child.ts";
import type { Work } from "../../languages/judge/messages.ts";
import {
  JudgeDown,
  late,
  readCases,
  runCases,
  type StartProcess,
  throwIfKilled,
  type Toolchain,
} from "../../languages/judge/toolchain.ts";
import { DIAGNOSTICS_MOST, type RunResult } from "../../languages/types.ts";
import type { ToRunner } from "./runner.ts";

const FACTS = "client/dist/python/kit.json";

/** The version of the built interpreter, and the names of its files. @throws where there is none */
async function builtPython(): Promise<{ version: string; files: ToRunner["files"] }> {
  const { version, wasm, library, snapshot } = JSON.parse(await Deno.readTextFile(FACTS));
  return { version, files: { wasm: wasm.file, library: library.file, snapshot: snapshot.file } };
}

/** A process that has been asked to run a program. */
async function start(
  startProcess: StartProcess,
  request: ToRunner,
  { onSpent }: Work,
): Promise<JudgeChild> {
  const child = startProcess("python", request.settings.memoryMb);
  child.onSpent = onSpent;
  await child.sendJson(request);
  return child;
}

async function end(child: JudgeChild): Promise<void> {
  child.kill();
  await child.ended;
}

export function pythonToolchain(startProcess: StartProcess): Toolchain {
  return async (work) => {
    const { version, files } = await builtPython().catch((error) => {
      throw new JudgeDown(`The judge did not start: ${error}`);
    });
    const { source, settings, cases } = work;
    const request = { files, source, settings, cases, isChecked: false };
    // After it has checked the program, the first process goes on with the cases.
    let child: JudgeChild | null = await start(startProcess, request, work);
    try {
      const checked = await check(child);
      const compiled = { kit: version, ...checked };
      if (!checked.compiled) return { ...compiled, cases: [] };
      const results = await runCases(work, async (some) => {
        const rest = { ...request, cases: some.cases, isChecked: true };
        const one = child ?? await start(startProcess, rest, work);
        child = null;
        return await readCases(one, some).finally(() => end(one));
      });
      return { ...compiled, cases: results };
    } finally {
      if (child) await end(child);
    }
  };
}

async function check(child: JudgeChild): Promise<Pick<RunResult, "compiled" | "diagnostics">> {
  const message = await child.next();
  if (message?.type === "over") return { compiled: false, diagnostics: [LATE] };
  if (message?.type === "compiled") {
    const { hasProgram, diagnostics } = message;
    return { compiled: hasProgram, diagnostics: diagnostics.slice(0, DIAGNOSTICS_MOST) };
  }
  await throwIfKilled(child);
  throw new JudgeDown(`The interpreter did not start: ${child.errors}`);
}

const LATE = late("the program was not read to its end", "python");
