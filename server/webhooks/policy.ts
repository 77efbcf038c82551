/** What webhooks tell of: derived from the events of the log, without the texts of people. */
import type { DoubtCard, Entry } from "../doubts/schema.ts";
import type { ReviewItem } from "../reviews/schema.ts";
import type { WebhookEvent } from "./schema.ts";

export type Message = {
  /** Names what has happened: each is told once. */
  cause: string;
  type: WebhookEvent;
  at: string;
  /** Ids and titles. */
  data: Record<string, unknown>;
  /** The screen that shows it. */
  path: string;
};

type Event = { type: string; data: unknown };
type DatedEvent = Event & { at: string };

/** Older things are not news, such as a response that is changed long after its review. */
const NEW_MS = 10 * 60_000;

/** A webhook may tell a channel that the class reads, so an anonymous doubt has no student's id. */
const ofCard = ({ _id, assignment, student, anonymous, private: isPrivate }: DoubtCard) => ({
  doubtId: _id,
  assignment: { id: assignment._id, title: assignment.title },
  studentId: anonymous ? _id : student._id,
  private: isPrivate,
});

function ofOpened(card: DoubtCard): Message[] {
  // A mentor began the thread.
  if (card.mentorFirst) return [];
  return [{
    cause: `doubt:${card._id}`,
    type: "doubt.raised",
    at: card.createdAt,
    data: ofCard(card),
    path: `/doubts/${card._id}`,
  }];
}

/** The doubt's card is logged just before the entry. */
function ofEntry(
  { doubtId, entry }: { doubtId: string; entry: Entry },
  before: Event | undefined,
): Message[] {
  const card = before?.data as DoubtCard | null | undefined;
  if (entry.type !== "reply" || card?._id !== doubtId) return [];
  return [{
    cause: `entry:${entry._id}`,
    type: "doubt.answered",
    at: entry.timestamp,
    data: { ...ofCard(card), entryId: entry._id, byId: entry.sender._id },
    path: `/doubts/${doubtId}#entry-${entry._id}`,
  }];
}

function ofReview({ assignmentId, assignmentTitle, student, mentorReview }: ReviewItem): Message[] {
  const { status, by, at } = mentorReview;
  if (status === "pending" || at === null) return [];
  return [{
    cause: `review:${assignmentId}.${student._id}:${at}`,
    type: "review.decided",
    at,
    data: {
      assignment: { id: assignmentId, title: assignmentTitle },
      studentId: student._id,
      status,
      byId: by?._id ?? null,
    },
    path: `/solutions?view=triage&item=${assignmentId}.${student._id}`,
  }];
}

const derivations: Record<string, (data: never, before: Event | undefined) => Message[]> = {
  "doubt.opened": ofOpened,
  "doubt.entry": ofEntry,
  "review.changed": ofReview,
};

export const mayBeTold = (type: string): boolean => type in derivations;

/** What webhooks tell of an event. @param before the event that was logged just before */
export function messagesOf({ type, data, at: logged }: DatedEvent, before: Event | undefined) {
  const all = derivations[type]?.(data as never, before) ?? [];
  return all.filter(({ at }) => Date.parse(logged) - Date.parse(at) < NEW_MS);
}
