/** State of the desk: the waiting work, the limits, the saved replies, and an item's context. */
import type { ClassWeek, Context, Desk, SavedReply } from "../../server/desk/schema.ts";
import { type Freshness, liveQuery, onEvent } from "../kit/data/live-query.ts";
import { asRow, gone, type LiveList, liveList } from "../kit/data/live-list.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { waitLimitsAtom } from "../kit/triage/limits.ts";

export type KnownDesk = Desk & Freshness;

export const deskAtom = perUserAtom<KnownDesk | null>(null);

/** An event does not tell how many wait and which is the oldest now, so the figures are fetched. */
export const desk = liveQuery({
  atom: deskAtom,
  stale: ["doubt.opened", "doubt.changed", "review.waiting", "review.changed", "assignment.saved"],
});

onEvent("desk.limits", ({ seq: _, ...limits }) => {
  store.set(waitLimitsAtom, limits);
});

export const classWeekAtom = perUserAtom<ClassWeek | null>(null);

export const repliesAtom = perUserAtom<LiveList<SavedReply> | null>(null);

/** One's own, and then those that others share. */
export const replies = liveList({
  atom: repliesAtom,
  order(a, b) {
    const isOwn = ({ owner }: SavedReply) => Number(owner._id === store.get(meAtom)?._id);
    return isOwn(b) - isOwn(a) || (a._id < b._id ? -1 : 1);
  },
  rows: { "saved-reply.saved": asRow, "saved-reply.removed": gone },
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

export const context = liveQuery({
  atom: contextAtom,
  stale: ["run.finished", "run.verified", "review.waiting", "review.changed", "doubt.opened"],
  isAbout: ({ about }, data) =>
    data.student._id === about.studentId &&
    (!("assignmentId" in data) || data.assignmentId === about.assignmentId),
});
