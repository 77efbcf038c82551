/**
 * Says a sentence in Hindi. Runs, events and steps carry the English sentence: its id and values are
 * found by its template, so that every kept run is read in the reader's language.
 */
import EN from "./en.json" with { type: "json" };
import HI from "./hi.json" with { type: "json" };
import { fill, type SentenceId } from "./say.ts";

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function templateOf(id: SentenceId): { id: SentenceId; pattern: RegExp; places: number[] } {
  const [first = "", ...rest] = EN[id].split(/\$(\d)/);
  const places: number[] = [];
  let pattern = literal(first);
  for (let at = 0; at < rest.length; at += 2) {
    const place = Number(rest[at]);
    const before = places.indexOf(place);
    pattern += (before === -1 ? "([^]*?)" : `\\${before + 1}`) + literal(rest[at + 1] ?? "");
    if (before === -1) places.push(place);
  }
  return { id, pattern: new RegExp(`^${pattern}$`), places };
}

/** Those with the most words of their own come first: others may fit the same sentence. */
const TEMPLATES = (Object.keys(EN) as SentenceId[])
  .sort((one, other) => wordsOf(other) - wordsOf(one)).map(templateOf);

function wordsOf(id: SentenceId): number {
  return EN[id].replace(/\$\d/g, "").length;
}

/** Returns null for a sentence that is not in the catalogue, or has no Hindi partner. */
export function inHindi(sentence: string): string | null {
  for (const { id, pattern, places } of TEMPLATES) {
    const found = pattern.exec(sentence);
    if (found === null) continue;
    const hindi: string | undefined = HI[id];
    if (hindi === undefined) return null;
    const values: string[] = [];
    places.forEach((place, at) => values[place - 1] = valueInHindi(found[at + 1] ?? ""));
    return fill(hindi, values);
  }
  return null;
}

/** A value may itself be a sentence or a phrase of the catalogue; a name is one word. */
function valueInHindi(value: string): string {
  if (!value.includes(" ")) return value;
  return inHindi(value) ?? inHindi(value.charAt(0).toLowerCase() + value.slice(1)) ?? value;
}
