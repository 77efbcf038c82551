/** The thread in which rich text is rendered, so that a long or a malicious one stops nobody. */
import { Refusal } from "./errors.ts";
import { codeToHtml, toHtml } from "./html.ts";

export type Job = { kind: "text" | "code"; source: string; field: string };
/** What became of a job; a refusal's sentence says why the text cannot be taken. */
export type Done = { html: string } | { refusal: string };

const thread = self as unknown as Worker;

thread.onmessage = ({ data }: MessageEvent<Job>) => {
  const { kind, source, field } = data;
  thread.postMessage(render(kind === "code" ? codeToHtml : toHtml, source, field));
};

function render(to: typeof toHtml, source: string, field: string): Done {
  try {
    return { html: to(source, field) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

thread.postMessage("ready");
