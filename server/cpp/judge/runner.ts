/**
 * The judge's process that runs one student's program on each case, in a worker of its own. It has
 * no permission but to read its worker's scripts. A worker cannot be trusted to end in an endless
 * loop, so this process ends itself after a case that was too slow; the other cases then run in
 * another process.
 */
import { beat, frames, parsed, tell } from "../../languages/judge/frames.ts";
import { runIn } from "../../languages/judge/programs.ts";
import { folderOf } from "../../languages/program_files.ts";
import type { StackFrame } from "../compiler.ts";
import type { Outcome } from "../program.ts";
import { caseResult } from "../verdict.ts";
import type { ToRunner } from "./worker_messages.ts";

async function main(): Promise<void> {
  const input = frames(Deno.stdin.readable);
  const [wasm, job] = [await input.next(), await input.next()];
  if (wasm.done || job.done) return;
  const module = await WebAssembly.compile(wasm.value);
  const { settings, cases } = parsed<ToRunner>(job.value);
  for (const { input: stdin, output: expected } of cases) {
    const worker = new Worker(new URL("./program_worker.ts", import.meta.url), { type: "module" });
    const program = { module, files: folderOf(settings) };
    const ran = await runIn<Outcome>(worker, program, { settings, input: stdin });
    const { spentMs } = ran;
    if ("stopped" in ran) return tell({ type: "case", result: ran.stopped, spentMs });
    const { end: outcome, output, errors } = ran;
    let places: StackFrame[] = [];
    if (outcome.stack) {
      tell({ type: "crashed", stack: outcome.stack });
      const answer = await input.next();
      if (answer.done) return;
      places = parsed(answer.value);
    }
    const result = caseResult({ outcome, output, errors, settings, expected, places });
    tell({ type: "case", result, spentMs });
  }
}

beat();
await main();
Deno.exit(0);
