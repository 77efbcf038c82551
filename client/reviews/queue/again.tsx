/** What a response that was handed in before has below its newest attempt: the earlier history. */
import { useEffect } from "react";
import type { ListedReview } from "../../../server/reviews/schema.ts";
import { LoadFailed } from "../../kit/ui/page.tsx";
import type { Before } from "../attempts/attempt.tsx";
import { attemptsIn, Timeline, useHistory } from "../attempts/history.tsx";
import { handedInAt, keyOf } from "../state.ts";

interface AgainProps {
  item: ListedReview;
  /** Gets the attempt before, with which the newest one is compared. */
  onBefore: (before: Before) => void;
}

export default function Again({ item, onBefore }: AgainProps) {
  const { history, loading } = useHistory(keyOf(item), item.version);
  const attempts = attemptsIn(history ?? []);
  // The history may be newer than the attempt that is being read, so that attempt is found by its
  // time.
  const at = attempts.findLastIndex(({ createdAt }) => createdAt <= handedInAt(item));
  const earlier = (history ?? []).filter(({ createdAt }) => createdAt < handedInAt(item));
  const isComing = history === undefined && loading.state === "loading";
  const code = attempts[at - 1]?.studentSolutionSource ?? null;
  useEffect(() => onBefore(isComing ? "coming" : { code }), [isComing, code, onBefore]);
  return (
    <>
      {loading.state === "failed" && history === undefined && <LoadFailed loading={loading} />}
      {earlier.length > 0 && (
        <section aria-label="Earlier" className="space-y-4">
          <h3 className="text-lg font-bold">Earlier</h3>
          <Timeline history={earlier} />
        </section>
      )}
    </>
  );
}
