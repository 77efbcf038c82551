/**
 * The form of API tokens: a prefix by which scanners for secrets find them, then the id of the token,
 * its person's id and a signature. So a wrong token is refused without asking the database.
 */
import { Buffer } from "node:buffer";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { parse, stringify } from "uuid";

const PREFIX = "doubtless_";
const ID_BYTES = 16;

export const isApiToken = (token: string): boolean => token.startsWith(PREFIX);

type Ids = { id: string; personId: string };

export function apiTokenSigner(key: Uint8Array) {
  const signatureOf = (ids: Uint8Array) => createHmac("sha256", key).update(ids).digest();
  return {
    /** Returns the token with these ids: always the same one. */
    signApiToken({ id, personId }: Ids): string {
      const ids = Uint8Array.from([...parse(id), ...parse(personId)]);
      return PREFIX + Buffer.concat([ids, signatureOf(ids)]).toString("base64url");
    },
    /** Null when it is malformed, or not signed by us. */
    readApiToken(token: string): Ids | null {
      const text = token.slice(PREFIX.length);
      if (!isApiToken(token) || !/^[\w-]{86}$/.test(text)) return null;
      const bytes = Buffer.from(text, "base64url");
      const [ids, signature] = [bytes.subarray(0, 2 * ID_BYTES), bytes.subarray(2 * ID_BYTES)];
      if (!timingSafeEqual(signature, signatureOf(ids))) return null;
      return {
        id: stringify(ids.subarray(0, ID_BYTES)),
        personId: stringify(ids.subarray(ID_BYTES)),
      };
    },
  };
}

/** SHA-256 of a token, in hexadecimal. The token itself is not stored. */
export const hashOfApiToken = (token: string): string =>
  createHash("sha256").update(token).digest("hex");
