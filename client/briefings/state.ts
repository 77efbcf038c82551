/** Briefings: the recent ones, today's, those of a month, and the prepared ones. */
import { atom } from "jotai/vanilla";
import type { Briefing, PreparedBriefing } from "../../server/briefings/schema.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { type Fetched, liveQuery, markStale } from "../kit/data/live-query.ts";
import {
  type LivePagedList,
  type PagedList,
  removeRow,
  upsertRow,
} from "../kit/data/paged-list.ts";
import type { PreparedList } from "../kit/data/prepared.ts";
import { perUserAtom } from "../kit/net/session.ts";
import { storedKeys } from "../kit/net/storage.ts";
import { draftKey } from "../kit/forms/draft.ts";

export const latestFirst = (a: Briefing, b: Briefing): number =>
  a.day === b.day ? 0 : a.day > b.day ? -1 : 1;

type Saved = Briefing & { seq: number };

const asBriefing = ({ seq: _, ...briefing }: Saved): Briefing => briefing;

const withSaved = (known: PagedList<Briefing>, saved: Saved): PagedList<Briefing> =>
  upsertRow(known, asBriefing(saved), latestFirst);

export const recentAtom = atom<LivePagedList<Briefing> | null>(null);

export const recent = liveQuery({
  atom: recentAtom,
  reduce: {
    "briefing.saved": (known, saved) => ({ ...known, ...withSaved(known, saved) }),
    "briefing.deleted": (known, { _id }) => ({ ...known, ...removeRow(known, _id) }),
  },
});

/** A day and its briefing, which is null until it is written. */
export interface Current extends Fetched {
  day: string;
  briefing: Briefing | null;
}

const keptCurrentAtom = atom<Current | null>(null);
/**
 * Today's briefing. From midnight on, the stored one is not today's, so this is null, even in a
 * tab that stays open.
 */
export const currentAtom = atom((get): Current | null => {
  const kept = get(keptCurrentAtom);
  return kept?.day === get(todayAtom) ? kept : null;
});

export const current = liveQuery({
  atom: keptCurrentAtom,
  reduce: {
    "briefing.saved": keepCurrent,
    "briefing.deleted": (known, { _id }) =>
      known.briefing?._id === _id ? { ...known, briefing: null } : known,
  },
});

function keepCurrent(known: Current, saved: Saved): Current {
  const { briefing, day } = known;
  if (saved.day !== day) return known;
  // A briefing with another id is newer: it was written after the known one was deleted.
  const isOlder = briefing?._id === saved._id && briefing.version > saved.version;
  return isOlder ? known : { ...known, briefing: asBriefing(saved) };
}

/** All briefings of a month (YYYY-MM). */
export interface Month extends Fetched {
  month: string;
  list: PagedList<Briefing>;
}

export const monthAtom = atom<Month | null>(null);

export const month = liveQuery({
  atom: monthAtom,
  reduce: {
    "briefing.saved": (known, saved) =>
      saved.day.startsWith(known.month) ? { ...known, list: withSaved(known.list, saved) } : known,
    "briefing.deleted": (known, { _id }) => ({ ...known, list: removeRow(known.list, _id) }),
  },
});

export const preparedAtom = perUserAtom<PreparedList<PreparedBriefing> | null>(null);

/** A change makes it stale, because few screens show it. */
export const prepared = liveQuery({
  atom: preparedAtom,
  reduce: {
    "briefing.prepared": markStale,
    "briefing.saved": markStale,
    "briefing.deleted": markStale,
  },
});

/**
 * Returns the days before one for which a briefing was begun here and not sent, newest first. Drafts
 * have the day in their keys.
 */
export function earlierDays(day: string): string[] {
  const before = draftKey("briefing");
  return storedKeys().filter((key) => key.startsWith(before))
    .map((key) => key.slice(before.length))
    .filter((of) => /^\d{4}-\d\d-\d\d$/.test(of) && of < day).sort().reverse();
}
