/** Each mentor's weekly goal, for admins. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Link } from "wouter";
import { isChosen } from "../../server/sections/policy.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { useLoad } from "../kit/data/query.ts";
import { useFilterPart } from "../kit/lists/url-filter.tsx";
import { meAtom } from "../kit/net/session.ts";
import { FoldButton } from "../kit/ui/fold-button.tsx";
import { Empty, NotLoaded, SkeletonCards } from "../kit/ui/page.tsx";
import { Avatar } from "../people/avatar.tsx";
import { loadMentors } from "./actions.ts";
import { KeptRing, RatingStrip, showWeek } from "./charts.tsx";
import { itemsOf, mentorsAtom, mondayOf } from "./state.ts";
import SectionFilter from "../sections/filter.tsx";

/** The mentors of the chosen sections with this week's goal, and the week; null until loaded. */
export function useMentorsWeek() {
  const known = useAtomValue(mentorsAtom);
  const today = useAtomValue(todayAtom);
  const me = useAtomValue(meAtom);
  const [section] = useFilterPart("section");
  const loading = useLoad(loadMentors, "Failed to fetch your goals", known?.stale);
  if (known === null || today === null) return { weeks: null, week: "", loading };
  const week = mondayOf(today);
  // A week may have begun since they were loaded.
  const weeks = known.weeks.filter(({ mentor }) => isChosen(me, section, mentor))
    .map(({ mentor, goal }) => ({ mentor, goal: goal?.week === week ? goal : undefined }));
  return { weeks, week, loading };
}

export function MentorGoals() {
  const { weeks, week, loading } = useMentorsWeek();
  if (weeks === null) {
    return (
      <NotLoaded loading={loading} label="Loading weekly goals...">
        <SkeletonCards count={3} height="h-56" />
      </NotLoaded>
    );
  }
  return (
    <div className="space-y-4">
      <div className="flex">
        <SectionFilter />
      </div>
      {weeks.length === 0 ? <Empty>No mentors available.</Empty> : (
        <ul className="cards">
          {weeks.map((one) => <Card key={one.mentor._id} {...one} week={week} />)}
        </ul>
      )}
    </div>
  );
}

type MentorWeek = NonNullable<ReturnType<typeof useMentorsWeek>["weeks"]>[number];

function Card({ mentor: { _id, name }, goal, week }: MentorWeek & { week: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="panel flex min-w-0 flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <Avatar name={name} />
        <h3 className="min-w-0 grow text-lg font-bold break-words">{name}</h3>
        {goal && <KeptRing goal={goal} />}
      </div>
      {goal === undefined ? <p className="text-muted">No goal for {showWeek(week)}.</p> : (
        <>
          <FoldButton isOpen={isOpen} onToggle={setOpen} className="-ml-3 self-start sm:hidden">
            Goals <span className="sr-only">of {name}</span>
          </FoldButton>
          <ul className={`list-disc space-y-1 pl-5 ${isOpen ? "" : "max-sm:hidden"}`}>
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
}
