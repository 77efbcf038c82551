/** The status of a review in words and colour, and a review as its student reads it. */
import type { Response } from "../../server/assignments/schema.ts";
import { Code } from "../kit/code.tsx";
import { showDateTime } from "../kit/time.ts";

type Review = Response["mentorReview"];

const colors: Record<Review["status"], string> = {
  "pending": "border-transparent bg-base-content/10",
  "approved": "badge-success",
  "not approved": "badge-error",
};

export function ReviewBadge({ status }: { status: Review["status"] }) {
  return <span className={`badge shrink-0 font-bold ${colors[status]}`}>{status}</span>;
}

export function MentorReview({ review }: { review: Review }) {
  const { status, comment, updatedStudentSolution, updatedStudentSolutionSource, by, at } = review;
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ReviewBadge status={status} />
        {by !== null && at !== null && (
          <span className="text-sm text-muted">
            {by.name}, <time dateTime={at}>{showDateTime(at)}</time>
          </span>
        )}
      </p>
      {status === "pending" && comment === null && (
        <p className="text-muted">A mentor has not looked at it yet.</p>
      )}
      {comment !== null && <p className="whitespace-pre-wrap">{comment}</p>}
      {updatedStudentSolution !== null && (
        <details open>
          <summary className="mb-2 cursor-pointer font-semibold">Corrected solution</summary>
          <Code
            label="Corrected solution"
            html={updatedStudentSolution}
            source={updatedStudentSolutionSource}
          />
        </details>
      )}
    </div>
  );
}
