/**
 * Password hashes (argon2id) on threads of their own, a few at a time, so that the rest of the
 * server stays fast. A fair queue decides who is next, so nobody waits for another person's flood.
 */
import { Refusal } from "../core/errors.ts";
import type { Done, Job } from "./hash_worker.ts";
import { createFairQueue } from "../core/fair_queue.ts";

/** argon2id (the library's default) with OWASP's figures: 19 MiB, 2 passes, 1 lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The most waiting hashes of one network. A class of hundreds signs in from one network at once,
 * which is half a minute of work. Other networks do not wait for it.
 */
const MOST_OF_NETWORK = 1200;
const MOST_OF_ACCOUNT = 40;
const MOST_NETWORKS = 2;

/** A thread that has had nothing to do for this long is ended. */
const KEEP_MS = 60_000;

/** One turn of this many is reserved for unknown browsers. */
const TURNS = 4;

/** A thread takes its next job from its inbox, so it does not wait for a busy event loop. */
const INBOX = 2;

/** Whose job it is, for the fair queue. */
export type HashOwner = {
  account: string;
  network: string;
  /** The account has signed in before in this browser. */
  known?: boolean;
};

export type Hasher = {
  hash(password: string, asker?: HashOwner): Promise<string>;
  /** A null hash (no account has the address) takes as long as a wrong password. */
  verify(hashed: string | null, password: string, asker?: HashOwner): Promise<boolean>;
  /** How many threads there are now. */
  threads(): number;
  stop(): void;
};

type Waiting = { start: () => void; refuse: (error: Refusal) => void };

const busy = () =>
  new Refusal(503, "busy", "Too many people are signing in at once. Please try again.", {
    retryAfter: 5,
  });

const ANYBODY: HashOwner = { account: "", network: "" };

/**
 * A hash of no password, with the same cost as all others: to compare a password with it takes as
 * long, and the result is not looked at.
 */
export const DECOY =
  `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$` +
  `${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * @param concurrency hashes under way at once; by default one core is left to everything else
 * @param options for tests: milliseconds until threads without work are ended
 */
export function createHasher(
  concurrency = Math.max(1, navigator.hardwareConcurrency - 1),
  mostOfNetwork = MOST_OF_NETWORK,
  { keepMs = KEEP_MS }: { keepMs?: number } = {},
): Hasher {
  /** Lines by account. */
  const known = createFairQueue<Waiting>();
  /**
   * Lines by network, and in each by account: a thousand tries of one account delay that account
   * only.
   */
  const others = createFairQueue<Waiting>();
  let threads: Thread[] = [];
  let ending: ReturnType<typeof setTimeout> | undefined;
  let underWay = 0;
  let turn = 0;

  /** The thread with the fewest jobs. A new thread starts only when all have jobs. */
  function thread(): Thread {
    const [idlest] = threads.toSorted((a, b) => a.underWay() - b.underWay());
    if (idlest && (idlest.underWay() === 0 || threads.length === concurrency)) return idlest;
    const started = startThread(() => threads = threads.filter((one) => one !== started));
    threads.push(started);
    return started;
  }

  /** @throws Refusal 503 when the queue is full */
  function findPlace({ account, network, known: isKnown }: HashOwner): void {
    const line = isKnown ? known.sizeOf(account) : others.sizeOf(network, account);
    if (line >= MOST_OF_ACCOUNT) throw busy();
    if (isKnown) return;
    const inInboxes = Math.max(0, underWay - concurrency);
    const mine = others.sizeOf(network);
    if (mine + inInboxes >= mostOfNetwork) throw busy();
    if (others.size < mostOfNetwork * MOST_NETWORKS) return;
    // The longest line gives up its newest job for a job of a shorter line.
    const longest = others.longest();
    if (longest.size <= mine + 1) throw busy();
    longest.dropLast()?.refuse(busy());
  }

  function startNext(): void {
    while (underWay < concurrency * INBOX) {
      turn = (turn + 1) % TURNS;
      const next = turn === 0 ? others.next() ?? known.next() : known.next() ?? others.next();
      if (!next) return;
      underWay += 1;
      next.start();
    }
  }

  /** @throws Refusal 503 when the queue is full */
  function queued<T>(asker: HashOwner, work: () => Promise<T>): Promise<T> {
    findPlace(asker);
    const started = Promise.withResolvers<void>();
    const waiting = { start: started.resolve, refuse: started.reject };
    if (asker.known) known.add(waiting, asker.account);
    else others.add(waiting, asker.network, asker.account);
    clearTimeout(ending);
    startNext();
    return started.promise.then(() =>
      work().finally(() => {
        underWay -= 1;
        startNext();
        endIdleThreads();
      })
    );
  }

  function endIdleThreads(): void {
    clearTimeout(ending);
    if (underWay === 0) ending = setTimeout(stopThreads, keepMs);
  }

  function stopThreads(): void {
    clearTimeout(ending);
    threads.forEach(({ stop }) => stop());
    threads = [];
  }

  return {
    hash: (password, asker = ANYBODY) =>
      queued(asker, async () => await thread().ask({ password, options: ARGON2 }) as string),
    verify: (hashed, password, asker = ANYBODY) =>
      queued(asker, async () => {
        const job = { password, hashed: hashed ?? DECOY };
        return await thread().ask(job) as boolean && hashed !== null;
      }),
    threads: () => threads.length,
    stop: stopThreads,
  };
}

type Thread = ReturnType<typeof startThread>;

/** @param onFailed called when the thread has ended because of an error: it answers no more */
function startThread(onFailed: () => void) {
  const inbox: PromiseWithResolvers<string | boolean>[] = [];
  const thread = new Worker(import.meta.resolve("./hash_worker.ts"), { type: "module" });
  thread.onmessage = ({ data }: MessageEvent<Done>) => {
    const first = inbox.shift();
    if ("result" in data) first?.resolve(data.result);
    else first?.reject(new Error(`a password could not be hashed: ${data.failure}`));
  };
  thread.onerror = (event) => {
    event.preventDefault();
    onFailed();
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
