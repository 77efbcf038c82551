/** A response that was handed in before: the attempt beside the one before it, and the history. */
import type { ReactNode } from "react";
import type { ListedReview } from "../../server/reviews/schema.ts";
import { LoadFailed } from "../kit/ui/page.tsx";
import { Attempt } from "./attempt.tsx";
import { attemptsIn, Timeline, useHistory } from "./history.tsx";
import { handedInAt, keyOf, partsOf } from "./state.ts";

interface AgainProps {
  item: ListedReview;
  /** Shown below the history. */
  question: ReactNode;
  /** Shown below the attempt. */
  children: ReactNode;
}

/** A response with a history: the attempt, compared with the one before it. */
export default function Again({ item, question, children }: AgainProps) {
  const { history, loading } = useHistory(keyOf(item), item.version);
  const attempts = attemptsIn(history ?? []);
  // The history may be newer than the attempt that is being read, so that attempt is found by its
  // time.
  const at = attempts.findLastIndex(({ createdAt }) => createdAt <= handedInAt(item));
  const earlier = (history ?? []).filter(({ createdAt }) => createdAt < handedInAt(item));
  const isComing = history === undefined && loading.state === "loading";
  return (
    <>
      <Attempt
        attempt={item}
        of={partsOf(keyOf(item))}
        isReviewed
        before={isComing ? "coming" : { code: attempts[at - 1]?.studentSolutionSource ?? null }}
      />
      {children}
      {loading.state === "failed" && history === undefined && <LoadFailed loading={loading} />}
      {earlier.length > 0 && (
        <section aria-label="Earlier" className="space-y-4">
          <h3 className="text-lg font-bold">Earlier</h3>
          <Timeline history={earlier} />
        </section>
      )}
      {question}
    </>
  );
}
