/** State of the desk: the waiting work, the limits, the saved replies, and an item's context. */
import type { ClassWeek, Context, Desk, SavedReply } from "../../server/desk/schema.ts";
import { type Freshness, liveQuery, markStale, onEvent } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { waitLimitsAtom } from "../kit/triage/limits.ts";

export type KnownDesk = Desk & Freshness;

export const deskAtom = perUserAtom<KnownDesk | null>(null);

/** An event does not tell how many wait and which is the oldest now, so the figures are fetched. */
export const desk = liveQuery({
  atom: deskAtom,
  reduce: {
    "doubt.opened": markStale<KnownDesk>,
    "doubt.changed": markStale<KnownDesk>,
    "review.waiting": markStale<KnownDesk>,
    "review.changed": markStale<KnownDesk>,
    "assignment.saved": (known, { _id, version }) =>
      version > 1 && known.reviews.oldest?.key.startsWith(_id) ? markStale(known) : known,
    "desk.limits": (known, { seq: _, ...limits }) => ({ ...known, limits }),
  },
});

export const limits = onEvent("desk.limits", ({ seq: _, ...limits }) => {
  store.set(waitLimitsAtom, limits);
});

export const classWeekAtom = perUserAtom<ClassWeek | null>(null);

export interface KnownReplies extends Freshness {
  items: readonly SavedReply[];
}

export const repliesAtom = perUserAtom<KnownReplies | null>(null);

const without = ({ items }: KnownReplies, id: string) => items.filter(({ _id }) => _id !== id);

export const replies = liveQuery({
  atom: repliesAtom,
  reduce: {
    "saved-reply.saved"(known, { seq: _, ...reply }) {
      const before = known.items.find(({ _id }) => _id === reply._id);
      if (before !== undefined && before.version > reply.version) return known;
      const items = before === undefined
        ? [...known.items, reply]
        : known.items.map((one) => one === before ? reply : one);
      return { ...known, items };
    },
    "saved-reply.removed": (known, { _id }) => ({ ...known, items: without(known, _id) }),
  },
});

/** The student and the question of an item, and the doubt if the item is one. */
export interface About {
  assignmentId: string;
  studentId: string;
  doubtId?: string;
}

export interface KnownContext extends Freshness {
  about: About;
  context: Context;
}

export const contextAtom = perUserAtom<KnownContext | null>(null);

const staleIf = (known: KnownContext, isAbout: boolean): KnownContext =>
  isAbout ? markStale(known) : known;

type Run = { assignmentId: string; student: { _id: string } };

const ofStudent = (known: KnownContext, { assignmentId, student }: Run): KnownContext =>
  staleIf(
    known,
    known.about.studentId === student._id && known.about.assignmentId === assignmentId,
  );

export const context = liveQuery({
  atom: contextAtom,
  reduce: {
    "run.finished": ofStudent,
    "run.verified": ofStudent,
    "review.waiting": ofStudent,
    "review.changed": ofStudent,
    "doubt.opened": (known, { student }) => staleIf(known, known.about.studentId === student._id),
  },
});
