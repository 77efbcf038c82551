/** What is known of announcements: the newest ones, and older ones as they were asked for. */
import { atom } from "jotai/vanilla";
import type * as z from "zod";
import type { Announcement, announcementEvents } from "../../server/announcements/schema.ts";
import { drop, newestFirst, put, type Stretch } from "../kit/stretch.ts";

export type AnnouncementPush = {
  [E in keyof typeof announcementEvents]: {
    event: E;
    data: z.infer<typeof announcementEvents[E]> & { seq: number };
  };
}[keyof typeof announcementEvents];

export const isAnnouncementPush = (push: { event: string }): push is AnnouncementPush =>
  push.event.startsWith("announcement.");

export function keepAnnouncement(
  known: Stretch<Announcement>,
  push: AnnouncementPush,
): Stretch<Announcement> {
  if (push.event === "announcement.deleted") return drop(known, push.data._id);
  const { seq: _, ...announcement } = push.data;
  return put(known, announcement, newestFirst);
}

export const announcementsAtom = atom<Stretch<Announcement> | null>(null);

export const keepAnnouncementPush = atom(null, (_get, set, push: AnnouncementPush) => {
  set(announcementsAtom, (known) => known === null ? null : keepAnnouncement(known, push));
});
