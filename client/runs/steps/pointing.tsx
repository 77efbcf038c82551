/** Links to a step of a kept run: their addresses, and the texts into which they are put. */
import { STEPS_MOST } from "../../../server/languages/steps/bounds.ts";
import { withoutLastEnd } from "../../../server/languages/texts.ts";
import { addToComment } from "../../comments/drafts/state.ts";
import { draftKey, readDraft, writeDraft } from "../../kit/forms/draft.ts";
import { areCalls, type ShownCase } from "../bench/cases.tsx";

/** What the program reads: a case that students see, by its number, or a short input. */
export type Given = { case: number; mark: string } | { input: string };

/** A step, from 1, of the program with this input. */
export interface StepAt {
  step: number;
  given: Given;
}

/** A step of a run that is kept. */
export interface RunStep extends StepAt {
  runId: string;
}

/** The most characters of an own input in a link, as they are encoded there. */
const INPUT_MOST = 300;
const PATH = /^\/runs\/([\da-f-]{36})$/;

/** Tells whether a text is still the same. FNV-1a, as text. */
export function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

const markOfCase = ({ call, input, output }: ShownCase): string =>
  markOf(JSON.stringify([call ?? input, output]));

/** Older links are of inputs whose last line had no end. */
const hasMark = (one: ShownCase, mark: string): boolean =>
  [one, { ...one, input: withoutLastEnd(one.input ?? "") }].some((one) => markOfCase(one) === mark);

/** The number of a case among those that students see, from 1. */
function numberOf(cases: readonly ShownCase[], at: number): number {
  const before = cases.slice(0, at).filter(({ hidden }) => !hidden).length;
  return (cases[at]?.place ?? before) + 1;
}

/** Returns the place of a link's case; null if the case is another one since, or gone. */
export function findCase(
  cases: readonly ShownCase[],
  { case: number, mark }: { case: number; mark: string },
): number | null {
  const at = cases.findIndex((one, at) => !one.hidden && numberOf(cases, at) === number);
  const one = cases[at];
  return one !== undefined && hasMark(one, mark) ? at : null;
}

/**
 * Returns what a link says of the program's input, or the sentence why no link can say it.
 * @param at the place among the cases; null for the person's own input
 */
export function givenAt(
  cases: readonly ShownCase[],
  at: number | null,
  input: string,
): Given | string {
  const one = at === null ? undefined : cases[at];
  if (one === undefined && areCalls(cases)) {
    return "Point at a step of a case, not of your own call.";
  }
  if (one === undefined) {
    return encodeURIComponent(input).length > INPUT_MOST
      ? "A link has no room for so long an input. Point at a step of a case, or shorten the input."
      : { input };
  }
  if (one.hidden) return "Students do not see this case, so no link can lead to its steps.";
  return { case: numberOf(cases, at ?? 0), mark: markOfCase(one) };
}

/** As the query of an address. */
export function queryOf({ step, given }: StepAt): string {
  const query = new URLSearchParams({ step: String(step) });
  for (const [name, value] of Object.entries(given)) query.set(name, String(value));
  return String(query);
}

/** Reads such a query; null if it leads to no step. */
export function readQuery(text: string): StepAt | null {
  const query = new URLSearchParams(text);
  const [step, number] = [Number(query.get("step")), Number(query.get("case"))];
  if (!Number.isInteger(step) || step < 1 || step > STEPS_MOST) return null;
  const input = query.get("input");
  if (input !== null) {
    return encodeURIComponent(input).length > INPUT_MOST ? null : { step, given: { input } };
  }
  if (!Number.isInteger(number) || number < 1) return null;
  return { step, given: { case: number, mark: query.get("mark") ?? "" } };
}

/** Returns the step to which an address leads; null if it leads to none. */
export function runStepIn(
  { pathname, search }: Pick<Location, "pathname" | "search">,
): RunStep | null {
  const runId = PATH.exec(pathname)?.[1];
  const at = readQuery(search);
  return runId === undefined || at === null ? null : { runId, ...at };
}

/** A text that gets links to steps. */
export interface PointText {
  /** The name of the button, given the line that the step is about. */
  name: (line: number) => string;
  key: string;
  put: (link: string, at: { runId: string; line: number }) => void;
}

export interface Pointing {
  /** Returns the id of the run that keeps this program. @throws Error with a sentence */
  runIdOf: (source: string) => string | Promise<string>;
  texts: readonly PointText[];
}

/** The field of a form whose text is a draft. It gets the focus. */
export const intoDraft = (
  { form, subject, field }: { form: string; subject: string; field: string },
): PointText => ({
  name: () => "Point at this step",
  key: "p",
  put(link) {
    const key = draftKey(form, subject);
    const draft = readDraft<Record<string, unknown>>(key);
    const typed = String(draft?.[field] ?? "").trimEnd();
    writeDraft(key, { ...draft, [field]: `${typed}${typed && "\n\n"}${link}\n` });
    focusSoon(() => document.querySelector(`textarea[name="${field}"]`));
  },
});

/** The comment at the line of the step. It gets the focus. */
export const intoComment = (subject: string): PointText => ({
  name: (line) => `Comment on line ${line}`,
  key: "c",
  put(link, { runId, line }) {
    addToComment(subject, { runId, from: line, to: line }, link);
    focusSoon(() =>
      document.querySelector(`[data-line="${line}"]`)?.parentElement?.querySelector("textarea")
    );
  },
});

/** The field may come, or become visible, with the new text. */
function focusSoon(find: () => HTMLTextAreaElement | null | undefined): void {
  setTimeout(() => {
    const field = find();
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, 100);
}
