/** Doubts: inputs, the list card, the thread, claims and events. */
import * as z from "zod";
import { attachedFields } from "../comments/schema.ts";
import {
  filter,
  id,
  limit,
  match,
  orBlank,
  page,
  someone,
  sought,
  text,
  time,
  version,
} from "../kit/core/schema.ts";
import { audience, sectionFilter } from "../sections/schema.ts";
import {
  ASSIGNMENT_TAGS,
  DIFFICULTIES,
  difficulty,
  distributionTag,
} from "../assignments/schema.ts";

export const ENTRY_TYPES = ["doubt", "reply", "resolve", "follow-up"] as const;
export const DOUBT_STATUSES = ["new", "replied", "unsatisfied", "review", "resolved"] as const;
/** Whom the programs of a doubt are shown to, besides its owner: the whole class, or only staff. */
export const PROGRAM_READERS = ["class", "staff"] as const;
export const TIMEFRAMES = ["today", "week", "month"] as const;
export const DOUBT_TOPIC = "doubt";
/** The text that the client sends when a response raises a doubt without notes. */
export const NO_DETAILS = "No additional details provided.";
export const CLAIM_MINUTES = 10;
/** Totals are exact up to this. A longer list shows it as its total, and has no later pages. */
export const TOTAL_CEILING = 1000;
/** The same for the queue of waiting doubts. It is higher because staff go through all of them. */
export const QUEUE_CEILING = 5000;
/** The most entries of a thread. The entry that resolves it is allowed beyond this limit. */
export const ENTRIES_MOST = 2000;
/** With fewer answers in the last hour, students are not told how long a wait usually is. */
export const ANSWERS_LEAST = 5;
/** A merge can be taken back for so many minutes. */
export const MERGE_UNDO_MINUTES = 10;
/** The most threads that are offered to merge a doubt into. */
export const MERGE_OFFERS = 8;
/** A card shows this many characters of the doubt. */
export const CARD_TEXT = 280;

export const doubtStatus = z.enum(DOUBT_STATUSES);
export type DoubtStatus = z.infer<typeof doubtStatus>;
export type EntryType = typeof ENTRY_TYPES[number];
export const programShown = z.enum(PROGRAM_READERS);
export type ProgramReaders = z.infer<typeof programShown>;

/** The asker's own run on the same assignment, attached to the entry. */
const runId = id.optional();

export const openInput = z.strictObject({
  assignmentId: id,
  doubtText: text("Your doubt"),
  private: z.boolean().optional(),
  /** Classmates do not see who asks. */
  anonymous: z.boolean().optional(),
  runId,
  /** Without it: staff for homework that is not over yet, else the class. */
  programShown: programShown.optional(),
});
export type NewDoubt = z.infer<typeof openInput>;
export const replyInput = z.strictObject({
  reply: text("Reply"),
  ...attachedFields,
  /** Another doubt that was answered: its thread is the answer. The asker must be able to read it. */
  refersTo: id.optional(),
  version: version.optional(),
});
export const followupInput = z.strictObject({
  followup: text("Follow-up"),
  runId,
  version: version.optional(),
});
export const resolveInput = z.strictObject({ version: version.optional() });
export const readersInput = z.strictObject({
  private: z.boolean().optional(),
  anonymous: z.boolean().optional(),
  version: version.optional(),
}).refine(
  ({ private: isPrivate, anonymous }) => isPrivate !== undefined || anonymous !== undefined,
  {
    path: ["private"],
    error: "Say whether it is private, or anonymous.",
  },
);
export type ReadersInput = z.infer<typeof readersInput>;
export const programInput = z.strictObject({ shown: programShown, version: version.optional() });
/** Whether a reply helped, as the doubt's owner says; null takes it back. */
export const helpedInput = z.strictObject({ entryId: id, helped: z.boolean().nullable() });
export type HelpedInput = z.infer<typeof helpedInput>;
export const mergeInput = z.strictObject({ into: id, version: version.optional() });
export type MergeInput = z.infer<typeof mergeInput>;
export const claimInput = z.strictObject({ takeOver: z.boolean().optional() });

export const doubtFilter = z.object({
  assignmentTag: filter(ASSIGNMENT_TAGS),
  difficulty: filter(DIFFICULTIES),
  assignmentTitle: match,
  assignmentId: orBlank(id),
  resolved: filter(["true", "false"]),
  status: filter(DOUBT_STATUSES),
  /** Only doubts that wait for staff: new ones, and those that were asked again. */
  waiting: filter(["true"]),
  timeframe: filter(TIMEFRAMES),
  scope: filter(["mine"]),
  /** For staff: of the students in these sections. What they have answered begins with all. */
  section: sectionFilter,
  /** For staff: only the threads that this answer to a group went to. */
  answer: orBlank(id),
  text: match,
  order: filter(["queue"]),
  page,
  limit,
});
export type DoubtFilter = z.infer<typeof doubtFilter>;

