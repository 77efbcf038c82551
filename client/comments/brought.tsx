/** What a reply or a review brought: links to its comments on lines, and the proposed change. */
import type { Comment, PlaceQuery, ProposalCard } from "../../server/comments/schema.ts";
import { plainText, RichText } from "../kit/ui/rich-text.tsx";
import { memo } from "react";
import { useLocation } from "wouter";
import { goToComment, sayLines } from "./comment-box.tsx";
import { useNotes } from "./noted-program.tsx";
import { ProposalBox } from "./proposal.tsx";

interface BroughtProps {
  place: PlaceQuery;
  /** The entry, or the newest review that brought something. */
  of: { entryId: string } | "newest";
}

export default function Brought({ place, of }: BroughtProps) {
  const { comments, proposals } = useNotes(place);
  const newest = of === "newest" ? newestReview([...comments, ...proposals]) : null;
  const isOf = (one: Comment | ProposalCard) =>
    of === "newest" ? one.reviewId === newest : one.entryId === of.entryId;
  const [own, changes] = [comments.filter(isOf), proposals.filter(isOf)];
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
  all.reduce((newest, { reviewId }) => (reviewId ?? "") > newest ? reviewId ?? "" : newest, "");

/** Memoized: a new comment renders no other one. */
const Listed = memo(function Listed({ comment }: { comment: Comment }) {
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
});
