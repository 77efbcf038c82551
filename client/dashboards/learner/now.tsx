/** The beginning of a learner's dashboard, live: the next step, and the work by its due date. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import ArrowRight from "../../kit/ui/icon.tsx?arrow-right";
import type { StudentDay } from "../../../server/dashboards/schema.ts";
import { ResponseBadge, TagBadge } from "../../assignments/badges.tsx";
import { Due } from "../../assignments/due.tsx";
import { showDayOf } from "../../kit/ui/show-moment.ts";
import { api, call } from "../../kit/net/api.ts";
import { dayOf, todayAtom } from "../../kit/net/class-day.ts";
import { useLoad } from "../../kit/data/query.ts";
import { useNow } from "../../kit/ui/format-time.ts";
import { useSeenCounts } from "../../kit/news/unread.tsx";
import { runningAtom } from "../../class-sessions/state.ts";
import { Part } from "../part.tsx";
import { day, dayAtom } from "../state.ts";
import { daysOf, type Step, stepsOf } from "./steps.tsx";

/** The steps after the next one that are named. */
const THEN = 2;

async function loadDay(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.dashboard.day.$get({}, { init: { signal } }));
  day.store({ data, seq });
}

export default function Now() {
  const known = useAtomValue(dayAtom);
  const loading = useLoad(loadDay, "Failed to load your day.", known?.stale);
  const seen = useSeenCounts();
  const running = useAtomValue(runningAtom);
  const time = new Date(useNow()).toISOString();
  const [next, ...then] = known === null ? [] : stepsOf(known.data, { time, dayOf, seen, running });
  // On a wide screen the height is that of a full list, so that nothing moves when it comes.
  return (
    <div className="mb-4 grid gap-4 lg:min-h-[26.625rem] lg:grid-cols-2">
      <Part
        title="Now"
        way={["/practice", "Practice"]}
        loading={loading}
        isThere={known !== null}
        className="border-l-8 border-l-primary"
      >
        {known !== null && <NextStep next={next} then={then} />}
      </Part>
      <Part
        title="Your work"
        way={["/homework", "Homework"]}
        loading={loading}
        isThere={known !== null}
      >
        {known !== null && (
          <WorkList
            work={known.data.work.filter(({ _id }) => next?.href !== `/assignments/${_id}`)}
            time={time}
          />
        )}
      </Part>
    </div>
  );
}

function NextStep({ next, then }: { next: Step | undefined; then: readonly Step[] }) {
  if (next === undefined) {
    return (
      <div className="space-y-3">
        <p className="text-xl font-bold">You are up to date.</p>
        <Link href="/practice?responseStatus=not+attempted" className="btn btn-primary btn-lg">
          Find a question to practise
        </Link>
      </div>
    );
  }
  return (
    <div className="space-y-4">
      <div className="space-y-1">
        <p className="font-semibold text-primary">{next.kind}</p>
        <p className="text-2xl font-extrabold">{next.title}</p>
        <p className="line-clamp-3">{next.about}</p>
        {next.work && <Due item={next.work} className="text-base" />}
      </div>
      <Link href={next.href} className="btn btn-primary btn-lg max-sm:btn-block">
        {next.action}
        <span className="sr-only">: {next.title}</span>
        <ArrowRight aria-hidden className="size-5" />
      </Link>
      <Then steps={then.filter(({ work }) => work === undefined)} />
    </div>
  );
}

/** The next replies and reviews. The other work stands beside it, once. */
function Then({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null;
  return (
    <ul aria-label="After that" className="space-y-1 border-t border-base-300 pt-3">
      {steps.slice(0, THEN).map(({ kind, title, href }) => (
        <li key={href} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="text-sm text-muted">{kind}</span>
          <Link href={href} className="link-plain min-w-0 truncate">{title}</Link>
        </li>
      ))}
    </ul>
  );
}

function WorkList({ work, time }: { work: StudentDay["work"]; time: string }) {
  const today = useAtomValue(todayAtom);
  if (work.length === 0) return <p className="text-lg text-muted">Nothing else is due.</p>;
  return (
    <div
      className="-mx-2 max-h-[22rem] space-y-3 overflow-y-auto px-2 -outline-offset-3"
      tabIndex={0}
      role="group"
      aria-label="By due date"
    >
      {[...daysOf(work, time, (at) => showDayOf(at, today))].map(([name, work]) => (
        <section key={name}>
          <h3 className="mb-1 font-semibold first-letter:uppercase">{name}</h3>
          <ul className="-mx-2 divide-y divide-base-300">
            {work.map((item) => (
              <li key={item._id}>
                <Link
                  href={`/assignments/${item._id}`}
                  className="block rounded-field px-2 py-2 hover:bg-base-200"
                >
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="min-w-0 grow basis-48 truncate font-bold">{item.title}</span>
                    <span className="flex flex-wrap items-center gap-1.5">
                      <ResponseBadge status={item.responses[0]?.responseStatus} />
                      <TagBadge tag={item.distributionTag} />
                    </span>
                  </span>
                  <span className="block">
                    {item.dueAt
                      ? <Due item={item} />
                      : <span className="text-sm text-muted">{item.majorTopic}</span>}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
