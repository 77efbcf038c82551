/** The home page: for visitors a description and sections, for the class the notice board. */
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import BookOpen from "../kit/ui/icon.tsx?book-open";
import ClipboardList from "../kit/ui/icon.tsx?clipboard-list";
import Mails from "../kit/ui/icon.tsx?mails";
import Megaphone from "../kit/ui/icon.tsx?megaphone";
import type { IconType } from "../kit/ui/icon.tsx";
import { loadAnnouncements } from "../announcements/actions.ts";
import { AnnouncementCount } from "../announcements/count.tsx";
import { useLoad } from "../kit/data/query.ts";
import { Button } from "../kit/ui/button.tsx";
import { Heading } from "../kit/ui/page.tsx";
import { bringIntoView } from "../kit/focus/scroll.ts";
import { meAtom } from "../kit/net/session.ts";
import Board from "./board.tsx";
import { RecentAnnouncements } from "../announcements/recent.tsx";
import { RecentBriefings } from "../briefings/recent.tsx";
import { Homework } from "../assignments/list/homework.tsx";
import { MentorMessages } from "./messages.tsx";

const SCROLL_AFTER = 100;

interface Section {
  id: string;
  title: string;
  heading: string;
  about: string;
  Icon: IconType;
  View: ComponentType;
  Count?: ComponentType;
}

/** Each section is a component of the feature whose data it shows. */
const sections: readonly Section[] = [
  {
    id: "announcements",
    title: "Announcements",
    heading: "Recent Announcements",
    about: "What everybody has to know: dates, rooms, news.",
    Icon: Megaphone,
    View: RecentAnnouncements,
    Count: AnnouncementCount,
  },
  {
    id: "briefings",
    title: "Class Briefings",
    heading: "Recent Class Briefings",
    about: "What happened in class, day by day, for anyone who missed it.",
    Icon: BookOpen,
    View: RecentBriefings,
  },
  {
    id: "homework",
    title: "Homework & Classwork",
    heading: "Today's Homework & Classwork",
    about: "What the class is working on right now.",
    Icon: ClipboardList,
    View: Homework,
  },
  {
    id: "messages",
    title: "Mentor Messages",
    heading: "Recent Mentor Messages",
    about: "What mentors wrote to the whole class.",
    Icon: Mails,
    View: MentorMessages,
  },
];

const figures = [
  { figure: "500+", of: "students" },
  { figure: "50+", of: "courses" },
  { figure: "100%", of: "success rate" },
];

export default function Home() {
  const me = useAtomValue(meAtom);
  return me === null ? <Welcome /> : <Board />;
}

function Welcome() {
  const [sectionId, setSectionId] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (sectionId === null) return;
    const timer = setTimeout(() => bringIntoView(section.current, "start"), SCROLL_AFTER);
    return () => clearTimeout(timer);
  }, [sectionId]);
  // For the count of announcements, which is shown before its section is opened.
  useLoad(loadAnnouncements, "Failed to load announcements.");
  const open = sections.find(({ id }) => id === sectionId);
  return (
    <>
      <Hero />
      <div className="mx-auto w-full max-w-[120rem] space-y-8 px-4 py-8 sm:px-6">
        <ul className="grid gap-4 sm:grid-cols-2 min-[72rem]:grid-cols-4">
          {sections.map(({ id, title, about, Icon, Count }) => (
            <li key={id} className="panel flex flex-col gap-3 p-5">
              <Icon aria-hidden className="size-8 text-primary" />
              <h2 className="flex items-center gap-3 text-xl font-bold">
                {title}
                {Count && <Count />}
              </h2>
              <p className="grow text-muted">{about}</p>
              <Button
                className={sectionId === id ? "" : "btn-primary"}
                aria-expanded={sectionId === id}
                aria-controls={sectionId === id ? `section-${id}` : undefined}
                onClick={() =>
                  setSectionId(sectionId === id ? null : id)}
              >
                {sectionId === id ? "Hide Section" : "Show Section"}
                <span className="sr-only">: {title}</span>
              </Button>
            </li>
          ))}
        </ul>
        {open && (
          <section
            ref={section}
            id={`section-${open.id}`}
            aria-label={open.heading}
            // High enough to be scrolled to the top, also before its texts have come.
            className="min-h-dvh"
          >
            <h2 className="mb-4 text-2xl font-extrabold sm:text-3xl">{open.heading}</h2>
            <open.View />
          </section>
        )}
      </div>
    </>
  );
}

function Hero() {
  return (
    <div className="border-b border-base-300 bg-base-100">
      <div className="mx-auto max-w-[104rem] px-4 py-8 sm:px-6">
        <div className="space-y-8 border-l-2 border-error/45 pl-[clamp(1rem,3vw,2.5rem)]">
          <Heading title="Doubtless" className="text-5xl sm:text-6xl xl:text-7xl">
            Stuck? Ask. <span className="block text-primary">The answer finds you.</span>
          </Heading>
          <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
            <div className="max-w-2xl space-y-8">
              <p className="text-xl sm:text-2xl">
                Practise programming with your class. Raise a doubt the moment you have one, and
                watch a mentor's reply arrive, for you and for everybody who was wondering too.
              </p>
              <p className="flex flex-wrap gap-3">
                <Link href="/register" className="btn btn-primary btn-lg">Join the class</Link>
                <Link href="/login" className="btn btn-lg">Sign In</Link>
              </p>
            </div>
            <dl className="flex flex-wrap gap-x-5 gap-y-4 sm:gap-x-10">
              {figures.map(({ figure, of }) => (
                <div key={of} className="flex flex-col-reverse">
                  <dt className="text-lg text-muted">{of}</dt>
                  <dd className="text-4xl font-extrabold sm:text-5xl">{figure}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </div>
    </div>
  );
}
