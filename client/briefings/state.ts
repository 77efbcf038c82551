/** What is known of briefings: the recent ones, today's, and those of a month. */
import { atom } from "jotai/vanilla";
import type * as z from "zod";
import type { Briefing, briefingEvents } from "../../server/briefings/schema.ts";
import { todayAtom } from "../kit/day.ts";
import { drop, put, type Stretch } from "../kit/stretch.ts";

export type BriefingPush = {
  [E in keyof typeof briefingEvents]: {
    event: E;
    data: z.infer<typeof briefingEvents[E]> & { seq: number };
  };
}[keyof typeof briefingEvents];

export const isBriefingPush = (push: { event: string }): push is BriefingPush =>
  push.event.startsWith("briefing.");

export const latestFirst = (a: Briefing, b: Briefing): number =>
  a.day === b.day ? 0 : a.day > b.day ? -1 : 1;

function asBriefing({ seq: _, ...briefing }: Briefing & { seq: number }): Briefing {
  return briefing;
}

export function keepRecent(known: Stretch<Briefing>, push: BriefingPush): Stretch<Briefing> {
  return push.event === "briefing.deleted"
    ? drop(known, push.data._id)
    : put(known, asBriefing(push.data), latestFirst);
}

/** Today's: of which day, and null while it is not written. */
export interface Current {
  day: string;
  briefing: Briefing | null;
}

export function keepCurrent(known: Current, push: BriefingPush): Current {
  const { briefing } = known;
  if (push.event === "briefing.deleted") {
    return briefing?._id === push.data._id ? { ...known, briefing: null } : known;
  }
  if (push.data.day !== known.day) return known;
  // Of another id, it was written after the one that was deleted.
  const isOlder = briefing?._id === push.data._id && briefing.version > push.data.version;
  return isOlder ? known : { ...known, briefing: asBriefing(push.data) };
}

/** All of a month, YYYY-MM. */
export interface Month {
  month: string;
  list: Stretch<Briefing>;
}

export function keepMonth(known: Month, push: BriefingPush): Month {
  if (push.event === "briefing.saved" && !push.data.day.startsWith(known.month)) return known;
  return { ...known, list: keepRecent(known.list, push) };
}

export const recentAtom = atom<Stretch<Briefing> | null>(null);
const heldCurrentAtom = atom<Current | null>(null);
/** Yesterday's is not today's, however long this tab has been open. */
export const currentAtom = atom(
  (get): Current | null => {
    const held = get(heldCurrentAtom);
    return held?.day === get(todayAtom) ? held : null;
  },
  (_get, set, current: Current | null) => set(heldCurrentAtom, current),
);
export const monthAtom = atom<Month | null>(null);

export const keepBriefingPush = atom(null, (get, set, push: BriefingPush) => {
  set(recentAtom, (known) => known === null ? null : keepRecent(known, push));
  set(monthAtom, (known) => known === null ? null : keepMonth(known, push));
  const current = get(currentAtom);
  if (current !== null) set(currentAtom, keepCurrent(current, push));
});
