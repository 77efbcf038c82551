/** A response that is not in the loaded part of the queue, or that a link leads to. */
import { useAtomValue } from "jotai";
import { isRetryable, useLoad } from "../../kit/data/query.ts";
import { TypedAhead } from "../../kit/triage/triage.tsx";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { loadItem } from "../actions.ts";
import { reviewsAtom } from "../state.ts";
import { ReviewPane } from "./item.tsx";
import { WRITE } from "./form-state.tsx";

export function ByLink({ of, onSent, docked = true }: {
  of: string;
  onSent: () => void;
  docked?: boolean;
}) {
  const item = useAtomValue(reviewsAtom)[of]?.row;
  const loading = useLoad(loadItem, "Failed to fetch assignment details", false, of);
  if (item !== undefined) return <ReviewPane item={item} onSent={onSent} docked={docked} />;
  return (
    <>
      <NotLoaded loading={loading} label="Loading the response..." skeleton="h-[60vh]" />
      {isRetryable(loading) && (
        <TypedAhead of={of} write={WRITE} isShown={loading.state === "failed"} />
      )}
    </>
  );
}
