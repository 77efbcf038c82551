/**
 * The Admin Panel: all accounts, who is here, answer times, the About page, who may register, rosters,
 * webhooks, deleted accounts, terms, sections, what happened.
 */
import { MentorGoals } from "../../goals/mentors.tsx";
import { useFilterPart } from "../../kit/lists/url-filter.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { Accounts } from "./accounts.tsx";
import { Here } from "./here.tsx";
import StaffAnswers from "../../dashboards/staff/answers.tsx";
import { AboutPanel } from "../../about/panel.tsx";
import { AdmissionPanel } from "../../admission/panel.tsx";
import RosterPanel from "../roster/panel.tsx";
import WebhooksPanel from "../../webhooks/panel.tsx";
import RemovalsPanel from "../removals/panel.tsx";
import TermsPanel from "../../terms/panel.tsx";
import SectionsPanel from "../../sections/panel.tsx";
import AuditPanel from "../../audit/panel.tsx";

const tabs = [
  { id: "accounts", name: "Accounts", View: People },
  {
    id: "here",
    name: "Here now",
    View: Here,
  },
  {
    id: "answers",
    name: "Answer times",
    View: StaffAnswers,
  },
  {
    id: "about",
    name: "About page",
    View: AboutPanel,
  },
  {
    id: "registration",
    name: "Registration",
    View: AdmissionPanel,
  },
  {
    id: "roster",
    name: "Roster",
    View: RosterPanel,
  },
  {
    id: "webhooks",
    name: "Webhooks",
    View: WebhooksPanel,
  },
  {
    id: "deleted",
    name: "Deleted accounts",
    View: RemovalsPanel,
  },
  {
    id: "terms",
    name: "Terms",
    View: TermsPanel,
  },
  {
    id: "sections",
    name: "Sections",
    View: SectionsPanel,
  },
  {
    id: "trail",
    name: "What happened",
    View: AuditPanel,
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
        <View />
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
