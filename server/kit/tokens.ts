/** What AUTH_SECRET protects: signed tokens, hashed one-time codes, sealed mail. */
import { compactDecrypt, CompactEncrypt, errors, jwtVerify, SignJWT } from "jose";
import { Refusal } from "./errors.ts";

/** Days a session lasts. */
export const SESSION_DAYS = 7;
/** Days that a browser is known after the last sign-in there: longer than a vacation. */
const BROWSER_DAYS = 180;

export type SessionClaims = {
  /** The person's id. */
  sub: string;
  /** The account's epoch when the session began; a later epoch ends it. */
  epoch: number;
  /** Seconds since 1970. */
  exp: number;
};

/** A browser, and the accounts that have signed in there, each with its epoch by then. */
export type Browser = { id: string; accounts: Record<string, number> };

export type Tokens = {
  signSession(personId: string, epoch: number): Promise<string>;
  /** @throws Refusal 401 when it is malformed, expired, or not one of ours. */
  readSession(token: string): Promise<SessionClaims>;
  /** Names one registration of an address, for the browser that made it. */
  signRegistration(email: string, registration: string): Promise<string>;
  /** The registration that the token names for this address, or null. */
  readRegistration(token: string, email: string): Promise<string | null>;
  signBrowser(browser: Browser): Promise<string>;
  /** Null when it is malformed, expired, or not one of ours. */
  readBrowser(token: string): Promise<Browser | null>;
  hashCode(purpose: string, email: string, code: string): Promise<string>;
  seal(content: unknown): Promise<string>;
  unseal(sealed: string): Promise<unknown>;
};

const ISSUER = "doubtless";
const SESSION = { typ: "session+jwt", audience: "doubtless-web" };
const REGISTRATION = { typ: "registration+jwt", audience: "doubtless-verify" };
const BROWSER = { typ: "browser+jwt", audience: "doubtless-browser" };
const utf8 = new TextEncoder();
/** Sessions whose signature was right, so that not every call has it computed again. */
const REMEMBERED_MOST = 10_000;

export const badToken = (msg: string): Refusal => new Refusal(401, "auth.token", msg);

/** @param now milliseconds since 1970, for tests with a set clock */
export async function createTokens(secret: string, now: () => number): Promise<Tokens> {
  const [sessionKey, registrationKey, browserKey, codeKey, mailKey] = await Promise.all(
    ["session", "registration", "browser", "code", "mail"].map((use) => derive(secret, use)),
  ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  const codeHmac = await crypto.subtle.importKey(
    "raw",
    codeKey as BufferSource,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );

  const sign = (
    kind: typeof SESSION,
    key: Uint8Array,
    payload: Record<string, unknown>,
    days = SESSION_DAYS,
  ) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", typ: kind.typ })
      .setIssuer(ISSUER)
      .setAudience(kind.audience)
      .setIssuedAt(Math.floor(now() / 1000))
      .setExpirationTime(Math.floor(now() / 1000) + days * 86_400)
      .sign(key);
  const read = async (kind: typeof SESSION, key: Uint8Array, token: string) =>
    (await jwtVerify(token, key, {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience: kind.audience,
      typ: kind.typ,
      currentDate: new Date(now()),
      requiredClaims: ["sub", "exp"],
    })).payload;

  const remembered = new Map<string, SessionClaims>();

  return {
    signSession: (personId, epoch) => sign(SESSION, sessionKey, { sub: personId, epoch }),
    async readSession(token) {
      const known = remembered.get(token);
      if (known && known.exp > Math.floor(now() / 1000)) return known;
      try {
        const { sub, epoch, exp } = await read(SESSION, sessionKey, token);
        const claims = { sub: sub as string, epoch: epoch as number, exp: exp as number };
        if (remembered.size >= REMEMBERED_MOST) remembered.clear();
        remembered.set(token, claims);
        return claims;
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw badToken("Your session has expired.");
        if (error instanceof errors.JOSEError) throw badToken("This token is not valid.");
        throw error;
      }
    },
    signRegistration: (email, registration) =>
      sign(REGISTRATION, registrationKey, { sub: email, registration }),
    async readRegistration(token, email) {
      try {
        const { sub, registration } = await read(REGISTRATION, registrationKey, token);
        return sub === email ? String(registration) : null;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    signBrowser: ({ id, accounts }) =>
      sign(BROWSER, browserKey, { sub: id, accounts }, BROWSER_DAYS),
    async readBrowser(token) {
      try {
        const { sub = "", accounts } = await read(BROWSER, browserKey, token);
        return { id: sub, accounts: accounts as Browser["accounts"] };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    async hashCode(purpose, email, code) {
      const mac = await crypto.subtle.sign(
        "HMAC",
        codeHmac,
        utf8.encode(`${purpose}\n${email}\n${code}`),
      );
      return new Uint8Array(mac).toHex();
    },
    seal: (content) =>
      new CompactEncrypt(utf8.encode(JSON.stringify(content)))
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .encrypt(mailKey),
    async unseal(sealed) {
      const { plaintext } = await compactDecrypt(sealed, mailKey);
      return JSON.parse(new TextDecoder().decode(plaintext));
    },
  };
}

/** A 32-byte key for one use (HKDF, RFC 5869), so that no two uses share a key. */
async function derive(secret: string, use: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), "HKDF", false, [
    "deriveBits",
  ]);
  const params = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: utf8.encode(use) };
  return new Uint8Array(await crypto.subtle.deriveBits(params, key, 256));
}
