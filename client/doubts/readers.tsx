/** Who may read a doubt: one choice of its owner, when it is raised and later. */
import { useState } from "react";
import type { Doubt } from "../../server/doubts/schema.ts";
import { useCall } from "../kit/data/use-call.ts";
import { setPrivate, showProgram } from "./actions.ts";

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

/** Returns what was chosen for a doubt. */
export const readersOf = (
  { private: isPrivate, programShown, conversation }: Doubt,
): Readers => {
  if (isPrivate) return "staff";
  const hasProgram = conversation.some(({ run }) => run !== undefined);
  return hasProgram && programShown === "staff" ? "without program" : "class";
};

export default function ReadersChoice({ doubt }: { doubt: Doubt }) {
  const [wanted, setWanted] = useState<Readers | null>(null);
  const { busy, run } = useCall("The doubt could not be changed.");
  async function change(readers: Readers) {
    setWanted(readers);
    try {
      const { programShown } = toSend(readers);
      // A program that the class shall not read is hidden before the doubt is opened.
      if (programShown) await showProgram(doubt._id, programShown);
      if (doubt.private !== (readers === "staff")) {
        await setPrivate(doubt._id, readers === "staff");
      }
    } finally {
      setWanted(null);
    }
  }
  return (
    <select
      aria-label="Who may read it"
      className="select select-sm mt-1 w-full"
      value={wanted ?? readersOf(doubt)}
      aria-disabled={busy || undefined}
      onChange={({ target }) => run(() => change(target.value as Readers))}
    >
      {readerOptions(doubt.conversation.some(({ run }) => run !== undefined))
        .map(([value, name]) => <option key={value} value={value}>{name}</option>)}
    </select>
  );
}
