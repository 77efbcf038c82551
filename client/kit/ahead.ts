/**
 * Writing before the field is there: who presses its key while what it belongs to is still on its
 * way goes on typing. Nothing typed is lost or taken for a command; the field has it when it comes.
 */
import { useAtomValue } from "jotai";
import { atom } from "jotai/vanilla";
import { type RefObject, useEffect } from "react";
import { draftKey, readDraft, writeDraft } from "./draft.ts";
import { TYPING, useKeys } from "./keys.tsx";
import { store } from "./store.ts";

/** How one begins to write: the key, what the sheet of keys says of it, and what is written. */
export interface Write {
  key: string;
  name: string;
  /** The form whose draft it is, and the field. */
  form: string;
  field: string;
}

interface Ahead {
  /** What it is about; null while not even that is known. */
  subject: string | null;
  text: string;
}

/** What is being typed now. */
const aheadAtom = atom<Ahead | null>(null);
/** What was typed for fields that were left before they came. */
const left = new Map<string, string>();
/** Where that is a draft of, by subject. */
const writes = new Map<string, Write>();
/** The subjects whose field may still come. */
const awaited: (string | null)[] = [];

const typed = () => store.get(aheadAtom);

function start(subject: string | null): void {
  if (typed() !== null) return;
  store.set(aheadAtom, { subject, text: "" });
  // Before whatever else listens.
  document.addEventListener("keydown", onKeyDown, { capture: true });
  document.addEventListener("pointerdown", stop);
  // Before the drafts are written to the storage.
  addEventListener("pagehide", keep, { capture: true });
}

/** The tab may be closed for good: what waits for its field is in that field's draft from now on. */
function keep(): void {
  stop();
  for (const [subject, text] of left) {
    const write = writes.get(subject);
    if (write === undefined) continue;
    const key = draftKey(write.form, subject);
    const draft = readDraft<Record<string, unknown>>(key);
    writeDraft(key, { ...draft, [write.field]: `${draft?.[write.field] ?? ""}${text}` });
  }
  left.clear();
}

function stop(): void {
  const ahead = typed();
  if (ahead?.subject && ahead.text !== "") {
    left.set(ahead.subject, (left.get(ahead.subject) ?? "") + ahead.text);
  }
  store.set(aheadAtom, null);
  document.removeEventListener("keydown", onKeyDown, { capture: true });
  document.removeEventListener("pointerdown", stop);
}

function onKeyDown(event: KeyboardEvent): void {
  const ahead = typed();
  if (ahead === null || event.isComposing) return;
  const isElsewhere = event.target instanceof Element && event.target.matches(TYPING);
  if (isElsewhere || document.querySelector("dialog[open]") !== null) return stop();
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  if (isCommand) return;
  if (event.key === "Tab") return stop();
  const { text } = ahead;
  const put = (text: string) => store.set(aheadAtom, { ...ahead, text });
  if (event.key === "Escape") stop();
  else if (event.key === "Backspace") put([...text].slice(0, -1).join(""));
  else if (event.key === "Enter") put(`${text}\n`);
  else if ([...event.key].length === 1) put(text + event.key);
  event.preventDefault();
  event.stopPropagation();
}

/** For what is shown while the field is on its way. */
export function useAwaited(subject: string | null, write: Write): void {
  useKeys([{ keys: [write.key], name: write.name, run: () => start(subject) }]);
  useEffect(() => {
    awaited.push(subject);
    if (subject !== null) writes.set(subject, write);
    // Known by now what it is about.
    store.set(aheadAtom, (ahead) => ahead?.subject === null ? { ...ahead, subject } : ahead);
    return () => {
      awaited.splice(awaited.indexOf(subject), 1);
      // After the field had its chance to take it.
      queueMicrotask(() => {
        const ahead = typed();
        const isAwaited = ahead !== null && awaited.some((one) => one === ahead.subject);
        if (ahead !== null && !isAwaited) stop();
      });
    };
  }, [subject, write]);
}

/** What was typed so far about this, for whoever waits long enough to ask. */
export function useTypedAhead(subject: string): string {
  const ahead = useAtomValue(aheadAtom);
  return (left.get(subject) ?? "") + (ahead?.subject === subject ? ahead.text : "");
}

/** For the field: gets what was typed before it was there. */
export function useAhead(
  subject: string,
  { within, field: name }: { within: RefObject<HTMLElement | null>; field: string },
): void {
  useEffect(() => {
    const ahead = typed();
    const isMeant = ahead !== null && (ahead.subject ?? subject) === subject;
    const field = within.current?.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`);
    if (!field) return;
    const text = (left.get(subject) ?? "") + (isMeant ? ahead.text : "");
    left.delete(subject);
    if (isMeant) {
      store.set(aheadAtom, null);
      stop();
      field.focus();
    }
    if (text === "") return;
    field.setRangeText(text, field.value.length, field.value.length, "end");
    // React hears of it as if it had been typed.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, [subject, within, name]);
}
