/** "I have this", in order: taken and renewed by whoever writes, and never behind what ends it. */
import { outgoingAtom } from "./outgoing.ts";
import { store } from "./store.ts";

const RENEW_EVERY = 60_000;
const CLAIM_WITHIN = 10_000;

interface Claims {
  /** @throws Failed 409 `claimed` with who has it, unless it is taken over */
  claim: (subject: string, takeOver?: boolean) => Promise<void>;
  /** Takes the claim, or renews it: while its holder works on it, it does not run out. */
  claimWhileWriting: (subject: string) => void;
  /**
   * Before whatever ends the claim: one that is on its way has to be there first. Coming behind,
   * it would be taken anew, and stand until it runs out.
   */
  claimed: (subject: string) => Promise<void>;
}

/** The claims on subjects of one kind. */
export function claimsOf(
  take: (subject: string, takeOver: boolean, signal: AbortSignal) => Promise<void>,
): Claims {
  const renewed = new Map<string, number>();
  /** The last of each; there is no waiting for one that is over. */
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
      // What is on its way ends it.
      if (store.get(outgoingAtom).some((item) => item.subject === subject)) return;
      renewed.set(subject, Date.now());
      // Taken by another meanwhile: the others' screens show it, and so does this one.
      claim(subject).catch(() => {});
    },
    async claimed(subject) {
      renewed.delete(subject);
      await underWay.get(subject);
    },
  };
}
