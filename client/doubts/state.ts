/**
 * What is known of doubts: lists, open threads, who is in them. Pure functions from what was known
 * and what was pushed to what is known now; the atoms only hold the result.
 */
import { atom } from "jotai/vanilla";
import type { AssignmentCard } from "../../server/assignments/schema.ts";
import type {
  Claim,
  Doubt,
  DoubtCard,
  DoubtFilter,
  ListedDoubt,
} from "../../server/doubts/schema.ts";
import { type Actor, isStaff } from "../../server/kit/roles.ts";
import type { Pushes } from "../../server/live/events.ts";
import type { Someone } from "../../server/people/schema.ts";
import { type Hidden, hideSince, showAgain } from "../kit/hidden.ts";
import { type Queue, queueOf } from "../kit/queue.ts";
import { meAtom, personal } from "../kit/session.ts";
import { mapValues } from "../kit/values.ts";
import { countOf, joined, withEntry } from "../threads/state.ts";

type Names = Extract<keyof Pushes, `doubt.${string}` | "claim.changed" | "assignment.saved">;
export type DoubtPush = { [E in Names]: { event: E; data: Pushes[E] } }[Names];

export const isDoubtPush = (push: { event: string }): push is DoubtPush =>
  /^(doubt|claim)\.|^assignment\.saved$/.test(push.event);

// The list

/** One page of the list, as fresh as `seq`. */
export interface DoubtList {
  filter: DoubtFilter;
  /** For whom: what is theirs, and what they may see, decides too. */
  me: Actor;
  doubts: ListedDoubt[];
  /** Exact up to `ceiling`; a list with more matches says `ceiling`. */
  total: number;
  ceiling: number;
  seq: number;
  /** Something happened that only the server can place: fetch it again. */
  stale: boolean;
  /** The assignment that changed last. */
  changed?: string;
}

type Verdict = "yes" | "no" | "unknown";
type CardPush = Extract<DoubtPush, { event: "doubt.opened" | "doubt.changed" }>;

/** Whether a doubt is in the list that a filter describes, as far as its card can tell. */
export function applies(filter: DoubtFilter, card: DoubtCard, me: Actor): Verdict {
  const { assignmentTag, difficulty, assignmentTitle, resolved, status, scope } = filter;
  const { assignment } = card;
  const isOwn = card.student._id === me._id;
  const isMine = isStaff(me) ? card.answeredBy?._id === me._id : isOwn;
  const isOut = (assignmentTag !== undefined && assignment.assignmentTag !== assignmentTag) ||
    (assignmentTag === "personal" && !isStaff(me) && !isOwn) ||
    (difficulty !== undefined && assignment.difficulty !== difficulty) ||
    (assignmentTitle !== undefined && !contains(assignment.title, assignmentTitle)) ||
    (resolved !== undefined && card.resolved !== (resolved === "true")) ||
    (status !== undefined && card.currentStatus !== status) ||
    (scope === "mine" && !isMine);
  if (isOut) return "no";
  return filter.text !== undefined || filter.timeframe !== undefined ? "unknown" : "yes";
}

const contains = (text: string, part: string): boolean =>
  text.toLowerCase().includes(part.toLowerCase());

const orderOf = ({ filter, me }: DoubtList) => inOrder(filter.order === "queue" && isStaff(me));

const inOrder = (isQueue: boolean) => (a: ListedDoubt, b: ListedDoubt): number =>
  (isQueue ? descending(b.waitingSince ?? "~", a.waitingSince ?? "~") : 0) ||
  descending(a.activeAt, b.activeAt) || descending(a._id, b._id);

const descending = (a: string, b: string): number => a === b ? 0 : a > b ? -1 : 1;

/** Whether every doubt that matches is on this page. */
const isWhole = ({ filter, doubts, total }: DoubtList): boolean =>
  filter.page === 1 && doubts.length === total;

