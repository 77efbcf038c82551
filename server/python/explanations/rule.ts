/** A rule turns a message of Python into one sentence for a beginner. */
import { say, type SentenceId } from "../../languages/sentences/say.ts";

/** A pattern of the message, and the sentence: what it says depends on the matched parts. */
export type Rule = [RegExp, SentenceId | ((parts: string[], about: About) => string | null)];

export type About = {
  /** The line of the program. */
  text: string;
  /** Whether the rest of the program has this. */
  has(pattern: RegExp): boolean;
};

/** Returns the sentence of the first rule that fits. */
export function explain(rules: readonly Rule[], message: string, about: About): string | null {
  for (const [pattern, sentence] of rules) {
    const found = pattern.exec(message);
    if (!found) continue;
    const parts = found.slice(1).map((part) => part ?? "");
    const text = typeof sentence === "string" ? say(sentence) : sentence(parts, about);
    if (text !== null) return text;
  }
  return null;
}

export const aboutLine = (source: string, line: number): About => ({
  text: source.split("\n", line)[line - 1] ?? "",
  has: (pattern) => pattern.test(source),
});
