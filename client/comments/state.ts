/** State of comments on lines and of proposed changes: those of a thread, a response or a run. */
import type {
  Comment,
  LineNotes,
  PlaceQuery,
  Proposal,
  ProposalCard,
} from "../../server/comments/schema.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
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

type DatedItem = { _id: string; createdAt: string };
const order = ({ createdAt, _id }: DatedItem): string => createdAt + _id;

/** Returns the list with the item in its place, oldest first. */
function withItem<T extends DatedItem>(list: readonly T[], item: T): T[] {
  const others = list.filter(({ _id }) => _id !== item._id);
  return [...others, item].sort((a, b) => order(a) < order(b) ? -1 : 1);
}

function without(known: KnownNotes, isGone: (one: Comment | ProposalCard) => boolean): KnownNotes {
  const { comments, proposals } = known;
  if (![...comments, ...proposals].some(isGone)) return known;
  const stays = (one: Comment | ProposalCard) => !isGone(one);
  return { ...known, comments: comments.filter(stays), proposals: proposals.filter(stays) };
}

/** The program, or its student's name, is no longer shown: what is written about it goes, too. */
const withheld = (known: KnownNotes): KnownNotes => ({
  ...known,
  comments: [],
  proposals: [],
  stale: true,
});

const isOfDoubt = ({ place }: KnownNotes, id: string) => "doubtId" in place && place.doubtId === id;

/** Whether the doubt's student has another id now: with the name or without it. */
const isOfAnother = ({ comments, proposals }: KnownNotes, student: string): boolean =>
  [...comments, ...proposals].some(({ studentId }) => studentId !== student);

/** @param student the student who raised the doubt */
const isClassmate = (me: Actor | null, student: string): boolean =>
  !isStaff(me) && me?._id !== student;

export const notes = liveRecord({
  atom: notesAtom,
  context: (): Actor | null => store.get(meAtom),
  reduce: {
    "comment.saved": (known, { seq: _, ...comment }) =>
      isIn(known.place, comment)
        ? { ...known, comments: withItem(known.comments, comment) }
        : known,
    "proposal.made": (known, { seq: _, ...card }) =>
      isIn(known.place, card)
        ? { ...known, proposals: withItem<ProposalCard>(known.proposals, card) }
        : known,
    "comment.withdrawn": (known, { _id }) => without(known, (one) => one._id === _id),
    "doubt.mended": (known, { entryId, text }) =>
      text === null ? without(known, (one) => one.entryId === entryId) : known,
    "doubt.changed": (known, { _id, student, programShown }, me) =>
      isOfDoubt(known, _id) && isClassmate(me, student._id) &&
        (programShown === "staff" || isOfAnother(known, student._id))
        ? withheld(known)
        : known,
    "doubt.hidden": (known, { _id, student }, me) =>
      isOfDoubt(known, _id) && isClassmate(me, student) ? withheld(known) : known,
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
