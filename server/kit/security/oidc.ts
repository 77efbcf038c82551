/** OpenID Connect: authorization code with PKCE, state and nonce. Loaded at the first sign-in. */
import type * as Library from "openid-client";
import type { OidcSettings } from "../core/env.ts";
import { Refusal } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { streamWithin, within } from "../core/within.ts";

/** The screen to which the provider sends browsers back. */
export const CALLBACK_PATH = "/login/school";

/** What the server needs to know again when the browser comes back. */
export type SignInStart = { state: string; nonce: string; verifier: string };

/** What the provider says about a person. */
export type Claims = {
  /** The provider's permanent id of the person. */
  sub: string;
  /** The application that the answer was made for. */
  azp?: unknown;
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
};

export type Provider = ReturnType<typeof createProvider>;
export type Answer = Awaited<ReturnType<Provider["finish"]>>;

const SCOPE = "openid email profile";
const WITHIN_MS = 8000;
/** The most bytes of an answer of the provider. */
const ANSWER_MOST = 512 * 1024;

const wrong = (sentence: string) => new Refusal(400, "auth.oidc", sentence);

/** @param withinMs how long the provider may take to begin an answer, and for its bytes */
export function createProvider(
  settings: OidcSettings,
  log: Log,
  { withinMs = WITHIN_MS }: { withinMs?: number } = {},
) {
  const { name, issuer, clientId, publicUrl } = settings;
  let known: Library.Configuration | null = null;
  let asking: Promise<Library.Configuration> | null = null;

  /** Asks the provider for its addresses; those who ask at the same time share the answer. */
  function discover(library: typeof Library): Promise<Library.Configuration> {
    asking ??= library.discovery(
      new URL(issuer),
      clientId,
      settings.clientSecret,
      undefined,
      {
        timeout: withinMs / 1000,
        [library.customFetch]: (url, options) => fetchBounded(url, options, withinMs),
        // Also verifies the signature of the answer, although it comes straight from the provider.
        execute: [
          library.enableNonRepudiationChecks,
          ...(issuer.startsWith("http:") ? [library.allowInsecureRequests] : []),
        ],
      },
    ).then((config) => known = config).finally(() => asking = null);
    return asking;
  }

  function refusalOf(library: typeof Library, error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof library.AuthorizationResponseError) {
      return error.error === "access_denied"
        ? wrong(`${name}: the sign-in was refused or cancelled there.`)
        : wrong(`${name}: the sign-in failed there. Please start again.`);
    }
    if (error instanceof library.ResponseBodyError && error.error === "invalid_grant") {
      return wrong(`${name}: this sign-in was used before, or took too long. Please start again.`);
    }
    const { code = "", cause } = error as { code?: string; cause?: { cause?: { claim?: string } } };
    if (error instanceof library.ClientError && WRONG_ANSWER.test(code)) {
      log.warn({ error }, "an answer of the OpenID Connect provider was refused");
      const claim = cause?.cause?.claim ?? "";
      return wrong(`${name}: ${WRONG_CLAIM[claim] ?? "the answer could not be verified."}`);
    }
    log.error({ error }, "the OpenID Connect provider could not be used; see the OIDC_ variables");
    const sentence =
      `${name} does not answer. Sign in with your password if you have one, or try again later.`;
    return new Refusal(503, "auth.oidc-away", sentence, { retryAfter: 10 });
  }

  /** @throws Refusal for whatever goes wrong at the provider */
  async function ask<T>(work: (library: typeof Library) => Promise<T>): Promise<T> {
    const library = await import("openid-client");
    try {
      return await work(library);
    } catch (error) {
      throw refusalOf(library, error);
    }
  }

  return {
    name,
    issuer,
    /** Whether an address counts as verified when the provider does not say whether it is. */
    isTrusted: settings.trusted.includes(issuer),
    /** @throws Refusal 503 when the provider does not answer */
    begin: () =>
      ask(async (library) => {
        // Each time, so that nobody is sent to a provider that is down.
        const config = await discover(library);
        const begun = {
          state: library.randomState(),
          nonce: library.randomNonce(),
          verifier: library.randomPKCECodeVerifier(),
        };
        const url = library.buildAuthorizationUrl(config, {
          redirect_uri: publicUrl + CALLBACK_PATH,
          scope: SCOPE,
          code_challenge: await library.calculatePKCECodeChallenge(begun.verifier),
          code_challenge_method: "S256",
          state: begun.state,
          nonce: begun.nonce,
        });
        return { ...begun, url: url.href };
      }),
    /**
     * Exchanges the code in an address to which the provider has sent a browser, and verifies the
     * answer.
     * @param query the query of that address
     * @throws Refusal 400 when the answer is not for this sign-in, 503 when the provider does not
     *   answer
     */
    finish: (query: string, { state, nonce, verifier }: SignInStart) =>
      ask(async (library) => {
        const config = known ?? await discover(library);
        const address = new URL(CALLBACK_PATH, publicUrl);
        address.search = query;
        const tokens = await library.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims() as Claims;
        // The library asks for it only when there are several audiences.
        if ((claims.azp ?? clientId) !== clientId) throw wrong(`${name}: ${WRONG_CLAIM.aud}`);
        /** The same with userinfo's address, if it has one. @throws Refusal as `finish` */
        const userinfo = () =>
          ask(async (): Promise<Claims> => {
            if (!config.serverMetadata().userinfo_endpoint) return claims;
            const more = await library.fetchUserInfo(config, tokens.access_token, claims.sub);
            // What is said about an address counts for no other one.
            return more.email === undefined ? claims : { name: claims.name, ...more };
          });
        return { claims, userinfo };
      }),
  };
}

/** The library's codes for an answer that came, and is not what was asked for. */
const WRONG_ANSWER = /^OAUTH_(INVALID_RESPONSE|JWT_\w+_FAILED|KEY_SELECTION_FAILED)$/;

const WRONG_CLAIM: Record<string, string> = {
  aud: "the answer was meant for another application.",
  iss: "the answer came from another provider.",
  nonce: "the answer belongs to another sign-in. Please start again.",
  exp: "the answer has expired. Please start again.",
};

/** @throws Error when the answer takes too long or is too long */
async function fetchBounded(url: string, options: Library.CustomFetchOptions, withinMs: number) {
  const late = () => new Error(`${url} is too slow.`);
  const answering = fetch(url, options as RequestInit);
  const { body, status, headers } = await within(withinMs, answering, late);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ? streamWithin(withinMs, body, late) : []) {
    bytes += part.length;
    if (bytes > ANSWER_MOST) throw new TypeError(`The answer of ${url} is too long.`);
    parts.push(part);
  }
  const whole = await new Blob(parts as BlobPart[]).arrayBuffer();
  return new Response(bytes > 0 ? whole : null, { status, headers });
}
