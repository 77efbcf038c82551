/** The class's notice board: the home page of signed-in people, with its four sections open. */
import { useAtomValue } from "jotai";
import { type ComponentType, type ReactNode, useEffect, useId, useState } from "react";
import { Link } from "wouter";
import Projector from "../kit/ui/icon.tsx?projector";
import { isStaff } from "../../server/kit/core/roles.ts";
import { AnnouncementCount } from "../announcements/count.tsx";
import { announcementsAtom } from "../announcements/state.ts";
import { RecentAnnouncements } from "../announcements/recent.tsx";
import { Homework } from "../assignments/list/homework.tsx";
import { homeworkAtom } from "../assignments/state.ts";
import { RecentBriefings } from "../briefings/recent.tsx";
import { todayAtom } from "../kit/net/class-day.ts";
import { landingPage, meAtom } from "../kit/net/session.ts";
import { readStored, writeStored } from "../kit/net/storage.ts";
import { Page } from "../kit/ui/page.tsx";
import { showDay } from "../kit/ui/format-time.ts";
import { MentorMessages } from "./messages.tsx";
import { Button } from "../kit/ui/button.tsx";

/** A section shows this many of its newest rows. */
const MOST = 6;
/** A section waits at most this long, in ms, for the one above it. */
const AWAITED_FOR = 3000;

export default function Board() {
  const me = useAtomValue(meAtom);
  // Until the first reply tells the class's day, use this device's day.
  const today = useAtomValue(todayAtom) ?? new Date().toISOString().slice(0, 10);
  const hasAnnouncements = useSoon(useAtomValue(announcementsAtom) !== null);
  const hasHomework = useSoon(useAtomValue(homeworkAtom) !== null);
  if (me === null) return null;
  return (
    <Page
      title="Notice board"
      aside={
        <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <span className="text-muted">{showDay(today)}</span>
          {isStaff(me) && (
            // A page load of its own, so that the projector has no session and shows no personal data.
            <a
              href="/home?display=projector"
              target="_blank"
              className="link-plain inline-flex items-center gap-2"
            >
              <Projector aria-hidden className="size-5" />
              Show this on the projector
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
          <Link href={landingPage(me)} className="btn btn-primary">Go to your dashboard</Link>
        </p>
      }
    >
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr] min-[112rem]:grid-cols-3 min-[112rem]:grid-rows-none">
        <Section title="Announcements" heading="Recent Announcements" Count={AnnouncementCount}>
          <RecentAnnouncements most={MOST} />
        </Section>
        <div className="space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 min-[112rem]:col-auto min-[112rem]:row-auto">
          <Section title="Homework & Classwork" heading="Today's Homework & Classwork">
            <Homework />
          </Section>
          <Section
            title="Mentor Messages"
            heading="Recent Mentor Messages"
            isAwaited={!hasHomework}
          >
            <MentorMessages most={MOST} />
          </Section>
        </div>
        <Section
          title="Class Briefings"
          heading="Recent Class Briefings"
          isAwaited={!hasAnnouncements}
        >
          <RecentBriefings isFolded />
        </Section>
      </div>
    </Page>
  );
}

/** Returns true when this is so, and at the latest after a while. */
function useSoon(isSo: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), AWAITED_FOR);
    return () => clearTimeout(timer);
  }, []);
  return isSo || isOver;
}

interface SectionProps {
  title: string;
  heading: string;
  Count?: ComponentType;
  /** The section above it is still loading, so its place is not known: it is not seen yet. */
  isAwaited?: boolean;
  children: ReactNode;
}

function Section(props: SectionProps) {
  const { title, heading, Count, isAwaited = false, children } = props;
  const id = useId();
  const key = `hides:${title}`;
  const [isHidden, setHidden] = useState(() => readStored<boolean>(key) === true);
  function toggle() {
    writeStored(key, !isHidden);
    setHidden(!isHidden);
  }
  return (
    <section aria-labelledby={id} className={`min-w-0 ${isAwaited ? "invisible" : ""}`}>
      <div className="mb-3 flex flex-wrap items-center gap-x-3">
        <h2 id={id} className="flex items-center gap-3 text-xl font-extrabold sm:text-2xl">
          {heading}
          {Count && <Count />}
        </h2>
        <Button
          className="btn-ghost btn-sm ml-auto"
          aria-expanded={!isHidden}
          onClick={toggle}
        >
          {isHidden ? "Show Section" : "Hide Section"}
          <span className="sr-only">: {title}</span>
        </Button>
      </div>
      {!isHidden && children}
    </section>
  );
}
