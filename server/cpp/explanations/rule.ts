/** What the rules of this folder are made of. */
import type { Rule as LanguageRule } from "../../languages/rules.ts";
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

export type Rule = LanguageRule<MessageContext>;

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
