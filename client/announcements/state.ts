/** Announcements: the newest ones, older ones after they are loaded, and the prepared ones. */
import { atom } from "jotai/vanilla";
import type { Announcement, PreparedAnnouncement } from "../../server/announcements/schema.ts";
import {
  asRow,
  gone,
  type LiveList,
  liveList,
  newestFirst,
  nextFirst,
} from "../kit/data/live-list.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const announcementsAtom = atom<LiveList<Announcement> | null>(null);

export const announcements = liveList({
  atom: announcementsAtom,
  order: newestFirst,
  rows: { "announcement.saved": asRow, "announcement.deleted": gone },
});

export const scheduledAtom = perUserAtom<LiveList<PreparedAnnouncement> | null>(null);

export const scheduled = liveList({
  atom: scheduledAtom,
  order: nextFirst,
  rows: { "announcement.prepared": asRow },
  stale: ["announcement.saved", "announcement.deleted"],
});
