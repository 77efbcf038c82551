/** Suggests threads for a doubt: those with a similar failure or question, answered ones first. */
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import type { ListedDoubt, SimilarDoubt } from "../../../server/doubts/schema.ts";
import { isHiddenAt } from "../../kit/data/hidden-items.ts";
import { similarDoubts } from "./load-others.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { doubtsAtom, hiddenAtom } from "../state.ts";
import { DoubtRows } from "./others-doubts.tsx";

const TYPED_AFTER = 350;
const ENOUGH = 8;

export const isAnswered = ({ currentStatus, answeredBy }: ListedDoubt): boolean =>
  currentStatus === "resolved" || currentStatus === "replied" || answeredBy !== null;

/** The best match is first, but an answer is worth more than a question that still waits. */
const answeredFirst = (doubts: readonly SimilarDoubt[]): SimilarDoubt[] =>
  doubts.toSorted((a, b) => Number(isAnswered(b)) - Number(isAnswered(a)));

/** @param runId the newest run, if the server has it */
export function SimilarDoubts(
  { assignmentId, text, runId }: { assignmentId: string; text: string; runId?: string | undefined },
) {
  const [found, setFound] = useState<SimilarDoubt[]>([]);
  const known = useAtomValue(doubtsAtom);
  const hidden = useAtomValue(hiddenAtom);
  const me = useAtomValue(meAtom);
  const asked = text.trim();
  useEffect(() => {
    if (asked.length < ENOUGH && runId === undefined) return setFound([]);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const query = { assignmentId, text: asked.slice(0, 2000), ...(runId && { runId }) };
        const alike = await similarDoubts(query, stop.signal);
        setFound(answeredFirst(alike.filter(({ student }) => student._id !== me?._id)));
      } catch {
        // This is only a suggestion: the doubt can be raised without it.
      }
    }, TYPED_AFTER);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [assignmentId, asked, runId, me?._id]);
  const shown = found.filter(({ _id }) => !isHiddenAt(hidden, _id));
  return (
    <div role="status">
      {shown.length > 0 && (
        <div className="rounded-field border-l-4 border-accent bg-accent/10 p-3">
          <p className="mb-2 font-semibold">Others asked this:</p>
          <DoubtRows
            doubts={shown.map((doubt) => known[doubt._id]?.row ?? doubt)}
            alike={Object.fromEntries(shown.map(({ _id, alike }) => [_id, alike]))}
          />
        </div>
      )}
    </div>
  );
}
