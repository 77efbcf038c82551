/** Says at which text of its input a program could not read a number. */
import { say } from "../languages/sentences/say.ts";

/** What `std::cin >> x` reads: the type in the name of the library's function on the stack. */
const READS = [
  /basic_istream<[^(]*>::operator>>\(([a-z ]+)&\)/,
  /__input_arithmetic\w*<([a-z ]+),/,
];
const WHOLE: Record<string, bigint> = {
  "short": 2n ** 15n - 1n,
  "unsigned short": 2n ** 16n - 1n,
  "int": 2n ** 31n - 1n,
  "unsigned int": 2n ** 32n - 1n,
  "long": 2n ** 31n - 1n,
  "unsigned long": 2n ** 32n - 1n,
  "long long": 2n ** 63n - 1n,
  "unsigned long long": 2n ** 64n - 1n,
};
const FLOATING = ["float", "double", "long double"];

/** Only so much around the place is looked at. */
const AROUND = 100;
const SHOWN_MOST = 30;

/**
 * Returns a sentence, or null where it is not certain that a number was read: `getline` into an
 * array fails, too.
 * @param at the first byte of the input that is not read
 * @param stack the engine's stack when it failed
 */
export function stuckSentence(
  { input, at, stack }: { input: Uint8Array; at: number; stack: string },
): string | null {
  const type = READS.map((read) => read.exec(stack)?.[1]).find((found) => found !== undefined);
  if (type === undefined || at < 0) return null;
  const text = (from: number, to: number) => new TextDecoder().decode(input.subarray(from, to));
  const before = text(Math.max(0, at - AROUND), at);
  const [rest = ""] = /^\S*/.exec(text(at, at + AROUND)) ?? [];
  const most = WHOLE[type];
  if (most !== undefined) {
    if (rest === "") return tooLarge(before, type, most);
    // What is read of a number with a point is its whole part.
    const [whole = ""] = /^[.,]\d/.test(rest) ? /[+-]?\d*$/.exec(before) ?? [] : [];
    return says(whole + rest, say("wholeNumber"));
  }
  if (!FLOATING.includes(type)) return null;
  // The library reads on while a letter could belong to a number, such as those of "inf" and "0xA".
  const [read = ""] = /[\da-fxpin.+-]*$/i.exec(before) ?? [];
  const whole = read + rest;
  return whole === "" || !Number.isNaN(Number(whole)) ? null : says(whole, say("aNumber"));
}

function says(found: string, wanted: string): string {
  const shown = found.length > SHOWN_MOST ? `${found.slice(0, SHOWN_MOST)}…` : found;
  return say("stuckAt", shown, wanted);
}

function tooLarge(before: string, type: string, most: bigint): string | null {
  const [, digits] = /(?:^|\s)[+-]?(\d+)$/.exec(before) ?? [];
  if (digits === undefined || BigInt(digits) <= most) return null;
  return say("stuckTooLarge", digits, type);
}