/** Whether a doubt that was off the page matched before this change. */
function matchedBefore({ filter, me }: DoubtList, { event, data: card }: CardPush): Verdict {
  const isTheirs = isStaff(me) || card.student._id === me._id;
  // Raised just now; or opened to the class, which is no news to those who could read it before.
  if (event === "doubt.opened" && (card.version === 1 || !isTheirs)) return "no";
  const lasting = { ...filter, status: undefined, resolved: undefined };
  if (isStaff(me)) lasting.scope = undefined;
  if (applies(lasting, card, me) === "no") return "no";
  if (filter.status !== undefined || filter.resolved === "true") return "unknown";
  // Resolved is final: what is not resolved now never was.
  if (filter.resolved === "false" && card.resolved) return "unknown";
  return filter.scope === "mine" && isStaff(me) ? "unknown" : applies(filter, card, me);
}

/** The list after a push. What the push cannot decide is marked, never guessed. */
export function keepInList(list: DoubtList, push: DoubtPush): DoubtList {
  if (push.data.seq <= list.seq) return list;
  const current = { ...list, seq: push.data.seq };
  switch (push.event) {
    case "doubt.opened":
    case "doubt.changed":
      return keepCard(current, push);
    case "doubt.hidden":
      return isHiddenFrom(list.me, push.data) ? hide(current, push.data._id) : current;
    case "claim.changed":
      return { ...current, doubts: list.doubts.map((one) => withClaim(one, push.data)) };
    case "assignment.saved":
      return keepAssignmentInList(current, push.data);
    case "doubt.entry":
      return current;
  }
}

/** Told to the whole class, of whom staff and the owner may still read it. */
const isHiddenFrom = (me: Actor, { student }: { student: string }): boolean =>
  !isStaff(me) && student !== me._id;

function hide(list: DoubtList, id: string): DoubtList {
  if (list.doubts.some(({ _id }) => _id === id)) return drop(list, id);
  return isWhole(list) ? list : { ...list, stale: true };
}

function keepCard(list: DoubtList, push: CardPush): DoubtList {
  const { seq: _, ...card } = push.data;
  const { filter, me } = list;
  const known = list.doubts.find(({ _id }) => _id === card._id);
  const now = applies(filter, card, me);
  if (known !== undefined) return now === "no" ? drop(list, card._id) : replace(list, known, card);
  // An assignment that is given to the class now has its doubts told once more, also old ones.
  const isOld = push.event === "doubt.opened" && card.assignment._id === list.changed;
  if (isOld && now !== "no") return { ...list, stale: true };
  // What was raised just now is of today, this week and this month.
  const isFresh = push.event === "doubt.opened" && card.version === 1;
  const isIn = now === "yes" || (now === "unknown" && isFresh && filter.text === undefined);
  if (now === "unknown" && !isIn) return { ...list, stale: true };
  const before = isWhole(list) ? "no" : matchedBefore(list, push);
  const stale = list.stale || before === "unknown";
  if (!isIn) return { ...list, stale };
  const total = before === "no" ? Math.min(list.total + 1, list.ceiling) : list.total;
  return insert({ ...list, total, stale }, card);
}

function insert(list: DoubtList, card: DoubtCard): DoubtList {
  const { filter, doubts, me } = list;
  // Where it would be, and what it moves over, lies on the pages before.
  if (filter.page > 1) return { ...list, stale: true };
  const listed: ListedDoubt = isStaff(me) ? { ...card, claim: null } : card;
  const placed = [...doubts, listed].sort(orderOf(list)).slice(0, filter.limit);
  // Who holds the claim is not on the card.
  const isUnsure = isStaff(me) && card.currentStatus === "review" && placed.includes(listed);
  return { ...list, doubts: placed, stale: list.stale || isUnsure };
}

function replace(list: DoubtList, known: ListedDoubt, card: DoubtCard): DoubtList {
  const { filter: { page, text }, total } = list;
  const listed: ListedDoubt = "claim" in known ? { ...card, claim: known.claim } : card;
  const inPlace = list.doubts.with(list.doubts.indexOf(known), listed);
  // A search has its own order, and "-word" may now exclude it.
  if (text !== undefined) return { ...list, doubts: inPlace, stale: true };
  if (orderOf(list)(known, listed) === 0) return { ...list, doubts: inPlace };
  if (page > 1) return { ...list, doubts: inPlace, stale: true };
  const doubts = inPlace.sort(orderOf(list));
  // At the end of the page, the first of the next page may belong before it.
  const isLast = doubts.at(-1) === listed && total > doubts.length;
  return { ...list, doubts, stale: list.stale || isLast };
}

