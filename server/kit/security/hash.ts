/**
 * Password hashes (argon2id) on the library's own threads, a few at a time, so that the rest of the
 * server stays fast. A fair queue decides who is next, so nobody waits for another person's flood.
 */
import { Refusal } from "../core/errors.ts";
import { createFairQueue } from "../limits/fair_queue.ts";

/** Loaded with the first password. */
const argon2 = () => import("@node-rs/argon2");

/** argon2id (the library's default) with OWASP's figures: 19 MiB, 2 passes, 1 lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The most waiting hashes of one network. A class of hundreds signs in from one network at once,
 * which is half a minute of work. Other networks do not wait for it.
 */
const MOST_OF_NETWORK = 1200;
const MOST_OF_ACCOUNT = 40;
const MOST_NETWORKS = 2;

/** One turn of this many is reserved for unknown browsers. */
const TURNS = 4;

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

/** @param concurrency hashes under way at once; by default one core is left to everything else */
export function createHasher(
  concurrency = Math.max(1, navigator.hardwareConcurrency - 1),
  mostOfNetwork = MOST_OF_NETWORK,
): Hasher {
  /** Lines by account. */
  const known = createFairQueue<Waiting>();
  /**
   * Lines by network, and in each by account: a thousand tries of one account delay that account
   * only.
   */
  const others = createFairQueue<Waiting>();
  let underWay = 0;
  let turn = 0;

  /** @throws Refusal 503 when the queue is full */
  function findPlace({ account, network, known: isKnown }: HashOwner): void {
    const line = isKnown ? known.sizeOf(account) : others.sizeOf(network, account);
    if (line >= MOST_OF_ACCOUNT) throw busy();
    if (isKnown) return;
    const mine = others.sizeOf(network);
    if (mine >= mostOfNetwork) throw busy();
    if (others.size < mostOfNetwork * MOST_NETWORKS) return;
    // The longest line gives up its newest job for a job of a shorter line.
    const longest = others.longest();
    if (longest.size <= mine + 1) throw busy();
    longest.dropLast()?.refuse(busy());
  }

  function startNext(): void {
    while (underWay < concurrency) {
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
      queued(asker, async () => await (await argon2()).hash(password, ARGON2)),
    verify: (hashed, password, asker = ANYBODY) =>
      queued(asker, async () => {
        const { verify } = await argon2();
        return await verify(hashed ?? DECOY, password) && hashed !== null;
      }),
  };
}
