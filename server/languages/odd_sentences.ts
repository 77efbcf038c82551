/** Explains the characters of a document or another keyboard in a program. */
import type { Language } from "./languages.ts";
import { nameOdd, plainOf, UNSEEN, withPlainCharacters } from "./odd_characters.ts";
import { say } from "./sentences/say.ts";

/** Explains a character that does not belong into a program; null if nothing is known of it. */
export function explainOdd(character: string): string | null {
  const plain = plainOf(character);
  if (plain === undefined) return null;
  const name = nameOdd(character);
  if (plain === "") return say("hereUnseen", name);
  return plain === " " ? say("hereSpace", name) : say("hereOdd", name, plain);
}

/** Explains the character that a message names by its code; null if it names none that is known. */
export function explainOddNamed(message: string): string | null {
  const [, code] = /U\+([\dA-F]{4,6})\b/.exec(message) ?? [];
  return code === undefined ? null : explainOdd(String.fromCodePoint(parseInt(code, 16)));
}

/** Explains the first odd character in a line, outside of its texts and comments; not a space. */
export function explainOddIn(line: string, language: Language): string | null {
  const seen = line.replace(UNSEEN, (one) => plainOf(one) || one);
  const plain = withPlainCharacters(seen, language);
  const at = [...seen].findIndex((character, place) => character !== [...plain][place]);
  return at === -1 ? null : explainOdd([...seen][at] ?? "");
}
