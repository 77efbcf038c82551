/** The Admin Panel: all accounts, who is here, answer times, mentors' goals, the About page. */
import { type ReactNode, useEffect } from "react";
import { AboutPanel } from "../about/panel.tsx";
import { MentorGoals } from "../goals/mentors.tsx";
import { AfterFirst, lazyComponent } from "../kit/ui/lazy.tsx";
import { Accounts } from "./accounts.tsx";
import { Here } from "./here.tsx";

const Answers = lazyComponent(() => import("../dashboards/answers.tsx"));

export default function AdminPanel() {
  // A link may name a section.
  useEffect(() => {
    const section = document.getElementById(location.hash.slice(1));
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>("h2")?.focus();
  }, []);
  return (
    <div className="space-y-10">
      <Section id="accounts" title="Admin Panel">
        <Accounts />
      </Section>
      <Section id="here" title="Here now">
        <Here />
      </Section>
      <Section id="answers" title="Answer times">
        <AfterFirst otherwise={<div className="skeleton h-96" />}>
          <Answers />
        </AfterFirst>
      </Section>
      <Section id="goals" title="Mentors' weekly goals">
        <MentorGoals />
      </Section>
      <Section id="about" title="About page">
        <AboutPanel />
      </Section>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} tabIndex={-1} className="mb-4 text-2xl font-extrabold outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}
