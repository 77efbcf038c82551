/** Badges of an answered doubt: staff keep it for later classes, a reply helped. */
import Bookmark from "../../kit/ui/icon.tsx?bookmark";
import ThumbsUp from "../../kit/ui/icon.tsx?thumbs-up";
import type { ListedDoubt } from "../../../server/doubts/schema.ts";

export function AnswerBadges({ doubt: { kept, helped } }: { doubt: ListedDoubt }) {
  return (
    <>
      {kept && (
        <span className="badge badge-sm badge-soft badge-primary shrink-0">
          <Bookmark aria-hidden className="size-3" /> Kept by a mentor
        </span>
      )}
      {helped && (
        <span className="badge badge-sm badge-soft badge-success shrink-0">
          <ThumbsUp aria-hidden className="size-3" /> Helped
        </span>
      )}
    </>
  );
}
