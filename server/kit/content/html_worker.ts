/** The thread that renders rich text, so that a long or malicious text blocks nobody. */
import { threadCpuUsage } from "node:process";
import { Script } from "node:vm";
import { parentPort } from "node:worker_threads";
import { Refusal } from "../core/errors.ts";
import { draftCode, draftText } from "./html.ts";

export type Job = { kind: "text" | "code"; source: string; field: string };
/** A job, and the time after which it is stopped, in ms: it has been given up by then. */
export type Order = Job & { stopAfter: number };
/**
 * The messages of a job: perhaps first the text with plain code, then the text. A refusal has a
 * sentence for the writer; a fault is an error of ours.
 */
export type Done = { html: string } | { refusal: string } | { fault: string };
/** With the CPU time that it took, in ms: other threads may have used the CPU in between. */
export type Told = "ready" | "stopped" | { draft: string } | (Done & { took: number });

const tell = (told: Told) => parentPort?.postMessage(told);

function render({ kind, source, field }: Job): Done {
  try {
    const { html, highlight } = (kind === "code" ? draftCode : draftText)(source, field);
    if (highlight === null) return { html };
    tell({ draft: html });
    return { html: highlight() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    return { fault: error instanceof Error ? `${error.stack}` : String(error) };
  }
}

/**
 * Renders one text at the start, so that the first real text does not wait for code to load and
 * compile.
 */
const SAMPLE = "A *text* with `code`:\n\n```cpp\nint a[] = {1, 2};\n```\n\n- [a](https://b.c)\n";
draftText(SAMPLE, "sample").highlight?.();

const scope = globalThis as { work?: () => Done };
const script = new Script("work()");

/**
 * Deno's `terminate()` lets a thread go on for as long as it computes, so a text that was given up
 * stops itself. A thread whose text ends in the same moment may never answer again: whoever waits
 * for it needs a limit of their own.
 * @returns null when it was stopped
 */
function stopping({ stopAfter, ...job }: Order): Done | null {
  scope.work = () => render(job);
  try {
    return script.runInThisContext({ timeout: Math.ceil(stopAfter) });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw error;
  }
}

function used(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}

parentPort?.on("message", (order: Order) => {
  const before = used();
  const done = stopping(order);
  tell(done ? { ...done, took: used() - before } : "stopped");
});
tell("ready");
