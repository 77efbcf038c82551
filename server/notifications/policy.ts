/**
 * Derives from an event whom it concerns, and how and when these people are told. Also the words of
 * a notification, which the list, a push and a mail share.
 */
import type { Announcement } from "../announcements/schema.ts";
import type { Comment } from "../comments/schema.ts";
import { isOpenToClass } from "../doubts/policy.ts";
import type { DoubtCard, Entry, MendedEvent, MergedEvent } from "../doubts/schema.ts";
import type { Message } from "../messages/schema.ts";
import type { QuickQuestion } from "../quick-questions/schema.ts";
import type { ReviewItem } from "../reviews/schema.ts";
import { UNDO_SECONDS_MOST } from "../threads/policy.ts";
import type { Kind, Notification, Quiet, Settings, Ways } from "./schema.ts";
import { MAILED_AT_ONCE, USUAL_WAYS } from "./schema.ts";

/** Whom something concerns: these people, those who have a doubt too, or the whole class. */
export type Recipients = { people: string[] } | { sharersOf: string } | "all";

export type Notice = {
  /** Names what has happened: the same cause is noted once. */
  cause: string;
  kind: Kind;
  to: Recipients;
  /** Missing while its event does not name them. */
  byId?: string | null;
  subjectId: string;
  assignmentId?: string | null;
  path: string;
  /** For what is in no table that titles are read from. */
  title?: string;
  at: string;
};

type Event = { type: string; data: unknown };

/** Older things are not news, such as an announcement that is edited. */
const NEW_MS = 10 * 60_000;
const isNew = (at: string, now: string) => Date.parse(now) - Date.parse(at) < NEW_MS;

type EntryEvent = { doubtId: string; entry: Entry };

/** The doubt's card is logged just before the entry. */
function ofEntry({ doubtId, entry }: EntryEvent, { before }: Around): Notice[] {
  const card = before?.data as DoubtCard | undefined;
  if (card?._id !== doubtId) return [];
  const about = {
    byId: entry.sender._id,
    subjectId: doubtId,
    assignmentId: card.assignment._id,
    path: `/doubts/${doubtId}#entry-${entry._id}`,
    at: entry.timestamp,
  };
  if (entry.type === "follow-up" && card.answeredBy) {
    const to = { people: [card.answeredBy._id] };
    return [{ ...about, kind: "asked-again", cause: `entry:${entry._id}`, to }];
  }
  if (entry.type !== "reply") return [];
  const toOwner = { people: [card.student._id] };
  const own: Notice = { ...about, kind: "reply", cause: `entry:${entry._id}`, to: toOwner };
  if (!isOpenToClass(card) || card.sharers === 0) return [own];
  const to = { sharersOf: doubtId };
  return [own, { ...about, kind: "followed", cause: `followed:${entry._id}`, to }];
}

function ofReview(item: ReviewItem, { now }: Around): Notice[] {
  const { assignmentId, student, mentorReview: { status, by, at } } = item;
  if (status === "pending" || at === null || !isNew(at, now)) return [];
  return [{
    kind: "review",
    cause: `review:${assignmentId}.${student._id}:${at}`,
    to: { people: [student._id] },
    byId: by?._id ?? null,
    subjectId: assignmentId,
    assignmentId,
    path: `/Student-solutions?item=${assignmentId}`,
    at,
  }];
}

/** The lines of a comment on the page of what it belongs to. */
function placeOf(comment: Comment, isStudent: boolean): string {
  const { doubtId, entryId, assignmentId, studentId, _id } = comment;
  if (doubtId !== null) return `/doubts/${doubtId}#entry-${entryId ?? _id}`;
  return isStudent
    ? `/Student-solutions?item=${assignmentId}#comment-${_id}`
    : `/solutions?view=triage&item=${assignmentId}.${studentId}`;
}

