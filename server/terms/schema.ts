/**
 * Terms. An admin closes a term; what belonged to it is an archive then: it can be read at its usual
 * address by those who could read it, is found by its term, and takes no more writes
 * (db/repeatable/terms.sql).
 *
 * | what                                     | when its term is closed                             |
 * | ---------------------------------------- | --------------------------------------------------- |
 * | a question that is given out             | is archived, with its doubts and responses          |
 * | a question that nobody has, or prepared  | stays                                               |
 * | a question that is carried over          | stays given out, without its due date               |
 * | its answered doubts, for later classes   | stay on its page of answered doubts                 |
 * | its other doubts                         | are archived, the unanswered ones too               |
 * | its responses                            | leave it; their attempts and reviews can be read    |
 * | a doubt that waits                       | is archived, and leaves the line                    |
 * | a briefing of an earlier day             | is archived; today's stays                          |
 * | a goal of an earlier week                | is archived; this week's stays                      |
 * | an announcement that has appeared        | is archived                                         |
 * | a student's account                      | stays, unless the admin names a day and it was used |
 * |                                          | last before that: then it is disabled               |
 * | messages, class sessions, saved replies  | stay                                                |
 *
 * What is written after the closing belongs to the new term. Undoing sets back exactly what
 * the closing has set. A student who has answered a carried question anew keeps the new response, and
 * an archived doubt of a student who has raised a new one on the same question comes back resolved.
 */
import * as z from "zod";
import { id, limit, line, match, orBlank, page, time } from "../kit/core/schema.ts";

/** A closing can be undone for so many days. */
export const UNDO_DAYS = 7;
export const CARRIED_MOST = 500;
export const TERMS_MOST = 100;
/** The most characters of a text in the archive's lists. */
export const ITEM_TEXT = 300;

const DAY = "This is a day, like 2026-11-30.";

export const closeInput = z.strictObject({
  name: line("Name", 60),
  /** The questions that stay for the new term. */
  carriedOver: z.array(id).max(CARRIED_MOST, `At most ${CARRIED_MOST} questions.`).default([]),
  /** Students whose accounts were used last before this day are disabled; "": all stay. */
  leftBefore: orBlank(z.iso.date(DAY).regex(/^20\d\d-/, DAY), DAY),
});
export type CloseInput = z.infer<typeof closeInput>;

export const term = z.object({
  _id: id,
  name: z.string(),
  endedAt: time,
  undoneUntil: time,
});
export type Term = z.infer<typeof term>;

export const ITEM_KINDS = ["questions", "doubts", "briefings", "announcements", "goals"] as const;
export type ItemKind = typeof ITEM_KINDS[number];

export const itemsQuery = z.object({
  kind: z.enum(ITEM_KINDS).default("questions"),
  search: match,
  page,
  limit,
});
export type ItemsQuery = z.infer<typeof itemsQuery>;

export const termItem = z.object({
  _id: id,
  title: z.string(),
  /** The beginning of its text. */
  text: z.string(),
  /** A time, or of briefings and goals a day. */
  at: z.string(),
});
export type TermItem = z.infer<typeof termItem>;

export const termItems = z.object({ items: z.array(termItem), hasMore: z.boolean() });
export type TermItems = z.infer<typeof termItems>;

/** After it, all fetch again: the rows are too many for events. */
export const termEvents = {
  "term.changed": z.union([term, z.object({ _id: id, removed: z.literal(true) })]),
};
