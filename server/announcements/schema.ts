/** Announcements: inputs, replies and events. */
import * as z from "zod";

import {
  appearsAt,
  id,
  line,
  moment,
  page,
  role,
  text,
  time,
  version,
  wholeLimit,
} from "../kit/core/schema.ts";
import { links } from "../messages/schema.ts";
import { audience, audienceInput } from "../sections/schema.ts";

export const announceInput = z.strictObject({
  subject: line("Subject"),
  body: text("Message"),
  links: links.default([]),
  audience: audienceInput,
  /** When it appears. Until then only staff see it. Without a time, it appears at once. */
  appearsAt,
});
export type AnnounceInput = z.infer<typeof announceInput>;

export const editInput = z.strictObject({
  subject: line("Subject"),
  body: text("Message"),
  /** When left out, the links stay as they are. */
  links: links.optional(),
  audience: audienceInput,
  /** Only while it is prepared. */
  appearsAt: moment().optional(),
  version: version.optional(),
});
export type EditInput = z.infer<typeof editInput>;

export const announcementQuery = z.object({ page, limit: wholeLimit });
export type AnnouncementQuery = z.infer<typeof announcementQuery>;

/** Public, so it contains no email address. */
export const announcement = z.object({
  _id: id,
  subject: z.string(),
  /** The text as it was written; plain text. */
  body: z.string(),
  sender: z.object({ name: z.string(), role }),
  links: z.array(z.string()),
  /** Visitors and other learners do not get it. */
  audience,
  createdAt: time,
  updatedAt: time,
  version,
});
export type Announcement = z.infer<typeof announcement>;

export const listedAnnouncement = announcement.extend({
  isEditable: z.boolean(),
  /** While it is prepared. */
  appearsAt: time.optional(),
});
export type ListedAnnouncement = z.infer<typeof listedAnnouncement>;

export const preparedAnnouncement = announcement.extend({ appearsAt: time });
export type PreparedAnnouncement = z.infer<typeof preparedAnnouncement>;

export const announcementEvents = {
  "announcement.saved": announcement,
  /** To staff. When it appears, `announcement.saved` follows. */
  "announcement.prepared": preparedAnnouncement,
  "announcement.deleted": z.object({ _id: id }),
};
