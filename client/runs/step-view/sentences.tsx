/** Says steps and values in words: each step is one sentence. */
import { placeOf } from "../../../server/languages/program_files.ts";
import type { Step, Trace, ValueText } from "../../../server/languages/steps/trace.ts";
import { shorten } from "../../kit/ui/shorten.ts";
import { isOther, isSame, referent, variableBefore } from "./step-search.tsx";
import { plural } from "../../kit/ui/plural.ts";

/** The most characters of a value, the most elements of it, and how deep it is said. */
const VALUE_MOST = 60;
const ITEMS_MOST = 8;
const DEPTH_MOST = 3;
/** The most changes, and the most characters of printed text, that a sentence says. */
const CHANGES_MOST = 3;
const PRINTED_MOST = 40;

/** Says a line as a step names it: "line 7", or "line 7 of main.cpp" in a given file. */
export function sayLine({ files }: Pick<Trace, "files">, at = 0): string {
  const { place, line } = placeOf(at);
  return place === 0 ? `line ${line}` : `line ${line} of ${files?.[place]}`;
}

/** Says a value in one short line. */
export const sayValue = (value: ValueText): string => shorten(say(value, 0), VALUE_MOST);

function say(value: ValueText, depth: number): string {
  if (depth > DEPTH_MOST) return "…";
  const within = (one: ValueText) => say(one, depth + 1);
  switch (value.kind) {
    case "plain":
      return value.text;
    case "text":
      return `"${value.text}${value.isCut ? "…" : ""}"`;
    case "unset":
      return "not set";
    case "hidden":
      return "…";
    case "list":
      return `[${row(value.items, value.more, within)}]`;
    case "map":
      return `{${
        row(value.entries, value.more, ([key, one]) => `${within(key)}: ${within(one)}`)
      }}`;
    case "object":
      return `{${row(value.fields, 0, (field) => `${field.name}: ${within(field.value)}`)}}`;
    case "pointer":
      return sayPointer(value);
  }
}

function row<T>(all: readonly T[], more: number, word: (one: T) => string): string {
  const shown = all.slice(0, ITEMS_MOST).map(word);
  return [...shown, ...all.length + more > shown.length ? ["…"] : []].join(", ");
}

export const sayPointer = ({ to, isReference }: Extract<ValueText, { kind: "pointer" }>): string =>
  typeof to === "object"
    ? `a ${isReference ? "reference" : "pointer"} to ${to.address}${
      to.item === undefined ? "" : `[${to.item}]`
    }`
    : { null: "null", dangling: "a dangling pointer", elsewhere: "a pointer" }[to];

/** The part of a value that is another than before, with the way to it: "[2]", ".next". */
function changedPart(
  value: ValueText,
  before: ValueText,
): { way: string; value: ValueText; before: ValueText } {
  const whole = { way: "", value, before };
  const parts = partsOf(value);
  const earlier = new Map(partsOf(before).map(({ way, value }) => [way, value]));
  if (value.kind !== before.kind || parts.length !== earlier.size) return whole;
  const changed = parts.filter(({ way, value }) => {
    const old = earlier.get(way);
    return old === undefined || !isSame(old, value);
  });
  const [only] = changed;
  const old = earlier.get(only?.way ?? "");
  if (changed.length !== 1 || only === undefined || old === undefined) return whole;
  const inside = changedPart(only.value, old);
  return { ...inside, way: only.way + inside.way };
}

function partsOf(value: ValueText): { way: string; value: ValueText }[] {
  if (value.kind === "list") return value.items.map((value, at) => ({ way: `[${at}]`, value }));
  if (value.kind === "object") {
    return value.fields.map(({ name, value }) => ({ way: `.${name}`, value }));
  }
  if (value.kind === "map") {
    return value.entries.map(([key, value]) => ({ way: `[${sayValue(key)}]`, value }));
  }
  return [];
}

function sayChange(name: string, value: ValueText, before: ValueText | undefined): string {
  if (before === undefined) return `${name} is ${sayValue(value)}`;
  const part = changedPart(value, before);
  return `${name}${part.way} is ${sayValue(part.value)}, was ${sayValue(part.before)}`;
}

