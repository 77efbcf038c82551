/** A live chart of this week's doubts, day by day, by status: waiting, answered or resolved. */
import { useAtomValue } from "jotai";
import type { DoubtCard } from "../../../server/doubts/schema.ts";
import { Link } from "wouter";
import { daysOf } from "../../goals/state.ts";
import { dayOf } from "../../kit/net/class-day.ts";
import { useLoad } from "../../kit/data/query.ts";
import { loadWeekOfDoubts } from "../actions.ts";
import { weekOfDoubtsAtom } from "../state.ts";

const WAYS = ["waiting", "answered", "resolved"] as const;
type Way = typeof WAYS[number];

const colors: Record<Way, string> = {
  waiting: "bg-accent",
  answered: "bg-info",
  resolved: "bg-success",
};
const LETTERS = ["M", "T", "W", "T", "F", "S", "S"];
const weekday = new Intl.DateTimeFormat("en-IN", { weekday: "long" });

const wayOf = ({ resolved, waitingSince }: DoubtCard): Way =>
  resolved ? "resolved" : waitingSince === null ? "answered" : "waiting";

export function WeekOfDoubts() {
  const known = useAtomValue(weekOfDoubtsAtom);
  const loading = useLoad(loadWeekOfDoubts, "Failed to fetch filtered doubts.", known?.stale);
  if (known === null) {
    // The statistics beside it show the error, with a button to try again.
    return loading.state === "failed" ? null : <div className="skeleton h-52 rounded-box" />;
  }
  const { doubts: all } = known;
  const days = daysOf(known.since).map((day) => {
    const raised = all.filter(({ createdAt }) => dayOf(createdAt) === day);
    const of = (way: Way) => raised.filter((doubt) => wayOf(doubt) === way).length;
    return { day, total: raised.length, counts: WAYS.map((way) => ({ way, count: of(way) })) };
  });
  const most = Math.max(4, ...days.map(({ total }) => total));
  return (
    <figure className="panel flex flex-col gap-2 p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link href="/doubts?timeframe=week" className="link-plain">Doubts this week</Link>
        <span className="text-sm text-muted">
          {known.isWhole ? `${all.length} in total` : `only the ${all.length} most recent`}
        </span>
      </figcaption>
      <ol className="grid h-28 grow grid-cols-7 gap-2">
        {days.map(({ day, total, counts }, place) => (
          <li key={day} className="flex min-w-0 flex-col justify-end gap-1 text-center text-xs">
            <span className="sr-only">
              {weekday.format(new Date(`${day}T12:00:00`))}: {total}
              {total > 0 && `, ${
                counts.map(({ way, count }) => `${count} ${way}`).join(", ")
              }`}
            </span>
            <span aria-hidden className="tabular-nums">{total > 0 && total}</span>
            <span
              aria-hidden
              className="flex flex-col justify-end gap-px overflow-hidden rounded-t-sm"
              style={{ height: `${(total / most) * 60}%` }}
            >
              {counts.filter(({ count }) =>
                count > 0
              ).map(({ way, count }) => (
                <span
                  key={way}
                  className={colors[way]}
                  style={{ flexGrow: count, flexBasis: 0 }}
                />
              ))}
            </span>
            <span aria-hidden className="border-t border-base-300 pt-0.5 text-muted">
              {LETTERS[place]}
            </span>
          </li>
        ))}
      </ol>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {WAYS.map((way) => (
          <li key={way} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-3 rounded-sm ${colors[way]}`} />
            {way}{" "}
            <strong>
              {all.filter((doubt) => wayOf(doubt) === way).length}
            </strong>
          </li>
        ))}
      </ul>
    </figure>
  );
}
