/** Everything that AUTH_SECRET protects: signed tokens, hashed one-time codes, sealed mail. */
import { createHmac, hkdfSync } from "node:crypto";
import { compactDecrypt, CompactEncrypt, errors, jwtVerify, SignJWT } from "jose";
import { Refusal } from "../core/errors.ts";
import { apiTokenSigner } from "./api_token.ts";

/** How long a session lasts, in days. */
export const SESSION_DAYS = 7;
/** How long a browser is remembered after the last sign-in, in days: longer than a vacation. */
const BROWSER_DAYS = 180;

export type SessionClaims = {
  /** The person's id. */
  sub: string;
  /** The session's id. */
  session: string;
  /** Seconds since 1970. */
  exp: number;
};

/** A browser, and the accounts that have signed in there, each with its epoch at that time. */
export type Browser = { id: string; accounts: Record<string, number> };

export type Tokens = ReturnType<typeof createTokens>;

const ISSUER = "doubtless";
const SESSION = { typ: "session+jwt", audience: "doubtless-web", days: SESSION_DAYS };
const REGISTRATION = { typ: "registration+jwt", audience: "doubtless-verify", days: SESSION_DAYS };
const BROWSER = { typ: "browser+jwt", audience: "doubtless-browser", days: BROWSER_DAYS };
/** The link in a mail works for a year. */
const UNSUBSCRIBE = { typ: "unsubscribe+jwt", audience: "doubtless-mail", days: 365 };

type Registration = { sub: string; registration: string };
type KnownBrowser = { sub: string; accounts: Browser["accounts"] };
type Unsubscribe = { sub: string; kinds: string[] };

export const badToken = (msg: string): Refusal => new Refusal(401, "auth.token", msg);
export const sessionEnded = (): Refusal => badToken("Your session has ended. Please log in again.");

/** @param now milliseconds since 1970, for tests with a fixed clock */
export function createTokens(secret: string, now: () => number) {
  const key = (use: string) => keyFor(secret, use);
  const sessions = jwtOf<Omit<SessionClaims, "exp"> & { epoch: number }>(
    SESSION,
    key("session"),
    now,
  );
  const registrations = jwtOf<Registration>(REGISTRATION, key("registration"), now);
  const browsers = jwtOf<KnownBrowser>(BROWSER, key("browser"), now);
  const unsubscribes = jwtOf<Unsubscribe>(UNSUBSCRIBE, key("unsubscribe"), now);
  const code = key("code");
  const steps = sealWith(key("sign-in step"));
  return {
    signSession: (personId: string, session: string): Promise<string> =>
      // Servers of the last release want a number there, which is compared with nothing.
      sessions.sign({ sub: personId, session, epoch: 0 }),
    /** @throws Refusal 401 when it is malformed, expired, or not signed by us */
    async readSession(token: string): Promise<SessionClaims> {
      try {
        const claims = await sessions.verify(token);
        // Releases before the last one signed tokens that name no session.
        if (claims.session === undefined) throw sessionEnded();
        return claims;
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw badToken("Your session has expired.");
        if (error instanceof errors.JOSEError) throw badToken("This token is not valid.");
        throw error;
      }
    },
    /** Names one registration of an address, for the browser that made it. */
    signRegistration: (email: string, registration: string): Promise<string> =>
      registrations.sign({ sub: email, registration }),
    /** The registration that the token names for this address, or null. */
    async readRegistration(token: string, email: string): Promise<string | null> {
      const named = await registrations.read(token);
      return named?.sub === email ? named.registration : null;
    },
    signBrowser: ({ id, accounts }: Browser): Promise<string> =>
      browsers.sign({ sub: id, accounts }),
    /** Null when it is malformed, expired, or not signed by us. */
    async readBrowser(token: string): Promise<Browser | null> {
      const known = await browsers.read(token);
      return known && { id: known.sub, accounts: known.accounts };
    },
    /** Names the kinds of mails that a link ends, for one person. */
    signUnsubscribe: (personId: string, kinds: string[]): Promise<string> =>
      unsubscribes.sign({ sub: personId, kinds }),
    /** Null when it is malformed, expired, or not signed by us. */
    async readUnsubscribe(token: string) {
      const named = await unsubscribes.read(token);
      return named && { personId: named.sub, kinds: named.kinds };
    },
    ...apiTokenSigner(key("API token")),
    hashCode: (purpose: string, email: string, text: string): string =>
      createHmac("sha256", code).update(`${purpose}\n${email}\n${text}`).digest("hex"),
    ...sealWith(key("mail")),
    /** Seals what a browser keeps between the steps of a sign-in. */
    sealStep: steps.seal,
    /** Null when it is malformed, or not sealed by us. */
    unsealStep: steps.unsealOwn,
  };
}

/** Signs and reads JSON Web Tokens of one kind. */
function jwtOf<T extends { sub: string }>(
  kind: typeof SESSION,
  key: Uint8Array,
  now: () => number,
) {
  /** @throws errors.JOSEError when it is malformed, expired, or of another kind */
  const verify = async (token: string) => {
    const { payload } = await jwtVerify<T & { exp: number }>(token, key, {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience: kind.audience,
      typ: kind.typ,
      currentDate: new Date(now()),
      requiredClaims: ["sub", "exp"],
    });
    return payload;
  };
  return {
    verify,
    read: (token: string) => verify(token).catch(nothingIfBad),
    sign: (payload: T) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: "HS256", typ: kind.typ })
        .setIssuer(ISSUER)
        .setAudience(kind.audience)
        .setIssuedAt(Math.floor(now() / 1000))
        .setExpirationTime(Math.floor(now() / 1000) + kind.days * 86_400)
        .sign(key),
  };
}

function nothingIfBad(error: unknown): null {
  if (error instanceof errors.JOSEError) return null;
  throw error;
}

function sealWith(key: Uint8Array) {
  async function unseal(sealed: string): Promise<unknown> {
    const { plaintext } = await compactDecrypt(sealed, key);
    return JSON.parse(new TextDecoder().decode(plaintext));
  }
  return {
    seal: (content: unknown): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .encrypt(key),
    unseal,
    /** As `unseal`; null when it was sealed with another secret. */
    unsealOwn: (sealed: string): Promise<unknown> => unseal(sealed).catch(nothingIfBad),
  };
}

/** Derives a 32-byte key for one purpose (HKDF, RFC 5869), so that no two purposes share a key. */
const keyFor = (secret: string, use: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", use, 32));
