/** Daily briefings: inputs, the briefing that everyone sees, and its events. */
import * as z from "zod";

import { id, page, role, text, time, version, wholeLimit } from "../kit/schema.ts";

export const BRIEFING_EXISTS = "Today's briefing already exists. Please edit it instead.";

const texts = {
  classSummary: text("Summary"),
  classQuestions: text("Class Questions"),
  homeworkQuestions: text("Homework Questions"),
};

export const writeInput = z.strictObject(texts);
export type WriteInput = z.infer<typeof writeInput>;
export const rewriteInput = z.strictObject({ ...texts, version: version.optional() });

export const recentQuery = z.object({ page, limit: wholeLimit });
export type RecentQuery = z.infer<typeof recentQuery>;

export const MONTH = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
export const archiveQuery = z.object({
  /** YYYY-MM; the present month when left out. */
  month: z.union([
    z.literal("").transform(() => undefined),
    z.string().regex(MONTH, "Month must be written as YYYY-MM."),
  ]).optional(),
});

/** Public; its writer is named and no more. */
export const briefing = z.object({
  _id: id,
  /** The class's calendar day, YYYY-MM-DD: there is one briefing a day. */
  day: z.string(),
  /** The three texts as written. */
  classSummary: z.string(),
  classQuestions: z.string(),
  homeworkQuestions: z.string(),
  /** The same rendered, safe to show. */
  html: z.object({
    classSummary: z.string(),
    classQuestions: z.string(),
    homeworkQuestions: z.string(),
  }),
  createdBy: z.object({ name: z.string(), role }),
  createdAt: time,
  updatedAt: time,
  version,
});
export type Briefing = z.infer<typeof briefing>;

export const briefingEvents = {
  "briefing.saved": briefing,
  "briefing.deleted": z.object({ _id: id }),
};

const topic = ({ _id }: { _id: string }) => `briefing:${_id}`;

export const briefingTopics = {
  "briefing.saved": { of: topic, isState: true },
  "briefing.deleted": { of: topic, ends: () => true },
};
