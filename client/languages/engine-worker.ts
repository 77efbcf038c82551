/** What the workers of all engines do: they answer the page, and judge how programs ended. */
import type { CaseResult, RunSettings } from "../../server/languages/types.ts";
import { type Output, tooSlow } from "../../server/languages/verdict.ts";
import {
  cachedFile,
  compileFile,
  deleteOldFiles,
  downloadKit,
  type Kit,
  readCached,
  Unloadable,
} from "./download.ts";
import type { Calls, EndedRun, RunEnd, TimeIsUp, WorkerMessage, WorkerRequest } from "./engine.ts";

const tell = <C extends Calls<C>>(message: WorkerMessage<C>) => postMessage(message);

type Handlers<C extends Calls<C>> = {
  [Name in keyof C]: (
    request: C[Name]["request"],
  ) => C[Name]["answer"] | Promise<C[Name]["answer"]>;
};

/**
 * Answers one request after the other, in the order in which they come.
 * @param sentenceOf says a failure to the student
 */
export function serve<C extends Calls<C>>(
  handlers: Handlers<C>,
  sentenceOf: (error: unknown) => string,
): void {
  let queue = Promise.resolve();
  self.onmessage = ({ data }: MessageEvent<WorkerRequest<C>>) => {
    const { id, call } = data;
    queue = queue.then(async () => {
      try {
        tell<C>({ type: "answer", id, answer: await handlers[call](data) });
      } catch (error) {
        console.error(error);
        const message = error instanceof Unloadable ? error.message : sentenceOf(error);
        tell({ type: "failed", id, message });
      }
    });
  };
}

/**
 * Returns a kit's module and its other file: from the browser's cache, or else downloaded.
 * @param known a module that another worker has compiled
 */
export async function loadKit(kit: Kit, name: string, known: WebAssembly.Module | null = null) {
  const [code, other] = kit.files;
  const files = known && await cachedFile(other)
    ? new Map<unknown, never>()
    : await downloadKit(kit, (progress) => tell({ type: "progress", progress }));
  const [module, bytes] = await Promise.all([
    known ?? compileFile(code, files.get(code)),
    files.get(other) ?? readCached(other),
  ]);
  // A browser may drop a file from its cache at any time.
  if (!module || !bytes) {
    throw new Unloadable(`${name} was lost from the browser's cache. Try again.`);
  }
  deleteOldFiles(kit).catch(() => {});
  return { module, bytes };
}

/** @param resultOf the result of a program that has ended by itself, and in time */
export function judged<End extends RunEnd>(
  { end, ms, stdout, stderr, expected }: EndedRun<End | TimeIsUp>,
  settings: RunSettings,
  resultOf: (run: Output & { end: End; expected: string | null }) => CaseResult,
): CaseResult {
  const decoder = new TextDecoder();
  const printed = { output: decoder.decode(stdout), errors: decoder.decode(stderr) };
  const isLate = end.ending === "finished" && ms > settings.timeMs;
  return isLate || isTimeUp(end)
    ? tooSlow({ ...printed, settings, ms, stuck: end.stuck })
    : resultOf({ ...printed, end: { ...end, ms }, expected });
}

const isTimeUp = (end: RunEnd | TimeIsUp): end is TimeIsUp => end.ending === "time is up";
