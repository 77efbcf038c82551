/** Claims are leases: writing renews them, and no renewal arrives after what ends one. */
import type { CallError } from "../net/api.ts";
import { outboxAtom } from "./outbox.ts";
import { store } from "../net/store.ts";

const RENEW_EVERY = 60_000;
/** How long after a failed request writing claims again. */
const RETRY_AFTER = 5_000;
const CLAIM_WITHIN = 10_000;

interface Claims {
  /** @throws CallError 409 `claimed` with the holder, unless `takeOver` is set */
  claim: (subject: string, takeOver?: boolean) => Promise<void>;
  /** Takes or renews the claim, so that it does not expire while its holder is working. */
  claimWhileWriting: (subject: string) => void;
  /**
   * Call this before a request that ends the claim. It waits until a claim request under way has
   * finished: if that arrived later, it would take the claim again, until the lease expires.
   */
  onClaimed: (subject: string) => Promise<void>;
}

export function makeClaims(
  take: (subject: string, takeOver: boolean, signal: AbortSignal) => Promise<void>,
): Claims {
  const renewed = new Map<string, number>();
  /** The last claim request of each subject, also after it has finished. */
  const underWay = new Map<string, Promise<void>>();
  async function claim(subject: string, takeOver = false): Promise<void> {
    const taking = take(subject, takeOver, AbortSignal.timeout(CLAIM_WITHIN));
    underWay.set(subject, taking.catch(() => {}));
    await taking;
  }
  return {
    claim,
    claimWhileWriting(subject) {
      if (Date.now() - (renewed.get(subject) ?? 0) < RENEW_EVERY) return;
      // A queued send ends the claim, so it must not be renewed.
      if (store.get(outboxAtom).some((item) => item.subject === subject)) return;
      renewed.set(subject, Date.now());
      // If another person has taken the claim in the meantime, the screen shows that anyway. After
      // any other failure, such as a lost connection, writing tries again a little later.
      claim(subject).catch(({ status }: Partial<CallError>) => {
        if (status !== 409) renewed.set(subject, Date.now() - RENEW_EVERY + RETRY_AFTER);
      });
    },
    async onClaimed(subject) {
      renewed.delete(subject);
      await underWay.get(subject);
    },
  };
}
