/** Password hashes: argon2id, so many at a time that the rest of the server stays quick. */
import { hash } from "@node-rs/argon2";
import PQueue from "p-queue";
import { Refusal } from "./errors.ts";
import type { Done, Job } from "./hash_worker.ts";

/** argon2id (the library's default) with OWASP's figures: 19 MiB, 2 passes, 1 lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Waiting hashes beyond this are refused: about ten seconds of work. */
const MOST_WAITING = 400;

/** A thread that is done finds its next job there, and need not wait for a busy event loop. */
const INBOX = 2;

export type Hasher = {
  hash(password: string): Promise<string>;
  /** A null hash (nobody has that address) takes as long as a wrong password. */
  verify(hashed: string | null, password: string): Promise<boolean>;
  stop(): void;
};

/** @param concurrency hashes under way at once; one core is left to everything else */
export function createHasher(
  concurrency = Math.max(1, navigator.hardwareConcurrency - 1),
  mostWaiting = MOST_WAITING,
): Hasher {
  const queue = new PQueue({ concurrency: concurrency * INBOX });
  const threads: Thread[] = [];
  const decoy = hash(crypto.randomUUID(), ARGON2);

  /** The one with the least to do; another is started only when all have something. */
  function thread(): Thread {
    const [idlest] = threads.toSorted((a, b) => a.underWay() - b.underWay());
    if (idlest && (idlest.underWay() === 0 || threads.length === concurrency)) return idlest;
    const started = startThread();
    threads.push(started);
    return started;
  }

  function queued<T>(work: () => Promise<T>): Promise<T> {
    const inInboxes = Math.max(0, queue.pending - concurrency);
    if (queue.size + inInboxes >= mostWaiting) {
      throw new Refusal(503, "busy", "Too many people are signing in at once. Please try again.", {
        retryAfter: 5,
      });
    }
    return queue.add(work);
  }

  return {
    hash: (password) =>
      queued(async () => await thread().ask({ password, options: ARGON2 }) as string),
    verify: (hashed, password) =>
      queued(async () => {
        const job = { password, hashed: hashed ?? await decoy };
        return await thread().ask(job) as boolean && hashed !== null;
      }),
    stop: () => threads.forEach(({ stop }) => stop()),
  };
}

type Thread = ReturnType<typeof startThread>;

function startThread() {
  const inbox: PromiseWithResolvers<string | boolean>[] = [];
  const thread = new Worker(import.meta.resolve("./hash_worker.ts"), { type: "module" });
  thread.onmessage = ({ data }: MessageEvent<Done>) => {
    const first = inbox.shift();
    if ("result" in data) first?.resolve(data.result);
    else first?.reject(new Error(`a password could not be hashed: ${data.failure}`));
  };
  thread.onerror = (event) => {
    event.preventDefault();
    for (const each of inbox.splice(0)) {
      each.reject(new Error(`passwords cannot be hashed: ${event.message}`));
    }
  };
  return {
    underWay: () => inbox.length,
    ask(job: Job): Promise<string | boolean> {
      const answer = Promise.withResolvers<string | boolean>();
      inbox.push(answer);
      thread.postMessage(job);
      return answer.promise;
    },
    stop: () => thread.terminate(),
  };
}
