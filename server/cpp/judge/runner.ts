/**
 * The judge's process that runs one student's program on each case, in a worker of its own. It has
 * no permission but to read its worker's scripts. A worker cannot be trusted to end in an endless
 * loop, so this process ends itself after a case that was too slow; the other cases then run in
 * another process.
 */
import { beat, frames, parsed, tell, watch } from "../../languages/judge/frames.ts";
import type { FromProcess } from "../../languages/judge/messages.ts";
import type { FromWorker, ToRunner, ToWorker } from "./worker_messages.ts";
import type { Outcome } from "../program.ts";
import { folderOf } from "../../languages/program_files.ts";
import type { RunSettings } from "../../languages/types.ts";
import { tooMuchMemory, tooSlow } from "../../languages/verdict.ts";
import { caseResult } from "../verdict.ts";

type Ran = {
  output: string;
  errors: string;
  ms: number;
  spentMs: number;
  /** The newest `Outcome.stuck`. */
  stuck: string | null;
  /** What it has taken too much of, if it did not end. */
  outcome: Outcome | "time" | "memory";
};

function runOnce(module: WebAssembly.Module, input: string, settings: RunSettings): Promise<Ran> {
  const started = performance.now();
  const worker = new Worker(new URL("./program_worker.ts", import.meta.url), {
    type: "module",
  });
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const text = { stdout: "", stderr: "" };
  let stuck: string | null = null;
  return new Promise((resolve) => {
    const end = (outcome: Ran["outcome"]) => {
      const spentMs = endWatch();
      worker.terminate();
      const ms = performance.now() - started;
      resolve({ output: text.stdout, errors: text.stderr, ms, spentMs, stuck, outcome });
    };
    const endWatch = watch({ ms: settings.timeMs, memoryMb: settings.memoryMb }, end);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === "ended") return end(data.cpuMs > settings.timeMs ? "time" : data.outcome);
      if (data.type === "stuck") return void (stuck = data.sentence);
      text[data.stream] += decoders[data.stream].decode(data.bytes, { stream: true });
    };
    const sent: ToWorker = {
      module,
      input,
      output: settings.outputKb * 1024,
      files: folderOf(settings),
    };
    worker.postMessage(sent);
  });
}

async function main(): Promise<void> {
  const input = frames(Deno.stdin.readable);
  const [wasm, job] = [await input.next(), await input.next()];
  if (wasm.done || job.done) return;
  const module = await WebAssembly.compile(wasm.value);
  const { settings, cases } = parsed<ToRunner>(job.value);
  for (const { input: stdin, output: expected } of cases) {
    const { output, errors, ms, spentMs, stuck, outcome } = await runOnce(module, stdin, settings);
    if (typeof outcome === "string") {
      const stopped = outcome === "time" ? tooSlow : tooMuchMemory;
      tell({ type: "case", result: stopped({ output, errors, settings, ms, stuck }), spentMs });
      return;
    }
    let places: (FromProcess & { type: "places" })["places"] = [];
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
