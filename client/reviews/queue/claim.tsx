/**
 * The claim on a response: its holder, and the shortcuts to take it, release it, or take it over.
 */
import type { ListedReview } from "../../../server/reviews/schema.ts";
import { ClaimLine } from "../../kit/triage/claim-line.tsx";
import { claim, release } from "../actions.ts";
import { keyOf } from "../state.ts";

export function ReviewClaimLine({ item }: { item: ListedReview }) {
  const key = keyOf(item);
  return (
    <ClaimLine
      claim={item.claim}
      take={(takeOver) => claim(key, takeOver)}
      release={() => release(key)}
      item={`review:${key}`}
      isOpen={item.mentorReview.status === "pending"}
    />
  );
}
