/** What could not be sent, above a queue: each is a draft again, and one click away. */
import { type Atom, useAtomValue } from "jotai";
import type { Desk } from "./triage.tsx";

interface ReturnedProps {
  /** The rows whose texts came back. */
  of: Atom<readonly string[]>;
  one: string;
  many: string;
  desk: Desk;
  onOpen: (key: string) => void;
}

export function Returned({ of, one, many, desk, onOpen }: ReturnedProps) {
  const returned = useAtomValue(of).filter((key) => key !== desk.open);
  const [first] = returned;
  if (first === undefined) return null;
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-field border-l-4 border-error bg-error/8 px-3 py-2"
    >
      {returned.length === 1
        ? `A ${one} was not sent. It is kept as a draft.`
        : `${returned.length} ${many} were not sent. They are kept as drafts.`}
      <button type="button" className="btn btn-sm" onClick={() => onOpen(first)}>
        Open it
      </button>
    </div>
  );
}
