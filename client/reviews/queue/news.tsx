/** A notice that the response was changed meanwhile, with a button that shows the change. */
import type { ListedReview } from "../../../server/reviews/schema.ts";
import { Notice } from "../../kit/news/notice.tsx";
import type { ReviewEdit } from "./form-state.tsx";
import { asksAgain } from "../state.ts";
import { Button } from "../../kit/ui/button.tsx";

interface NewsProps {
  copy: ListedReview;
  item: ListedReview;
  writing: ReviewEdit;
  onTake: () => void;
}

export default function News({ copy, item, writing, onTake }: NewsProps) {
  const { student, mentorReview: { by, status, comment } } = item;
  const isNewer = item.submittedAt !== copy.submittedAt;
  const reviewer = isNewer || copy.mentorReview.at === item.mentorReview.at ? null : by;
  const did = status === "pending" ? "has commented on this" : `has set this to ${status}`;
  const text = isNewer
    ? `${student.name} has handed in a newer attempt.`
    : reviewer !== null
    ? `${reviewer.name} ${did}.`
    : asksAgain(item)
    ? `${student.name} asks for another look.`
    : "This has changed since you started.";
  return (
    <Notice text={text}>
      {reviewer !== null && comment !== null && <p className="whitespace-pre-wrap">{comment}</p>}
      <Button
        className="btn-sm"
        onClick={({ currentTarget }) => {
          // This notice disappears, so the focus moves to the heading.
          currentTarget.closest("article")?.querySelector("h2")?.focus();
          onTake();
        }}
      >
        {isNewer
          ? "Show the newer attempt"
          : reviewer !== null && !writing.isTouched
          ? "Show the review"
          : "Continue my review"}
      </Button>
    </Notice>
  );
}
