/** Briefings: the recent ones, today's, those of a month, and the prepared ones. */
import { atom } from "jotai/vanilla";
import type { Briefing, PreparedBriefing } from "../../server/briefings/schema.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { asRow, byText, gone, type LiveList, liveList, nextFirst } from "../kit/data/live-list.ts";
import { type Freshness, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";
import { storedKeys } from "../kit/net/storage.ts";
import { draftKey } from "../kit/forms/draft.ts";

export const latestFirst = (a: Briefing, b: Briefing): number => byText(b.day, a.day);

export const recentAtom = atom<LiveList<Briefing> | null>(null);

export const recent = liveList({
  atom: recentAtom,
  order: latestFirst,
  rows: { "briefing.saved": asRow, "briefing.deleted": gone },
});

export interface Current extends Freshness {
  day: string;
  briefing: Briefing | null;
}

const keptCurrentAtom = atom<Current | null>(null);
/** Today's briefing: null from midnight on, also in a tab that stays open. */
export const currentAtom = atom((get): Current | null => {
  const kept = get(keptCurrentAtom);
  return kept?.day === get(todayAtom) ? kept : null;
});

export const current = liveQuery({
  atom: keptCurrentAtom,
  reduce: {
    "briefing.saved": withBriefing,
    "briefing.deleted": (known, { _id }) =>
      known.briefing?._id === _id ? { ...known, briefing: null } : known,
  },
});

function withBriefing(known: Current, { seq: _, ...saved }: Briefing & { seq: number }): Current {
  const { briefing, day } = known;
  if (saved.day !== day) return known;
  // A briefing with another id is newer: it was written after the known one was deleted.
  const isOlder = briefing?._id === saved._id && briefing.version > saved.version;
  return isOlder ? known : { ...known, briefing: saved };
}

export interface Month extends LiveList<Briefing> {
  month: string;
}

export const monthAtom = atom<Month | null>(null);

export const month = liveList({
  atom: monthAtom,
  order: latestFirst,
  rows: {
    "briefing.saved": (saved, { month }: Month) => saved.day.startsWith(month) ? saved : null,
    "briefing.deleted": gone,
  },
});

export const scheduledAtom = perUserAtom<LiveList<PreparedBriefing> | null>(null);

export const scheduled = liveList({
  atom: scheduledAtom,
  order: nextFirst,
  rows: { "briefing.prepared": asRow },
  stale: ["briefing.saved", "briefing.deleted"],
});

/** The days with an unsent draft of a briefing, newest first. Drafts have the day in their keys. */
export function earlierDays(day: string): string[] {
  const before = draftKey("briefing");
  return storedKeys().filter((key) => key.startsWith(before))
    .map((key) => key.slice(before.length))
    .filter((of) => /^\d{4}-\d\d-\d\d$/.test(of) && of < day).sort().reverse();
}
