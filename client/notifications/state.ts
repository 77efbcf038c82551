/** State of notifications: the signed-in person's, newest first, and their settings. */
import { atom } from "jotai/vanilla";
import {
  KEPT_MOST,
  type ListedNotification,
  type Settings,
} from "../../server/notifications/schema.ts";
import { type Freshness, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type Bell = Freshness & { items: readonly ListedNotification[] };

export const bellAtom = perUserAtom<Bell | null>(null);

/** Whether an item is about what has a new title, or has been taken away. */
const hasAbout = ({ items }: Bell, id: string): boolean =>
  items.some(({ subjectId, assignmentId, path }) =>
    id === subjectId || id === assignmentId || path.endsWith(id)
  );

export const bell = liveQuery({
  atom: bellAtom,
  reduce: {
    "notification.made": (known: Bell, { seq: _, ...made }, me) => {
      const isKnown = known.items.some(({ _id }) => _id === made._id);
      if (isKnown || made.by?._id === me?._id) return known;
      const items = [{ ...made, isRead: false }, ...known.items]
        .sort((a, b) => a._id < b._id ? 1 : -1).slice(0, KEPT_MOST);
      return { ...known, items };
    },
    "notification.read": withRead,
  },
  stale: [
    "announcement.saved",
    "announcement.deleted",
    "assignment.saved",
    "assignment.unassigned",
    "comment.withdrawn",
    "doubt.mended",
    "doubt.opened",
    "doubt.merged",
    "doubt.hidden",
  ],
  isAbout(known, data, me) {
    // A merge that is taken back is no news.
    if ("into" in data) return data.student === me?._id;
    if ("entryId" in data) return data.text === null && hasAbout(known, data.entryId);
    // A doubt that is open to the class again may have been a reason to be told.
    if ("entries" in data) return data.entries > 1 && data.sharers > 0;
    return hasAbout(known, data._id);
  },
});

/** The items with these ids, and those up to the id `upTo`, are read. */
export function withRead(
  bell: Bell,
  { ids, upTo }: { ids: readonly string[]; upTo: string | null },
): Bell {
  const isRead = ({ _id }: ListedNotification) =>
    ids.includes(_id) || (upTo !== null && _id <= upTo);
  return {
    ...bell,
    items: bell.items.map((item) => isRead(item) ? { ...item, isRead: true } : item),
  };
}

export const unreadAtom = atom((get) =>
  get(bellAtom)?.items.filter(({ isRead }) => !isRead).length ?? 0
);

export type KnownSettings = Freshness & { settings: Settings };
export const settingsAtom = perUserAtom<KnownSettings | null>(null);

export const settings = liveQuery({
  atom: settingsAtom,
  reduce: {
    "notification.settings": (known, { seq: _, ...settings }) => ({ ...known, settings }),
  },
});
