/**
 * Signs in with an OpenID Connect provider: authorization code flow with PKCE, state and nonce. The
 * library is loaded with the first sign-in.
 */
import type * as Library from "openid-client";
import type { OidcSettings } from "../core/env.ts";
import { Refusal } from "../core/errors.ts";
import type { Log } from "../core/log.ts";

/** The screen to which the provider sends browsers back. */
export const CALLBACK_PATH = "/login/school";

/** What the server needs to know again when the browser comes back. */
export type Begun = { state: string; nonce: string; verifier: string };

/** What the provider says about a person. */
export type Claims = {
  /** The provider's permanent id of the person. */
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
};

export type Provider = {
  name: string;
  issuer: string;
  /** @throws Refusal 503 when the provider does not answer */
  begin(): Promise<Begun & { url: string }>;
  /**
   * Exchanges the code in an address to which the provider has sent a browser, and verifies the
   * answer.
   * @param query the query of that address
   * @throws Refusal 400 when the answer is not for this sign-in, 503 when the provider does not
   *   answer
   */
  finish(query: string, begun: Begun): Promise<Claims>;
};

const SCOPE = "openid email profile";
const TIMEOUT_SECONDS = 8;
/** The most bytes of an answer of the provider. */
const ANSWER_MOST = 512 * 1024;

const wrong = (sentence: string) => new Refusal(400, "auth.oidc", sentence);

export function createProvider(settings: OidcSettings, log: Log): Provider {
  const { name, issuer, publicUrl } = settings;
  let known: Library.Configuration | null = null;
  let asking: Promise<Library.Configuration> | null = null;

  /** Asks the provider for its addresses; those who ask at the same time share the answer. */
  function discover(library: typeof Library): Promise<Library.Configuration> {
    asking ??= library.discovery(
      new URL(issuer),
      settings.clientId,
      settings.clientSecret,
      undefined,
      {
        timeout: TIMEOUT_SECONDS,
        [library.customFetch]: fetchBounded,
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
    finish: (query, { state, nonce, verifier }) =>
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
        if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) return claims;
        // Some providers tell the address only there.
        return await library.fetchUserInfo(config, tokens.access_token, claims.sub);
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

/** @throws TypeError when the answer is too long */
async function fetchBounded(
  url: string,
  options: Library.CustomFetchOptions,
): Promise<Response> {
  const { body, status, headers } = await fetch(url, options as RequestInit);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > ANSWER_MOST) throw new TypeError(`The answer of ${url} is too long.`);
    parts.push(part);
  }
  const whole = await new Blob(parts as BlobPart[]).arrayBuffer();
  return new Response(bytes > 0 ? whole : null, { status, headers });
}
