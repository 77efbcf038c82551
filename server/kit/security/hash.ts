/** Argon2id on the library's threads, a few at a time, so that the server stays fast. */
import PQueue from "p-queue";

/** Loaded with the first password. */
const argon2 = () => import("@node-rs/argon2");

/** argon2id (the library's default) with OWASP's figures: 19 MiB, 2 passes, 1 lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Hasher = ReturnType<typeof createHasher>;

/** A hash of no password, with the cost of all others: comparing takes as long. */
export const DECOY =
  `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$` +
  `${"A".repeat(22)}$${"A".repeat(43)}`;

/** @param concurrency hashes under way at once; by default one core is left to everything else */
export function createHasher(concurrency = Math.max(1, navigator.hardwareConcurrency - 1)) {
  const queue = new PQueue({ concurrency });
  return {
    hash: (password: string): Promise<string> =>
      queue.add(async () => await (await argon2()).hash(password, ARGON2)),
    /** A null hash (no account has the address) takes as long as a wrong password. */
    verify: (hashed: string | null, password: string): Promise<boolean> =>
      queue.add(async () => {
        const { verify } = await argon2();
        return await verify(hashed ?? DECOY, password) && hashed !== null;
      }),
  };
}
