/** A notice that the response was changed meanwhile, with a button that shows the change. */
import type { ReactNode } from "react";
import type { ListedReview } from "../../../server/reviews/schema.ts";
import { Notice } from "../../kit/news/notice.tsx";
import type { ReviewEdit } from "./form-state.tsx";
import { asksAgain, handedInAt } from "../state.ts";
import { Button } from "../../kit/ui/button.tsx";

interface NewsProps {
  copy: ListedReview;
  item: ListedReview;
  writing: ReviewEdit;
  onTake: () => void;
}

export default function News({ copy, item, writing, onTake }: NewsProps) {
  const { mentorReview: { by, status, comment } } = item;
  if (handedInAt(item) !== handedInAt(copy)) {
    return (
      <NewsLine
        text={`${item.student.name} has handed in a newer attempt.`}
        action="Show the newer attempt"
        onAction={onTake}
      />
    );
  }
  if (by !== null && copy.mentorReview.at !== item.mentorReview.at) {
    const did = status === "pending" ? "has commented on this" : `has set this to ${status}`;
    return (
      <NewsLine
        text={`${by.name} ${did}.`}
        action={writing.isTouched ? "Continue my review" : "Show the review"}
        onAction={onTake}
      >
        {comment !== null && <p className="whitespace-pre-wrap">{comment}</p>}
      </NewsLine>
    );
  }
  const text = asksAgain(item)
    ? `${item.student.name} asks for another look.`
    : "This has changed since you started.";
  return (
    <NewsLine
      text={text}
      action="Continue my review"
      onAction={onTake}
    />
  );
}

interface ToldProps {
  text: string;
  action: string;
  onAction: () => void;
  children?: ReactNode;
}

function NewsLine({ text, action, onAction, children }: ToldProps) {
  return (
    <Notice text={text}>
      {children}
      <Button
        className="btn-sm"
        onClick={({ currentTarget }) => {
          // This notice disappears, so the focus moves to the heading.
          currentTarget.closest("article")?.querySelector("h2")?.focus();
          onAction();
        }}
      >
        {action}
      </Button>
    </Notice>
  );
}
