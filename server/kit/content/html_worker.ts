/** The thread that renders rich text, so that a long or malicious text blocks nobody. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { Refusal } from "../core/errors.ts";
import { usedByThread, withCpuLimit } from "./cpu_limit.ts";
import { draftCode, draftText } from "./html.ts";
import { TOO_INTRICATE } from "./render_budget.ts";

export type Job = { kind: "text" | "code"; source: string; field: string };
/** A job, and the longest time that it may take in ms, without the allowance for its length. */
export type Order = Job & { patience: number; isSlow: boolean };
/**
 * A refusal has a sentence for the writer; a fault is an error of ours. `isLate`: the text was
 * stopped, so the thread is not used again.
 */
export type Done = ({ html: string } | { refusal: string } | { fault: string }) & {
  isLate?: boolean;
};
/** With the CPU time that it took, in ms: other threads may have used the CPU in between. */
export type Told = "ready" | (Done & { took: number });

/** The allowance for each thousand characters, in ms. */
const PATIENCE_A_THOUSAND_MS = 30;
/** The time for highlighting, after all else is done. Code that takes longer stays plain. */
const HIGHLIGHT_MS = 400;
const HIGHLIGHT_A_THOUSAND_MS = 10;

const tell = (told: Told) => parentPort?.postMessage(told);

function render({ kind, source, field, patience }: Order): Done {
  const thousands = source.length / 1000;
  try {
    const draft = () => (kind === "code" ? draftCode : draftText)(source, field);
    const drafted = withCpuLimit(patience + PATIENCE_A_THOUSAND_MS * thousands, draft);
    if (!drafted) return { refusal: TOO_INTRICATE, isLate: true };
    const { html } = drafted.answer;
    let { highlight } = drafted.answer;
    if (highlight === null) return { html };
    const done = withCpuLimit(HIGHLIGHT_MS + HIGHLIGHT_A_THOUSAND_MS * thousands, () => {
      // What was stopped in the middle is not used again.
      const write = highlight ?? draft().highlight;
      highlight = null;
      return write?.() ?? html;
    });
    return done ? { html: done.answer } : { html, isLate: true };
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

/** Everything else that the server does comes before slow texts. */
const NICENESS = 10;

parentPort?.on("message", (order: Order) => {
  // Linux has a priority for each thread, and only root can raise it again.
  if (order.isSlow && Deno.build.os === "linux") setPriority(0, NICENESS);
  const before = usedByThread();
  const done = render(order);
  tell({ ...done, took: usedByThread() - before });
});
tell("ready");
