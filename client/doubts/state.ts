/** State of doubts: their cards, open threads, the line, and presence; `list` has the lists. */
import { atom } from "jotai/vanilla";
import type { AssignmentCard } from "../../server/assignments/schema.ts";
import type { Doubt, DoubtCard, Entry, LinePart, ListedDoubt } from "../../server/doubts/schema.ts";
import { can, cardAfter, cardText, withPrograms } from "../../server/doubts/policy.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import type { Someone } from "../../server/kit/core/schema.ts";
import { withoutName } from "../../server/kit/core/alias.ts";
import type { LiveEvent } from "../kit/net/event-log.ts";
import { claimOf, withClaim } from "../kit/data/lease.ts";
import { type Freshness, liveRecord, onEvent, type Values } from "../kit/data/live-query.ts";
import { cacheReply, dropCached } from "../kit/net/cached-replies.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import type { Lookup } from "../kit/data/work-queue.ts";
import { knownRuns } from "../runs/state.ts";
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

export type CardData = DoubtCard & { seq: number };

export const cardIn = ({ event, data }: LiveEvent): CardData | undefined =>
  event === "doubt.opened" || event === "doubt.changed" ? data : undefined;

/** The changed card: an event before the entry's, which those who watch the thread are not sent. */
export function changedByEntry(
  { event, data }: LiveEvent,
  known: Lookup<ListedDoubt>,
): LiveEvent<"doubt.changed"> | null {
  if (event !== "doubt.entry") return null;
  const { claim: _, ...card } = known(data.doubtId) ?? {};
  return "_id" in card
    ? { event: "doubt.changed", data: { ...cardAfter(card, data), seq: data.seq - 1 } }
    : null;
}

// Cards: each is stored once, by the doubt's id

export type KnownDoubt = Freshness & { row: ListedDoubt };

export const doubtsAtom = perUserAtom<Values<KnownDoubt>>({});

function withNewCard(known: KnownDoubt, { seq: _, ...card }: CardData): KnownDoubt {
  if (card._id !== known.row._id) return known;
  const { claim } = known.row;
  return { ...known, row: claim === undefined ? card : { ...card, claim } };
}

function withAssignment(doubt: ListedDoubt, card: AssignmentCard): ListedDoubt {
  const { _id, title, distributionTag, assignmentTag, difficulty, audience } = card;
  const assignment = { _id, title, distributionTag, assignmentTag, difficulty };
  return { ...doubt, assignment: { ...assignment, ...(audience && { audience }) } };
}

export const doubts = liveRecord({
  atom: doubtsAtom,
  reduce: {
    "doubt.opened": withNewCard,
    "doubt.changed": withNewCard,
    "claim.changed": (known, change) =>
      change.kind === "doubt" && change.id === known.row._id
        ? withClaim(known, claimOf(change), change.seq)
        : known,
    "assignment.saved": (known, card) =>
      known.row.assignment._id === card._id
        ? { ...known, row: withAssignment(known.row, card) }
        : known,
  },
  add(event, me) {
    const card = cardIn(event);
    if (card === undefined) return undefined;
    const { seq, ...doubt } = card;
    const row = me && isStaff(me) ? { ...doubt, claim: null } : doubt;
    return [doubt._id, { row, seq, stale: false }];
  },
});

export const doubtsById = (all: readonly ListedDoubt[], seq: number): Values<KnownDoubt> =>
  Object.fromEntries(all.map((row) => [row._id, { row, seq, stale: false }]));

/** Whether a doubt is hidden from this user now. Staff and the owner may still read it. */
export const isHiddenFrom = (me: Actor | null, { student }: { student: string }): boolean =>
  !isStaff(me) && student !== me?._id;

export const knownIn = (all: Values<KnownDoubt>): Lookup<ListedDoubt> => (id) => all[id]?.row;

// Threads

