/** The thread in which rich text is rendered, so that a long or a malicious one stops nobody. */
import { threadCpuUsage } from "node:process";
import { parentPort } from "node:worker_threads";
import { Refusal } from "./errors.ts";
import { draftCode, draftText } from "./html.ts";

export type Job = { kind: "text" | "code"; source: string; field: string };
/**
 * What becomes of a job: perhaps first the text with its code plain, then the text. A refusal's
 * sentence says why it cannot be taken; a fault is ours.
 */
export type Done = { html: string } | { refusal: string } | { fault: string };
/** With the milliseconds of processor time that it took: others may have kept the processor. */
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

/** Rendered once before the first text, which would wait for all of this to be loaded and compiled. */
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
