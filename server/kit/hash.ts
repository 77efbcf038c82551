/**
 * Password hashes: argon2id, so many at a time that the rest of the server stays quick, and in turn:
 * nobody waits for what another has brought.
 */
import { hash } from "@node-rs/argon2";
import { Refusal } from "./errors.ts";
import type { Done, Job } from "./hash_worker.ts";
import { createTurns } from "./turns.ts";

/** argon2id (the library's default) with OWASP's figures: 19 MiB, 2 passes, 1 lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Waiting hashes beyond these are refused. A class of hundreds signs in from one network at once, so
 * that is half a minute of work; whoever comes from another does not wait for it.
 */
const MOST_OF_NETWORK = 1200;
const MOST_OF_ACCOUNT = 40;
const MOST_NETWORKS = 2;

/** Of so many turns one is left to those who are not known. */
const TURNS = 4;

/** A thread that is done finds its next job there, and need not wait for a busy event loop. */
const INBOX = 2;

/** For whom it is done. */
export type Asker = {
  account: string;
  network: string;
  /** Signs in from a browser in which they have signed in before. */
  known?: boolean;
};

export type Hasher = {
  hash(password: string, asker?: Asker): Promise<string>;
  /** A null hash (nobody has that address) takes as long as a wrong password. */
  verify(hashed: string | null, password: string, asker?: Asker): Promise<boolean>;
  stop(): void;
};

type Waiting = { start: () => void; refuse: (error: Refusal) => void };

const busy = () =>
  new Refusal(503, "busy", "Too many people are signing in at once. Please try again.", {
    retryAfter: 5,
  });

const ANYBODY: Asker = { account: "", network: "" };

/** @param concurrency hashes under way at once; one core is left to everything else */
export function createHasher(
  concurrency = Math.max(1, navigator.hardwareConcurrency - 1),
  mostOfNetwork = MOST_OF_NETWORK,
): Hasher {
  /** By account. */
  const known = createTurns<Waiting>();
  /** By network, and there by account: who tries one account a thousand times waits for that. */
  const others = createTurns<Waiting>();
  const threads: Thread[] = [];
  const decoy = hash(crypto.randomUUID(), ARGON2);
  let underWay = 0;
  let turn = 0;

  /** The one with the least to do; another is started only when all have something. */
  function thread(): Thread {
    const [idlest] = threads.toSorted((a, b) => a.underWay() - b.underWay());
    if (idlest && (idlest.underWay() === 0 || threads.length === concurrency)) return idlest;
    const started = startThread();
    threads.push(started);
    return started;
  }

  /** @throws Refusal 503 when there is no place */
  function findPlace({ account, network, known: isKnown }: Asker): void {
    const line = isKnown ? known.sizeOf(account) : others.sizeOf(network, account);
    if (line >= MOST_OF_ACCOUNT) throw busy();
    if (isKnown) return;
    const inInboxes = Math.max(0, underWay - concurrency);
    const mine = others.sizeOf(network);
    if (mine + inInboxes >= mostOfNetwork) throw busy();
    if (others.size < mostOfNetwork * MOST_NETWORKS) return;
    // Whoever has the most waiting gives a place to whoever has less.
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

  /** @throws Refusal 503 when there is no place */
  function queued<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    findPlace(asker);
    const started = Promise.withResolvers<void>();
    const waiting = { start: started.resolve, refuse: started.reject };
    if (asker.known) known.add(waiting, asker.account);
    else others.add(waiting, asker.network, asker.account);
    startNext();
    return started.promise.then(() =>
      work().finally(() => {
        underWay -= 1;
        startNext();
      })
    );
  }

  return {
    hash: (password, asker = ANYBODY) =>
      queued(asker, async () => await thread().ask({ password, options: ARGON2 }) as string),
    verify: (hashed, password, asker = ANYBODY) =>
      queued(asker, async () => {
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
