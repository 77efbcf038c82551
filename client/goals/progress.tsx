/** The progress screen: a mentor's own weeks; for an admin, any mentor's weeks, read-only. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import ArrowLeft from "../kit/ui/icon.tsx?arrow-left";
import { Export } from "../exports/export.tsx";
import { todayAtom } from "../kit/net/class-day.ts";
import { useLoad } from "../kit/data/query.ts";
import { NotLoaded, Page, useQueryParameter } from "../kit/ui/page.tsx";
import { meAtom } from "../kit/net/session.ts";
import { loadGoals } from "./actions.ts";
import { MentorGoals } from "./mentors.tsx";
import { goalsAtom, mentorsAtom } from "./state.ts";
import { Weeks } from "./week.tsx";

export default function Progress() {
  const me = useAtomValue(meAtom);
  const chosen = useQueryParameter("mentor");
  const mentors = useAtomValue(mentorsAtom);
  if (me === null) return null;
  if (me.role === "admin" && chosen === null) {
    return (
      <Page title="Progress" aside={<Export lists={{ goals: "Goals" }} />}>
        <p className="mb-6 max-w-3xl text-lg">
          The goals that each mentor has set for this week, and how each day went. Choose a mentor
          to see every week and every daily report.
        </p>
        <h2 className="mb-4 text-2xl font-extrabold">This week</h2>
        <MentorGoals />
      </Page>
    );
  }
  const isOwn = me.role === "mentor";
  const name = mentors?.weeks.find(({ mentor }) => mentor._id === chosen)?.mentor.name;
  return (
    <Page
      key={chosen}
      title={isOwn || name === undefined ? "Progress" : `Progress of ${name}`}
      aside={
        <div className="flex flex-wrap items-center gap-4">
          {!isOwn && (
            <Link href="/progress" className="link-plain inline-flex items-center gap-2">
              <ArrowLeft aria-hidden className="size-4" /> All mentors
            </Link>
          )}
          <Export lists={{ goals: "Goals" }} />
        </div>
      }
    >
      {isOwn && <Guidance />}
      <Goals userId={isOwn ? me._id : chosen ?? ""} isOwn={isOwn} />
    </Page>
  );
}

function Goals({ userId, isOwn }: { userId: string; isOwn: boolean }) {
  const goals = useAtomValue(goalsAtom)[userId]?.goals;
  const today = useAtomValue(todayAtom);
  const loading = useLoad(loadGoals, "Failed to fetch your goals", false, userId);
  if (goals !== undefined && today !== null) {
    return <Weeks goals={goals} today={today} isOwn={isOwn} />;
  }
  return (
    <NotLoaded loading={loading} label="Loading your goals...">
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="skeleton h-96 rounded-box" />
        <div className="skeleton h-96 rounded-box" />
      </div>
    </NotLoaded>
  );
}

function Guidance() {
  return (
    <details className="panel mb-6 px-4 py-3 sm:px-6" open>
      <summary className="cursor-pointer font-bold">How this works</summary>
      <ul className="mt-2 max-w-4xl list-disc space-y-1 pl-5">
        <li>On Monday, set a few goals for the week: small enough to be ticked by Sunday.</li>
        <li>Every day, write one update, and say how satisfied you are with the day.</li>
        <li>Tick each completed goal. If one was not completed, say why: it helps next week.</li>
        <li>On Sunday, add a summary. From Monday on, the week is read-only.</li>
      </ul>
    </details>
  );
}
