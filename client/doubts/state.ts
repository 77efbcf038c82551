/**
 * State of doubts: their cards, the lists and the mentors' queue, which refer to the cards, open
 * threads, and presence.
 *
 * A list always shows the current cards. When an event may have changed which doubts are in it, the
 * list is marked as stale and fetched again shortly. The queue and the first page of all doubts have
 * no filter, so events tell all about them: they are updated at once.
 */
import { atom } from "jotai/vanilla";
import type { AssignmentCard } from "../../server/assignments/schema.ts";
import type {
  Doubt,
  DoubtCard,
  DoubtFilter,
  Entry,
  LinePart,
  ListedDoubt,
  SentAnswer,
} from "../../server/doubts/schema.ts";
import { cardAfter, cardText, sectionsOfList, withPrograms } from "../../server/doubts/policy.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import { isIn } from "../../server/sections/policy.ts";
import type { Pushes } from "../../server/events.ts";
import type { Someone } from "../../server/kit/core/schema.ts";
import { type Claimable, joinRows, rowOf, withClaim } from "../kit/data/claimed.ts";
import type { LiveEvent } from "../kit/net/event-log.ts";
import { type Hidden, hideSince, showAgain } from "../kit/data/hidden-items.ts";
import {
  type Fetched,
  liveQuery,
  liveRecord,
  markStale,
  onEvent,
  type Values,
} from "../kit/data/live-query.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { type Known, type Queue, queueOf } from "../kit/data/work-queue.ts";
import {
  countOf,
  inKnownForm,
  insertEntry,
  mended,
  mergeEntries,
  withHelped,
  withoutGone,
} from "../threads/state.ts";

const me = (): Actor | null => store.get(meAtom);

type CardData = DoubtCard & { seq: number };

/** Returns the card that an event brings. */
export const cardIn = ({ event, data }: LiveEvent): CardData | undefined =>
  event === "doubt.opened" || event === "doubt.changed" ? data : undefined;

/**
 * Returns the event that the server leaves out before an entry's event for those who hold the card:
 * the changed card.
 */
export function leftOut(
  { event, data }: LiveEvent,
  known: (id: string) => ListedDoubt | undefined,
): LiveEvent<"doubt.changed"> | null {
  if (event !== "doubt.entry") return null;
  const { claim: _, ...card } = known(data.doubtId) ?? {};
  const after = "_id" in card ? cardAfter(card, data) : null;
  return after && { event: "doubt.changed", data: { ...after, seq: data.seq - 1 } };
}

// Cards: each is stored once, by the doubt's id

export type KnownDoubt = Claimable<ListedDoubt>;

export const doubtsAtom = perUserAtom<Values<KnownDoubt>>({});
/**
 * Whether a list or the queue is loaded in this tab: then the cards of doubts that they have not
 * fetched are stored, too.
 */
export const keepsNewAtom = perUserAtom(false);

function keepCard(known: KnownDoubt, { seq: _, ...card }: CardData): KnownDoubt {
  if (card._id !== known.row._id) return known;
  const { claim } = known.row;
  return { ...known, row: claim === undefined ? card : { ...card, claim } };
}

/** Updates the assignment's title, tags and difficulty on a card. */
function withAssignment(doubt: ListedDoubt, card: AssignmentCard): ListedDoubt {
  const { _id, title, distributionTag, assignmentTag, difficulty, audience } = card;
  const assignment = { _id, title, distributionTag, assignmentTag, difficulty };
  return { ...doubt, assignment: { ...assignment, ...(audience && { audience }) } };
}

export const claimOf = ({ by, until }: Pick<Pushes["claim.changed"], "by" | "until">) =>
  by !== null && until !== null ? { by, until } : null;

