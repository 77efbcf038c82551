/** The texts of a case, as a program reads and prints them and as they are shown. */

/** The text with the line ends of Linux: forms and files of Windows have others. */
export const unixLines = (text: string): string => text.replaceAll("\r\n", "\n");

export const withoutLastEnd = (text: string): string => text.replace(/\n$/, "");

/**
 * Returns the standard input for a text that a person typed. Each of its lines ends, the last one
 * too, as if it was sent with Enter: a loop until the end of the input may count on that.
 * @param noLineEnd the last line has no end
 */
export function standardInput(typed: string, noLineEnd = false): string {
  const text = withoutLastEnd(unixLines(typed));
  return noLineEnd || typed === "" ? text : `${text}\n`;
}

const SIGNS: Record<string, string> = { " ": "␠", "\t": "⇥", "\n": "⏎\n", "\r": "␍" };

/** Spaces, control characters, and those that have no width. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\u2800\u3164\uFFA0]/gu;

/** Returns the text with a sign for each of them: "a␠b⇥", "a⟨U+00A0⟩b". A line still ends. */
export const withSigns = (text: string): string => text.replace(UNSEEN, signOf);

/** The same, but spaces, tabs and line ends stay as they are. */
export const withRareSigns = (text: string): string =>
  text.replace(UNSEEN, (one) => " \t\n".includes(one) ? one : signOf(one));

function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return SIGNS[character] ??
    // Unicode has a picture of each of these.
    (code < 32
      ? String.fromCharCode(0x2400 + code)
      : `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

export const differInSpace = (one: string, other: string): boolean =>
  one !== other && one.replace(/\s+/g, "") === other.replace(/\s+/g, "");

export const shownBeside = (text: string, other: string): string =>
  differInSpace(text, other) ? withSigns(text) : withRareSigns(text);
