/** Signs in. */
import { record, recordFailedSignIn } from "../audit/writes.ts";
import { Refusal } from "../kit/core/errors.ts";
import type { Parts } from "../kit/core/parts.ts";
import type { RequestSource } from "../kit/http/request_source.ts";
import { inSignInQueue, openTries } from "../kit/security/sign_in_attempts.ts";
import { transact } from "../live/outbox.ts";
import { isDisabled } from "../people/policy.ts";
import { requirePasswordOn } from "./oidc/queries.ts";
import {
  type Account,
  accountByEmail,
  describeAttempt,
  registrationsOf,
  signBrowserToken,
  userOf,
} from "./queries.ts";
import type { Session } from "./schema.ts";
import { openSession } from "./sessions/commands.ts";

/** @throws Refusal 400 with the reason why this person may not sign in */
export async function signIn(
  parts: Parts,
  input: SignIn,
  place: RequestSource,
): Promise<Session> {
  const account = await checkSignIn(parts, input, place);
  // Only after the password: the role of an account is nobody else's business.
  await recordingRefusals(
    parts,
    { place, account },
    () => requirePasswordOn({ db: parts.database.db, now: parts.clock(), parts }, account),
  );
  return await createSession(parts, account, { browser: input.browser, place });
}

export type SignIn = { email: string; password: string; browser?: string };

/**
 * Checks the password of an account that may sign in.
 * @throws Refusal 400 with the reason why this person may not sign in, 429 after too many tries
 */
export async function checkSignIn(
  parts: Parts,
  input: SignIn,
  place: RequestSource,
): Promise<Account> {
  return await inSignInQueue(parts, { ...input, place }, async () => {
    const account = await accountByEmail(parts.database.db, input.email);
    return await recordingRefusals(
      parts,
      { place, account },
      () => checkPassword(parts, account, { ...input, place }),
    );
  });
}

/** The refusals that the audit trail shows, in its words. A busy server is none. */
const FAILURES: Record<string, string> = {
  "auth.wrong": "wrong password",
  "auth.unverified": "not verified",
  "auth.disabled": "disabled",
  "auth.school-only": "only with the school's account",
  "too-many": "too many tries",
};

/** Runs the check of a sign-in; the audit trail shows its refusal. */
export async function recordingRefusals<T>(
  parts: Parts,
  { place, account }: { place: RequestSource; account?: Account },
  check: () => Promise<T> | T,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    const reason = error instanceof Refusal ? FAILURES[error.code] : undefined;
    if (reason !== undefined) {
      await recordFailedSignIn(parts, {
        place,
        ...(account && { about: { kind: "account", id: account.id, title: account.name } }),
        detail: reason,
      });
    }
    throw error;
  }
}

async function checkPassword(
  parts: Parts,
  account: Account | undefined,
  { email, password, browser, place }: SignIn & { place: RequestSource },
): Promise<Account> {
  const { limits, hasher } = parts;
  const attempt = await describeAttempt(parts, { email, browser, account }, place);
  const countFailure = await openTries(limits, "password", attempt);
  const isRight = await hasher.verify(account?.passwordHash ?? null, password);
  if (!account || !isRight || account.verifiedAt === null) {
    await countFailure();
    return await refuseSignIn(parts, { email, password });
  }
  refuseDisabled(parts, account);
  return account;
}

/** @throws Refusal 400 that says until when the account is disabled */
export function refuseDisabled({ env, clock }: Parts, account: Account): void {
  if (!isDisabled(account, clock())) return;
  const until = new Date(account.disabledUntil ?? "").toLocaleString("en-IN", {
    timeZone: env.classTz,
    dateStyle: "medium",
    timeStyle: "short",
  });
  throw new Refusal(400, "auth.disabled", `Your account is disabled until ${until}.`);
}

/**
 * Refuses a sign-in. If a registration of the address has this password, the reply says that the
 * address must be verified first. The reply does not reveal whether the address also has an
 * account.
 */
async function refuseSignIn(
  { database: { db }, hasher, tokens }: Parts,
  { email, password }: { email: string; password: string },
): Promise<never> {
  for (const { id, passwordHash } of await registrationsOf(db, email)) {
    if (!await hasher.verify(passwordHash, password)) continue;
    const token = await tokens.signRegistration(email, id);
    throw new Refusal(400, "auth.unverified", "Please verify your email first.", {
      more: { token },
    });
  }
  throw new Refusal(400, "auth.wrong", "Email or password is wrong.");
}

/** @param browser the browser's current token, if it has one */
export async function createSession(
  parts: Parts,
  account: Account,
  { browser, place }: { browser?: string; place: RequestSource },
): Promise<Session> {
  const { database: { db }, tokens } = parts;
  const [user, session] = await Promise.all([
    userOf(db, account),
    transact(parts, async (act) => {
      await record(act, "session.opened", { by: account });
      return await openSession(act, account, place);
    }, place),
  ]);
  return {
    token: await tokens.signSession(account.id, session),
    user,
    browser: await signBrowserToken(tokens, account, browser),
  };
}