function drop(list: DoubtList, id: string): DoubtList {
  const { filter: { page, limit } } = list;
  const doubts = list.doubts.filter(({ _id }) => _id !== id);
  const total = list.total - 1;
  // The first of the next page moves up, and only the server knows it.
  const hasHole = total > (page - 1) * limit + doubts.length || list.total >= list.ceiling;
  return { ...list, doubts, total, stale: list.stale || hasHole };
}

type ClaimPush = Extract<DoubtPush, { event: "claim.changed" }>["data"];

const claimOf = ({ by, until }: ClaimPush): Claim | null =>
  by !== null && until !== null ? { by, until } : null;

const withClaim = (doubt: ListedDoubt, change: ClaimPush): ListedDoubt =>
  change.kind === "doubt" && change.id === doubt._id ? { ...doubt, claim: claimOf(change) } : doubt;

/** Cards show their assignment's title, tag and difficulty, and can be filtered by them. */
function keepAssignmentInList(list: DoubtList, card: AssignmentCard): DoubtList {
  const { assignmentTag, difficulty, assignmentTitle } = list.filter;
  const doubts = list.doubts.map((doubt) => withAssignment(doubt, card));
  const isFiltered = (assignmentTag ?? difficulty ?? assignmentTitle) !== undefined;
  return { ...list, doubts, stale: list.stale || isFiltered, changed: card._id };
}

function withAssignment<D extends DoubtCard>(doubt: D, card: AssignmentCard): D {
  if (doubt.assignment._id !== card._id) return doubt;
  const { _id, title, distributionTag, assignmentTag, difficulty } = card;
  return { ...doubt, assignment: { _id, title, distributionTag, assignmentTag, difficulty } };
}

// The mentors' queue

/** What waits for staff. */
export type DoubtQueue = Queue<ListedDoubt>;

export const { keepRow, editRows, extendQueue } = queueOf<ListedDoubt>({
  keyOf: ({ _id }) => _id,
  since: ({ waitingSince }) => waitingSince,
  longestFirst: inOrder(true),
});

export function keepInQueue(queue: DoubtQueue, push: DoubtPush): DoubtQueue {
  if (push.data.seq <= queue.seq) return queue;
  const current = { ...queue, seq: push.data.seq };
  switch (push.event) {
    case "doubt.opened":
    case "doubt.changed": {
      const { seq: _, ...card } = push.data;
      const claim = queue.known.get(card._id)?.claim ?? null;
      // Who holds the claim is not on the card.
      const isUnsure = card.currentStatus === "review" && claim === null;
      const stale = queue.stale || (isUnsure && card.waitingSince !== null);
      return keepRow({ ...current, stale }, { ...card, claim });
    }
    case "claim.changed":
      return editRows(current, (one) => withClaim(one, push.data));
    case "assignment.saved":
      return editRows(current, (one) => withAssignment(one, push.data));
    default:
      return current;
  }
}

// One thread

/** A thread, as fresh as `seq`; its claim is told apart and may be fresher. */
export interface Thread {
  doubt: Doubt;
  seq: number;
  claimSeq: number;
}

/** What is known after a reply from the server. */
export function keepThread(known: Thread | undefined, doubt: Doubt, seq: number): Thread {
  if (known === undefined) return { doubt, seq, claimSeq: seq };
  const { earlier: _, ...newer } = seq >= known.seq ? doubt : known.doubt;
  const { claim } = seq >= known.claimSeq ? doubt : known.doubt;
  return {
    doubt: {
      ...newer,
      ...joined(doubt, known.doubt.conversation),
      ...(claim === undefined ? {} : { claim }),
    },
    seq: Math.max(seq, known.seq),
    claimSeq: Math.max(seq, known.claimSeq),
  };
}

