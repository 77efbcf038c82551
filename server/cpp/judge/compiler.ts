/**
 * The judge's process that compiles students' programs. It has no permission but to read its
 * worker's scripts. The compiler comes through standard input, then one program after the other; the
 * answers go to standard output. The process ends itself when a program takes too much of it.
 */
import { beat, frames, parsed, tell, tellBytes } from "../../languages/judge/frames.ts";
import { LIMITS } from "../../languages/judge/messages.ts";
import { ask } from "../../languages/judge/programs.ts";
import type { FromCompilerWorker, ToCompiler, ToCompilerWorker } from "./worker_messages.ts";

const worker = new Worker(new URL("./compiler_worker.ts", import.meta.url), {
  type: "module",
});

/** Asks the worker. The process ends when the answer takes more processor time. */
async function answerTo(request: ToCompilerWorker, cpuMost: number): Promise<FromCompilerWorker> {
  const answer = await ask<FromCompilerWorker>(worker, request, cpuMost);
  if (answer) return answer;
  tell({ type: "over" });
  Deno.exit(1);
}

async function main(): Promise<void> {
  const input = frames(Deno.stdin.readable);
  const [llvm, sysroot] = [await input.next(), await input.next()];
  if (llvm.done || sysroot.done) return;
  const { start, includes, each } = LIMITS.compile;
  await answerTo({ type: "load", llvm: llvm.value, sysroot: sysroot.value }, start);
  tell({ type: "ready" });
  for await (const frame of input) {
    const request = parsed<ToCompiler>(frame);
    if (request.type === "places") {
      const wasm = await input.next();
      if (wasm.done) return;
      const found = await answerTo({ ...request, wasm: wasm.value }, LIMITS.places);
      if (found.type === "places") tell(found);
      continue;
    }
    const { cpuMs = each, ...program } = request;
    await answerTo({ ...program, type: "prepare" }, includes);
    const answer = await answerTo(program, cpuMs);
    if (answer.type !== "compiled") continue;
    const { wasm, diagnostics } = answer;
    tell({ type: "compiled", hasProgram: wasm !== null, diagnostics });
    if (wasm) tellBytes(wasm);
  }
}

beat();
await main();
Deno.exit(0);
