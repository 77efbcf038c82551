/** API calls for registration, sign-in and password reset, and the session that they return. */
import type { RegisterInput, Session } from "../../server/auth/schema.ts";
import type { LinkByCodeInput, LinkInput } from "../../server/auth/oidc/schema.ts";
import { api, call, CallError, failure, unreached } from "../kit/net/api.ts";
import { clientOf } from "../kit/net/http-client.ts";
import { adoptDrafts } from "../kit/forms/draft.ts";
import { signIn } from "../kit/net/session.ts";
import {
  type PendingRegistration,
  pendingRegistration,
  readBrowserToken,
  resettingEmail,
  schoolVisit,
  storeBrowserToken,
} from "./state.ts";

function enter({ token, user, browser }: Session): void {
  storeBrowserToken(browser);
  signIn({ token, user });
  adoptDrafts();
}

/** @returns what must be verified first, or null */
export async function login(
  json: { email: string; password: string },
): Promise<PendingRegistration | null> {
  try {
    const { data } = await call(
      api.auth.login.$post({ json: { ...json, browser: readBrowserToken() } }),
    );
    enter(data);
    return null;
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== "auth.unverified") throw error;
    const pending = { email: json.email, token: String(error.body.token ?? "") };
    pendingRegistration.store(pending);
    return pending;
  }
}

export async function register(input: RegisterInput, image: File | undefined): Promise<string> {
  const { data } = await call(api.auth.register.$post({
    form: {
      name: input.name,
      email: input.email,
      password: input.password,
      branch: input.branch ?? "",
      year: input.year === undefined ? "" : String(input.year),
      ...(input.invitation === undefined ? {} : { invitation: input.invitation }),
      ...(image ? { profileImage: image } : {}),
    },
  }));
  pendingRegistration.store({ email: input.email, token: data.token });
  return data.msg;
}

export async function verify({ email, token }: PendingRegistration, otp: string): Promise<string> {
  const { data } = await call(
    api.auth["verify-otp"].$post({ json: { email, token, otp, browser: readBrowserToken() } }),
  );
  enter(data);
  pendingRegistration.drop();
  return data.msg;
}

export async function resendCode({ email, token }: PendingRegistration): Promise<string> {
  const { data } = await call(
    api.auth["resend-otp"].$post({ json: { email, token: token || undefined } }),
  );
  return data.msg;
}

export async function requestPasswordReset(email: string): Promise<string> {
  const { data } = await call(
    api.auth["forgot-password"].$post({ json: { email, browser: readBrowserToken() } }),
  );
  resettingEmail.store(email);
  return data.msg;
}

export async function resetPassword(
  json: { email: string; otp: string; newPassword: string },
): Promise<string> {
  const { data } = await call(
    api.auth["reset-password"].$post({ json: { ...json, browser: readBrowserToken() } }),
  );
  storeBrowserToken(data.browser);
  resettingEmail.drop();
  return data.msg;
}

/** @returns the address of the school's provider, where the person signs in */
export async function startAtSchool(): Promise<string> {
  const { data } = await call(api.auth.oidc.start.$post());
  return data.url;
}

/**
 * Signs in with what the provider has answered.
 * @param query of the address to which it has sent the browser
 * @returns null; or the address of the account whose password has to be given once
 */
export async function finishAtSchool(query: string): Promise<string | null> {
  const invitation = schoolVisit.read()?.invitation;
  const { data } = await call(
    api.auth.oidc.finish.$post({ json: { query, browser: readBrowserToken(), invitation } }),
  );
  if (data.session !== null) enter(data.session);
  return data.email;
}

export async function mailLinkCode(email: string): Promise<string> {
  const { data } = await call(api.auth.oidc.code.$post({ json: { email } }));
  return data.msg;
}

/** Links the account that has the address, with its password or the mailed code. */
export async function linkSchool(input: LinkInput | LinkByCodeInput): Promise<void> {
  const json = { ...input, browser: readBrowserToken() };
  const { data } = await call(
    "otp" in json
      ? api.auth.oidc["link-by-code"].$post({ json })
      : api.auth.oidc.link.$post({ json }),
  );
  if (data.session !== null) enter(data.session);
}

/**
 * Takes one's deleted account back. Whoever has the link may, whatever session this browser has, so
 * none is sent, and it does not matter whether one ends meanwhile.
 * @returns the sentence for the person
 */
export async function takeAccountBack(token: string): Promise<string> {
  const { users } = clientOf("/api", () => ({}));
  const answer = await users.removals["take-back"].$post({ json: { token } }).catch(() => {
    throw unreached();
  });
  if (!answer.ok) throw await failure(answer);
  return (await answer.json()).msg;
}
