/** The sentences that explain messages, crashes and wrong outputs: `en.json` has each by its id. */
import EN from "./en.json" with { type: "json" };

export type SentenceId = keyof typeof EN;

/** Sentences by a word of the program: also by "toString", which every object of JavaScript has. */
export const byWord = (ids: Record<string, SentenceId>): ReadonlyMap<string, SentenceId> =>
  new Map(Object.entries(ids));

/** Returns the English sentence, with the values in the places of `$1`, `$2`, and so on. */
export const say = (id: SentenceId, ...values: (string | number | undefined)[]): string =>
  fill(EN[id], values);

export const fill = (template: string, values: readonly (string | number | undefined)[]): string =>
  template.replace(/\$(\d)/g, (_, place: string) => String(values[Number(place) - 1] ?? ""));
