/** Rules by which a message of a compiler or an interpreter becomes one sentence for a beginner. */
import { say, type SentenceId } from "./sentences/say.ts";

/**
 * In the sentence, `$1` is the first group of the message's pattern; the groups of the line's pattern
 * follow. A function may return null: then the next rule is tried.
 */
export type Rule<Place = null> = [
  says: RegExp,
  sentence: SentenceId | ((words: string[], place: Place) => string | null),
  /** What one of the texts must match: the line, with or without a mark at the message's column. */
  line?: RegExp,
];

/**
 * Returns the sentence of the first rule that fits; null if none does.
 * @param shown how a word of the message or of the line is said
 */
export function explainBy<Place>(
  rules: readonly Rule<Place>[],
  { message, place, texts = [], shown = (word) => word }: {
    message: string;
    place: Place;
    texts?: readonly string[];
    shown?: (word: string) => string;
  },
): string | null {
  for (const [says, sentence, line] of rules) {
    const found = says.exec(message);
    if (!found) continue;
    const inLine = line ? texts.map((text) => line.exec(text)).find((one) => one !== null) : [""];
    if (!inLine) continue;
    const words = [...found.slice(1), ...inLine.slice(1)]
      .map((word) => word === undefined ? "" : shown(word));
    const text = typeof sentence === "string" ? say(sentence, ...words) : sentence(words, place);
    if (text !== null) return text;
  }
  return null;
}
