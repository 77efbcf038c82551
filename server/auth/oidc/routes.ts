/** The calls under /auth/oidc. */
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import { answers } from "../../kit/contract/describe.ts";
import { later } from "../../kit/core/clock.ts";
import { Refusal } from "../../kit/core/errors.ts";
import { messageReply } from "../../kit/core/schema.ts";
import { type App, input } from "../../kit/http/guard.ts";
import { requestSource } from "../../kit/http/request_source.ts";
import type { Provider, SignInStart } from "../../kit/security/oidc.ts";
import * as commands from "./commands.ts";
import * as schema from "./schema.ts";

/** How long a person may take at the provider, and then for the password, in minutes. */
const STEP_MINUTES = 10;

/** Binds a sign-in to its browser: the sealed secrets of the step. Only our own pages send it. */
const COOKIE = "doubtless-sign-in";
const PATH = "/api/auth/oidc";

type Steps = { begun: SignInStart; linking: commands.PendingLink };

function providerOf(c: Context<App>): Provider {
  const { provider } = c.var.parts;
  if (provider) return provider;
  throw new Refusal(404, "auth.oidc-off", "This school has no sign-in with another account.");
}

async function storeStep<S extends keyof Steps>(c: Context<App>, step: S, content: Steps[S]) {
  const { tokens, clock, env } = c.var.parts;
  const until = later(clock(), STEP_MINUTES);
  setCookie(c, COOKIE, await tokens.sealStep({ step, until, content }), {
    path: PATH,
    maxAge: STEP_MINUTES * 60,
    httpOnly: true,
    sameSite: "Strict",
    secure: env.publicUrl?.startsWith("https:") ?? false,
  });
}

/** Returns what this browser keeps of a step. @throws Refusal 400 when it keeps none */
async function stepOf<S extends keyof Steps>(c: Context<App>, step: S): Promise<Steps[S]> {
  const { tokens, clock } = c.var.parts;
  const kept = await tokens.unsealStep(getCookie(c, COOKIE) ?? "") as
    | { step: string; until: string; content: Steps[S] }
    | null;
  if (kept?.step === step && kept.until > clock()) return kept.content;
  throw notBegun();
}

const notBegun = () =>
  new Refusal(
    400,
    "auth.oidc",
    "This sign-in was not begun in this browser, or took too long. Please start again.",
  );

export const oidcRoutes = new Hono<App>()
  .post(
    "/start",
    answers(
      "Begin to sign in with the school's account. Send the browser to the address.",
      schema.started,
      { refusals: ["404 auth.oidc-off", "429 too-many", "503 auth.oidc-away"] },
    ),
    async (c) => {
      const provider = providerOf(c);
      await c.var.parts.limits.take("oidc", c.var.address);
      const { url, ...begun } = await provider.begin();
      await storeStep(c, "begun", begun);
      return c.json({ url });
    },
  )
  .post(
    "/finish",
    answers(
      "Sign in with the answer that the browser has brought back from the provider.",
      schema.finished,
      {
        refusals: [
          "400 auth.oidc",
          "400 auth.disabled",
          "400 auth.domain",
          "400 auth.invited",
          "404 invitation.unknown",
          "409 invitation.ended",
          "404 auth.oidc-off",
          "503 auth.oidc-away",
        ],
      },
    ),
    input("json", schema.finishInput),
    async (c) => {
      const { parts } = c.var;
      const provider = providerOf(c);
      const { query, browser, invitation } = c.req.valid("json");
      const begun = await stepOf(c, "begun");
      // A link that somebody else has sent has another state.
      if (new URLSearchParams(query).get("state") !== begun.state) throw notBegun();
      deleteCookie(c, COOKIE, { path: PATH });
      if (await parts.limits.spend("oidc.used", begun.state) > 0) {
        throw new Refusal(400, "auth.oidc", "This sign-in was used before. Please start again.");
      }
      const answer = await provider.finish(query, begun);
      const visit = { browser, invitation, place: requestSource(c) };
      const entered = await commands.enter(parts, { provider, answer, ...visit });
      if ("token" in entered) return c.json({ session: entered, email: null });
      await storeStep(c, "linking", entered);
      return c.json({ session: null, email: entered.email });
    },
  )
  .post(
    "/link",
    answers(
      "Give the password of the account once, to link the school's account to it, and sign in.",
      schema.finished,
      {
        refusals: [
          "400 auth.oidc",
          "400 auth.wrong",
          "400 auth.unverified",
          "400 auth.disabled",
          "404 auth.oidc-off",
        ],
        fields: { "auth.unverified": { token: z.string() } },
      },
    ),
    input("json", schema.linkInput),
    async (c) => {
      providerOf(c);
      const linking = await stepOf(c, "linking");
      const given = { ...c.req.valid("json"), linking };
      const session = await commands.link(c.var.parts, given, requestSource(c));
      deleteCookie(c, COOKIE, { path: PATH });
      return c.json({ session, email: null });
    },
  )
  .post(
    "/code",
    answers("Mail a code to the account's address, in place of its password.", messageReply, {
      refusals: ["400 auth.oidc", "404 auth.oidc-off", "429 too-many"],
    }),
    input("json", schema.codeInput),
    async (c) => {
      providerOf(c);
      const linking = await stepOf(c, "linking");
      const { email } = c.req.valid("json");
      await commands.sendLinkCode(c.var.parts, { linking, email }, requestSource(c));
      return c.json({ msg: "A code is on its way." });
    },
  )
  .post(
    "/link-by-code",
    answers(
      "Give the mailed code, to link the school's account to the account here, and sign in.",
      schema.finished,
      {
        refusals: [
          "400 auth.oidc",
          "400 auth.otp-wrong",
          "400 auth.disabled",
          "404 auth.oidc-off",
        ],
      },
    ),
    input("json", schema.linkByCodeInput),
    async (c) => {
      providerOf(c);
      const linking = await stepOf(c, "linking");
      const given = { ...c.req.valid("json"), linking };
      const session = await commands.linkByCode(c.var.parts, given, requestSource(c));
      deleteCookie(c, COOKIE, { path: PATH });
      return c.json({ session, email: null });
    },
  );