export const doubts = liveRecord({
  atom: doubtsAtom,
  context: (): { keepsNew: boolean; me: Actor | null } => ({
    keepsNew: store.get(keepsNewAtom),
    me: me(),
  }),
  reduce: {
    "doubt.opened": keepCard,
    "doubt.changed": keepCard,
    "claim.changed": (known, change) =>
      change.kind === "doubt" && change.id === known.row._id
        ? withClaim(known, claimOf(change), change.seq)
        : known,
    "assignment.saved": (known, card) =>
      known.row.assignment._id === card._id
        ? { ...known, row: withAssignment(known.row, card) }
        : known,
  },
  add(event, { keepsNew, me }) {
    const card = keepsNew ? cardIn(event) : undefined;
    if (card === undefined) return undefined;
    const { seq, ...doubt } = card;
    return [doubt._id, rowOf(me && isStaff(me) ? { ...doubt, claim: null } : doubt, seq)];
  },
  join: joinRows,
});

/** Returns the doubts of a reply, by their ids. */
export const doubtsById = (all: readonly ListedDoubt[], seq: number): Values<KnownDoubt> =>
  Object.fromEntries(all.map((doubt) => [doubt._id, rowOf(doubt, seq)]));

// Lists

/** One page of a list: the ids of its doubts. */
export interface DoubtList extends Fetched {
  filter: DoubtFilter;
  /** The user who fetched the list: its content depends on their role and their own doubts. */
  me: Actor;
  ids: readonly string[];
  /** Rows that stand for all threads that got the same answer. */
  sent?: readonly SentAnswer[];
  /** Exact up to `ceiling`; with more matches, it equals `ceiling`. */
  total: number;
  ceiling: number;
}

const descending = (a: string, b: string): number => a === b ? 0 : a > b ? -1 : 1;

/** Returns a text that sorts by the place in the line. Doubts that do not wait come last. */
const placeOf = ({ risenTo, waitingSince }: ListedDoubt): string =>
  `${risenTo ?? waitingSince ?? "~"}${waitingSince}`;

const inOrder = (isQueue: boolean) => (a: ListedDoubt, b: ListedDoubt): number =>
  (isQueue ? descending(placeOf(b), placeOf(a)) : 0) ||
  descending(a.activeAt + a._id, b.activeAt + b._id);

/** Returns the doubts of a list, in its order. Search results keep the server's order. */
export function listed({ filter, me, ids }: DoubtList, all: Values<KnownDoubt>): ListedDoubt[] {
  const rows = ids.flatMap((id) => all[id]?.row ?? []);
  const isQueue = filter.order === "queue" && isStaff(me);
  return filter.text === undefined ? rows.sort(inOrder(isQueue)) : rows;
}

/** Returns whether a doubt may be in a list, by the properties that its thread does not change. */
function mayBeIn({ filter, me }: DoubtList, { assignment, student }: DoubtCard): boolean {
  const { assignmentTag, difficulty, assignmentTitle = "", scope, answer } = filter;
  // Nobody gets an answer to a group later.
  return answer === undefined && isIn(sectionsOfList(me, filter), student) &&
    (assignmentTag === undefined || assignment.assignmentTag === assignmentTag) &&
    (difficulty === undefined || assignment.difficulty === difficulty) &&
    assignment.title.toLowerCase().includes(assignmentTitle.toLowerCase()) &&
    (scope !== "mine" || isStaff(me) || student._id === me._id);
}

/**
 * Returns whether a list has the same doubts after one of them becomes active. An active doubt
 * moves to the top of an unfiltered first page, so a doubt on that page stays there.
 */
function keepsItsRows({ filter }: DoubtList): boolean {
  const { page, status, resolved, waiting, text, scope, answer, order } = filter;
  return page === 1 &&
    (status ?? resolved ?? waiting ?? text ?? scope ?? answer ?? order) === undefined;
}

/**
 * Returns whether a list has all doubts that its user may read, of all or the chosen sections, from
 * the newest activity on.
 */
function isTopOfAll({ filter }: DoubtList): boolean {
  // Who is in the chosen sections, the card tells.
  const { page, limit: _, section: __, ...conditions } = filter;
  return page === 1 && Object.values(conditions).every((value) => value === undefined);
}

