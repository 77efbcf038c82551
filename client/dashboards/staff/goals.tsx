/** The week's goals on a dashboard: a mentor's own, or for an admin each mentor's progress. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { loadGoals } from "../../goals/actions.ts";
import { KeptRing, RatingStrip } from "../../goals/charts.tsx";
import { ReadChecklist } from "../../goals/checklist.tsx";
import { useMentorsWeek } from "../../goals/mentors.tsx";
import { goalsAtom, itemsOf, keptOf, mondayOf } from "../../goals/state.ts";
import { todayAtom } from "../../kit/net/class-day.ts";
import { useLoad } from "../../kit/data/query.ts";
import { Empty } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { Part } from "../part.tsx";

export function DeskGoals() {
  const me = useAtomValue(meAtom);
  return me?.role === "admin" ? <Mentors /> : <Own userId={me?._id ?? ""} />;
}

function Own({ userId }: { userId: string }) {
  const goals = useAtomValue(goalsAtom)[userId]?.goals;
  const today = useAtomValue(todayAtom);
  const loading = useLoad(loadGoals, "Failed to load your weekly goal", false, userId);
  const week = mondayOf(today ?? "1970-01-01");
  const goal = goals?.find((one) => one.week === week);
  return (
    <Part
      title="This week's goal"
      way={["/progress", "Progress"]}
      loading={loading}
      isThere={goals !== undefined && today !== null}
      className="md:col-span-2"
    >
      {goal === undefined
        ? <Empty>No goal has been set for this week yet.</Empty>
        : (
          <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
            <KeptRing goal={goal} large />
            <div className="min-w-0 flex-[1_1_16rem]">
              <ReadChecklist items={itemsOf(goal)} />
            </div>
            <RatingStrip goal={goal} />
          </div>
        )}
    </Part>
  );
}

function Mentors() {
  const { weeks, loading } = useMentorsWeek();
  return (
    <Part
      title="Mentors' weekly goals"
      way={["/progress", "Progress"]}
      loading={loading}
      isThere={weeks !== null}
      className="md:col-span-2"
    >
      {weeks?.length === 0 && <Empty>No mentors available.</Empty>}
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {weeks?.map(({ mentor: { _id, name }, goal }) => {
          const { kept, of } = goal ? keptOf(goal) : { kept: 0, of: 0 };
          return (
            <li key={_id}>
              <span className="flex items-baseline justify-between gap-3">
                <Link href={`/progress?mentor=${_id}`} className="link-plain min-w-0 break-words">
                  {name}
                </Link>
                <span className="shrink-0 text-sm text-muted">
                  {goal ? `${kept} of ${of} kept` : "no goal yet"}
                </span>
              </span>
              <span aria-hidden className="mt-1.5 flex h-2 gap-0.5 overflow-hidden rounded-full">
                {Array.from({ length: Math.max(1, of) }, (_, place) => (
                  <span
                    key={place}
                    className={`grow ${place < kept ? "bg-success" : "bg-base-300"}`}
                  />
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
