/** The Admin Panel: people, the class, the content of pages, other systems, and the audit log. */
import type { ComponentType } from "react";
import { MentorGoals } from "../../goals/mentors.tsx";
import { useFilterPart } from "../../kit/lists/url-filter.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { Accounts } from "./accounts.tsx";
import { Here } from "./here.tsx";
import StaffAnswers from "../../dashboards/staff/answers.tsx";
import { AboutPanel } from "../../about/panel.tsx";
import { AdmissionPanel } from "../../admission/panel.tsx";
import TokensPanel from "../../auth/tokens/panel.tsx";
import RosterPanel from "../roster/panel.tsx";
import WebhooksPanel from "../../webhooks/panel.tsx";
import RemovalsPanel from "../removals/panel.tsx";
import TermsPanel from "../../terms/panel.tsx";
import SectionsPanel from "../../sections/panel.tsx";
import AuditPanel from "../../audit/panel.tsx";

/** A part is named by the address (`tab`), so a link can lead to it. */
type Parts = readonly [Part, ...Part[]];
type Part = { id: string; name: string; View: ComponentType };

const people: Parts = [
  { id: "accounts", name: "Accounts", View: AccountsAndGoals },
  { id: "here", name: "Here now", View: Here },
  { id: "registration", name: "Registration", View: AdmissionPanel },
  { id: "roster", name: "Roster", View: RosterPanel },
  { id: "deleted", name: "Deleted accounts", View: RemovalsPanel },
];
const tabs: readonly { id: string; name: string; parts: Parts }[] = [
  { id: "people", name: "People", parts: people },
  {
    id: "class",
    name: "Class",
    parts: [
      { id: "sections", name: "Sections", View: SectionsPanel },
      { id: "terms", name: "Terms", View: TermsPanel },
      { id: "answers", name: "Answer times", View: StaffAnswers },
    ],
  },
  {
    id: "content",
    name: "Content",
    parts: [{ id: "about", name: "About page", View: AboutPanel }],
  },
  {
    id: "integrations",
    name: "Integrations",
    parts: [{ id: "webhooks", name: "Integrations", View: Integrations }],
  },
  {
    id: "audit",
    name: "Audit log",
    parts: [{ id: "trail", name: "Audit log", View: AuditPanel }],
  },
];
const [first] = tabs;

/** Filled in by the build, from deno.json. */
declare const VERSION: string;

export default function AdminPanel() {
  const [asked, setAsked] = useFilterPart("tab");
  const shown = tabs.find(({ parts }) => parts.some(({ id }) => id === asked)) ?? first;
  return shown && (
    <>
      <h2 className="mb-3 text-2xl font-extrabold">Admin Panel</h2>
      <Tabs
        label="Admin Panel"
        tabs={tabs}
        current={shown.id}
        onShow={(id) => setAsked(tabs.find((tab) => tab.id === id)?.parts[0].id ?? "")}
      >
        <PartsOf key={shown.id} label={shown.name} parts={shown.parts} />
      </Tabs>
      <footer className="mt-10 text-sm">Doubtless {VERSION}</footer>
    </>
  );
}

/** The accounts, and what else is about people: it is also a screen of its own. */
export const People = () => <PartsOf label="People" parts={people} />;

function PartsOf({ label, parts }: { label: string; parts: Parts }) {
  const [asked, setAsked] = useFilterPart("tab");
  const { id, View } = parts.find(({ id }) => id === asked) ?? parts[0];
  if (parts.length === 1) return <View />;
  return (
    <Tabs dense label={label} tabs={parts} current={id} onShow={setAsked}>
      <View />
    </Tabs>
  );
}

function AccountsAndGoals() {
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

function Integrations() {
  return (
    <div className="grid items-start gap-8 xl:grid-cols-2">
      <WebhooksPanel />
      <TokensPanel />
    </div>
  );
}
