/** Claims are leases: writing renews them, and no renewal arrives after what ends one. */
import type { CallError, Reply } from "../net/api.ts";
import type { Freshness } from "./live-query.ts";
import { outboxAtom } from "./outbox.ts";
import { store } from "../net/store.ts";

const RENEW_EVERY = 60_000;
/** How long after a failed request writing claims again. */
const RETRY_AFTER = 5_000;
const CLAIM_WITHIN = 10_000;

/** Returns the row with the claim as of `seq`, unless a later event of the row has told it already. */
export const withClaim = <K extends Freshness & { row: { claim?: unknown } }>(
  known: K,
  claim: K["row"]["claim"],
  seq: number,
): K => seq < known.seq ? known : { ...known, row: { ...known.row, claim } };

/** The claim that an event tells: null where there is none. */
export const claimOf = <B, U>({ by, until }: { by: B | null; until: U | null }) =>
  by !== null && until !== null ? { by, until } : null;

interface Calls<C> {
  take(
    subject: string,
    asked: { takeOver?: true },
    init: RequestInit,
  ): Promise<Reply<{ claim: C }>>;
  drop(subject: string): Promise<Reply<unknown>>;
  show(subject: string, claim: C | null, seq: number): void;
}

export function makeClaims<C>({ take, drop, show }: Calls<C>) {
  const renewed = new Map<string, number>();
  /** The last claim request of each subject, also after it has finished. */
  const underWay = new Map<string, Promise<void>>();
  /** @throws CallError 409 `claimed` with the holder, unless `takeOver` is set */
  async function claim(subject: string, takeOver = false): Promise<void> {
    const signal = AbortSignal.timeout(CLAIM_WITHIN);
    const taking = take(subject, takeOver ? { takeOver } : {}, { signal })
      .then(({ data, seq }) => show(subject, data.claim, seq));
    underWay.set(subject, taking.catch(() => {}));
    await taking;
  }
  /**
   * Call this before a request that ends the claim. It waits until a claim request under way has
   * finished: if that arrived later, it would take the claim again, until the lease expires.
   */
  async function onClaimed(subject: string): Promise<void> {
    renewed.delete(subject);
    await underWay.get(subject);
  }
  return {
    claim,
    onClaimed,
    async release(subject: string): Promise<void> {
      await onClaimed(subject);
      show(subject, null, (await drop(subject)).seq);
    },
    /** Takes or renews the claim, so that it does not expire while its holder is working. */
    claimWhileWriting(subject: string): void {
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
  };
}
