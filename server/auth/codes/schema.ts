/** Reads a code as people type and paste it. */

const DEVANAGARI_ZERO = 0x966;
const CODE = /(?<!\d)\d{6}(?!\d)/;
const SPACED = /(?<!\d)\d(?:[\s\p{Pd}]?\d){5}(?!\d)/u;

/** Returns the six digits in a text, such as "Your code is 012 345."; without them, the text. */
export function codeIn(text: string): string {
  const plain = text.normalize("NFKC")
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));
  const [found] = CODE.exec(plain) ?? SPACED.exec(plain) ?? [];
  return found?.replace(/\D/g, "") ?? plain.trim();
}
