/** The thread that renders rich text, so that a long or malicious text blocks nobody. */
import { Script } from "node:vm";
import { parentPort } from "node:worker_threads";
import { Refusal } from "../core/errors.ts";
import { codeToHtml, toHtml } from "./html.ts";
import { TOO_INTRICATE } from "./render_budget.ts";

export type Job = { kind: "text" | "code"; source: string; field: string };
/** A job, and the time after which it is stopped, in ms. */
export type Order = Job & { stopAfter: number };
/** A refusal has a sentence for the writer; a fault is an error of ours. */
export type RenderResult = { html: string } | { refusal: string } | { fault: string };

const render = { text: toHtml, code: codeToHtml };
const scope = globalThis as { work?: () => string };
const script = new Script("work()");

/** Deno's `terminate()` lets a thread go on for as long as it computes, so a text stops itself. */
function done({ kind, source, field, stopAfter }: Order): RenderResult {
  scope.work = () => render[kind](source, field);
  try {
    return { html: script.runInThisContext({ timeout: Math.ceil(stopAfter) }) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    const isLate = (error as { code?: string }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    if (isLate) return { refusal: TOO_INTRICATE };
    return { fault: error instanceof Error ? `${error.stack}` : String(error) };
  }
}

/** So that the first real text does not wait for code to be loaded and compiled. */
const SAMPLE = "A *text* with `code`:\n\n```cpp\nint a[] = {1, 2};\n```\n\n- [a](https://b.c)\n";
toHtml(SAMPLE, "sample");

parentPort?.on("message", (order: Order) => parentPort?.postMessage(done(order)));
parentPort?.postMessage("ready");
