/**
 * Limits on sign-ins, codes and account mails. Addresses without an account are counted in the same
 * way, so no refusal tells which addresses have one.
 *
 * Strangers cannot lock the owner out: a browser in which the account has signed in before has a
 * small quota of its own, and uses the shared one only after that. So does a browser in which
 * somebody else has signed in, such as one of the school's computers; there, all tries at others'
 * accounts count for that person. A full quota allows one more try every few seconds or minutes.
 * "Forgot password" has its own count.
 */
import type { Db } from "../db/database.ts";
import { Refusal } from "../core/errors.ts";
import { type Count, count, giveBack, type Quota, spend, waitFor } from "../limits/quota.ts";

const MINUTES = 60;
const HOUR = 60 * MINUTES;
const DAY = 24 * HOUR;

/** More mistakes than a class of hundreds behind one address makes in ten minutes. */
const CLASS = {
  address: { most: 150, seconds: 10 * MINUTES },
  network: { most: 450, seconds: 10 * MINUTES },
};

export const QUOTAS = {
  /** Wrong passwords for one account: from one address, its network, anywhere, a known browser. */
  password: {
    address: { most: 10, seconds: 5 * MINUTES },
    network: { most: 30, seconds: DAY },
    account: { most: 60, seconds: DAY },
    browser: { most: 20, seconds: DAY },
    /** In a browser of somebody else: for one account, and for all. */
    vouched: { most: 4, seconds: HOUR },
    vouchedAll: { most: 40, seconds: HOUR },
  },
  /** Wrong codes for resetting one account's password, over all codes. */
  reset: {
    network: { most: 10, seconds: DAY },
    account: { most: 15, seconds: DAY },
    browser: { most: 10, seconds: DAY },
  },
  /** Wrong codes for registrations of one address. */
  verify: {
    network: { most: 15, seconds: DAY },
    account: { most: 60, seconds: DAY },
  },
  /** Mails to one address that are requested without signing in. */
  mail: {
    network: { most: 5, seconds: HOUR },
    account: { most: 8, seconds: HOUR },
    daily: { most: 20, seconds: DAY },
    browser: { most: 5, seconds: HOUR },
  },
  /** Failed sign-ins and wrong codes of one address or network, over all accounts. */
  failures: CLASS,
  /** Codes requested from one address or network, over all accounts. */
  asked: CLASS,
  /** Registrations from one address or network. */
  registered: {
    address: { most: 600, seconds: HOUR },
    network: { most: 1200, seconds: HOUR },
  },
} satisfies Record<string, Record<string, Quota>>;

/** How many failures one account's sign-in offsets, once in ten minutes. */
const FORGIVEN = 3;
const FORGIVEN_ONCE = { most: 1, seconds: 10 * MINUTES };

export type Attempt = {
  email: string;
  address: string;
  network: string;
  /** The browser, if this account has signed in there before; else null. */
  browser: string | null;
  /** Else the account, if any, that has signed in there last. */
  voucher?: string | null;
};

/** Quotas that are counted together, and the message for a full one. */
type Share = { counts: Count[]; says: (wait: string) => string };

export type Tries = { db: Db; ofAccount: Share; ofPlace: Share | null };

/** @throws Refusal 429 when no try is left */
export function passwordTries(db: Db, attempt: Attempt): Promise<Tries> {
  const { email, address, network, browser, voucher } = attempt;
  const { password } = QUOTAS;
  const says = (wait: string) =>
    `Too many wrong passwords for this account. Wait ${wait}, or choose "Forgot password".`;
  return firstOpen(db, [
    browser && {
      counts: [count("password.browser", password.browser, email, browser)],
      says,
    },
    voucher && {
      counts: [
        count("password.vouched", password.vouched, email, voucher),
        count("password.vouched-all", password.vouchedAll, voucher),
      ],
      says,
    },
    {
      counts: [
        count("password.address", password.address, email, address),
        count("password.network", password.network, email, network),
        count("password.account", password.account, email),
      ],
      says,
    },
  ], failuresFrom(attempt));
}

/** @throws Refusal 429 when no try is left */
export function codeTries(
  db: Db,
  kind: "reset" | "verify",
  attempt: Attempt,
): Promise<Tries> {
  const { email, network, browser } = attempt;
  const says = (wait: string) => `Too many wrong codes for this account. Please wait ${wait}.`;
  return firstOpen(db, [
    browser && {
      counts: [count("reset.browser", QUOTAS.reset.browser, email, browser)],
      says,
    },
    {
      counts: [
        count(`${kind}.network`, QUOTAS[kind].network, email, network),
        count(`${kind}.account`, QUOTAS[kind].account, email),
      ],
      says,
    },
  ], failuresFrom(attempt));
}

