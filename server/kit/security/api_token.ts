/**
 * The form of API tokens: a prefix by which scanners for secrets find them, then the id of the token,
 * its person's id and a signature. So a wrong token is refused without asking the database.
 */
import { parse, stringify } from "uuid";

const PREFIX = "doubtless_";
const ID_BYTES = 16;

export const isApiToken = (token: string): boolean => token.startsWith(PREFIX);

type Ids = { id: string; personId: string };

export type ApiTokenSigner = {
  /** Returns the token with these ids: always the same one. */
  signApiToken(ids: Ids): Promise<string>;
  /** Null when it is malformed, or not signed by us. */
  readApiToken(token: string): Promise<Ids | null>;
};

export async function apiTokenSigner(key: Uint8Array): Promise<ApiTokenSigner> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const hmac = await crypto.subtle.importKey("raw", key as BufferSource, algorithm, false, [
    "sign",
    "verify",
  ]);
  return {
    async signApiToken({ id, personId }) {
      const ids = Uint8Array.from([...parse(id), ...parse(personId)]);
      const signature = new Uint8Array(await crypto.subtle.sign("HMAC", hmac, ids));
      const bytes = Uint8Array.from([...ids, ...signature]);
      return PREFIX + bytes.toBase64({ alphabet: "base64url", omitPadding: true });
    },
    async readApiToken(token) {
      const text = token.slice(PREFIX.length);
      if (!isApiToken(token) || !/^[\w-]{86}$/.test(text)) return null;
      const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
      const [ids, signature] = [bytes.slice(0, 2 * ID_BYTES), bytes.slice(2 * ID_BYTES)];
      if (!await crypto.subtle.verify("HMAC", hmac, signature, ids)) return null;
      return {
        id: stringify(ids.slice(0, ID_BYTES)),
        personId: stringify(ids.slice(ID_BYTES)),
      };
    },
  };
}

/** SHA-256 of a token, in hexadecimal. The token itself is not stored. */
export async function hashOfApiToken(token: string): Promise<string> {
  const bytes = new TextEncoder().encode(token);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
