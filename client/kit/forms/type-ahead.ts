/**
 * Typing before the field is there: a user who presses the field's key while its item is still being
 * fetched goes on typing. The text goes into the field's draft, so that it outlives the tab; no
 * letter is taken for a shortcut.
 */
import { type RefObject, useEffect } from "react";
import { draftKey, readDraft, useDraft, writeDraft } from "./draft.ts";
import { TYPING, useShortcuts } from "../focus/shortcuts.tsx";

/** How typing starts: the key, its text in the list of shortcuts, and what is typed. */
export interface TypeAhead {
  key: string;
  name: string;
  /** The form that owns the draft, and the field. */
  form: string;
  field: string;
}

type Draft = Record<string, string> | null;

/**
 * The item that is being typed for; its id is null while the queue has not said which it is. Without
 * `write`, the text is for the next field that takes the focus.
 */
let typing: { subject: string | null; write?: TypeAhead } | null = null;
/** The text for an item whose id is not known yet, or for the next field. */
let unassigned = "";
/** A field that has not come by then, in ms, may never come: the keys are shortcuts again. */
const NEXT_WITHIN = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The items whose field may still come. */
const awaited: (string | null)[] = [];

function put(text: string): void {
  if (typing === null) return;
  const { subject, write } = typing;
  if (subject === null || write === undefined) {
    unassigned = text;
    return;
  }
  const key = draftKey(write.form, subject);
  writeDraft(key, { ...readDraft<Draft>(key), [write.field]: text });
}

function typed(): string {
  if (typing === null) return "";
  const { subject, write } = typing;
  if (subject === null || write === undefined) return unassigned;
  return readDraft<Draft>(draftKey(write.form, subject))?.[write.field] ?? "";
}

function start(now: NonNullable<typeof typing>): void {
  if (typing !== null) return;
  typing = now;
  unassigned = "";
  // In the capture phase, before the shortcuts.
  document.addEventListener("keydown", onKeyDown, { capture: true });
  document.addEventListener("pointerdown", stop);
}

function stop(): void {
  typing = null;
  document.removeEventListener("keydown", onKeyDown, { capture: true });
  document.removeEventListener("pointerdown", stop);
  document.removeEventListener("focusin", onFocusIn);
  clearTimeout(timer);
}

/** What is typed from now on goes into the next field that takes the focus: it is still loading. */
export function typeIntoNext(): void {
  start({ subject: "" });
  document.addEventListener("focusin", onFocusIn);
  timer = setTimeout(stop, NEXT_WITHIN);
}

function onFocusIn({ target }: FocusEvent): void {
  if (!(target instanceof Element && target.matches(TYPING))) return;
  // After the cursor was put into its place.
  queueMicrotask(() => {
    const text = unassigned;
    stop();
    // It also works in an editor that is no textarea, and both take it as typed.
    if (text !== "") document.execCommand("insertText", false, text);
  });
}

function onKeyDown(event: KeyboardEvent): void {
  if (typing === null) return;
  const isElsewhere = event.target instanceof Element && event.target.matches(TYPING);
  if (isElsewhere || document.querySelector("dialog[open]") !== null) return stop();
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  if (isCommand) return;
  if (event.key === "Tab") return stop();
  const text = typed();
  if (event.key === "Escape") stop();
  else if (event.key === "Backspace") put([...text].slice(0, -1).join(""));
  else if (event.key === "Enter") put(`${text}\n`);
  else if ([...event.key].length === 1) put(text + event.key);
  event.preventDefault();
  event.stopPropagation();
}

/** Whether the user is typing: in a field, or ahead of one. */
export const isTyping = (): boolean =>
  typing !== null || document.activeElement?.matches(TYPING) === true;

/** For the element that is shown while the field is loading. */
export function useAwaited(subject: string | null, write: TypeAhead): void {
  useShortcuts(
    [{ keys: [write.key], name: write.name, run: () => start({ subject, write }) }],
    "Answer",
  );
  useEffect(() => {
    awaited.push(subject);
    if (typing?.subject === null && subject !== null) {
      typing = { subject, write };
      if (unassigned !== "") put(typed() + unassigned);
    }
    return () => {
      awaited.splice(awaited.indexOf(subject), 1);
      // After the field had its chance to take the text.
      queueMicrotask(() => {
        if (typing?.write && !awaited.includes(typing.subject)) stop();
      });
    };
  }, [subject, write]);
}

/** The text that is kept for a field until it comes. */
export const useTypedAhead = (subject: string, { form, field }: TypeAhead): string =>
  useDraft<Draft>(draftKey(form, subject), null)[0]?.[field] ?? "";

/** For the field, which has its draft already: a user who is typing goes on at its end. */
export function useAhead(
  subject: string,
  { within, field: name }: { within: RefObject<HTMLElement | null>; field: string },
): void {
  useEffect(() => {
    const field = within.current?.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`);
    if (!field || typing === null || (typing.subject ?? subject) !== subject) return;
    const rest = typing.subject === null ? unassigned : "";
    stop();
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
    if (rest === "") return;
    field.setRangeText(rest, field.value.length, field.value.length, "end");
    // Make React see the change as typed.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, [subject, within, name]);
}