/** The fields of a thread that the doubt's card does not have. */
export interface KnownThread extends Freshness {
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
    "doubt.helped": (thread, { doubtId, ...help }) =>
      doubtId === thread._id
        ? { ...thread, conversation: withHelped(thread.conversation, help) }
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
  stale: ["doubt.opened", "doubt.changed"],
  // For classmates the student's id changes with the name, and only the server knows an entry's.
  isAbout: (thread, { _id, student }) => _id === thread._id && student._id !== thread.student._id,
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

export function cardOf({ conversation: _, earlier: __, ...doubt }: Doubt): ListedDoubt {
  const { email: ___, ...student } = doubt.student;
  return { ...doubt, student, doubtText: cardText(doubt.doubtText) };
}

export function storeRows(rows: readonly ListedDoubt[], seq: number): void {
  if (rows.length > 0) doubts.store(doubtsById(rows, seq));
}

export function storeReply({ data: doubt, seq }: { data: Doubt; seq: number }): void {
  doubts.store(doubtsById([cardOf(doubt)], seq));
  threads.store({ [doubt._id]: threadOf(doubt, seq) });
}

/** Stores the reply to the user's own change of a thread, also for a visit without a network. */
export function storeOwn(reply: { data: Doubt; seq: number }): void {
  storeReply(reply);
  cacheReply(`/doubts/${reply.data._id}`);
}

export interface Thread extends Freshness {
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

export const newestProgram = ({ conversation }: Pick<Doubt, "conversation">): Entry | undefined =>
  conversation.findLast(({ run }) => run !== undefined);

/** Returns whether the card counts other entries: one has not arrived, or has been taken back. */
export const hasMissingEntries = ({ doubt }: Thread): boolean => doubt.entries !== countOf(doubt);

/** By the id of a thread that this user may no longer see: the log position of its hiding. */
export type HiddenThreads = Readonly<Record<string, number>>;

export const hiddenAtom = perUserAtom<HiddenThreads>({});

export function hiddenAfter(
  hidden: HiddenThreads,
  { event, data }: LiveEvent,
  me: Actor | null,
): HiddenThreads {
  if (event === "doubt.opened") {
    const { [data._id]: since = Infinity, ...others } = hidden;
    return since < data.seq ? others : hidden;
  }
  if (event !== "doubt.hidden" || !isHiddenFrom(me, data)) return hidden;
  return { ...hidden, [data._id]: Math.max(data.seq, hidden[data._id] ?? 0) };
}

/**
 * Whether data about a thread must not be shown.
 * @param seq how fresh the data is: a reply to a request that was sent before the thread was hidden
 *   shows nothing, and a later reply shows that it is visible again
 */
export const isHiddenAt = (hidden: HiddenThreads, id: string, seq = 0): boolean =>
  (hidden[id] ?? -1) >= seq;

function noteHidden(event: LiveEvent<"doubt.opened" | "doubt.hidden">): void {
  store.set(hiddenAtom, (hidden) => hiddenAfter(hidden, event, me()));
}

onEvent("doubt.opened", (data) => noteHidden({ event: "doubt.opened", data }));
onEvent("doubt.hidden", (data) => {
  noteHidden({ event: "doubt.hidden", data });
  if (isHiddenFrom(me(), data)) dropCached(data._id);
});

/** Doubts whose reply the server has refused: the reply is a draft again. */
export const refusedIdsAtom = perUserAtom<readonly string[]>([]);

export const markRefused = (id: string): void =>
  store.set(refusedIdsAtom, (ids) => [...ids.filter((one) => one !== id), id]);

// The line: the places of the user's own doubts

type LinePlace = LinePart["doubts"][number] & {
  /** The wait that the place belongs to. */
  since: string | null | undefined;
};

export interface Line extends Omit<LinePart, "doubts"> {
  doubts: Readonly<Record<string, LinePlace>>;
}

export const lineAtom = perUserAtom<Line | null>(null);

/** Stores a part of the line. A message of a server that is behind moves no place back. */
export function storeLine({ doubts: placed, ...rest }: LinePart): void {
  const cards = store.get(doubtsAtom);
  const before = store.get(lineAtom)?.doubts ?? {};
  const kept = placed.map((one): [string, LinePlace] => {
    const { doubtId, place } = one;
    const since = cards[doubtId]?.row.waitingSince;
    const known = before[doubtId];
    const isSame = known !== undefined && known.since === since;
    return [doubtId, { ...one, since, place: isSame ? Math.min(known.place, place) : place }];
  });
  store.set(lineAtom, { ...rest, doubts: Object.fromEntries(kept) });
}

// Presence: who is in which thread now, and who has been typing since when

type TypingPerson = { person: Someone; at: number };

export const presenceAtom = perUserAtom<Readonly<Record<string, Someone[]>>>({});
export const typingAtom = perUserAtom<Readonly<Record<string, TypingPerson[]>>>({});

export function storePresent(doubtId: string, people: Someone[]): void {
  store.set(presenceAtom, (all) => ({ ...all, [doubtId]: people }));
}

export function storeTyping(doubtId: string, person: Someone): void {
  const typing = { person, at: Date.now() };
  store.set(typingAtom, (all) => ({
    ...all,
    [doubtId]: [...without(person, all[doubtId]), typing],
  }));
}

const without = ({ _id }: { _id: string }, typing: readonly TypingPerson[] = []): TypingPerson[] =>
  typing.filter(({ person }) => person._id !== _id);

/** A classmate forgets the name that a thread has no longer. Its changed card comes next. */
onEvent("doubt.unnamed", ({ _id }) => {
  const known = store.get(keptThreadsAtom)[_id];
  if (known && can.seeName(me(), { ...known, anonymous: true })) return;
  dropCached(_id);
  if (known === undefined) return;
  store.set(presenceAtom, (all) => ({ ...all, [_id]: [] }));
  store.set(typingAtom, (all) => ({ ...all, [_id]: [] }));
  const person = known.student._id;
  for (const { run } of known.conversation) {
    if (run) knownRuns.edit(run._id, (one) => withoutName(one, { person, as: _id }));
  }
  cacheReply(`/doubts/${_id}`);
});

onEvent("doubt.entry", ({ doubtId, entry }) => {
  store.set(typingAtom, (all) => ({ ...all, [doubtId]: without(entry.sender, all[doubtId]) }));
});
