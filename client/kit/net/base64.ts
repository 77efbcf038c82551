/** Bytes as base64, for the local storage. */

/** `String.fromCharCode` takes a limited number of arguments. */
const AT_ONCE = 8192;

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  }
  return btoa(text);
}

/** Returns null for a text that is not base64. */
export function fromBase64(text: string | null): Uint8Array | null {
  if (text === null) return null;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
