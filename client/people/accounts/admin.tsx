/**
 * The Admin Panel: all accounts, who is here, answer times, the About page, who may register, rosters,
 * webhooks, deleted accounts, terms, sections, what happened.
 */
import { Suspense } from "react";
import { MentorGoals } from "../../goals/mentors.tsx";
import { useFilterPart } from "../../kit/lists/url-filter.tsx";
import { lazyComponent } from "../../kit/ui/lazy.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { Accounts } from "./accounts.tsx";

const tabs = [
  { id: "accounts", name: "Accounts", View: People },
  {
    id: "here",
    name: "Here now",
    View: lazyComponent(async () => ({ default: (await import("./here.tsx")).Here })),
  },
  {
    id: "answers",
    name: "Answer times",
    View: lazyComponent(() => import("../../dashboards/staff/answers.tsx")),
  },
  {
    id: "about",
    name: "About page",
    View: lazyComponent(async () => ({
      default: (await import("../../about/panel.tsx")).AboutPanel,
    })),
  },
  {
    id: "registration",
    name: "Registration",
    View: lazyComponent(async () => ({
      default: (await import("../../admission/panel.tsx")).AdmissionPanel,
    })),
  },
  {
    id: "roster",
    name: "Roster",
    View: lazyComponent(() => import("../roster/panel.tsx")),
  },
  {
    id: "webhooks",
    name: "Webhooks",
    View: lazyComponent(() => import("../../webhooks/panel.tsx")),
  },
  {
    id: "deleted",
    name: "Deleted accounts",
    View: lazyComponent(() => import("../removals/panel.tsx")),
  },
  {
    id: "terms",
    name: "Terms",
    View: lazyComponent(() => import("../../terms/panel.tsx")),
  },
  {
    id: "sections",
    name: "Sections",
    View: lazyComponent(() => import("../../sections/panel.tsx")),
  },
  {
    id: "trail",
    name: "What happened",
    View: lazyComponent(() => import("../../audit/panel.tsx")),
  },
] as const;
const [first] = tabs;

/** Filled in by the build, from deno.json. */
declare const VERSION: string;

export default function AdminPanel() {
  // The address names the tab, so a link can.
  const [asked, setAsked] = useFilterPart("tab");
  const { id: shown, View } = tabs.find(({ id }) => id === asked) ?? first;
  return (
    <>
      <h2 className="mb-3 text-2xl font-extrabold">Admin Panel</h2>
      <Tabs
        label="Admin Panel"
        tabs={tabs}
        shown={shown}
        onShow={(id) => setAsked(id === first.id ? "" : id)}
      >
        <Suspense fallback={<div className="skeleton h-96 rounded-box" />}>
          <View />
        </Suspense>
      </Tabs>
      <footer className="mt-10 text-sm">Doubtless {VERSION}</footer>
    </>
  );
}

/** Shows all accounts, and each mentor's weekly goal. */
function People() {
  return (
    <>
      <Accounts />
      <section aria-labelledby="goals-title" className="mt-10">
        <h2 id="goals-title" className="mb-4 text-2xl font-extrabold">Mentors' weekly goals</h2>
        <MentorGoals />
      </section>
    </>
  );
}
