/** Who may read a doubt: one choice of its owner, when it is raised and later. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import type { Doubt } from "../../server/doubts/schema.ts";
import { CLASSMATE } from "../../server/kit/core/alias.ts";
import { useCall } from "../kit/data/use-call.ts";
import { CheckField } from "../kit/forms/fields.tsx";
import type { Form } from "../kit/forms/form.tsx";
import { meAtom } from "../kit/net/session.ts";
import { setReaders, showProgram } from "./actions.ts";
import { Tick } from "../kit/ui/tick.tsx";

const NAMES = {
  class: "The class",
  "without program": "The class, without my program",
  staff: "Only mentors and admins",
};
export type Readers = keyof typeof NAMES;

export const readerOptions = (hasProgram: boolean): [Readers, string][] =>
  (Object.entries(NAMES) as [Readers, string][])
    .filter(([readers]) => hasProgram || readers !== "without program");

/** What the server is told of a choice. A private doubt needs no word about its program. */
export const toSend = (readers: Readers) =>
  readers === "staff"
    ? { private: true }
    : { programShown: readers === "class" ? "class" as const : "staff" as const };

export const readersOf = (
  { private: isPrivate, programShown, conversation }: Doubt,
): Readers => {
  if (isPrivate) return "staff";
  return hasProgram(conversation) && programShown === "staff" ? "without program" : "class";
};

const hasProgram = (all: Doubt["conversation"]) => all.some(({ run }) => run !== undefined);

/** Whether a text has a word of the name, which people sign with. */
function hasName(text: string, name: string): boolean {
  const words = (one: string) => one.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  const all = new Set(words(text));
  return words(name).some((word) => all.has(word));
}

/**
 * Warns who writes without a name, below the text, that the text, or the program with it, has the
 * name.
 * @param name the writer's own without one
 */
export function NameWarning({ text, name }: { text: string; name?: string }) {
  const own = useAtomValue(meAtom)?.name ?? "";
  return (
    <p role="status">
      {hasName(text, name ?? own) && (
        <span
          ref={bringIntoView}
          className="mt-2 block scroll-mb-20 rounded-field border-l-4 border-warning bg-warning/10 px-3 py-2"
        >
          Classmates do not see who asks, but a name in the text or the program is shown as written.
        </span>
      )}
    </p>
  );
}

/** It may be ticked further down than the text, and the buttons of a dialog lie over its end. */
const bringIntoView = (one: HTMLElement | null) => one?.scrollIntoView({ block: "nearest" });

export const AskWithoutName = <V extends { anonymous: boolean }>({ form }: { form: Form<V> }) => (
  <CheckField
    form={form}
    name="anonymous"
    label="Ask without my name"
    hint={`Classmates see “${CLASSMATE}”. Mentors and admins see your name.`}
  />
);

export default function ReadersChoice({ doubt }: { doubt: Doubt }) {
  const readers = readersOf(doubt);
  const [wanted, setWanted] = useState(readers);
  const { busy, run } = useCall("The doubt could not be changed.");
  async function change(next: Readers) {
    setWanted(next);
    const { programShown } = toSend(next);
    // A program that the class shall not read is hidden before the doubt is opened.
    if (programShown) await showProgram(doubt._id, programShown);
    const isPrivate = next === "staff";
    if (doubt.private !== isPrivate) await setReaders(doubt._id, { private: isPrivate });
  }
  return (
    <>
      <select
        aria-label="Who may read it"
        className="select select-sm mt-1 w-full"
        value={busy ? wanted : readers}
        aria-disabled={busy || undefined}
        onChange={({ target }) => run(() => change(target.value as Readers))}
      >
        {readerOptions(hasProgram(doubt.conversation))
          .map(([value, name]) => <option key={value} value={value}>{name}</option>)}
      </select>
      {!doubt.private && <NameChoice doubt={doubt} />}
    </>
  );
}

/** Whether classmates see the owner's name: the owner may change it at any time. */
function NameChoice({ doubt: { _id, anonymous = false, conversation } }: { doubt: Doubt }) {
  const [wanted, setWanted] = useState(anonymous);
  const { busy, run } = useCall("The doubt could not be changed.");
  return (
    <Tick
      className="mt-3 items-center gap-3"
      isOn={busy ? wanted : anonymous}
      aria-disabled={busy || undefined}
      onTick={(isOn) => {
        setWanted(isOn);
        run(() => setReaders(_id, { anonymous: isOn }));
      }}
    >
      Without my name{hasProgram(conversation) && ", also in my other doubts with the same run"}
    </Tick>
  );
}
