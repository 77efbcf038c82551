/** Password hashes: argon2id, so many at a time that the rest of the server stays quick. */
import { hash, verify } from "@node-rs/argon2";
import PQueue from "p-queue";
import { Refusal } from "./errors.ts";

/** argon2id (the library's default) with OWASP's figures: 19 MiB, 2 passes, 1 lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Waiting hashes beyond this are refused: about ten seconds of work. */
const MOST_WAITING = 400;

export type Hasher = {
  hash(password: string): Promise<string>;
  /** A null hash (nobody has that address) takes as long as a wrong password. */
  verify(hashed: string | null, password: string): Promise<boolean>;
};

/** @param concurrency hashes under way at once; one core is left to everything else */
export function createHasher(
  concurrency = Math.max(1, navigator.hardwareConcurrency - 1),
  mostWaiting = MOST_WAITING,
): Hasher {
  const queue = new PQueue({ concurrency });
  const decoy = hash(crypto.randomUUID(), ARGON2);

  function queued<T>(work: () => Promise<T>): Promise<T> {
    if (queue.size >= mostWaiting) {
      throw new Refusal(503, "busy", "Too many people are signing in at once. Please try again.", {
        retryAfter: 5,
      });
    }
    return queue.add(work);
  }

  return {
    hash: (password) => queued(() => hash(password, ARGON2)),
    verify: (hashed, password) =>
      queued(async () => await verify(hashed ?? await decoy, password) && hashed !== null),
  };
}
