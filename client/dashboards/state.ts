/**
 * What a dashboard holds: figures that only the server can count, and so are fetched again when
 * something that moves them happened; the personal assignments; and what is news to somebody.
 */
import { atom } from "jotai/vanilla";
import type { PersonalAssignment } from "../../server/assignments/schema.ts";
import type {
  AdminFigures,
  MentorFigures,
  StudentFigures,
} from "../../server/dashboards/schema.ts";
import { type Actor, isStaff } from "../../server/kit/roles.ts";
import type { Pushes } from "../../server/live/events.ts";
import type { DoubtCard } from "../../server/doubts/schema.ts";
import type { Message } from "../../server/messages/schema.ts";
import type { ReviewItem } from "../../server/reviews/schema.ts";
import { dayOf } from "../kit/day.ts";
import type { Note } from "../kit/notify.ts";
import { meAtom, personal } from "../kit/session.ts";
import type { UnreadPlace } from "../kit/unread.tsx";
import { belongs } from "../messages/state.ts";

export type Figures = MentorFigures | AdminFigures | StudentFigures;
export type AnyPush = { [E in keyof Pushes]: { event: E; data: Pushes[E] } }[keyof Pushes];

/** What was fetched, how fresh it is, and when it last stopped being true. */
export interface Counted<T> {
  data: T;
  seq: number;
  movedAt: number;
}

export const isStale = ({ seq, movedAt }: Counted<unknown>): boolean => movedAt > seq;

const LEARNERS_MOVE: readonly string[] = [
  "assignment.assigned",
  "assignment.unassigned",
  "homework.changed",
  "review.changed",
];

/** Whether a push may have moved this person's figures. */
export const movesFigures = (me: Actor, event: string): boolean =>
  isStaff(me) ? event === "stats.changed" : LEARNERS_MOVE.includes(event);

export const figuresAtom = personal<Counted<Figures> | null>(null);

/** Personal assignments: a learner's own, those that a mentor has assigned, or everybody's. */
export interface PersonalList extends Counted<readonly PersonalAssignment[]> {
  of: "assigned to me" | "assigned by me" | "everyone's";
}

export const personalListAtom = personal<PersonalList | null>(null);

/** What a push alone can tell is put in place; what it cannot is fetched again. */
export function keepPersonal(list: PersonalList, push: AnyPush, me: Actor): PersonalList {
  const { seq } = push.data;
  if (seq <= list.seq) return list;
  switch (push.event) {
    case "assignment.assigned":
    case "assignment.unassigned":
      return { ...list, movedAt: seq };
    case "assignment.saved": {
      const { seq: _, ...card } = push.data;
      return edited(list, card._id, (known) => ({ ...known, ...card }));
    }
    case "review.changed": {
      const { assignmentId, student, responseStatus } = push.data;
      if (student._id !== me._id) return list;
      const responses = [{ student: me._id, responseStatus }];
      return edited(list, assignmentId, (known) => ({ ...known, responses }));
    }
    default:
      return list;
  }
}

function edited(
  list: PersonalList,
  id: string,
  edit: (known: PersonalAssignment) => PersonalAssignment,
): PersonalList {
  return { ...list, data: list.data.map((one) => one._id === id ? edit(one) : one) };
}

/** The doubts that were raised this week, by their ids: as much of each as a drawing needs. */
export interface WeekOfDoubts {
  /** False when there are more than were fetched: the most recent ones. */
  isWhole: boolean;
  /** When the earliest of the week can have been raised. */
  since: string;
  doubts: Readonly<Record<string, DrawnDoubt>>;
}
export type DrawnDoubt = Pick<
  DoubtCard,
  "createdAt" | "resolved" | "waitingSince" | "version"
>;

export const drawn = (
  { createdAt, resolved, waitingSince, version }: DrawnDoubt,
): DrawnDoubt => ({ createdAt, resolved, waitingSince, version });

export function keepInWeek(week: WeekOfDoubts, push: AnyPush): WeekOfDoubts {
  if (push.event !== "doubt.opened" && push.event !== "doubt.changed") return week;
  const { _id, createdAt, version } = push.data;
  if (dayOf(createdAt) < week.since || version < (week.doubts[_id]?.version ?? 0)) return week;
  return { ...week, doubts: { ...week.doubts, [_id]: drawn(push.data) } };
}

export const weekOfDoubtsAtom = personal<WeekOfDoubts | null>(null);

export const keepDashboardPush = atom(null, (get, set, push: AnyPush) => {
  const me = get(meAtom);
  if (me === null) return;
  if (movesFigures(me, push.event)) {
    set(figuresAtom, (known) => known && { ...known, movedAt: push.data.seq });
  }
  set(personalListAtom, (known) => known && keepPersonal(known, push, me));
  set(weekOfDoubtsAtom, (known) => known && keepInWeek(known, push));
});

// What is new to a person

export interface News {
  place: UnreadPlace;
  /** What it is about, and when that happened: told once. */
  subject: string;
  at: string;
  /** For the browser's notifications; null where a mark is enough. */
  note: Omit<Note, "tag"> | null;
}

/** What a push says that this person has not done themselves, and would want to know. */
export function newsOf(me: Actor, push: AnyPush): News | null {
  switch (push.event) {
    case "doubt.opened":
    case "doubt.changed":
      return doubtNews(me, push.data);
    case "message.sent":
      return messageNews(me, push.data);
    case "review.waiting": {
      const { assignmentId, student, updatedAt } = push.data;
      const subject = `review:${assignmentId}:${student._id}`;
      return { place: "solutions", subject, at: updatedAt, note: null };
    }
    case "review.changed":
      return isStaff(me) ? null : reviewNews(push.data);
    default:
      return null;
  }
}

function doubtNews(me: Actor, doubt: DoubtCard): News | null {
  const { _id, assignment, student, resolved, waitingSince, answeredBy, entries } = doubt;
  const isOwn = student._id === me._id;
  if (resolved || (!isStaff(me) && !isOwn)) return null;
  // Its last word is the other side's.
  if (isStaff(me) !== (waitingSince !== null)) return null;
  const title = isOwn
    ? `${answeredBy?.name ?? "A mentor"} replied to your doubt`
    : entries === 1
    ? `New doubt from ${student.name}`
    : `${student.name} asks again`;
  return {
    place: "doubts",
    subject: `doubt:${_id}`,
    at: doubt.activeAt,
    note: { title, body: assignment.title, path: `/doubts/${_id}` },
  };
}

function messageNews(me: Actor, message: Message): News | null {
  const { _id, sender, recipients, subject, createdAt } = message;
  if (sender._id === me._id || !belongs("all", message, me)) return null;
  const isToMe = recipients.some((one) => one._id === me._id);
  const title = `Message from ${sender.name}`;
  return {
    place: "messages",
    subject: `message:${_id}`,
    at: createdAt,
    note: isToMe ? { title, body: subject, path: `/messages/${_id}` } : null,
  };
}

function reviewNews({ assignmentId, assignmentTitle, mentorReview }: ReviewItem): News | null {
  const { status, by, at } = mentorReview;
  if (status === "pending" || at === null) return null;
  const title = `${by?.name ?? "A mentor"} reviewed your solution: ${status}`;
  return {
    place: "solutions",
    subject: `review:${assignmentId}`,
    at,
    note: { title, body: assignmentTitle, path: "/Student-solutions" },
  };
}
