/**
 * Limits on wrong passwords and codes, and on mails that anybody may request. Addresses without an
 * account are counted in the same way, so no refusal tells which addresses have one.
 *
 * Strangers cannot lock the owner out: a browser in which the account has signed in before has its
 * own small share, and uses the shared one only after that. "Forgot password" has its own count. No
 * failure counts for others who sign in from the same network.
 */
import type { Parts } from "../core/parts.ts";
import { type Limits, type SharedLimit, tooMany } from "../limits/limits.ts";

export type Attempt = {
  email: string;
  address: string;
  network: string;
  /** The browser, if this account has signed in there before; else null. */
  browser: string | null;
};

/**
 * Checks a password when its turn has come. A browser in which somebody has signed in before has a
 * line and a limit of its own, and goes first: newer tries of others would overtake it again and
 * again.
 * @throws Refusal 429
 */
export async function inSignInQueue<T>(
  { limits, queues, tokens }: Pick<Parts, "limits" | "queues" | "tokens">,
  { email, browser, place }: { email: string; browser?: string; place: { address: string } },
  check: () => Promise<T>,
): Promise<T> {
  const known = browser === undefined ? null : await tokens.readBrowser(browser);
  await limits.take("signIn", known?.id ?? place.address);
  return await queues.signIn.run(known?.id ?? email, check, known !== null);
}

/** Limits that are counted together, each for whom. */
type Share = (readonly [SharedLimit, string])[];

const ofBrowser = (kind: "password" | "reset" | "mail", { email, browser }: Attempt): Share =>
  browser === null ? [] : [[`${kind}.browser`, `${email}\n${browser}`]];
const ofAccount = (
  kind: "password" | "reset" | "verify" | "mail",
  { email, network }: Attempt,
): Share => [[`${kind}.network`, `${email}\n${network}`], [`${kind}.account`, email]];

const SAYS = {
  password: (wait: string) =>
    `Too many wrong passwords for this account. Wait ${wait}, use a browser in which you have signed in before, or choose "Forgot password".`,
  reset: (wait: string) => `Too many wrong codes for this account. Please wait ${wait}.`,
  verify: (wait: string) => `Too many wrong codes for this account. Please wait ${wait}.`,
};

/**
 * Counts nothing yet.
 * @returns a function that counts a failure
 * @throws Refusal 429 when no try is left
 */
export async function openTries(
  limits: Limits,
  kind: "password" | "reset" | "verify",
  attempt: Attempt,
): Promise<() => Promise<unknown>> {
  const waitOf = async (share: Share) =>
    Math.max(...await Promise.all(share.map(([limit, who]) => limits.wait(limit, who))));
  const own = kind === "verify" ? [] : ofBrowser(kind, attempt);
  const isOwn = own.length > 0 && await waitOf(own) === 0;
  const share = isOwn ? own : ofAccount(kind, attempt);
  const seconds = isOwn ? 0 : await waitOf(share);
  if (seconds > 0) throw tooMany(seconds, SAYS[kind]);
  return () => Promise.all(share.map(([limit, who]) => limits.spend(limit, who)));
}

/** Counts a requested mail. @throws Refusal 429 when there were too many */
export async function countMail(limits: Limits, kind: "asked" | "registered", attempt: Attempt) {
  const { email, address, network } = attempt;
  const own = ofBrowser("mail", attempt);
  if (own.length > 0 && await spend(limits, own) === 0) return;
  const ofPlace: Share = [[`${kind}.address`, address], [`${kind}.network`, network]];
  const fromPlace = await spend(limits, ofPlace);
  if (fromPlace > 0) {
    throw tooMany(fromPlace, (wait) => `Too many requests from your network. Please wait ${wait}.`);
  }
  const toAccount = await spend(limits, [...ofAccount("mail", attempt), ["mail.daily", email]]);
  if (toAccount === 0) return;
  throw tooMany(
    toAccount,
    (wait) => `Too many mails to this address. Look for the last one there, or wait ${wait}.`,
  );
}

/**
 * Counts in one after the other: what one of them refuses takes no room in the next, so one network
 * cannot use up the mails of an account.
 * @returns the seconds to wait; 0 when it was counted in all
 */
async function spend(limits: Limits, share: Share): Promise<number> {
  for (const [limit, who] of share) {
    const seconds = await limits.spend(limit, who);
    if (seconds > 0) return seconds;
  }
  return 0;
}
