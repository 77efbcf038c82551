/** Colors the lines of a program by its grammar. Both are heavy: see colored-lines.ts. */
import { highlightCode, tagHighlighter } from "@lezer/highlight";
import type { Language } from "../../../server/languages/languages.ts";
import { CODE_COLORS } from "./code-colors.ts";

/** A piece of a line, and its class. */
export type Token = readonly [text: string, color: string];
/** Returns the lines of a text, each as pieces with their classes. */
export type Highlight = (text: string) => Token[][];

type Parser = typeof import("@lezer/cpp").parser;

const grammars: Record<Language, () => Promise<{ parser: Parser }>> = {
  cpp: () => import("@lezer/cpp"),
  python: () => import("@lezer/python"),
};

const colors = tagHighlighter(CODE_COLORS);

export async function loadHighlight(language: Language): Promise<Highlight> {
  const { parser } = await grammars[language]();
  return (text) => {
    const lines: Token[][] = [[]];
    highlightCode(
      text,
      parser.parse(text),
      colors,
      (piece, color) => lines.at(-1)?.push([piece, color]),
      () => lines.push([]),
    );
    return lines;
  };
}
