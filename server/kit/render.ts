/** Rich text to HTML: at once what is simple, all else on a thread of its own, within a time limit. */
import { badField } from "./errors.ts";
import { toHtml } from "./html.ts";
import type { Done, Job } from "./html_worker.ts";
import { allSent } from "./transaction.ts";

export type Renderer = {
  /** Markdown or HTML to safe HTML. @throws Refusal 400 naming the field */
  text(source: string, field: string): Promise<string>;
  /**
   * The same in two steps, the second of which takes a moment at most: while a database works on
   * what it was just asked, it costs no time.
   */
  soon(source: string, field: string): Promise<() => Promise<string>>;
  /** A student's code to highlighted HTML. @throws Refusal 400 naming the field */
  code(source: string, field: string): Promise<string>;
  stop(): void;
};

type Waiting = { job: Job; done: (html: string) => void; failed: (error: Error) => void };

/** Any honest text takes milliseconds. */
const PATIENCE_MS = 5000;

/** What a text that is rendered at once has at most: of characters, and of those that can nest. */
const SIMPLE = { length: 1000, marks: 40 };
const MARK = /[-+*_~`>|#[\]<&\\@^]|\d[.)]|\/\/|www/g;

/**
 * Whether a text cannot take long, whatever it says: rendered where it is, it costs less than the
 * way to another thread and back.
 */
export function isSimple(source: string): boolean {
  if (source.length > SIMPLE.length) return false;
  return (source.match(MARK)?.length ?? 0) <= SIMPLE.marks;
}

/** @param patience milliseconds that one text may take */
export function createRenderer(patience = PATIENCE_MS): Renderer {
  const queue: Waiting[] = [];
  let current: Waiting | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReady = false;
  let thread = start();

  function start(): Worker {
    isReady = false;
    const thread = new Worker(import.meta.resolve("./html_worker.ts"), { type: "module" });
    thread.onmessage = ({ data }: MessageEvent<Done | "ready">) => {
      if (data === "ready") isReady = true;
      else if ("html" in data) finish((waiting) => waiting.done(data.html));
      else finish(({ job, failed }) => failed(badField(job.field, data.refusal)));
      next();
    };
    thread.onerror = (event) => {
      event.preventDefault();
      const error = new Error(`rendering failed: ${event.message}`);
      current ??= queue.shift() ?? null;
      finish(({ failed }) => failed(error));
      restart();
    };
    return thread;
  }

  function restart(): void {
    thread.terminate();
    thread = start();
  }

  function finish(answer: (waiting: Waiting) => void): void {
    clearTimeout(timer);
    const finished = current;
    current = null;
    if (finished) answer(finished);
  }

  function next(): void {
    if (current || !isReady) return;
    current = queue.shift() ?? null;
    if (!current) return;
    thread.postMessage(current.job);
    timer = setTimeout(() => {
      finish(({ job, failed }) =>
        failed(badField(job.field, "This text is too intricate to be shown. Please simplify it."))
      );
      restart();
    }, patience);
  }

  const render = (job: Job) =>
    new Promise<string>((done, failed) => {
      queue.push({ job, done, failed });
      next();
    });

  return {
    async text(source, field) {
      return isSimple(source)
        ? toHtml(source, field)
        : await render({ kind: "text", source, field });
    },
    async soon(source, field) {
      if (isSimple(source)) {
        return async () => {
          // What was asked of the database leaves at the end of a turn; rendering holds up the next.
          await allSent();
          await allSent();
          return toHtml(source, field);
        };
      }
      const html = await render({ kind: "text", source, field });
      return () => Promise.resolve(html);
    },
    code: (source, field) => render({ kind: "code", source, field }),
    stop() {
      clearTimeout(timer);
      thread.terminate();
    },
  };
}
