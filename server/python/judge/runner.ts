/**
 * The judge's process that runs one student's program of Python on each case, in a worker of its own
 * with a fresh interpreter. It has no permission but to read its worker's scripts and the
 * interpreter. It ends itself after a case that was stopped; the other cases then run in another
 * process.
 */
import { beat, frames, parsed, tell, watch } from "../../languages/judge/frames.ts";
import { type Case, LIMITS } from "../../languages/judge/messages.ts";
import { runIn } from "../../languages/judge/programs.ts";
import { type ProgramFiles, programOf } from "../../languages/program_files.ts";
import type { Diagnostic, ProgramEnd, RunSettings } from "../../languages/types.ts";
import { caseResult } from "../../languages/verdict.ts";
import type { Kit } from "../interpreter.ts";
import type { FromPython, ToPython } from "../program.ts";
import type { Folder } from "./program_worker.ts";

export type ToRunner = {
  /** The names of the kit's files, in the folder of the built interpreter. */
  files: { wasm: string; library: string; snapshot: string };
  source: string;
  settings: RunSettings;
  cases: Case[];
  isChecked: boolean;
};

const FOLDER = new URL("../../../client/dist/python/", import.meta.url);

/** As judge.sh has it. */
const STACK_KB = 16_000;
const MB = 1024 * 1024;
/** What reading a program may take. */
const CHECK_MEMORY = 256 * MB;

class Python {
  readonly worker = new Worker(new URL("./program_worker.ts", import.meta.url), {
    type: "module",
  });

  /** Resolves with the first message of this type; null if that takes too long. */
  ask<Type extends FromPython["type"]>(
    request: ToPython,
    type: Type,
    ms: number,
  ): Promise<FromPython & { type: Type } | null> {
    return new Promise((resolve) => {
      const end = (answer: FromPython & { type: Type } | null) => {
        endWatch();
        resolve(answer);
      };
      const endWatch = watch({ ms }, () => end(null));
      this.worker.onmessage = ({ data }: MessageEvent<FromPython>) => {
        if (data.type === type) end(data as FromPython & { type: Type });
        else if (data.type === "failed") end(null);
      };
      this.worker.postMessage(request);
    });
  }

  async load(kit: Kit, memory: number): Promise<boolean> {
    this.worker.postMessage({ folder: FOLDER.href } satisfies Folder);
    const request = { type: "load", kit, memory, stackKb: STACK_KB } as const;
    return await this.ask(request, "loaded", LIMITS.python.load) !== null;
  }
}

async function readKit({ files }: ToRunner): Promise<Kit> {
  const read = (name: string) => Deno.readFile(new URL(name, FOLDER));
  const [wasm, library, snapshot] = await Promise.all(
    [files.wasm, files.library, files.snapshot].map(read),
  );
  if (!wasm || !library || !snapshot) throw new Error("The interpreter is incomplete.");
  return { module: await WebAssembly.compile(wasm), library, snapshot };
}

async function check(kit: Kit, program: ProgramFiles): Promise<Diagnostic[] | null> {
  const python = new Python();
  if (!await python.load(kit, CHECK_MEMORY)) Deno.exit(1);
  const checked = await python.ask({ type: "check", program }, "checked", LIMITS.python.check);
  python.worker.terminate();
  return checked && checked.diagnostics;
}

/** Runs the program on a case. @returns whether the process can go on */
async function runCase(
  kit: Kit,
  { source, settings }: ToRunner,
  { input, output: expected }: Case,
): Promise<boolean> {
  const python = new Python();
  if (!await python.load(kit, settings.memoryMb * MB)) return false;
  const program = programOf(source, settings);
  const ran = await runIn<ProgramEnd>(python.worker, { program }, { settings, input });
  const result = "stopped" in ran ? ran.stopped : caseResult({ ...ran, settings, expected });
  tell({ type: "case", result, spentMs: ran.spentMs });
  // A program that was stopped may catch that and go on, and Deno ends no worker that computes.
  return "end" in ran && (ran.end.ending === "finished" || ran.end.ending === "crashed");
}

async function main(): Promise<void> {
  const job = await frames(Deno.stdin.readable).next();
  if (job.done) return;
  const request = parsed<ToRunner>(job.value);
  const kit = await readKit(request);
  if (!request.isChecked) {
    const diagnostics = await check(kit, programOf(request.source, request.settings));
    if (diagnostics === null) return tell({ type: "over" });
    const hasProgram = diagnostics.every(({ severity }) => severity !== "error");
    tell({ type: "compiled", hasProgram, diagnostics });
    if (!hasProgram) return;
  }
  for (const one of request.cases) if (!await runCase(kit, request, one)) return;
}

beat();
await main();
Deno.exit(0);