type Cards = Known<ListedDoubt>;

/** @param isOpened the doubt is new, or its user could not read it before */
function keepCardInList(list: DoubtList, card: CardData, known: Cards, isOpened = false) {
  if (list.ids.includes(card._id)) {
    // Its newest entry was taken back: it moves down, perhaps off the page.
    const isEarlier = card.activeAt < (known(card._id)?.activeAt ?? "");
    return keepsItsRows(list) && !isEarlier ? list : markStale(list);
  }
  if (!mayBeIn(list, card)) return list;
  return isTopOfAll(list) ? withDoubt(list, card, known, isOpened) : markStale(list);
}

/**
 * Inserts a doubt in the first page of all doubts, if its activity is newer than that of a doubt on
 * the page. The total grows when the doubt was not counted before: it was opened, and a doubt that
 * had been further back would still be there.
 */
function withDoubt(list: DoubtList, card: CardData, known: Cards, isOpened: boolean): DoubtList {
  const rows = list.ids.flatMap((id) => known(id) ?? []).sort(inOrder(false));
  const last = rows.at(-1);
  // The card does not say who holds the claim.
  const isUnsure = isStaff(list.me) && card.currentStatus === "review";
  if (list.stale || isUnsure || rows.length < list.ids.length) return markStale(list);
  const isFull = last !== undefined && rows.length >= list.filter.limit;
  const isFurtherBack = isFull && inOrder(false)(last, card) < 0;
  if (isFurtherBack && !isOpened) return list;
  // It cannot be told whether the total counts it.
  if (isFurtherBack || (!isFull && !isOpened)) return markStale(list);
  const left = isFull ? list.ids.filter((id) => id !== last._id) : list.ids;
  const total = isOpened ? Math.min(list.total + 1, list.ceiling) : list.total;
  return { ...list, ids: [card._id, ...left], total };
}

/**
 * Returns whether a doubt is now hidden from this user. The event goes to the class, but staff and
 * the owner may still read the doubt.
 */
const isHiddenFrom = (me: Actor | null, { student }: { student: string }): boolean =>
  !isStaff(me) && student !== me?._id;

function listOf(at: typeof keptListAtom) {
  return liveQuery({
    atom: at,
    context: () => knownIn(store.get(doubtsAtom)),
    reduce: {
      "doubt.opened": (list: DoubtList, card, known: Cards) =>
        keepCardInList(list, card, known, true),
      "doubt.changed": (list, card, known) => keepCardInList(list, card, known),
      "doubt.hidden": (list, data) => {
        if (!isHiddenFrom(list.me, data)) return list;
        const ids = list.ids.filter((id) => id !== data._id);
        const total = list.total - (list.ids.length - ids.length);
        return { ...list, ids, total, stale: true };
      },
      "assignment.saved": (list) => {
        const { assignmentTag, difficulty, assignmentTitle } = list.filter;
        const isFiltered = (assignmentTag ?? difficulty ?? assignmentTitle) !== undefined;
        return isFiltered ? markStale(list) : list;
      },
    },
  });
}

const keptListAtom = perUserAtom<DoubtList | null>(null);
const keptRaisedAtom = perUserAtom<DoubtList | null>(null);
export const list = listOf(keptListAtom);
export const raised = listOf(keptRaisedAtom);

const shown = (kept: typeof keptListAtom) =>
  atom((get) => {
    const list = get(kept);
    return list && { ...list, doubts: listed(list, get(doubtsAtom)) };
  });

export const listAtom = shown(keptListAtom);
/** The user's own doubts on the open assignment. */
export const raisedAtom = shown(keptRaisedAtom);

// The mentors' queue: all doubts that wait for staff

export type DoubtQueue = Queue;

const { rowsOf, placeRow, extendQueue } = queueOf<ListedDoubt>({
  keyOf: ({ _id }) => _id,
  since: ({ risenTo, waitingSince }) => risenTo ?? waitingSince,
  longestFirst: inOrder(true),
});
export { extendQueue, rowsOf };

