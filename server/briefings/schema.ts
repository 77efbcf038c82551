/** Daily briefings: inputs, the reply and the events. */
import * as z from "zod";

import {
  appearsAt,
  id,
  moment,
  orBlank,
  page,
  role,
  text,
  time,
  version,
  wholeLimit,
} from "../kit/core/schema.ts";

export const BRIEFING_EXISTS = "Today's briefing already exists. Please edit it instead.";

const texts = {
  classSummary: text("Summary"),
  classQuestions: text("Class Questions"),
  homeworkQuestions: text("Homework Questions"),
};

export const BRIEFING_SCHEDULED = "A briefing is already scheduled for this day.";

const briefingTexts = z.strictObject(texts);
export type BriefingTexts = z.infer<typeof briefingTexts>;

export const writeInput = z.strictObject({
  ...texts,
  /** When it appears, as that day's briefing; without a time, now, as today's. */
  appearsAt,
});
export type WriteInput = z.infer<typeof writeInput>;
export const rewriteInput = z.strictObject({
  ...texts,
  /** Only while it is prepared. */
  appearsAt: moment().optional(),
  version: version.optional(),
});
export type RewriteInput = z.infer<typeof rewriteInput>;

export const recentQuery = z.object({ page, limit: wholeLimit });
export type RecentQuery = z.infer<typeof recentQuery>;

export const MONTH = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
export const archiveQuery = z.object({
  /** YYYY-MM; the current month when left out. */
  month: orBlank(z.string().regex(MONTH, "Month must be written as YYYY-MM.")),
});

/** Public; of its author it contains only the name and the role. */
export const briefing = z.object({
  _id: id,
  /** The day in the class's time zone, YYYY-MM-DD. There is one briefing a day. */
  day: z.string(),
  classSummary: z.string(),
  classQuestions: z.string(),
  homeworkQuestions: z.string(),
  /** The same texts as rendered, safe HTML. */
  html: z.object({
    classSummary: z.string(),
    classQuestions: z.string(),
    homeworkQuestions: z.string(),
  }),
  createdBy: z.object({ name: z.string(), role }),
  /** The name of the ended term that it belongs to: it is read-only. */
  term: z.string().nullable().optional(),
  createdAt: time,
  updatedAt: time,
  version,
  /** Only in replies, while it is prepared. */
  appearsAt: time.optional(),
});
export type Briefing = z.infer<typeof briefing>;

export const preparedBriefing = briefing.extend({ appearsAt: time });
export type PreparedBriefing = z.infer<typeof preparedBriefing>;

export const briefingEvents = {
  "briefing.saved": briefing.omit({ appearsAt: true }),
  /** To staff and its author. When it appears, `briefing.saved` follows. */
  "briefing.prepared": preparedBriefing,
  "briefing.deleted": z.object({ _id: id }),
};
