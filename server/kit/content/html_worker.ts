/** The thread that renders rich text, so that a long or malicious text blocks nobody. */
import { threadCpuUsage } from "node:process";
import { parentPort } from "node:worker_threads";
import { Refusal } from "../core/errors.ts";
import { draftCode, draftText } from "./html.ts";

export type Job = { kind: "text" | "code"; source: string; field: string };
/**
 * The messages of a job: perhaps first the text with plain code, then the text. A refusal has a
 * sentence for the writer; a fault is an error of ours.
 */
export type Done = { html: string } | { refusal: string } | { fault: string };
/** With the CPU time that it took, in ms: other threads may have used the CPU in between. */
export type Told = "ready" | { draft: string } | (Done & { took: number });

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

function used(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}

parentPort?.on("message", (job: Job) => {
  const before = used();
  const done = render(job);
  tell({ ...done, took: used() - before });
});
tell("ready");
