/** Doubts: inputs, the list card, the thread, claims and events. */
import * as z from "zod";
import { filter, id, limit, match, page, sought, text, time, version } from "../kit/schema.ts";
import {
  ASSIGNMENT_TAGS,
  DIFFICULTIES,
  difficulty,
  distributionTag,
  newestCard,
} from "../assignments/schema.ts";
import { type Actor, isStaff } from "../kit/roles.ts";
import { someone } from "../people/schema.ts";

export const ENTRY_TYPES = ["doubt", "reply", "resolve", "follow-up"] as const;
export const DOUBT_STATUSES = ["new", "replied", "unsatisfied", "review", "resolved"] as const;
export const TIMEFRAMES = ["today", "week", "month"] as const;
/** What the client sends when a response raises a doubt without notes. */
export const NO_DETAILS = "No additional details provided.";
/** How long a claim lasts unless it is renewed. */
export const CLAIM_MINUTES = 10;
/** Totals are exact up to here; a list with more matches says this many and pages as far. */
export const TOTAL_CEILING = 1000;
/** The same for what waits: a desk goes through all of it. */
export const QUEUE_CEILING = 5000;
/** The same for a search. */
export const SEARCH_CEILING = 200;
/** A thread has at most so many entries, but for the one that resolves it. */
export const ENTRIES_MOST = 2000;
/** A card shows this many characters of the doubt. */
export const CARD_TEXT = 280;

export const doubtStatus = z.enum(DOUBT_STATUSES);
export type DoubtStatus = z.infer<typeof doubtStatus>;
export type EntryType = typeof ENTRY_TYPES[number];

export const openInput = z.strictObject({
  assignmentId: id,
  doubtText: text("Your doubt"),
  private: z.boolean().optional(),
});
export const replyInput = z.strictObject({ reply: text("Reply"), version: version.optional() });
export const followupInput = z.strictObject({
  followup: text("Follow-up"),
  version: version.optional(),
});
export const resolveInput = z.strictObject({ version: version.optional() });
export const privateInput = z.strictObject({ private: z.boolean(), version: version.optional() });
export const claimInput = z.strictObject({ takeOver: z.boolean().optional() });

export const doubtFilter = z.object({
  assignmentTag: filter(ASSIGNMENT_TAGS),
  difficulty: filter(DIFFICULTIES),
  assignmentTitle: match,
  resolved: filter(["true", "false"]),
  status: filter(DOUBT_STATUSES),
  timeframe: filter(TIMEFRAMES),
  scope: filter(["mine"]),
  text: match,
  order: filter(["queue"]),
  page,
  limit,
});
export type DoubtFilter = z.infer<typeof doubtFilter>;

export const entriesQuery = z.object({
  /** The place of the oldest entry that is known; without it the newest entries are sent. */
  before: z.string("Say before which place.").regex(/^\d{1,9}$/, "Say before which place.")
    .default("999999999").transform(Number),
  limit,
});
export type EntriesQuery = z.infer<typeof entriesQuery>;

export const similarQuery = z.object({
  assignmentId: id.optional(),
  text: sought(2000).default(""),
});

export const claim = z.object({ by: someone, until: time });
export type Claim = z.infer<typeof claim>;

/** One step of the conversation. `message` is as written (Markdown), `html` rendered and safe. */
export const entry = z.object({
  _id: id,
  /** 1 for the doubt itself, and on from there without a gap; older events do not have it. */
  place: z.int().optional(),
  type: z.enum(ENTRY_TYPES),
  message: z.string(),
  html: z.string(),
  sender: someone,
  timestamp: time,
});
export type Entry = z.infer<typeof entry>;

/** The list card: the same for everyone who may read the doubt, so it has no address in it. */
export const doubtCard = z.object({
  _id: id,
  assignment: z.object({
    _id: id,
    title: z.string(),
    distributionTag,
    assignmentTag: z.enum(ASSIGNMENT_TAGS).nullable(),
    difficulty,
  }),
  student: z.object({ _id: id, name: z.string(), branch: z.string().nullable() }),
  doubtText: z.string(),
  private: z.boolean(),
  currentStatus: doubtStatus,
  resolved: z.boolean(),
  resolvedAt: time.nullable(),
  createdAt: time,
  /** The last entry's time: what the list is ordered by. */
  activeAt: time,
  /** Since when it waits for staff; null while it does not. */
  waitingSince: time.nullable(),
  entries: z.int(),
  /** The staff member who answered last. */
  answeredBy: someone.nullable(),
  version,
});
export type DoubtCard = z.infer<typeof doubtCard>;

/** A card in a list; only staff get `claim`. */
export const listedDoubt = doubtCard.extend({ claim: claim.nullable().optional() });
export type ListedDoubt = z.infer<typeof listedDoubt>;

/** How many entries stand between the first and those that are shown, which begin at a place. */
export const earlier = z.object({ count: z.int(), before: z.int() });
export type Earlier = z.infer<typeof earlier>;

/** The thread: its first entry, and the newest. Only staff and the owner get the student's address. */
export const doubt = listedDoubt.extend({
  student: doubtCard.shape.student.extend({ email: z.string().optional() }),
  conversation: z.array(entry),
  earlier: earlier.optional(),
});
export type Doubt = z.infer<typeof doubt>;

/** Entries of a long thread that came before others. */
export const entryPage = z.object({ entries: z.array(entry), earlier: earlier.optional() });
export type EntryPage = z.infer<typeof entryPage>;

export const doubtPage = z.object({ doubts: z.array(listedDoubt), total: z.int() });
export type DoubtPage = z.infer<typeof doubtPage>;

export const entryEvent = z.object({
  doubtId: id,
  entry,
  currentStatus: doubtStatus,
  resolved: z.boolean(),
  resolvedAt: time.nullable(),
  version,
});

export const claimEvent = z.object({
  kind: z.enum(["doubt", "review"]),
  id,
  studentId: id.optional(),
  by: someone.nullable(),
  until: time.nullable(),
});

export const doubtEvents = {
  "doubt.opened": doubtCard,
  "doubt.changed": doubtCard,
  "doubt.entry": entryEvent,
  /** To the class, when a doubt stops being readable by all: forget it. */
  "doubt.hidden": z.object({ _id: id, student: id }),
  "claim.changed": claimEvent,
};

const topic = ({ _id }: { _id: string }) => `doubt:${_id}`;

/** With its assignment as that is by now. */
function renewed(card: DoubtCard, newest: Parameters<typeof newestCard>[0]): DoubtCard {
  const by = newestCard(newest, card.assignment?._id);
  if (!by) return card;
  const { _id, title, distributionTag, assignmentTag, difficulty } = by;
  return { ...card, assignment: { _id, title, distributionTag, assignmentTag, difficulty } };
}

export const doubtTopics = {
  "doubt.opened": { of: topic, renewed },
  "doubt.changed": { of: topic, renewed },
  "doubt.hidden": {
    of: topic,
    /** Staff and its owner read on. */
    ends: ({ student }: { student: string }, me: Actor | null) =>
      !isStaff(me) && me?._id !== student,
  },
};
