/** Drawings of goals and days: how many goals of a week were kept, and each day's rating. */
import type { Goal } from "../../server/goals/schema.ts";
import { showDate } from "../kit/ui/format-time.ts";
import { daysOf, keptOf, type Rating, reportOf } from "./state.ts";

/** The ratings in Hindi, shown beside the English values. */
export const hindi: Record<Rating, string> = {
  "Satisfied": "संतुष्ट",
  "Less Satisfied": "कम संतुष्ट",
  "Overly Satisfied": "अत्यधिक संतुष्ट",
};

const colors: Record<Rating, string> = {
  "Satisfied": "bg-success",
  "Less Satisfied": "bg-warning",
  "Overly Satisfied": "bg-info",
};

export function RatingLabel({ rating }: { rating: Rating }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 font-semibold">
      <span aria-hidden className={`size-3 rounded-sm ${colors[rating]}`} />
      {rating}
      <span lang="hi" className="font-normal">{hindi[rating]}</span>
    </span>
  );
}

const weekRange = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  year: "numeric",
});
const noon = (day: string): Date => new Date(`${day}T12:00:00`);

/** Formats a week: "16–22 Nov 2026". */
export const showWeek = (monday: string): string =>
  weekRange.formatRange(noon(monday), noon(daysOf(monday).at(-1) ?? monday));

const RADIUS = 20;
const ROUND = 2 * Math.PI * RADIUS;

export function KeptRing({ goal, large }: { goal: Goal; large?: boolean }) {
  const { kept, of } = keptOf(goal);
  const part = of === 0 ? 0 : kept / of;
  return (
    <span
      className={`relative inline-grid shrink-0 place-items-center ${
        large ? "size-24" : "size-16"
      }`}
    >
      <svg aria-hidden viewBox="0 0 48 48" className="size-full -rotate-90">
        <circle cx="24" cy="24" r={RADIUS} className="fill-none stroke-base-300 stroke-5" />
        <circle
          cx="24"
          cy="24"
          r={RADIUS}
          strokeDasharray={`${part * ROUND} ${ROUND}`}
          className={`fill-none stroke-5 transition-[stroke-dasharray] ${
            part === 1 ? "stroke-success" : "stroke-primary"
          } ${part === 0 ? "hidden" : ""}`}
        />
      </svg>
      <span className={`absolute font-bold ${large ? "text-xl" : "text-sm"}`}>
        <span aria-hidden>{kept}/{of}</span>
        <span className="sr-only">{kept} of {of} goals kept</span>
      </span>
    </span>
  );
}

const LETTERS = ["M", "T", "W", "T", "F", "S", "S"];

/** The days of a week on which there is class: Monday to Saturday. */
const CLASS_DAYS = 6;

/** The days from Monday to Sunday, each in the colour of its rating, and praise for a full week. */
export function RatingStrip({ goal }: { goal: Goal }) {
  const days = daysOf(goal.week);
  const isFull = days.slice(0, CLASS_DAYS).every((day) => reportOf(goal, day) !== undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ol aria-label="Daily ratings" className="flex gap-1">
        {days.map((day, place) => {
          const rating = reportOf(goal, day)?.rating;
          return (
            <li
              key={day}
              title={`${showDate(noon(day).getTime())}: ${rating ?? "no update"}`}
              className="flex w-6 flex-col items-center gap-1"
            >
              <span
                aria-hidden
                className={`h-5 w-full rounded-sm ${
                  rating === undefined
                    ? "border border-dashed border-base-content/30"
                    : colors[rating]
                }`}
              />
              <span aria-hidden className="text-xs text-muted">{LETTERS[place]}</span>
              <span className="sr-only">
                {showDate(noon(day).getTime())}: {rating ?? "no update"}
              </span>
            </li>
          );
        })}
      </ol>
      {isFull && <p className="moment badge badge-success font-bold">A week without gaps</p>}
    </div>
  );
}

const MOST_WEEKS = 12;

/** A chart of the share of kept goals, week by week, oldest first. */
export function KeptTrend({ goals }: { goals: readonly Goal[] }) {
  const weeks = goals.slice(0, MOST_WEEKS).reverse();
  if (weeks.length < 2) return null;
  return (
    <figure>
      <figcaption className="mb-3 font-semibold">Goals kept, week by week</figcaption>
      <ol className="flex h-36 items-end gap-2">
        {weeks.map((goal) => {
          const { kept, of } = keptOf(goal);
          const percent = of === 0 ? 0 : Math.round(100 * kept / of);
          return (
            <li
              key={goal._id}
              className="flex h-full max-w-16 min-w-0 grow basis-0 flex-col justify-end gap-1 text-center text-xs"
            >
              <span className="sr-only">{showWeek(goal.week)}:</span>
              <span>{percent} %</span>
              <span
                aria-hidden
                className={`rounded-t-sm ${percent === 100 ? "bg-success" : "bg-primary"}`}
                style={{ height: `${Math.max(percent, 2) * 0.65}%` }}
              />
              <span aria-hidden className="truncate text-muted">
                {showDate(noon(goal.week).getTime()).replace(/,? ?\d{4}$/, "")}
              </span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
