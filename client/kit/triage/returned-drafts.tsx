/**
 * A notice below a queue, where nothing moves when it appears, about answers that the server has
 * refused, or that their author took back. Each is a draft again, and its item opens with one click.
 */
import { type Atom, useAtomValue } from "jotai";
import type { Desk } from "./desk.ts";

interface ReturnedProps {
  /** The keys of the rows whose answers were not sent. */
  of: Atom<readonly string[]>;
  one: string;
  many: string;
  desk: Desk;
  onOpen: (key: string) => void;
}

export default function ReturnedDrafts({ of, one, many, desk, onOpen }: ReturnedProps) {
  const returned = useAtomValue(of).filter((key) => key !== desk.open);
  const [first] = returned;
  if (first === undefined) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 border-l-4 border-error bg-error/8 px-3 py-2"
    >
      {returned.length === 1
        ? `An unsent ${one} is kept as a draft.`
        : `${returned.length} unsent ${many} are kept as drafts.`}
      <button type="button" className="btn btn-sm" onClick={() => onOpen(first)}>
        Open draft
      </button>
    </div>
  );
}