function changesOf(step: Step, before: Step | null): string[] {
  if (before === null) return [];
  const sentences: string[] = [];
  const [old, now] = [before.calls, step.calls];
  let same = 0;
  while (same < old.length && same < now.length && old[same]?.id === now[same]?.id) same += 1;
  for (const { name } of old.slice(same).reverse()) sentences.push(`${name || "it"} ends`);
  for (const [place, { name, variables }] of now.entries()) {
    if (place >= same) {
      const given = variables.filter(({ value }) => value.kind !== "unset");
      const values = given.map(({ name, value }) =>
        `${name} is ${sayValue(referent(step, value))}`
      );
      sentences.push([`${name || "it"} is called`, ...values].join(", "));
      continue;
    }
    for (const variable of variables) {
      // To compare all values of a deep recursion takes long.
      if (!variable.isChanged) continue;
      const then = variableBefore({ step, before, depth: place }, variable);
      if (!isOther({ step, before }, variable, then)) continue;
      const value = referent(step, variable.value);
      sentences.push(sayChange(variable.name, value, then && referent(before, then.value)));
    }
  }
  const boxes = new Map(before.boxes.map((box) => [box.address, box]));
  const names = namesOf(step);
  for (const box of step.boxes) {
    const then = boxes.get(box.address);
    const name = names.get(box.address);
    if (then !== undefined && !isSame(then.value, box.value)) {
      sentences.push(sayChange(name ?? `the object at ${box.address}`, box.value, then.value));
    } else if (then === undefined && name === undefined) {
      sentences.push(`a new object at ${box.address}`);
    }
  }
  return sentences;
}

/** The variables whose name means a box, by its address. Of several, the innermost. */
function namesOf({ calls }: Step): Map<string, string> {
  const names = new Map<string, string>();
  for (const { name, value } of calls.flatMap(({ variables }) => variables)) {
    if (value.kind !== "pointer" || !value.isReference || typeof value.to !== "object") continue;
    names.set(value.to.address, name);
  }
  return names;
}

function sayPrinted(printed: string): string {
  const text = printed.trim().replaceAll("\n", "↵");
  return `prints ${text === "" ? "only space" : shorten(text, PRINTED_MOST)}`;
}

export const sayCount = (count: number): string => count.toLocaleString("en");

/** What the line just run did: "line 7: i is 5, was 4; prints 3". "" before the first line. */
function sayDone(trace: Trace, at: number, quote: (what: string) => string): string {
  const step = trace.at(at);
  const before = at > 0 ? trace.at(at - 1) : null;
  if (step.before === null) return "";
  const all = changesOf(step, before);
  const changes = all.slice(0, CHANGES_MOST);
  const more = all.length - changes.length;
  if (more > 0) changes.push(plural(more, "more change"));
  const output = trace.output.subarray(before?.printed ?? 0, step.printed);
  const printed = new TextDecoder().decode(output);
  if (printed !== "") changes.push(sayPrinted(printed));
  const read = step.read - (before?.read ?? 0);
  // Without a change of a value, this is all there is to see: a line end that was left, for example.
  if (changes.length === 0 && read > 0) {
    changes.push(`reads ${plural(read, "byte")} of the input`);
  }
  const line = sayLine(trace, step.before ?? 0);
  if (changes.length > 0) return `${line}: ${quote(changes.join("; "))}`;
  return trace.level === "lines" ? line : `${line}: nothing changes`;
}

/** Says a step: "Step 41 of 210, line 7: i is 5, was 4; prints 3. Line 8 is next." */
export function sayStep(trace: Trace, at: number): string {
  const place = `Step ${sayCount(at + 1)} of ${sayCount(trace.count)}`;
  const next = at === trace.count - 1
    ? ""
    : ` L${sayLine(trace, trace.lines[at]).slice(1)} is next.`;
  const done = sayDone(trace, at, (what) => what);
  return `${place}${done && `, ${done}`}.${next}`;
}

/** A link to a step in Markdown, which says the step. What the program wrote is code there. */
export function sayLink(trace: Trace, at: number, address: string): string {
  const done = sayDone(trace, at, (what) => `\`${what.replaceAll("`", "'")}\``);
  return `[Step ${sayCount(at + 1)}, ${
    done || `before ${sayLine(trace, trace.lines[at])}`
  }](${address})`;
}