/** A comment that comes with a reply or a review is announced by that. */
function ofComment(comment: Comment, { now }: Around): Notice[] {
  const { _id, answers, by, entryId, reviewId, studentId, assignmentId, doubtId } = comment;
  const newest = answers.at(-1);
  const about = { subjectId: doubtId ?? assignmentId, assignmentId };
  if (newest === undefined) {
    const isAlone = entryId === null && reviewId === null && by._id !== studentId;
    if (!isAlone || !isNew(comment.createdAt, now)) return [];
    const path = placeOf(comment, true);
    const to = { people: [studentId] };
    const cause = `comment:${_id}`;
    return [{ ...about, kind: "comment", cause, to, byId: by._id, path, at: comment.createdAt }];
  }
  if (!isNew(newest.at, now)) return [];
  const others = [...new Set([by._id, studentId])].filter((one) => one !== newest.by._id);
  return others.map((one): Notice => ({
    ...about,
    kind: "answer",
    cause: `answer:${newest._id}:${one}`,
    to: { people: [one] },
    byId: newest.by._id,
    path: placeOf(comment, one === studentId),
    at: newest.at,
  }));
}

const ofAnnouncement = ({ _id, createdAt }: Announcement, { now }: Around): Notice[] =>
  !isNew(createdAt, now) ? [] : [{
    kind: "announcement",
    cause: causeOfAnnouncement(_id),
    to: "all",
    subjectId: _id,
    path: "/briefings/archive?tab=announcements",
    at: createdAt,
  }];

function ofMessage({ _id, sender, recipients, isPublic, createdAt }: Message): Notice[] {
  const others = recipients.map((one) => one._id).filter((one) => one !== sender._id);
  if (isPublic || others.length === 0) return [];
  return [{
    kind: "message",
    cause: `message:${_id}`,
    to: { people: others },
    byId: sender._id,
    subjectId: _id,
    path: `/messages/${_id}`,
    at: createdAt,
  }];
}

type AssignedEvent = { _id: string; assignedTo?: { _id: string }[] };

function ofAssigned({ _id, assignedTo }: AssignedEvent, { now, seq }: Around): Notice[] {
  // The same is announced to each student, without the names.
  if (!assignedTo?.length) return [];
  return [{
    kind: "assigned",
    cause: `assigned:${seq}`,
    to: { people: assignedTo.map((one) => one._id) },
    subjectId: _id,
    assignmentId: _id,
    path: `/assignments/${_id}`,
    at: now,
  }];
}

/** For some sections it is on screens, in nobody's bell: that is for the whole class. */
const ofQuickQuestion = (
  { _id, text, askedBy, createdAt, audience }: QuickQuestion,
): Notice[] =>
  audience ? [] : [{
    kind: "poll",
    cause: `quickQuestion:${_id}`,
    to: "all",
    byId: askedBy._id,
    subjectId: _id,
    // Every screen shows the question; this address opens it.
    path: `/?poll=${_id}`,
    title: text.slice(0, 200),
    at: createdAt,
  }];

/** The merge may be taken back, and then nobody is told. */
const ofMerge = ({ doubtId, student, into, at }: MergedEvent): Notice[] =>
  into === null ? [] : [{
    kind: "merged",
    cause: `merged:${doubtId}:${at}`,
    to: { people: [student] },
    subjectId: into,
    path: `/doubts/${into}`,
    at,
  }];

/** The event's number, the event before it in the log, and the time at which it was logged. */
export type Around = {
  seq: number;
  before?: Pick<Event, "data"> | undefined;
  now: string;
};

/** The events that may concern somebody, and how. */
const derivations: Record<string, (data: never, around: Around) => Notice[]> = {
  "doubt.entry": ofEntry,
  "review.changed": ofReview,
  "comment.saved": ofComment,
  "announcement.saved": ofAnnouncement,
  "message.sent": ofMessage,
  "assignment.assigned": ofAssigned,
  "quickQuestion.opened": ofQuickQuestion,
  "doubt.merged": ofMerge,
};

export const mayConcern = (type: string): boolean => type in derivations || type in ends;

const causeOfAnnouncement = (id: string): string => `announcement:${id}`;

/** The events after which what was told of is gone, and the causes of what was told. */
const ends: Record<string, (data: never) => string[]> = {
  "announcement.deleted": ({ _id }: { _id: string }) => [causeOfAnnouncement(_id)],
  "comment.withdrawn": ({ _id }: { _id: string }) => [`comment:${_id}`],
  "doubt.mended": ({ entryId, text }: MendedEvent) =>
    text === null ? [`entry:${entryId}`, `followed:${entryId}`] : [],
};

