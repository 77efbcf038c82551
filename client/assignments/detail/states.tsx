/** Bars of the class's response and review statuses, and the list of responses by student. */
import { Link } from "wouter";
import type { Assignment } from "../../../server/assignments/schema.ts";
import {
  RESPONSE_STATUSES,
  REVIEW_STATUSES,
} from "../../../server/assignments/responses/schema.ts";
import { plural } from "../../kit/ui/plural.ts";
import { ReviewBadge } from "../../reviews/status.tsx";
import { LateBadge, ResponseBadge } from "../badges.tsx";

const colors: Record<string, string> = {
  "solved": "bg-success",
  "partially solved": "bg-warning",
  "having doubt": "bg-error",
  "not understanding": "bg-error/55",
  "approved": "bg-success",
  "not approved": "bg-error",
  "pending": "bg-base-content/35",
};

export function ResponseSummary({ assignment }: { assignment: Assignment }) {
  const { responses, gaveUp } = assignment;
  const waiting = responses.filter(({ mentorReview }) => mentorReview.status === "pending");
  const sorted = [...waiting, ...responses.filter((one) => !waiting.includes(one))];
  return (
    <section aria-labelledby="responses" className="panel space-y-5 p-4 sm:p-5">
      <h2 id="responses" className="text-xl font-bold">
        {plural(responses.length, "response")}
      </h2>
      {responses.length > 0 && (
        <>
          <StackedBar
            label="Response states"
            values={RESPONSE_STATUSES}
            of={responses.map(({ responseStatus }) => responseStatus)}
          />
          <StackedBar
            label="Reviews"
            values={REVIEW_STATUSES}
            of={responses.map(({ mentorReview }) => mentorReview.status)}
          />
        </>
      )}
      {gaveUp.length > 0 && (
        <p className="text-sm text-muted">
          {plural(gaveUp.length, "learner has", "learners have")} viewed the solution.
        </p>
      )}
      {sorted.length > 0 && (
        <details>
          <summary className="cursor-pointer font-semibold">Students who responded</summary>
          <ul className="mt-3 max-h-96 divide-y divide-base-300 overflow-y-auto">
            {sorted.map(({ student, responseStatus, mentorReview, late }) => (
              <li key={student._id} className="flex flex-wrap items-center gap-2 py-2">
                <Link
                  href={`/solutions?item=${assignment._id}.${student._id}`}
                  className="link-plain mr-auto"
                >
                  {student.name}
                </Link>
                <LateBadge response={{ late }} />
                <ResponseBadge status={responseStatus} />
                <ReviewBadge status={mentorReview.status} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function StackedBar(
  { label, values, of }: { label: string; values: readonly string[]; of: readonly string[] },
) {
  const counts = values.map((value) => ({
    value,
    count: of.filter((one) => one === value).length,
  }));
  return (
    <figure>
      <figcaption className="mb-1.5 text-sm font-semibold">{label}</figcaption>
      <div aria-hidden className="flex h-5 gap-0.5 overflow-hidden rounded-field bg-base-200">
        {counts.filter(({ count }) => count > 0).map(({ value, count }) => (
          <span key={value} className={colors[value]} style={{ flexGrow: count, flexBasis: 0 }} />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {counts.map(({ value, count }) => (
          <li key={value} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-3 rounded-sm ${colors[value]}`} />
            {value} <strong>{count}</strong>
          </li>
        ))}
      </ul>
    </figure>
  );
}
