/** How long learners waited for answers, by week and by mentor, and what waits longest. */
import { useAtomValue } from "jotai";
import { useId } from "react";
import { Link } from "wouter";
import type { AnswerTime, AnswerTimes } from "../../../server/dashboards/schema.ts";
import { useLoad } from "../../kit/data/query.ts";
import { showSpan, useDeviceNow, useNow } from "../../kit/ui/format-time.ts";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { PersonName } from "../../people/person-name.tsx";
import { loadAnswers } from "../actions.ts";
import { answersAtom } from "../state.ts";

/** They are fetched again this often. */
const FETCH_EVERY = 60_000;

type Kind = AnswerTime["kind"];
const KINDS = [["doubt", "Doubts"], ["review", "Reviews"]] as const;

const day = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "short" });
const showWeek = (monday: string) => day.format(new Date(`${monday}T12:00:00`));

/** "less than a minute", "12 min", "5 h", "3 days". */
const showMinutes = (minutes: number) =>
  showSpan(new Date(0).toISOString(), Math.round(minutes) * 60_000);

export default function Answers() {
  const known = useAtomValue(answersAtom);
  const now = useDeviceNow(FETCH_EVERY / 3);
  const isStale = known !== null && now - known.fetchedAt > FETCH_EVERY;
  const loading = useLoad(loadAnswers, "Failed to fetch the answer times.", isStale);
  if (known === null) {
    return (
      <NotLoaded
        loading={loading}
        label="Loading the answer times..."
        skeleton="h-96 rounded-box"
      />
    );
  }
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      {KINDS.map(([kind, name]) => (
        <section key={kind} aria-label={name} className="panel min-w-0 space-y-4 p-4">
          <h3 className="text-lg font-bold">{name}</h3>
          <Waiting kind={kind} waiting={known.data.waiting} />
          <Times
            times={known.data.times.filter((time) =>
              time.kind === kind
            )}
          />
        </section>
      ))}
    </div>
  );
}

function Waiting({ kind, waiting }: { kind: Kind; waiting: AnswerTimes["waiting"] }) {
  const now = useNow();
  const items = kind === "doubt"
    ? waiting.doubts.map((doubt) => ({ ...doubt, key: doubt._id, href: `/doubts/${doubt._id}` }))
    : waiting.reviews.map((review) => {
      const key = `${review.assignment._id}.${review.student._id}`;
      return { ...review, key, href: `/solutions?item=${key}` };
    });
  const id = useId();
  if (items.length === 0) return <p className="text-muted">Nothing is waiting.</p>;
  return (
    <div>
      <h4 id={id} className="font-semibold">These wait longest</h4>
      <ul aria-labelledby={id}>
        {items.map(({ key, href, assignment, student, since }) => (
          <li key={key} className="flex items-baseline gap-x-3 py-1">
            <span className="flex min-w-0 grow flex-wrap gap-x-3">
              <Link href={href} className="link-plain min-w-0 break-words">{assignment.title}</Link>
              <PersonName person={student} />
            </span>
            <time dateTime={since} className="shrink-0 text-sm text-muted">
              {showSpan(since, now)}
            </time>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Times({ times }: { times: readonly AnswerTime[] }) {
  const overall = times.find(({ week, by }) => week === null && by === null);
  if (overall === undefined) {
    return <p className="text-muted">Nothing was answered in the last eight weeks.</p>;
  }
  const weeks = times.filter(({ week, by }) => week !== null && by === null).toReversed();
  const mentors = times.filter(({ week, by }) => week === null && by !== null)
    .toSorted((a, b) => b.count - a.count);
  const thisWeek = weeks[0]?.week;
  return (
    <div className="overflow-x-auto">
      <table className="w-full">
        <caption className="sr-only">
          Answers of the last eight weeks: how many, and how long learners waited
        </caption>
        <thead className="text-left text-sm text-muted">
          <tr>
            <th scope="col" className="py-1 pr-3 font-semibold">Week / mentor</th>
            <th scope="col" className="px-1.5 text-right font-semibold sm:px-3">Answers</th>
            <th scope="col" className="px-1.5 text-right font-semibold sm:px-3">Median</th>
            <th scope="col" className="px-1.5 text-right font-semibold sm:px-3">90 % within</th>
          </tr>
        </thead>
        <tbody>
          <TimeRow name="Eight weeks" time={overall} isStrong />
          {weeks.map((time) => (
            <TimeRow
              key={time.week}
              name={`Week of ${showWeek(time.week ?? "")}`}
              time={time}
            />
          ))}
          {mentors.map((time) => (
            <TimeRow
              key={time.by?._id}
              name={time.by?.name ?? ""}
              time={time}
              lately={times.find(({ week, by }) => week === thisWeek && by?._id === time.by?._id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TimeProps {
  name: string;
  time: AnswerTime;
  /** The same person's answers of the newest week that has any. */
  lately?: AnswerTime | undefined;
  isStrong?: boolean;
}

function TimeRow({ name, time, lately, isStrong }: TimeProps) {
  const cell = "py-1.5 px-1.5 sm:px-3 text-right whitespace-nowrap tabular-nums";
  return (
    <tr className={`border-t border-base-300 ${isStrong ? "font-bold" : ""}`}>
      <th scope="row" className="py-1.5 pr-3 text-left font-semibold">
        {name}
        {lately && (
          <span className="block text-sm font-normal text-muted">
            last week with answers: {lately.count}, median {showMinutes(lately.median)}
          </span>
        )}
      </th>
      <td className={cell}>{time.count}</td>
      <td className={cell}>{showMinutes(time.median)}</td>
      <td className={cell}>{showMinutes(time.most)}</td>
    </tr>
  );
}