/** The causes of notifications that end with this event: what they told of is gone. */
export const causesEnded = ({ type, data }: Event): string[] => ends[type]?.(data as never) ?? [];

export const noticesOf = ({ type, data }: Event, around: Around): Notice[] =>
  derivations[type]?.(data as never, around) ?? [];

type Words = Pick<Notification, "kind" | "by" | "title" | "mentorFirst">;

const WORDS: Record<Kind, (name: string, title: string) => string> = {
  reply: (name, title) => `${name} replied to your doubt on ${title}`,
  followed: (name, title) => `${name} replied to a doubt that you have too, on ${title}`,
  "asked-again": (name, title) => `${name} asks again on ${title}`,
  review: (name, title) => `${name} reviewed your solution of ${title}`,
  comment: (name, title) => `${name} commented on your program for ${title}`,
  answer: (name, title) => `${name} answered a comment on the program for ${title}`,
  assigned: (_name, title) => `You have a question of your own: ${title}`,
  merged: (_name, title) => `Your doubt on ${title} now follows another one`,
  poll: (_name, title) => `A quick question: ${title}`,
  announcement: (_name, title) => `Announcement: ${title}`,
  message: (name, title) => `${name} wrote to you: ${title}`,
  nudge: (name, title) => `${name} has waited for long on ${title}`,
};

export function sentenceOf({ kind, by, title, mentorFirst }: Words): string {
  const name = by?.name ?? "Somebody";
  return mentorFirst ? `${name} wrote to you about ${title}` : WORDS[kind](name, title);
}

/** How a person is told of a kind, as chosen or as usual. */
export const waysOf = (chosen: Partial<Record<string, Ways>>, kind: Kind): Ways =>
  chosen[kind] ?? USUAL_WAYS[kind];

export const usualSettings = (): Settings => ({
  ways: { ...USUAL_WAYS },
  quiet: null,
  digestHour: 18,
  nudges: false,
  version: 1,
});

export const isMailedAtOnce = (kind: Kind): boolean => MAILED_AT_ONCE.includes(kind);

/** Whether it is quiet at this time of day in the class's time zone, like 22:30. */
export const isQuiet = ({ from, to }: Quiet, clock: string): boolean =>
  from < to ? from <= clock && clock < to : from <= clock || clock < to;

type Here = { now: string; zone: string };
const zoned = ({ now, zone }: Here) => Temporal.Instant.from(now).toZonedDateTimeISO(zone);

/**
 * Returns when the clock in the zone next shows this time of day. A time that a change of the
 * clocks leaves out is an hour later on that day; one that it repeats is the second one.
 */
function nextAt(now: Temporal.ZonedDateTime, clock: string): string {
  const on = (days: number) =>
    now.toPlainDate().add({ days }).toPlainDateTime(clock)
      .toZonedDateTime(now.timeZoneId, { disambiguation: "later" });
  const next = Temporal.ZonedDateTime.compare(on(0), now) > 0 ? on(0) : on(1);
  return new Date(next.epochMilliseconds).toISOString();
}

/** Now, or the end of the quiet hours. */
export function quietUntil(here: Here, quiet: Quiet | null): string {
  const now = zoned(here);
  const clock = now.toPlainTime().toString().slice(0, 5);
  return quiet !== null && isQuiet(quiet, clock) ? nextAt(now, quiet.to) : here.now;
}

/** The kinds that tell of a text which its author may take back for some seconds. */
const UNDOABLE: readonly Kind[] = ["reply", "followed", "asked-again", "comment"];

/** When a push, or a mail that is sent at once, may leave: it cannot be taken back. */
export function leavesAt({ now, zone }: Here, kind: Kind, quiet: Quiet | null): string {
  const ms = UNDOABLE.includes(kind) ? UNDO_SECONDS_MOST * 1000 : 0;
  return quietUntil({ now: new Date(Date.parse(now) + ms).toISOString(), zone }, quiet);
}

/** The next time that it is this hour in the class's zone. */
export const nextDigest = (here: Here, hour: number): string =>
  nextAt(zoned(here), `${String(hour).padStart(2, "0")}:00`);