export const knownIn = (all: Values<KnownDoubt>): Known<ListedDoubt> => (id) => all[id]?.row;

function keepInQueue(queue: DoubtQueue, { seq: _, ...card }: CardData, known: Known<ListedDoubt>) {
  const placed = placeRow(queue, card, known);
  // The card does not say who holds the claim.
  const isUnsure = card.currentStatus === "review" && card.waitingSince !== null &&
    (known(card._id)?.claim ?? null) === null;
  return isUnsure ? markStale(placed) : placed;
}

export const keptQueueAtom = perUserAtom<DoubtQueue | null>(null);

export const queue = liveQuery({
  atom: keptQueueAtom,
  context: () => knownIn(store.get(doubtsAtom)),
  reduce: { "doubt.opened": keepInQueue, "doubt.changed": keepInQueue },
});

/** The queue with its rows. `known` also finds rows that no longer wait. */
export const queueAtom = atom((get) => {
  const queue = get(keptQueueAtom);
  if (queue === null) return null;
  const known = knownIn(get(doubtsAtom));
  return { ...queue, waiting: rowsOf(queue, known), known };
});

// Threads

/** The fields of a thread that the doubt's card does not have. */
export interface KnownThread extends Fetched {
  _id: string;
  /** The full text; the card has only its beginning. */
  doubtText: string;
  /** With the email address, for users who may see it. */
  student: Doubt["student"];
  conversation: Entry[];
  earlier?: Doubt["earlier"];
}

const keptThreadsAtom = perUserAtom<Values<KnownThread>>({});

export function threadOf(doubt: Doubt, seq: number): KnownThread {
  const { _id, doubtText, student, conversation, earlier } = doubt;
  return { _id, doubtText, student, conversation, ...(earlier && { earlier }), seq, stale: false };
}

export const threads = liveRecord({
  atom: keptThreadsAtom,
  reduce: {
    "doubt.entry": (thread, { doubtId, entry }) =>
      doubtId === thread._id ? { ...thread, conversation: insertEntry(thread, entry) } : thread,
    "doubt.helped": (thread, { doubtId, ...said }) =>
      doubtId === thread._id
        ? { ...thread, conversation: withHelped(thread.conversation, said) }
        : thread,
    "doubt.mended": (thread, { doubtId, ...change }) => {
      if (doubtId !== thread._id) return thread;
      const conversation = mended(thread.conversation, change);
      const [first] = conversation;
      // The text of a thread that a mentor began is not its first entry.
      const text = first?.type === "doubt" ? first.message : undefined;
      return { ...thread, doubtText: text ?? thread.doubtText, conversation };
    },
  },
  join(before, { earlier, ...reply }) {
    const { conversation, seq, stale } = before;
    const isOlder = seq > reply.seq;
    const there = isOlder && !stale ? withoutGone(reply.conversation, before) : reply.conversation;
    const [fetched, known] = isOlder
      ? [inKnownForm(there, conversation), conversation]
      : [reply.conversation, withoutGone(conversation, { ...reply, earlier })];
    return {
      ...reply,
      ...mergeEntries({ conversation: fetched, ...(earlier && { earlier }) }, known),
      seq: Math.max(seq, reply.seq),
      stale: stale && seq > reply.seq,
    };
  },
});

/** Returns the card of a thread that was fetched. */
export function cardOf({ conversation: _, earlier: __, ...doubt }: Doubt): ListedDoubt {
  const { email: ___, ...student } = doubt.student;
  return { ...doubt, student, doubtText: cardText(doubt.doubtText) };
}

/** Keeps the card and the thread of a reply. */
export function keepReply({ data: doubt, seq }: { data: Doubt; seq: number }): void {
  doubts.keep(doubtsById([cardOf(doubt)], seq));
  threads.keep({ [doubt._id]: threadOf(doubt, seq) });
}

/** A thread with its card's fields. */
export interface Thread extends Fetched {
  doubt: Doubt;
}

