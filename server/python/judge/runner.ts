/**
 * The judge's process that runs one student's program of Python on each case, in a worker of its own
 * with a fresh interpreter. It has no permission but to read its worker's scripts and the
 * interpreter. It ends itself after a case that was stopped; the other cases then run in another
 * process.
 */
import { beat, frames, parsed, tell } from "../../languages/judge/frames.ts";
import { type Case, LIMITS } from "../../languages/judge/messages.ts";
import { ask, runIn } from "../../languages/judge/programs.ts";
import { type ProgramFiles, programOf } from "../../languages/program_files.ts";
import type { Diagnostic, ProgramEnd, RunSettings } from "../../languages/types.ts";
import { caseResult } from "../../languages/verdict.ts";
import type { Kit } from "../interpreter.ts";
import type { FromPython, ToPython } from "../program.ts";

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

async function load(kit: Kit, memory: number): Promise<Worker> {
  const url = new URL("./program_worker.ts", import.meta.url);
  const worker = new Worker(url, { type: "module", name: FOLDER.href });
  const request: ToPython = { type: "load", kit, memory, stackKb: STACK_KB };
  const answer = await ask<FromPython>(worker, request, LIMITS.python.load);
  if (answer?.type !== "loaded") Deno.exit(1);
  return worker;
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
  const worker = await load(kit, CHECK_MEMORY);
  const request: ToPython = { type: "check", program };
  const answer = await ask<FromPython>(worker, request, LIMITS.python.check);
  worker.terminate();
  return answer?.type === "checked" ? answer.diagnostics : null;
}

/** Runs the program on a case. @returns whether the process can go on */
async function runCase(
  kit: Kit,
  { source, settings }: ToRunner,
  { input, output: expected }: Case,
): Promise<boolean> {
  const worker = await load(kit, settings.memoryMb * MB);
  const program = programOf(source, settings);
  const ran = await runIn<ProgramEnd>(worker, { program }, { settings, input });
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
