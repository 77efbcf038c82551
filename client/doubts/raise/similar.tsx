/** Suggests threads for a doubt: those with a similar failure or question, answered ones first. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import type { ListedDoubt } from "../../../server/doubts/schema.ts";
import { useSearch } from "../../kit/data/use-search.ts";
import { similarDoubts } from "./load-others.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { doubtsAtom, hiddenAtom, isHiddenAt } from "../state.ts";
import { DoubtRows } from "./others-doubts.tsx";

const ENOUGH = 8;
const MOST = 2000;

export const isAnswered = ({ currentStatus, answeredBy }: ListedDoubt): boolean =>
  currentStatus === "resolved" || currentStatus === "replied" || answeredBy !== null;

/** @param runId the newest run, if the server has it */
export function SimilarDoubts(
  { assignmentId, text, runId }: { assignmentId: string; text: string; runId?: string | undefined },
) {
  const known = useAtomValue(doubtsAtom);
  const hidden = useAtomValue(hiddenAtom);
  const me = useAtomValue(meAtom);
  const search = useCallback(
    (text: string, signal: AbortSignal) =>
      similarDoubts({ assignmentId, text, ...(runId && { runId }) }, signal),
    [assignmentId, runId],
  );
  const asked = text.trim().slice(0, MOST);
  const empty = runId !== undefined;
  // This is only a suggestion: the doubt can be raised without it.
  const { found } = useSearch(asked.length < ENOUGH && !empty ? "" : asked, search, {
    failed: null,
    empty,
  });
  // The best match is first, but an answer is worth more than a question that still waits.
  const shown = (found ?? [])
    .filter(({ _id, student }) => student._id !== me?._id && !isHiddenAt(hidden, _id))
    .sort((a, b) => Number(isAnswered(b)) - Number(isAnswered(a)));
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
