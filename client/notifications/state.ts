/** State of notifications: the signed-in person's, newest first, and their settings. */
import { atom } from "jotai/vanilla";
import {
  KEPT_MOST,
  type ListedNotification,
  type Settings,
} from "../../server/notifications/schema.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import { type Freshness, liveQuery, markStale } from "../kit/data/live-query.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";

export type Bell = Freshness & { items: readonly ListedNotification[] };
type Item = ListedNotification;

export const bellAtom = perUserAtom<Bell | null>(null);

const without = (bell: Bell, isGone: (item: Item) => boolean): Bell =>
  bell.items.some(isGone) ? { ...bell, items: bell.items.filter((one) => !isGone(one)) } : bell;

/** Changes the items that `changed` returns in another form. */
function withItems(bell: Bell, changed: (item: Item) => Item): Bell {
  const items = bell.items.map(changed);
  return items.some((item, at) => item !== bell.items[at]) ? { ...bell, items } : bell;
}

const withTitle = (bell: Bell, isIts: (item: Item) => boolean, title: string): Bell =>
  withItems(bell, (item) => isIts(item) && item.title !== title ? { ...item, title } : item);

export const bell = liveQuery({
  atom: bellAtom,
  context: () => store.get(meAtom) as Actor | null,
  reduce: {
    "notification.made": (known, { seq: _, ...made }, me) => {
      const isKnown = known.items.some(({ _id }) => _id === made._id);
      if (isKnown || made.by?._id === me?._id) return known;
      const items = [{ ...made, isRead: false }, ...known.items]
        .sort((a, b) => a._id < b._id ? 1 : -1).slice(0, KEPT_MOST);
      return { ...known, items };
    },
    "notification.read": (known, { ids, upTo }) =>
      withItems(known, (item) => {
        const isNow = ids.includes(item._id) || (upTo !== null && item._id <= upTo);
        return isNow && !item.isRead ? { ...item, isRead: true } : item;
      }),
    "announcement.saved": (known, { _id, subject }) =>
      withTitle(known, ({ subjectId }) => subjectId === _id, subject),
    "announcement.deleted": (known, { _id }) =>
      without(known, ({ subjectId }) => subjectId === _id),
    "assignment.saved": (known, { _id, title }) =>
      withTitle(known, ({ assignmentId }) => assignmentId === _id, title),
    "assignment.unassigned": (known, { _id }) =>
      known.items.some(({ assignmentId }) => assignmentId === _id) ? markStale(known) : known,
    "comment.withdrawn": (known, { _id }) =>
      without(known, ({ path }) => path.endsWith(`#comment-${_id}`)),
    "copy.changed": (known, { _id, state }) =>
      state === "ended" ? without(known, ({ subjectId }) => subjectId === _id) : known,
    "doubt.mended": (known, { entryId, text }) =>
      text === null ? without(known, ({ path }) => path.endsWith(`#entry-${entryId}`)) : known,
    // A doubt that is open to the class again may have been a reason to be told.
    "doubt.opened": (known, { entries, sharers = 0 }) =>
      entries > 1 && sharers > 0 ? markStale(known) : known,
    // A merge that is taken back is no news.
    "doubt.merged": (known, { student }, me) => me?._id === student ? markStale(known) : known,
    "doubt.hidden": (known, { _id, student }, me) =>
      isStaff(me) || me?._id === student
        ? known
        : without(known, ({ subjectId }) => subjectId === _id),
  },
});

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
