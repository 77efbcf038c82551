/** Each mentor's weekly goal, for admins. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { Link } from "wouter";
import { todayAtom } from "../kit/net/class-day.ts";
import { useLoad } from "../kit/data/query.ts";
import { Empty, LoadFailed, LoadingRegion, SkeletonCards } from "../kit/ui/page.tsx";
import { Avatar } from "../people/avatar.tsx";
import { loadMentorGoals } from "./actions.ts";
import { KeptRing, RatingStrip, showWeek } from "./drawing.tsx";
import { goalsAtom, itemsOf, mentorsAtom, mondayOf, staleGoalsAtom } from "./state.ts";

/**
 * Returns the mentors, all their known goals, and the class's current day; keeps them up to date.
 */
export function useMentorGoals() {
  const mentors = useAtomValue(mentorsAtom);
  const goals = useAtomValue(goalsAtom);
  const today = useAtomValue(todayAtom);
  const load = useCallback((signal: AbortSignal) => loadMentorGoals(signal), []);
  const isStale = useAtomValue(staleGoalsAtom).length > 0 || mentors?.stale;
  const loading = useLoad(load, "Failed to fetch your goals", isStale);
  return { mentors, goals, today, loading };
}

export function MentorGoals() {
  const { mentors, goals, today, loading } = useMentorGoals();
  if (mentors === null || today === null) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <LoadingRegion label="Loading weekly goals...">
        <SkeletonCards count={3} height="h-56" />
      </LoadingRegion>
    );
  }
  if (mentors.people.length === 0) return <Empty>No mentors available.</Empty>;
  const week = mondayOf(today);
  return (
    <ul className="cards">
      {mentors.people.map(({ _id, name }) => {
        const goal = goals[_id]?.find((one) => one.week === week);
        return (
          <li key={_id} className="panel flex min-w-0 flex-col gap-3 p-4">
            <div className="flex items-center gap-3">
              <Avatar name={name} />
              <h3 className="min-w-0 grow text-lg font-bold break-words">{name}</h3>
              {goal && <KeptRing goal={goal} />}
            </div>
            {goal === undefined ? <p className="text-muted">No goal for {showWeek(week)}.</p> : (
              <>
                <ul className="list-disc space-y-1 pl-5">
                  {itemsOf(goal).slice(0, 4).map(({ text, completed }, place) => (
                    <li key={place} className={completed ? "text-muted line-through" : ""}>
                      {text}
                      {completed && <span className="sr-only">(completed)</span>}
                    </li>
                  ))}
                </ul>
                <RatingStrip goal={goal} />
              </>
            )}
            <Link href={`/progress?mentor=${_id}`} className="link-plain mt-auto">
              All weeks and daily reports
              <span className="sr-only">of {name}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
