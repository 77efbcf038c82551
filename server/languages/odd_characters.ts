/** Characters from documents or other keyboards that look like the right ones, or like nothing. */
import type { Language } from "./languages.ts";

const DOUBLE_QUOTES = "“”„‟«»″＂";
const SINGLE_QUOTES = "‘’‚‛′´＇";

/** What each looks like; "" for one that has no width. */
const PLAIN = new Map<string, string>(
  Object.entries({
    '"': DOUBLE_QUOTES,
    "'": SINGLE_QUOTES,
    "-": "‐‑‒–—―−",
    "<": "‹〈",
    ">": "›〉",
    "<=": "≤",
    ">=": "≥",
    "!=": "≠",
    "*": "×",
    "/": "÷",
    ",": "、",
    ".": "。",
    "...": "…",
    " ":
      "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
    "": "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff",
  }).flatMap(([plain, odd]) => [...odd].map((one): [string, string] => [one, plain])),
);
/** The full-width forms of ASCII: "（" for "(". */
for (let code = 0x21; code <= 0x7e; code++) {
  const wide = String.fromCharCode(code + 0xfee0);
  if (!PLAIN.has(wide)) PLAIN.set(wide, String.fromCharCode(code));
}

const NAMES: Record<string, string> = {
  "\u00a0": "a no-break space",
  "\u200b": "a zero-width space",
  "\ufeff": "a byte order mark",
};

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Those that nobody sees. */
export const UNSEEN = new RegExp(
  `[${[...PLAIN].filter(([, plain]) => plain.trim() === "").map(([odd]) => odd).join("")}]`,
  "gu",
);

const ODD = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "gu");

/** Returns what a character looks like: "" for one without width; undefined for a usual one. */
export const plainOf = (character: string): string | undefined => PLAIN.get(character);

/** Says which it is: "a no-break space (U+00A0)", "the character “ (U+201C)". */
export function nameOdd(character: string): string {
  const plain = PLAIN.get(character);
  const name = NAMES[character] ??
    (plain === "" ? "a character without width" : plain === " " ? "an unusual space" : null);
  return `${name ?? `the character ${character}`} (${codeOf(character)})`;
}

/** Comments, and texts in plain quotes: what stands there is nobody's mistake. */
const KEPT: Record<Language, RegExp> = {
  cpp: /\/\/.*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/,
  python: /#.*|("""|''')[^]*?(?:\1|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/,
};
/** A text between quotes of a document, or its beginning. What stands in it stays. */
const quoted = (odd: string, plain: string): string => `[${odd}][^${odd}${plain}\n]*[${odd}]?`;

/** Returns the program with plain characters in the place of odd ones, but not in its texts. */
export function withPlainCharacters(source: string, language: Language): string {
  const texts = `${quoted(DOUBLE_QUOTES, '"')}|${quoted(SINGLE_QUOTES, "'")}`;
  const parts = new RegExp(`${KEPT[language].source}|${texts}|${ODD.source}`, "gu");
  return source.replace(parts, (part) => {
    const quotes = [DOUBLE_QUOTES, SINGLE_QUOTES].find((these) => these.includes(part.charAt(0)));
    return quotes === undefined
      ? PLAIN.get(part) ?? part
      : part.replace(new RegExp(`^.|[${quotes}]$`, "g"), (quote) => PLAIN.get(quote) ?? quote);
  });
}

/** The program with plain characters, and what is offered; null for a line without any. */
export function plainCharacters(
  source: string,
  { line, language }: { line: number; language: Language },
): { source: string; offer: string } | null {
  const plain = withPlainCharacters(source, language);
  const [before, after] = [source, plain].map((text) => text.split("\n", line)[line - 1]);
  if (before === after) return null;
  const odd = (before ?? "").match(ODD) ?? [];
  const areQuotes = odd.every((one) => /["']/.test(PLAIN.get(one) ?? ""));
  return {
    source: plain,
    offer: areQuotes ? "Replace by straight quotes" : "Replace by plain characters",
  };
}

/** Takes out of a pasted text what nobody sees: byte order marks, and no-break spaces in code. */
export const withoutMarks = (pasted: string): string =>
  pasted.replaceAll("\ufeff", "").replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\u00a0/g,
    (_, text?: string) => text ?? " ",
  );

/** A program without the mark by which some editors begin a file. */
export const withoutByteOrderMark = (source: string): string => source.replace(/^\ufeff/, "");
