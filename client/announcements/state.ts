/** Announcements: the newest ones, older ones after they are loaded, and the prepared ones. */
import { atom } from "jotai/vanilla";
import type { Announcement, PreparedAnnouncement } from "../../server/announcements/schema.ts";
import { liveQuery, markStale } from "../kit/data/live-query.ts";
import { type LivePagedList, newestFirst, removeRow, upsertRow } from "../kit/data/paged-list.ts";
import type { PreparedList } from "../kit/data/prepared.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const announcementsAtom = atom<LivePagedList<Announcement> | null>(null);

export const announcements = liveQuery({
  atom: announcementsAtom,
  reduce: {
    "announcement.deleted": (known, { _id }) => ({ ...known, ...removeRow(known, _id) }),
    "announcement.saved": (known, { seq: _, ...announcement }) => ({
      ...known,
      ...upsertRow(known, announcement, newestFirst),
    }),
  },
});

export const preparedAtom = perUserAtom<PreparedList<PreparedAnnouncement> | null>(null);

/** A change makes it stale, because few screens show it. */
export const prepared = liveQuery({
  atom: preparedAtom,
  reduce: {
    "announcement.prepared": markStale,
    "announcement.saved": markStale,
    "announcement.deleted": markStale,
  },
});
