/** The comments on lines that a reply or a review brought, as links, and its proposed change. */
import type { Comment, PlaceQuery, ProposalCard } from "../../server/comments/schema.ts";
import { plainText, RichText } from "../kit/ui/rich-text.tsx";
import { useAtomValue } from "jotai";
import { useLocation } from "wouter";
import { goToComment, sayLines } from "./comment-box.tsx";
import { useLoad } from "../kit/data/query.ts";
import { loadNotes } from "./actions.ts";
import { notesAtom, threadKey } from "./state.ts";
import { ProposalBox } from "./proposal.tsx";

/** @param of the entry, or the newest review that brought something */
export default function AttachedComments(
  { place, of }: { place: PlaceQuery; of: { entryId: string } | "newest" },
) {
  const known = useAtomValue(notesAtom)[threadKey(place)];
  useLoad(loadNotes, null, known?.stale, place);
  const { comments = [], proposals = [] } = known ?? {};
  const bringer = of === "newest" ? newestReview([...comments, ...proposals]) : of.entryId;
  const isBrought = ({ entryId, reviewId }: Comment | ProposalCard) =>
    (entryId ?? reviewId) === bringer;
  const own = comments.filter(isBrought);
  const changes = proposals.filter(isBrought);
  if (own.length + changes.length === 0) return null;
  return (
    <div className="space-y-3">
      {own.length > 0 && (
        <ul aria-label="Comments on lines" className="space-y-1">
          {own.map((comment) => <Listed key={comment._id} comment={comment} />)}
        </ul>
      )}
      {changes.map((card) => (
        <ProposalBox key={card._id} card={card} isNewest={card === proposals.at(-1)} />
      ))}
    </div>
  );
}

/** The ids of reviews are in the order of their times. */
const newestReview = (all: readonly (Comment | ProposalCard)[]): string =>
  all.map(({ reviewId }) => reviewId ?? "").sort().at(-1) ?? "";

function Listed({ comment }: { comment: Comment }) {
  const [, navigate] = useLocation();
  const { doubtId, assignmentId } = comment;
  // The program is on another page, or folded away.
  const page = doubtId === null ? `/Student-solutions?item=${assignmentId}` : `/doubts/${doubtId}`;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <a
        href={`#comment-${comment._id}`}
        className="link-plain shrink-0"
        onClick={(event) => {
          event.preventDefault();
          if (!goToComment(comment)) navigate(page);
        }}
      >
        {sayLines(comment)}
        <span className="sr-only">: {plainText(comment.text)}</span>
      </a>
      <RichText html={comment.html} className="min-w-0 [&>p]:my-0" />
      {comment.doneAt !== null && <span className="text-sm text-success">Done</span>}
    </li>
  );
}
