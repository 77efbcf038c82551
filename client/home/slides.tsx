/** The projector's slides and their content. */
import { useAtomValue } from "jotai";
import BookOpen from "../kit/ui/icon.tsx?book-open";
import ClipboardList from "../kit/ui/icon.tsx?clipboard-list";
import Mails from "../kit/ui/icon.tsx?mails";
import Megaphone from "../kit/ui/icon.tsx?megaphone";
import type { IconType } from "../kit/ui/icon.tsx";
import type { Announcement } from "../../server/announcements/schema.ts";
import type { HomeworkCard } from "../../server/assignments/schema.ts";
import type { Briefing } from "../../server/briefings/schema.ts";
import type { Message } from "../../server/messages/schema.ts";
import { TagBadge } from "../assignments/badges.tsx";
import { type Deadline, describeDue } from "../assignments/due.tsx";
import { briefingParts } from "../briefings/texts.tsx";
import { plainText, RichText } from "../kit/ui/rich-text.tsx";
import { todayAtom } from "../kit/net/class-day.ts";
import { showDate, showDay, useNow } from "../kit/ui/format-time.ts";

type Body =
  | { text: string; links: readonly string[] }
  | { html: string }
  | { homework: readonly HomeworkCard[] };

export interface Slide {
  id: string;
  kind: keyof typeof kinds;
  title: string;
  /** The author and the date. */
  by: string;
  /** The time of publication or of the last change. Recent slides are marked as new. */
  at: string;
  /** The approximate number of characters to read. */
  length: number;
  body: Body;
}

export const kinds = {
  announcement: { name: "Announcement", Icon: Megaphone },
  briefing: { name: "Class Briefing", Icon: BookOpen },
  homework: { name: "Homework & Classwork", Icon: ClipboardList },
  message: { name: "Mentor Message", Icon: Mails },
} satisfies Record<string, { name: string; Icon: IconType }>;

interface SlideSources {
  announcements: readonly Announcement[];
  briefings: readonly Briefing[];
  homework: readonly HomeworkCard[];
  messages: readonly Message[];
}

const DAY = 24 * 60 * 60_000;
/** Older items are not shown, except that the newest of each kind is always shown. */
const RECENT = 14 * DAY;
const MOST = 6;

function recent<T extends { createdAt: string }>(all: readonly T[], now: number): readonly T[] {
  const fresh = all.filter(({ createdAt }) => now - Date.parse(createdAt) < RECENT);
  return (fresh.length > 0 ? fresh : all.slice(0, 1)).slice(0, MOST);
}

export function slidesOf(
  { announcements, briefings, homework, messages }: SlideSources,
  now: number,
) {
  const slides: Slide[] = [];
  for (const announcement of recent(announcements, now)) {
    slides.push(written("announcement", announcement));
  }
  const [latest] = briefings;
  if (latest !== undefined) slides.push(...briefed(latest));
  const [given] = homework;
  if (given !== undefined) {
    slides.push({
      id: "homework",
      kind: "homework",
      title: "Today's Homework & Classwork",
      by: "",
      at: given.givenOutAt,
      length: homework.reduce((sum, { title }) => sum + title.length + 40, 0),
      body: { homework },
    });
  }
  for (const message of recent(messages, now)) slides.push(written("message", message));
  return slides;
}

function written(kind: "announcement" | "message", from: Announcement | Message): Slide {
  const { _id, subject, body, links, sender, createdAt } = from;
  return {
    id: _id,
    kind,
    title: subject,
    by: `${sender.name}, ${showDate(createdAt)}`,
    at: createdAt,
    length: body.length,
    body: { text: body, links },
  };
}

function briefed(briefing: Briefing): Slide[] {
  return briefingParts.map(([part, title]) => ({
    id: `${briefing._id} ${part}`,
    kind: "briefing",
    title,
    by: `${showDay(briefing.day)}, ${briefing.createdBy.name}`,
    at: briefing.updatedAt,
    length: plainText(briefing[part]).length,
    body: { html: briefing.html[part] },
  }));
}

export function SlideBody({ body }: { body: Body }) {
  if ("html" in body) {
    return (
      <RichText
        html={body.html}
        className="text-[1em]! leading-[1.4]! [&_img]:max-h-[50vh] [&_li]:my-[0.35em]! [&_p]:my-[0.6em]! [&_pre]:break-inside-avoid [&_pre]:whitespace-pre-wrap"
      />
    );
  }
  if ("text" in body) {
    return (
      <>
        <p className="leading-[1.4] whitespace-pre-wrap">{body.text}</p>
        {body.links.map((link, place) => (
          <p key={place} className="mt-[0.6em] text-[0.75em] break-all text-primary">{link}</p>
        ))}
      </>
    );
  }
  return (
    <ul className="space-y-[0.5em]">
      {body.homework.map(({ _id, title, distributionTag, difficulty, dueAt, lateRule }) => (
        <li
          key={_id}
          className="flex break-inside-avoid flex-wrap items-baseline gap-x-[0.7em] [&_.badge]:h-auto [&_.badge]:px-[0.5em] [&_.badge]:py-[0.1em] [&_.badge]:text-[0.75em]"
        >
          <TagBadge tag={distributionTag} />
          <span className="min-w-0 leading-tight font-bold">{title}</span>
          <span className="ml-auto text-[0.7em] text-muted">{difficulty}</span>
          <DueOnWall dueAt={dueAt} {...lateRule && { lateRule }} />
        </li>
      ))}
    </ul>
  );
}

function DueOnWall(item: Deadline) {
  const today = useAtomValue(todayAtom);
  const due = describeDue(item, useNow(), today);
  if (due === null) return null;
  return (
    <span className="w-full text-[0.7em] font-semibold text-warning">{due.when} · {due.then}</span>
  );
}
