/** A badge for the status of a review in words and colour, and a review as its student reads it. */
import type { Response } from "../../server/assignments/responses/schema.ts";
import { CodeBlock } from "../kit/ui/code-block.tsx";
import { Time } from "../kit/ui/time.tsx";
import type { ReviewRubric } from "../../server/rubrics/schema.ts";

type Review = Response["mentorReview"];

const colors: Record<Review["status"], string> = {
  "pending": "border-transparent bg-base-content/10",
  "approved": "badge-success",
  "not approved": "badge-error",
};

export function ReviewBadge({ status }: { status: Review["status"] }) {
  return <span className={`badge shrink-0 font-bold ${colors[status]}`}>{status}</span>;
}

type Again = NonNullable<Review["again"]>;
type VisibleReview = Omit<Review, "again"> & {
  again?: Pick<Again, "reason" | "at"> & Partial<Again> | null | undefined;
};

export function MentorReview({ review }: { review: VisibleReview }) {
  const { status, comment, rubric, by, at, again } = review;
  const { updatedStudentSolution, updatedStudentSolutionSource } = review;
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ReviewBadge status={status} />
        {by !== null && at !== null && (
          <span className="text-sm text-muted">
            {by.name}, <Time at={at} />
          </span>
        )}
      </p>
      {status === "pending" && comment === null && (
        <p className="text-muted">No mentor has reviewed this yet.</p>
      )}
      {rubric && <GivenPoints given={rubric} />}
      {comment !== null && <p className="whitespace-pre-wrap">{comment}</p>}
      {updatedStudentSolution !== null && (
        <details open>
          <summary className="mb-2 cursor-pointer font-semibold">Corrected solution</summary>
          <CodeBlock
            label="Corrected solution"
            html={updatedStudentSolution}
            source={updatedStudentSolutionSource}
          />
        </details>
      )}
      {again && (
        <div>
          <p className="font-semibold">
            Another look at “{again.decision ?? status}” was asked for, <Time at={again.at} />
          </p>
          <p className="whitespace-pre-wrap">{again.reason}</p>
          {status === "pending" && <p className="text-muted">It waits for another mentor.</p>}
        </div>
      )}
    </div>
  );
}

function GivenPoints({ given: { points, sum, total } }: { given: ReviewRubric }) {
  return (
    <section aria-label="Points" className="space-y-1 rounded-field bg-base-200 p-3">
      <p className="font-semibold">{sum} of {total} points</p>
      {points.length > 0 && (
        <ul className="space-y-1">
          {points.map(({ name, points, hint }) => (
            <li key={name} className="flex items-baseline gap-3">
              <span className="min-w-8 shrink-0 text-right font-semibold tabular-nums">
                +{points}
              </span>
              <span className="min-w-0">
                {name}
                {hint && <span className="block text-sm text-muted">{hint}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
