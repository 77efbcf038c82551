/** The mentor and admin dashboard: where to go on, and panels that open one at a time. */
import { lazy, Suspense, useState } from "react";
import { useAtomValue } from "jotai";
import { Page } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { Ways } from "./ways.tsx";

const panels = [
  {
    name: "Create Question",
    View: lazy(() => import("../assignments/create.tsx")),
  },
];

const ways = [
  {
    href: "/doubts?order=queue&resolved=false",
    title: "Longest waiting first",
    about: "The doubts that need you, in the order in which they came.",
  },
  { href: "/doubts", title: "Doubts", about: "What the class is asking right now." },
  { href: "/assignments", title: "All Assignments", about: "Everything, and what is given out." },
  { href: "/practice", title: "Practice", about: "What learners practise with." },
];

export default function MentorDashboard() {
  const me = useAtomValue(meAtom);
  const [shown, setShown] = useState<string | null>(null);
  const open = panels.find(({ name }) => name === shown);
  return (
    <Page title={me?.role === "admin" ? "Admin Dashboard" : "Mentor Dashboard"}>
      <p className="mb-6 text-lg">Hello, {me?.name}.</p>
      <Ways ways={ways} />
      <div className="my-6 flex flex-wrap gap-3">
        {panels.map(({ name }) => (
          <button
            key={name}
            type="button"
            className={`btn ${shown === name ? "btn-primary" : ""}`}
            aria-expanded={shown === name}
            onClick={() => setShown(shown === name ? null : name)}
          >
            {name}
          </button>
        ))}
      </div>
      {open && (
        <section aria-label={open.name} className="panel p-5 sm:p-6">
          <Suspense fallback={<div className="skeleton h-96" />}>
            <open.View />
          </Suspense>
        </section>
      )}
    </Page>
  );
}
