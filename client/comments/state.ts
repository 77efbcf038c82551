/** State of comments on lines and of proposed changes: those of a thread, a response or a run. */
import type {
  Comment,
  LineNotes,
  PlaceQuery,
  Proposal,
  ProposalCard,
} from "../../server/comments/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { newestFirst } from "../kit/data/live-list.ts";
import { type Freshness, liveRecord, markStale, type Values } from "../kit/data/live-query.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { onReady } from "../kit/net/socket.ts";
import { store } from "../kit/net/store.ts";

export interface KnownNotes extends Freshness, LineNotes {
  place: PlaceQuery;
  /** How often everything had to be fetched again before. */
  resyncs: number;
}

export const notesAtom = perUserAtom<Values<KnownNotes>>({});

export const threadKey = (place: PlaceQuery): string => Object.values(place).join(".");

type Belongs = Pick<Comment, "runId" | "assignmentId" | "studentId" | "doubtId" | "reviewId">;

function isIn(place: PlaceQuery, { runId, assignmentId, studentId, doubtId, reviewId }: Belongs) {
  if ("doubtId" in place) return doubtId === place.doubtId;
  if ("runId" in place) return runId === place.runId;
  return reviewId !== null && assignmentId === place.assignmentId &&
    studentId === place.studentId;
}

/** Returns the list with the item in its place, oldest first. */
function withItem<T extends { _id: string; createdAt: string }>(list: readonly T[], item: T): T[] {
  const others = list.filter(({ _id }) => _id !== item._id);
  return [...others, item].sort((a, b) => newestFirst(b, a));
}

const itemsOf = ({ comments, proposals }: KnownNotes) => [...comments, ...proposals];

export const notes = liveRecord({
  atom: notesAtom,
  reduce: {
    "comment.saved": (known, { seq: _, ...comment }) =>
      isIn(known.place, comment)
        ? { ...known, comments: withItem(known.comments, comment) }
        : known,
    "proposal.made": (known, { seq: _, ...card }) =>
      isIn(known.place, card)
        ? { ...known, proposals: withItem<ProposalCard>(known.proposals, card) }
        : known,
    "comment.withdrawn": (known, { _id }) => ({
      ...known,
      comments: known.comments.filter((one) => one._id !== _id),
    }),
  },
  stale: ["doubt.mended", "doubt.changed", "doubt.hidden"],
  isAbout(known, data, me) {
    if ("entryId" in data) {
      return data.text === null && itemsOf(known).some(({ entryId }) => entryId === data.entryId);
    }
    if (!("doubtId" in known.place) || known.place.doubtId !== data._id || isStaff(me)) {
      return false;
    }
    if (!("programShown" in data)) return true;
    // A classmate may not see the program any more, or its student has another id: the name.
    const { student, programShown } = data;
    const isOther = itemsOf(known).some(({ studentId }) => studentId !== student._id);
    return student._id !== me?._id && (programShown === "staff" || isOther);
  },
});

/** Proposed changes with both programs. They never change. */
export const proposalsAtom = perUserAtom<Readonly<Record<string, Proposal>>>({});

// Classmates are told of a thread's comments only while they watch it: they may have missed some.
onReady(() => {
  for (const [key, { place }] of Object.entries(store.get(notesAtom))) {
    if ("doubtId" in place && !isStaff(store.get(meAtom))) notes.edit(key, markStale);
  }
});
