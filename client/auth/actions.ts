/** Signing up, in and out: the calls, and keeping the session they give. */
import type { RegisterInput, Session } from "../../server/auth/schema.ts";
import type { User } from "../../server/people/schema.ts";
import { api, call, Failed } from "../kit/api.ts";
import { adoptDrafts } from "../kit/draft.ts";
import { keepUser, signIn } from "../kit/session.ts";
import {
  dropPending,
  dropResetting,
  keepBrowser,
  keepPending,
  keepResetting,
  type Pending,
  readBrowser,
} from "./state.ts";

function enter({ token, user, browser }: Session): void {
  keepBrowser(browser);
  signIn({ token, user });
  adoptDrafts();
}

/** Null when the address has to be verified first. */
export async function login(json: { email: string; password: string }): Promise<User | null> {
  try {
    const { data } = await call(
      api.auth.login.$post({ json: { ...json, browser: readBrowser() } }),
    );
    enter(data);
    return data.user;
  } catch (error) {
    if (!(error instanceof Failed) || error.code !== "auth.unverified") throw error;
    keepPending({ email: json.email, token: String(error.body.token ?? "") });
    return null;
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
      ...(image ? { profileImage: image } : {}),
    },
  }));
  keepPending({ email: input.email, token: data.token });
  return data.msg;
}

export async function verify({ email, token }: Pending, otp: string): Promise<string> {
  const { data } = await call(
    api.auth["verify-otp"].$post({ json: { email, token, otp, browser: readBrowser() } }),
  );
  enter(data);
  dropPending();
  return data.msg;
}

/** For the registration that waits in this browser. */
export async function resendCode({ email, token }: Pending): Promise<string> {
  const { data } = await call(
    api.auth["resend-otp"].$post({ json: { email, token: token || undefined } }),
  );
  return data.msg;
}

export async function askForReset(email: string): Promise<string> {
  const { data } = await call(
    api.auth["forgot-password"].$post({ json: { email, browser: readBrowser() } }),
  );
  keepResetting(email);
  return data.msg;
}

export async function resetPassword(
  json: { email: string; otp: string; newPassword: string },
): Promise<string> {
  const { data } = await call(
    api.auth["reset-password"].$post({ json: { ...json, browser: readBrowser() } }),
  );
  keepBrowser(data.browser);
  dropResetting();
  return data.msg;
}

/** Picks up a changed name or role, and notices a session that was ended meanwhile. */
export async function refreshMe(): Promise<void> {
  const { data } = await call(api.auth.me.$get());
  keepUser(data);
}