/** The claim as its own call answered. */
export function keepClaim(thread: Thread, claim: Claim | null, seq: number): Thread {
  if (seq < thread.claimSeq) return thread;
  return { ...thread, doubt: { ...thread.doubt, claim }, claimSeq: seq };
}

/** The thread after a push. */
export function keepInThread(thread: Thread, push: DoubtPush): Thread {
  const { doubt } = thread;
  const { seq } = push.data;
  switch (push.event) {
    case "doubt.entry": {
      const { doubtId, entry, currentStatus, resolved, resolvedAt, version } = push.data;
      if (doubtId !== doubt._id) return thread;
      const conversation = withEntry(doubt, entry);
      if (seq <= thread.seq) return { ...thread, doubt: { ...doubt, conversation } };
      const state = { currentStatus, resolved, resolvedAt, version };
      return { ...thread, seq, doubt: { ...doubt, ...state, conversation } };
    }
    case "doubt.opened":
    case "doubt.changed": {
      if (push.data._id !== doubt._id || seq <= thread.seq) return thread;
      // The card has the text shortened, and no address.
      const { doubtText: _, student: __, seq: ___, ...card } = push.data;
      return { ...thread, seq, doubt: { ...doubt, ...card } };
    }
    case "claim.changed":
      if (push.data.kind !== "doubt" || push.data.id !== doubt._id) return thread;
      return keepClaim(thread, claimOf(push.data), seq);
    case "assignment.saved":
      if (push.data._id !== doubt.assignment._id || seq <= thread.seq) return thread;
      return { ...thread, seq, doubt: withAssignment(doubt, push.data) };
    case "doubt.hidden":
      return thread;
  }
}

export function keepHidden(hidden: Hidden, { event, data }: DoubtPush, me: Actor): Hidden {
  if (event === "doubt.opened") return showAgain(hidden, data._id, data.seq);
  if (event !== "doubt.hidden" || !isHiddenFrom(me, data)) return hidden;
  return hideSince(hidden, data._id, data.seq);
}

/** Whether the card has counted an entry that has not come. */
export const isBehind = ({ doubt }: Thread): boolean => doubt.entries > countOf(doubt);

// What this browser holds

export type Typing = { person: Someone; at: number };

export const listAtom = personal<DoubtList | null>(null);
/** One's own on the assignment that is open. */
export const raisedAtom = personal<DoubtList | null>(null);
export const queueAtom = personal<DoubtQueue | null>(null);
/** Replies that the server did not take: they are drafts again. */
export const returnedAtom = personal<readonly string[]>([]);
export const threadsAtom = personal<Readonly<Record<string, Thread>>>({});
/** Threads that were open to the class, and since which place in the log they are not. */
export const hiddenAtom = personal<Hidden>({});
/** Who is in which thread now, and who is typing there since when. */
export const presenceAtom = personal<Readonly<Record<string, Someone[]>>>({});
export const typingAtom = personal<Readonly<Record<string, Typing[]>>>({});

/** What was pushed, kept wherever it is shown. */
export const keepDoubtPush = atom(null, (get, set, push: DoubtPush) => {
  const me = get(meAtom);
  if (me === null) return;
  for (const one of [listAtom, raisedAtom]) set(one, (list) => list && keepInList(list, push));
  set(queueAtom, (queue) => queue === null ? null : keepInQueue(queue, push));
  set(threadsAtom, (threads) => mapValues(threads, (thread) => keepInThread(thread, push)));
  if (push.event === "doubt.entry") {
    const { doubtId, entry } = push.data;
    set(typingAtom, (all) => ({ ...all, [doubtId]: without(entry.sender, all[doubtId]) }));
  }
  set(hiddenAtom, (hidden) => keepHidden(hidden, push, me));
});

export const keepTyping = atom(null, (_get, set, doubtId: string, typing: Typing) => {
  set(typingAtom, (all) => ({
    ...all,
    [doubtId]: [...without(typing.person, all[doubtId]), typing],
  }));
});

const without = ({ _id }: { _id: string }, typing: readonly Typing[] = []): Typing[] =>
  typing.filter(({ person }) => person._id !== _id);
