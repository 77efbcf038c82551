/** The doubts of others on an assignment, answered ones first. A thread opens inside the page. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { type ReactNode, useId, useState } from "react";
import ChevronDown from "../../kit/ui/icon.tsx?chevron-down";
import Users from "../../kit/ui/icon.tsx?users";
import { can } from "../../../server/doubts/policy.ts";
import type { ListedDoubt, SimilarDoubt } from "../../../server/doubts/schema.ts";
import { useLoad } from "../../kit/data/query.ts";
import { meAtom } from "../../kit/net/session.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { StatusBadge } from "../status.tsx";
import { AnswerBadges, sayAlike } from "../answers/badges.tsx";
import { followedAtom } from "../followed-doubts.tsx";
import { loadAsked, othersAtom, setShared } from "./load-others.tsx";
import InlineThread from "./inline-thread.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { plural } from "../../kit/ui/plural.ts";

export default function OthersDoubts({ assignmentId }: { assignmentId: string }) {
  const known = useAtomValue(othersAtom);
  const asked = known?.assignmentId === assignmentId ? known : null;
  useLoad(loadAsked, null, false, assignmentId);
  if (asked === null || asked.doubts.length === 0) return null;
  return (
    <section aria-labelledby="others-asked" className="panel space-y-3 p-4">
      <h2 id="others-asked" className="font-bold">Others asked this</h2>
      <DoubtRows doubts={answersFirst(asked.doubts)} />
      {asked.doubts.some(({ kept, helped }) => kept || helped) && (
        <Link href={`/answers/${assignmentId}`} className="link-plain">
          All answered doubts on this question
        </Link>
      )}
    </section>
  );
}

const answersFirst = (doubts: readonly ListedDoubt[]): ListedDoubt[] => {
  const place = ({ kept, helped }: ListedDoubt) => kept ? 0 : helped ? 1 : 2;
  return doubts.toSorted((a, b) => place(a) - place(b));
};

interface RowsProps {
  doubts: readonly ListedDoubt[];
  /** How the programs of some are like the reader's, by the doubts' ids. */
  alike?: Readonly<Record<string, SimilarDoubt["alike"]>>;
}

export function DoubtRows({ doubts, alike = {} }: RowsProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ul className="divide-y divide-base-300">
      {doubts.map((doubt) => (
        <AskedRow
          key={doubt._id}
          doubt={doubt}
          alike={alike[doubt._id]}
          isOpen={open === doubt._id}
          onToggle={() => setOpen(open === doubt._id ? null : doubt._id)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  doubt: ListedDoubt;
  alike: SimilarDoubt["alike"];
  isOpen: boolean;
  onToggle: () => void;
}

function AskedRow({ doubt, alike, isOpen, onToggle }: RowProps) {
  const id = useId();
  const text = plainText(doubt.doubtText);
  return (
    <li className="space-y-2 py-2">
      <button
        type="button"
        className="flex w-full cursor-pointer items-start gap-2 rounded-field text-left hover:bg-base-200"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <StatusBadge status={doubt.currentStatus} />
        <span className={`min-w-0 grow ${isOpen ? "" : "line-clamp-2"}`}>{text}</span>
        <ChevronDown
          aria-hidden
          className={`mt-0.5 size-5 shrink-0 ${isOpen ? "rotate-180" : ""}`}
        />
      </button>
      {(alike || doubt.kept || doubt.helped) && (
        <p className="flex flex-wrap gap-2">
          <AnswerBadges doubt={doubt} />
          {alike && <span className="badge badge-sm badge-soft">{sayAlike(alike)}</span>}
        </p>
      )}
      <Sharers doubt={doubt} />
      {isOpen && (
        <div id={id} className="border-l-4 border-base-300 pl-3">
          <InlineThread id={doubt._id} />
        </div>
      )}
    </li>
  );
}

function Sharers({ doubt }: { doubt: ListedDoubt }) {
  const me = useAtomValue(meAtom);
  const { sharers = 0 } = doubt;
  if (can.share(me, doubt)) {
    return (
      <ShareButton doubt={doubt} className="btn-sm">
        {sharers > 0 && (
          <span className="tabular-nums">
            · {sharers}
            <span className="sr-only">{sharers === 1 ? "person" : "people"}</span>
          </span>
        )}
      </ShareButton>
    );
  }
  if (sharers === 0) return null;
  return (
    <p className="flex items-center gap-1.5 text-sm text-muted">
      <Users aria-hidden className="size-4" /> {plural(sharers, "other has", "others have")}{" "}
      this too
    </p>
  );
}

/** "I have this too": also follows the doubt's replies. */
export function ShareButton(
  { doubt: { _id: id }, className, children }: {
    doubt: ListedDoubt;
    className: string;
    children?: ReactNode;
  },
) {
  const isShared = id in useAtomValue(followedAtom);
  const { busy, run } = useCall("This could not be saved.");
  return (
    <Button
      icon={Users}
      className={`${className} ${isShared ? "btn-primary" : ""}`}
      aria-pressed={isShared}
      busy={busy}
      onClick={() => run(() => setShared(id, !isShared))}
    >
      I have this too
      {children}
    </Button>
  );
}
