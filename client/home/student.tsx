/** The student dashboard: who you are, and where to go on. */
import { useAtomValue } from "jotai";
import { isLearner } from "../../server/kit/roles.ts";
import { Page } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { Avatar } from "../people/avatar.tsx";
import { Ways } from "./ways.tsx";

const ways = [
  { href: "/doubts?scope=mine", title: "My doubts", about: "What you asked, and what came back." },
  { href: "/doubts", title: "Doubts", about: "Learn from what the class is asking." },
  { href: "/assignments", title: "All Assignments", about: "Homework, classwork and practice." },
  { href: "/practice", title: "Practice", about: "Pick a topic and a difficulty, and go." },
];

export default function StudentDashboard() {
  const me = useAtomValue(meAtom);
  if (me === null || !isLearner(me)) return <p>Please log in to view your dashboard.</p>;
  const facts = [
    ["Email", me.email],
    ["Branch", me.branch ?? "N/A"],
    ["Year", me.year ?? "N/A"],
    ["Role", me.role],
  ] as const;
  return (
    <Page title="Dashboard" heading={`Hello, ${me.name.split(" ")[0]}`}>
      <section
        aria-label="Profile summary"
        className="panel mb-6 flex flex-wrap items-center gap-x-8 gap-y-4 p-5"
      >
        <div className="flex items-center gap-4">
          <Avatar name={me.name} image={me.profileImage} size="size-16 text-xl" />
          <p className="text-2xl font-bold">{me.name}</p>
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          {facts.map(([term, fact]) => (
            <div key={term}>
              <dt className="text-sm text-muted">{term}</dt>
              <dd className={`font-semibold ${term === "Role" ? "capitalize" : ""}`}>{fact}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Ways ways={ways} />
    </Page>
  );
}
