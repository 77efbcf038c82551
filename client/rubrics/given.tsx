/** The points that a review gave, with their sum. */
import type { ReviewRubric } from "../../server/rubrics/schema.ts";

export default function GivenPoints({ given: { points, sum, total } }: { given: ReviewRubric }) {
  return (
    <section aria-label="Points" className="space-y-1 rounded-field bg-base-200 p-3">
      <p className="font-semibold tabular-nums">{sum} of {total} points</p>
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
