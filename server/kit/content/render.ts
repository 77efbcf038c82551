/** On one thread, one text after another. What would take long is refused, before or in time. */
import { Worker } from "node:worker_threads";
import { badField } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { type Actor, isStaff } from "../core/roles.ts";
import { CAPS, createQueue } from "../limits/queues.ts";
import { TOO_INTRICATE } from "./render_budget.ts";
import type { Job, Order, RenderResult } from "./render_worker.ts";

type Writer = Pick<Actor, "_id" | "role">;

export type Renderer = ReturnType<typeof createRenderer>;

/** Each throws a Refusal: 400 naming the field, 429 when too many of the person wait. */
export type Texts = {
  /** Markdown or HTML to safe HTML. */
  text(source: string, field: string): Promise<string>;
  /** A student's code to highlighted HTML. */
  code(source: string, field: string): Promise<string>;
};

/** Forty times the time of an honest text of this length, in ms: a busy machine may stop the thread. */
const patienceFor = (length: number): number => 2000 + 0.06 * length;
/** A thread that has not even stopped its text after this time hangs. */
const HANGS_MS = 2000;
/** A text of 100,000 characters takes half of this. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 };

const refused: RenderResult = { refusal: TOO_INTRICATE };

export const openThread = (): Worker =>
  new Worker(new URL("./render_worker.ts", import.meta.url), { resourceLimits: MEMORY });

type Thread = { worker: Worker; ready: Promise<unknown> };

type Options = {
  log?: Pick<Log, "warn">;
  /** For tests: the longest time of a text of this length, in ms; and another thread. */
  patience?: (length: number) => number;
  open?: () => Worker;
};

export function createRenderer(
  { log, patience = patienceFor, open = openThread }: Options = {},
) {
  const queue = createQueue(CAPS.text);
  /** Starts with the first text, and again after one that it did not survive. */
  let thread: Thread | null = null;

  function start(): Thread {
    const worker = open();
    const ready = new Promise((begun, failed) => {
      worker.once("message", begun).once("error", failed);
    });
    const started = { worker, ready };
    worker.on("error", () => end(started));
    return started;
  }

  function end(one: Thread): void {
    one.worker.terminate();
    if (thread === one) thread = null;
  }

  async function render(job: Job): Promise<string> {
    const one = thread ??= start();
    await one.ready;
    const done = await renderedBy(one, job);
    if ("html" in done) return done.html;
    if ("refusal" in done) throw badField(job.field, done.refusal);
    log?.warn({ fault: done.fault, field: job.field }, "a text could not be rendered");
    throw badField(job.field, TOO_INTRICATE);
  }

  async function renderedBy(one: Thread, job: Job): Promise<RenderResult> {
    const { promise, resolve } = Promise.withResolvers<RenderResult>();
    const died = (error: Error & { code?: string }) =>
      resolve(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? refused : { fault: error.message });
    const stopAfter = patience(job.source.length);
    const timer = setTimeout(() => {
      end(one);
      resolve(refused);
    }, stopAfter + HANGS_MS);
    one.worker.once("message", resolve).once("error", died);
    one.worker.postMessage({ ...job, stopAfter } satisfies Order);
    const done = await promise;
    clearTimeout(timer);
    one.worker.off("message", resolve).off("error", died);
    return done;
  }

  return {
    /** @param writer whose texts are rendered one after the other; those of staff go before others' */
    by: (writer: Writer): Texts => {
      const rendered = (kind: Job["kind"]) => (source: string, field: string) =>
        queue.run(writer._id, () => render({ kind, source, field }), isStaff(writer));
      return { text: rendered("text"), code: rendered("code") };
    },
    stop(): void {
      if (thread) end(thread);
    },
  };
}