export const entriesQuery = z.object({
  /** The `place` of the oldest entry that the client has; without it, the newest are returned. */
  before: z.string("Say before which place.").regex(/^\d{1,9}$/, "Say before which place.")
    .default("999999999").transform(Number),
  limit,
});
export type EntriesQuery = z.infer<typeof entriesQuery>;

export const claim = z.object({ by: someone, until: time });
export type Claim = z.infer<typeof claim>;

/** One entry of the thread. `message` is as written (Markdown), `html` is rendered and safe. */
export const entry = z.object({
  _id: id,
  /** 1 for the doubt itself, then consecutive. */
  place: z.int(),
  type: z.enum(ENTRY_TYPES),
  message: z.string(),
  html: z.string(),
  sender: someone,
  timestamp: time,
  /** The attached program. `withheld`: only its owner and staff see it, not this reader. */
  run: z.object({ _id: id, withheld: z.literal(true).optional() }).optional(),
  /** Since when it has its present text, if its author has changed it. */
  editedAt: time.optional(),
  refersTo: id.optional(),
  /** Of a reply: whether it helped, as the doubt's owner says; absent while they have not said. */
  helped: z.boolean().optional(),
  /** Of a reply: other students got it as well, each in a thread of their own. */
  sentToSeveral: z.literal(true).optional(),
});
export type WrittenEntry = z.infer<typeof entry>;

/** An entry as it is pushed: its author fetches the text as written when they edit it. */
export const pushedEntry = entry.partial({ message: true });
/** An entry that may have been pushed. */
export type Entry = z.infer<typeof pushedEntry>;

/**
 * The list card: for everyone who may read the doubt, so it contains no email address. Of an
 * anonymous one, classmates get another `student` (`withoutName`): the doubt's own id, and a name
 * that is everybody's.
 */
export const doubtCard = z.object({
  _id: id,
  assignment: z.object({
    _id: id,
    title: z.string(),
    distributionTag,
    assignmentTag: z.enum(ASSIGNMENT_TAGS).nullable(),
    difficulty,
    audience,
  }),
  student: z.object({
    _id: id,
    name: z.string(),
    branch: z.string().nullable().optional(),
    /** The ids of the student's sections, if there are any. */
    sections: z.array(id).optional(),
  }),
  doubtText: z.string(),
  private: z.boolean(),
  anonymous: z.boolean(),
  programShown,
  currentStatus: doubtStatus,
  /** Whether it takes no more entries: it is resolved, or of an ended term. */
  resolved: z.boolean(),
  /** The name of the ended term that it belongs to: it is read-only. */
  term: z.string().optional(),
  resolvedAt: time.nullable(),
  createdAt: time,
  /** The time of the last entry; lists are ordered by it. */
  activeAt: time,
  /** Since when it waits for staff; null while it does not wait. */
  waitingSince: time.nullable(),
  /** The newest entry, if the student asked again and waits. */
  unanswered: z.object({ text: z.string(), at: time }).nullable(),
  /** Its student has passed all cases since the newest question, as the server has verified. */
  solvedSince: z.literal(true).optional(),
  entries: z.int(),
  /** The staff member who replied last. */
  answeredBy: someone.nullable(),
  /** How many other learners have this doubt, too. */
  sharers: z.int(),
  /** Whether staff keep it for later classes. */
  kept: z.boolean(),
  /** Whether it is resolved, and a reply helped. */
  helped: z.boolean(),
  /** A mentor began the thread: its first entry is a reply. */
  mentorFirst: z.literal(true).optional(),
  /** It is a private thread for answers to a group, beside an open doubt of the student. */
  aside: z.literal(true).optional(),
  /** The thread that it was merged into. */
  mergedInto: id.nullable(),
  /** It was merged into a thread that is private now, so `mergedInto` is null. */
  mergedAway: z.literal(true).optional(),
  version,
});
export type DoubtCard = z.infer<typeof doubtCard>;

/** A card in a list; only staff get `claim`. */
export const listedDoubt = doubtCard.extend({ claim: claim.nullable().optional() });
export type ListedDoubt = z.infer<typeof listedDoubt>;

/** The number of hidden entries after the first one. Those shown begin at `before`. */
export const earlier = z.object({ count: z.int(), before: z.int() });
export type Earlier = z.infer<typeof earlier>;

/** The first and the newest entries. Only staff and the owner get the student's address. */
export const doubt = listedDoubt.extend({
  student: doubtCard.shape.student.extend({ email: z.string().optional() }),
  conversation: z.array(entry),
  earlier: earlier.optional(),
});
export type WrittenDoubt = z.infer<typeof doubt>;
/** A thread to which pushed entries may have been added. */
export type Doubt = Omit<WrittenDoubt, "conversation"> & { conversation: Entry[] };

export const entryPage = z.object({ entries: z.array(entry), earlier: earlier.optional() });
export type EntryPage = z.infer<typeof entryPage>;

