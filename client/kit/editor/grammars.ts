/** The grammars of the languages, by which programs are colored. Each is loaded when it is needed. */
import type { Language } from "../../../server/languages/languages.ts";

export type Parser = typeof import("@lezer/cpp").parser;

const loads: Record<Language, () => Promise<{ parser: Parser }>> = {
  cpp: () => import("@lezer/cpp"),
  python: () => import("@lezer/python"),
};
const loaded = new Map<Language, Promise<Parser>>();

/** Returns the same promise each time, so that a component can wait for it. */
export function parserOf(language: Language): Promise<Parser> {
  const known = loaded.get(language) ?? loads[language]().then(({ parser }) => parser);
  loaded.set(language, known);
  return known;
}
