/** What the rules of this folder are made of. */
import type { SentenceId } from "../../languages/sentences/say.ts";
import type { Diagnostic } from "../../languages/types.ts";

export type MessageContext = {
  diagnostic: Diagnostic;
  notes: readonly Diagnostic[];
  /** The program's lines, and the line of the message, each cut after LINE_MOST characters. */
  lines: readonly string[];
  text: string;
  /** `text` with MARK at the message's column. */
  marked: string;
};

export const MARK = "‸";
/** Patterns look at so many characters of a line, so that none takes long. */
export const LINE_MOST = 200;

/**
 * The first rule that fits counts. In its sentence, `$1` is the first group of the message's pattern; the groups of
 * the line's pattern follow. A function may return null: then the next rule is tried.
 */
export type Rule = [
  says: RegExp,
  sentence: SentenceId | ((words: string[], place: MessageContext) => string | null),
  /** What the line itself must match, with or without MARK at the message's column. */
  line?: RegExp,
];

export const includesOf = ({ lines }: MessageContext): string[] =>
  lines.flatMap((line) => /^\s*#\s*include\s*[<"]([\w./+]+)/.exec(line)?.[1] ?? []);

/** The number of the first line before this message that matches; null where there is none. */
export function lineBefore({ lines, diagnostic }: MessageContext, pattern: RegExp): number | null {
  const at = lines.slice(0, diagnostic.line - 1).findIndex((line) => pattern.test(line));
  return at === -1 ? null : at + 1;
}

const PART = String.raw`[^;()]*(?:\([^()]*\)[^;()]*)*`;
/** The head of a `for` with commas, and with fewer than two semicolons. */
export const FOR_WITHOUT_SEMICOLONS = new RegExp(
  String.raw`\bfor\s*\((?=[^)]*,)${PART}(?:;${PART})?\)`,
);