/** An answer that went to several threads, of which a list shows one. */
export const sentAnswer = z.object({
  /** The thread that stands for all of them. */
  doubtId: id,
  /** Whose threads: the `answer` of a filter. */
  answerId: id,
  /** As in "11 fail case 3 with `4` instead of `5`". */
  title: z.string(),
  threads: z.int(),
});
export type SentAnswer = z.infer<typeof sentAnswer>;

export const doubtPage = z.object({
  doubts: z.array(listedDoubt),
  total: z.int(),
  /** Only in the list of what a mentor has answered. */
  sent: z.array(sentAnswer).optional(),
});
export type DoubtPage = z.infer<typeof doubtPage>;

export const entryEvent = z.object({
  doubtId: id,
  entry: pushedEntry,
  currentStatus: doubtStatus,
  resolved: z.boolean(),
  resolvedAt: time.nullable(),
  version,
  /** What else the entry has changed on the card, besides what the entry itself tells (`cardAfter`). */
  changed: doubtCard.pick({ waitingSince: true, unanswered: true }),
});
export type EntryEvent = z.infer<typeof entryEvent>;

export const helpedEvent = z.object({ doubtId: id, entryId: id, helped: z.boolean().nullable() });
export type HelpedEvent = z.infer<typeof helpedEvent>;

/** An entry's new text, or null: its author has taken the entry back. */
export const mendedEvent = z.object({
  doubtId: id,
  entryId: id,
  text: entry.pick({ message: true, html: true }).extend({ editedAt: time }).nullable(),
});
export type MendedEvent = z.infer<typeof mendedEvent>;

export const mergedEvent = z.object({
  doubtId: id,
  student: id,
  into: id.nullable(),
  at: time,
});
export type MergedEvent = z.infer<typeof mergedEvent>;

/** The most doubts of others whose replies are news to a learner. */
export const FOLLOWED_MOST = 200;

export const askedQuery = z.object({ assignmentId: id });
export const askedDoubt = listedDoubt.extend({ isShared: z.boolean() });
export type AskedDoubt = z.infer<typeof askedDoubt>;
export const followed = z.object({ _id: id, entries: z.int() });
export type FollowedDoubt = z.infer<typeof followed>;
export const shareReply = z.object({ isShared: z.boolean(), sharers: z.int() });

export const keptInput = z.strictObject({ kept: z.boolean() });

/** The most answered doubts on one page: each has its answer, which may be long. */
export const ANSWERS_PER_PAGE = 20;
export const answersQuery = z.object({ assignmentId: id, page, limit });
export type AnswersQuery = z.infer<typeof answersQuery>;

/** A doubt that was answered, for later classes, with the reply that helped or the newest one. */
export const answeredDoubt = listedDoubt.extend({
  answer: entry.pick({
    _id: true,
    html: true,
    sender: true,
    timestamp: true,
    refersTo: true,
    helped: true,
  }),
});
export type AnsweredDoubt = z.infer<typeof answeredDoubt>;
export const answersPage = z.object({ answers: z.array(answeredDoubt), total: z.int() });
export type AnswersPage = z.infer<typeof answersPage>;

export const similarQuery = z.object({
  assignmentId: id.optional(),
  text: sought(2000).default(""),
  /** The asker's run: doubts whose program failed in the same way come first. */
  runId: orBlank(id),
  /**
   * The doubt to be answered: without a text, its own text and program are compared. The reply then
   * has only answered doubts that are open to the class, so that it may refer to each of them.
   */
  doubtId: orBlank(id),
});
export type SimilarQuery = z.infer<typeof similarQuery>;

export const similarDoubt = askedDoubt.extend({
  /** It failed alike. Absent for those who may not see its program. */
  alike: z.enum(["case", "message"]).optional(),
});
export type SimilarDoubt = z.infer<typeof similarDoubt>;

/** A learner's part of the line, as the message `line` brings it. */
export type LinePart = {
  /** Their waiting doubts, and who of the staff has each of them open. */
  doubts: {
    doubtId: string;
    /** 1 for the doubt that has waited longest. */
    place: number;
    reader: { name: string; isWriting: boolean } | null;
  }[];
  /** How many of the staff are connected. */
  mentors: number;
  /** The median wait of the last hour's answers in minutes; null when there were too few. */
  usually: number | null;
};

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
  /** To the class, when a doubt is no longer open to the class: clients must drop it. */
  "doubt.hidden": z.object({ _id: id, student: id }),
  /** To the class, before the changed card: earlier events have the name that it has no longer. */
  "doubt.unnamed": z.object({ _id: id }),
  /** An author's edit: to watchers. A take-back: to its readers, after `doubt.changed`. */
  "doubt.mended": mendedEvent,
  /** To those who watch the thread: its owner says whether a reply helped. */
  "doubt.helped": helpedEvent,
  /** Merged, or taken back (null): to staff, its owner, and those who follow because of it. */
  "doubt.merged": mergedEvent,
  "claim.changed": claimEvent,
};
