/** Badges of an answered doubt: staff keep it for later classes, a reply helped. */
import Bookmark from "../../kit/ui/icon.tsx?bookmark";
import ThumbsUp from "../../kit/ui/icon.tsx?thumbs-up";
import type { ListedDoubt, SimilarDoubt } from "../../../server/doubts/schema.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { Button } from "../../kit/ui/button.tsx";
import { keepDoubt } from "./actions.ts";

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

export const sayAlike = (alike: NonNullable<SimilarDoubt["alike"]>): string =>
  alike === "case" ? "fails on the same case" : "same error message";

export function Keep({ doubt: { _id: id, kept = false } }: { doubt: ListedDoubt }) {
  const { busy, run } = useCall("This could not be saved.");
  return (
    <Button
      icon={Bookmark}
      className={`btn-sm ${kept ? "btn-primary" : ""}`}
      aria-pressed={kept}
      busy={busy}
      onClick={() => run(() => keepDoubt(id, !kept))}
    >
      Keep for later classes
    </Button>
  );
}
