/** Announcements: inputs, the row that everyone sees, and its events. */
import * as z from "zod";

import { id, line, page, role, text, time, version, wholeLimit } from "../kit/schema.ts";
import { links } from "../messages/schema.ts";

export const announceInput = z.strictObject({
  subject: line("Subject"),
  body: text("Message"),
  links: links.default([]),
});
export type AnnounceInput = z.infer<typeof announceInput>;

export const editInput = z.strictObject({
  subject: line("Subject"),
  body: text("Message"),
  /** Left out: they stay as they are. */
  links: links.optional(),
  version: version.optional(),
});
export type EditInput = z.infer<typeof editInput>;

export const announcementQuery = z.object({ page, limit: wholeLimit });
export type AnnouncementQuery = z.infer<typeof announcementQuery>;

/** Public, so without anybody's address. */
export const announcement = z.object({
  _id: id,
  subject: z.string(),
  /** As written: plain text. */
  body: z.string(),
  sender: z.object({ name: z.string(), role }),
  links: z.array(z.string()),
  createdAt: time,
  updatedAt: time,
  version,
});
export type Announcement = z.infer<typeof announcement>;

/** A row as its reader gets it: whether they may edit and delete it. */
export const listedAnnouncement = announcement.extend({ isEditable: z.boolean() });
export type ListedAnnouncement = z.infer<typeof listedAnnouncement>;

export const announcementEvents = {
  "announcement.saved": announcement,
  "announcement.deleted": z.object({ _id: id }),
};

const topic = ({ _id }: { _id: string }) => `announcement:${_id}`;

export const announcementTopics = {
  "announcement.saved": { of: topic, isState: true },
  "announcement.deleted": { of: topic, ends: () => true },
};