/** @param me the reader: whether they may see the programs follows from the card */
export function withCard(thread: KnownThread, known: KnownDoubt, me: Actor | null): Thread {
  const { seq, stale, ...own } = thread;
  const conversation = withPrograms(own.conversation, { me, doubt: known.row });
  return { doubt: { ...known.row, ...own, conversation }, seq, stale };
}

export const threadsAtom = atom((get): Values<Thread> => {
  const cards = get(doubtsAtom);
  const me = get(meAtom);
  return Object.fromEntries(
    Object.entries(get(keptThreadsAtom)).flatMap(([id, thread]) => {
      const known = cards[id];
      return known === undefined ? [] : [[id, withCard(thread, known, me)]];
    }),
  );
});

/** Returns whether the card counts other entries: one has not arrived, or has been taken back. */
export const hasMissingEntries = ({ doubt }: Thread): boolean => doubt.entries !== countOf(doubt);

/** Threads that were open to the class and are hidden now, with the log position of the change. */
export const hiddenAtom = perUserAtom<Hidden>({});

export function keepHidden(hidden: Hidden, { event, data }: LiveEvent, me: Actor | null): Hidden {
  if (event === "doubt.opened") return showAgain(hidden, data._id, data.seq);
  if (event !== "doubt.hidden" || !isHiddenFrom(me, data)) return hidden;
  return hideSince(hidden, data._id, data.seq);
}

export const hiddenDoubts = {
  events: ["doubt.opened", "doubt.hidden"] as const,
  handle: (event: LiveEvent) => store.set(hiddenAtom, (hidden) => keepHidden(hidden, event, me())),
};

/** Doubts whose reply the server has refused: the reply is a draft again. */
export const refusedIdsAtom = perUserAtom<readonly string[]>([]);

// The line: the places of the user's own doubts

/** A waiting doubt's place, and who reads it. */
export type Placed = LinePart["doubts"][number] & {
  /** The wait that the place belongs to. */
  since: string | null | undefined;
};

export interface Line extends Omit<LinePart, "doubts"> {
  doubts: Readonly<Record<string, Placed>>;
}

export const lineAtom = perUserAtom<Line | null>(null);

/** Keeps a part of the line. A message of a server that is behind moves no place back. */
export function keepLine({ doubts: placed, ...rest }: LinePart): void {
  const cards = store.get(doubtsAtom);
  const before = store.get(lineAtom)?.doubts ?? {};
  const kept = placed.map((one): [string, Placed] => {
    const { doubtId, place } = one;
    const since = cards[doubtId]?.row.waitingSince;
    const known = before[doubtId];
    const isSame = known !== undefined && known.since === since;
    return [doubtId, { ...one, since, place: isSame ? Math.min(known.place, place) : place }];
  });
  store.set(lineAtom, { ...rest, doubts: Object.fromEntries(kept) });
}

// Presence: who is in which thread now, and who has been typing since when

export type Typing = { person: Someone; at: number };

export const presenceAtom = perUserAtom<Readonly<Record<string, Someone[]>>>({});
export const typingAtom = perUserAtom<Readonly<Record<string, Typing[]>>>({});

export function keepPresent(doubtId: string, people: Someone[]): void {
  store.set(presenceAtom, (all) => ({ ...all, [doubtId]: people }));
}

export function keepTyping(doubtId: string, person: Someone): void {
  const typing = { person, at: Date.now() };
  store.set(typingAtom, (all) => ({
    ...all,
    [doubtId]: [...without(person, all[doubtId]), typing],
  }));
}

const without = ({ _id }: { _id: string }, typing: readonly Typing[] = []): Typing[] =>
  typing.filter(({ person }) => person._id !== _id);

/** Ends the typing state of a person who has sent an entry. */
export const typingEnds = onEvent("doubt.entry", ({ doubtId, entry }) => {
  store.set(typingAtom, (all) => ({ ...all, [doubtId]: without(entry.sender, all[doubtId]) }));
});