/** Counts a requested mail. @throws Refusal 429 when there were too many */
export async function countMail(
  db: Db,
  kind: "asked" | "registered",
  attempt: Attempt,
): Promise<void> {
  const { email, network, browser } = attempt;
  const { mail } = QUOTAS;
  const says = (wait: string) =>
    `Too many mails to this address. Look for the last one there, or wait ${wait}.`;
  const own = browser && {
    counts: [count("mail.browser", mail.browser, email, browser)],
    says,
  };
  if (own && await spend(db, own.counts) === 0) return;
  const ofAccount = {
    counts: [
      count("mail.network", mail.network, email, network),
      count("mail.account", mail.account, email),
      count("mail.daily", mail.daily, email),
    ],
    says,
  };
  await spendAll(db, [ofAccount, placeOf(kind, attempt)]);
}

/** Counts a failure. @throws Refusal 429 when parallel failures have used up the quota */
export async function countFailure({ db, ofAccount, ofPlace }: Tries): Promise<void> {
  await spendAll(db, ofPlace ? [ofAccount, ofPlace] : [ofAccount]);
}

/** Counts a try before it is made; a successful one is taken back. @throws Refusal 429 */
export async function countTry({ db, ofAccount }: Tries): Promise<void> {
  await spendAll(db, [ofAccount]);
}

export async function countForAddress({ db, ofPlace }: Tries): Promise<void> {
  if (ofPlace) await spend(db, ofPlace.counts);
}

export async function giveTryBack({ db, ofAccount }: Tries): Promise<void> {
  await giveBack(db, ofAccount.counts);
}

/** @throws Refusal 429 when parallel failures have used up the quota */
export async function refuseIfUsedUp({ db, ofAccount, ofPlace }: Tries): Promise<void> {
  await refuseFull(db, ofPlace ? [ofAccount, ofPlace] : [ofAccount]);
}

/** A sign-in offsets some failures of its address, for each account once in a while. */
export async function offsetFailures(db: Db, attempt: Attempt): Promise<void> {
  const { email, address } = attempt;
  await giveBack(db, failuresFrom(attempt).counts, {
    times: FORGIVEN,
    once: count("forgiven", FORGIVEN_ONCE, email, address),
  });
}

function placeOf(kind: "failures" | "asked" | "registered", { address, network }: Attempt): Share {
  return {
    counts: [
      count(`${kind}.address`, QUOTAS[kind].address, address),
      count(`${kind}.network`, QUOTAS[kind].network, network),
    ],
    says: (wait) =>
      kind === "failures"
        ? `Too many failed tries from your network. Wait ${wait}, or use a browser in which you have signed in before.`
        : `Too many requests from your network. Please wait ${wait}.`,
  };
}

const failuresFrom = (attempt: Attempt) => placeOf("failures", attempt);

/** The known browser's own quota while it lasts, else the shared one, which is the last. */
async function firstOpen(
  db: Db,
  shares: [...(Share | null | "" | undefined)[], Share],
  ofPlace: Share,
): Promise<Tries> {
  const shared = shares.pop() as Share;
  for (const own of shares) {
    if (own && await waitFor(db, own.counts) === 0) return { db, ofAccount: own, ofPlace: null };
  }
  await refuseFull(db, [shared, ofPlace]);
  return { db, ofAccount: shared, ofPlace };
}

async function refuseFull(db: Db, shares: Share[]): Promise<void> {
  const counts = shares.flatMap((share) => share.counts);
  const seconds = await waitFor(db, counts);
  if (seconds > 0) throw await refusalOf(db, shares, seconds);
}

async function spendAll(db: Db, shares: Share[]): Promise<void> {
  const counts = shares.flatMap((share) => share.counts);
  const seconds = await spend(db, counts);
  if (seconds > 0) throw await refusalOf(db, shares, seconds);
}

/** The first full quota. It may have room again by now. */
async function refusalOf(db: Db, shares: Share[], seconds: number): Promise<Refusal> {
  for (const { counts, says } of shares) {
    const wait = await waitFor(db, counts);
    if (wait > 0) return tooManyTries(wait, says);
  }
  return tooManyTries(seconds, (shares[0] as Share).says);
}

export function tooManyTries(seconds: number, says: Share["says"]): Refusal {
  return new Refusal(429, "too-many", says(waitText(seconds)), { retryAfter: seconds });
}

function waitText(seconds: number): string {
  const said = (many: number, one: string) => `${many} ${one}${many === 1 ? "" : "s"}`;
  if (seconds < 90) return said(seconds, "second");
  if (seconds < 90 * MINUTES) return said(Math.ceil(seconds / MINUTES), "minute");
  return said(Math.ceil(seconds / HOUR), "hour");
}
