/**
 * Live queries: fetched values that events keep up to date.
 *
 * export const homework = liveQuery({
 * atom: homeworkAtom,
 * reduce: { "homework.changed": (homework, card) => … },
 * });
 * homework.store({ items: data, seq, stale: false }); // in actions.ts, with a reply
 *
 * A query has one reducer for each event that changes its value. The rest is done here: the events
 * that arrived during a request are applied to its reply, and an event is applied once, even if it
 * is delivered twice. If an event does not contain the new value, the reducer marks the value as
 * stale, and the screen fetches it again (`useLoad`).
 */
import type { PrimitiveAtom } from "jotai/vanilla";
import type { Actor } from "../../../server/kit/core/roles.ts";
import type { News } from "../news/news.ts";
import { type EventName, eventsAfter, type LiveEvent } from "../net/event-log.ts";
import { mapValues } from "./map-values.ts";
import { store } from "../net/store.ts";

export interface Freshness {
  /** The position in the event log up to which the value is current. */
  seq: number;
  /** Something has changed that only the server knows: fetch the value again. */
  stale: boolean;
}

type DataOf<N extends EventName> = LiveEvent<N>["data"];

/** One reducer for each event that changes a value; without a change, it returns the same value. */
export type Reducers<T, C, E extends EventName> = {
  readonly [N in E]: (value: T, data: DataOf<N>, context: C) => T;
};

export interface EventConsumer<E extends EventName> {
  readonly events: readonly E[];
  handle(event: LiveEvent): void;
}

export const markStale = <T extends Freshness>(value: T): T =>
  value.stale ? value : { ...value, stale: true };

type SomeReducers<T, C> = Partial<Reducers<T, C, EventName>>;

/** Applies an event to a value, without comparing their positions in the log. */
function reduced<T, C>(
  reduce: SomeReducers<T, C>,
  value: T,
  { event, data }: LiveEvent,
  context: C,
): T {
  const reducer = reduce[event] as ((value: T, data: unknown, context: C) => T) | undefined;
  const next = reducer?.(value, data, context) ?? value;
  return event === "person.renamed" ? withName(next, data) : next;
}

/** Returns a value with the person's new name wherever it names them. */
function withName<T>(value: T, person: { _id: string; name: string }): T {
  if (Array.isArray(value)) return value.map((one) => withName(one, person)) as T;
  if (value === null || typeof value !== "object" || value instanceof Map) return value;
  const next = mapValues(value as Record<string, unknown>, (one) => withName(one, person));
  const isTheirs = next._id === person._id && typeof next.name === "string";
  return (isTheirs ? { ...next, name: person.name } : next) as T;
}

/** Applies an event of the log to a value, unless the value includes it already. */
function applyEvent<T extends Freshness, C>(
  reduce: SomeReducers<T, C>,
  value: T,
  event: LiveEvent,
  context: C,
): T {
  const { data } = event;
  if (data.seq <= value.seq) return value;
  const next = reduced(reduce, value, event, context);
  if (next === value) return value;
  // The event was too long to be sent whole, so its long texts are missing.
  return "omitted" in data ? markStale(value) : { ...next, seq: data.seq };
}

interface QueryOptions<T extends Freshness, C, E extends EventName> {
  /** Holds the value; null until it is fetched. */
  atom: PrimitiveAtom<T | null>;
  reduce: Reducers<T, C, E>;
  /** What reducers also need: the signed-in user, or another value. */
  context?: () => C;
}

export interface LiveQuery<T, C, E extends EventName> extends EventConsumer<E> {
  /** Returns the value after an event, without storing it. */
  apply(value: T, event: LiveEvent, context: C): T;
  /** Returns a reply with the events that arrived during the request, without storing it. */
  replayed(reply: T): T;
  /** Stores a reply with the events that arrived during the request. */
  store(reply: T): void;
  /** Applies the reply to this tab's own write as the event that it causes, which may come late. */
  applyOwn(event: LiveEvent<E>): void;
  /** An optimistic update: changes the value at once. */
  edit(change: (value: T) => T): void;
}

export function liveQuery<T extends Freshness, C, E extends EventName>(
  { atom, reduce, context = () => undefined as C }: QueryOptions<T, C, E>,
): LiveQuery<T, C, E> {
  const apply = (value: T, event: LiveEvent, given: C) => applyEvent(reduce, value, event, given);
  const replayed = (reply: T) => {
    const given = context();
    return eventsAfter(reply.seq).reduce((now, one) => apply(now, one, given), reply);
  };
  const storeReply = (reply: T) => store.set(atom, replayed(reply));
  const edit = (change: (value: T) => T) => {
    const value = store.get(atom);
    const next = value && change(value);
    if (next !== value) store.set(atom, next);
  };
  return {
    events: Object.keys(reduce) as E[],
    apply,
    replayed,
    store: storeReply,
    edit,
    applyOwn(event) {
      const value = store.get(atom);
      if (value === null) return;
      // Older events of other users may still come, so the value does not get the reply's position.
      const own = reduced(reduce, value, event as LiveEvent, context());
      storeReply({ ...own, seq: Math.min(value.seq, event.data.seq) });
    },
    handle: (event) => edit((value) => apply(value, event, context())),
  };
}

export type Values<T> = Readonly<Record<string, T>>;

interface RecordOptions<T extends Freshness, C, E extends EventName> {
  atom: PrimitiveAtom<Values<T>>;
  reduce: Reducers<T, C, E>;
  context?: () => C;
  /** Makes an unknown value from an event; undefined if it is not wanted. */
  add?: (event: LiveEvent, context: C) => readonly [key: string, value: T] | undefined;
  /** Joins a known value with a reply's. By default, the fresher one stays. */
  join?: (known: T, reply: T) => T;
}

export interface LiveRecord<T, C, E extends EventName> extends EventConsumer<E> {
  /** Returns the values after an event, without storing them. */
  apply(values: Values<T>, event: LiveEvent, context: C): Values<T>;
  /** Returns the values joined with those of a reply, without storing them. */
  joined(values: Values<T>, reply: Values<T>): Values<T>;
  /** Stores the values of one reply, with the events that arrived during the request. */
  store(reply: Values<T>): void;
  /** Applies the reply to this tab's own write as the event that it causes, which may come late. */
  applyOwn(event: LiveEvent<E>): void;
  /** An optimistic update of a known value: changes it at once. */
  edit(key: string, change: (value: T) => T): void;
}

/** Returns the fresher value. A stale one never wins: later events are applied to the reply. */
const fresher = <T extends Freshness>(known: T, reply: T): T =>
  known.seq > reply.seq && !known.stale ? known : reply;

/** Makes a live query of many values. Each is stored once by its id, and lists refer to it. */
export function liveRecord<T extends Freshness, C, E extends EventName>(
  { atom, reduce, context = () => undefined as C, add, join = fresher }: RecordOptions<T, C, E>,
): LiveRecord<T, C, E> {
  const withAdded = (values: Values<T>, event: LiveEvent, given: C) => {
    const added = "omitted" in event.data ? undefined : add?.(event, given);
    return added === undefined || added[0] in values ? values : { ...values, [added[0]]: added[1] };
  };
  const apply = (values: Values<T>, event: LiveEvent, given: C) => {
    const next = mapValues(values, (value) => applyEvent(reduce, value, event, given));
    return withAdded(next, event, given);
  };
  const joined = (values: Values<T>, reply: Values<T>) => {
    const all: Record<string, T> = { ...values };
    for (const [key, value] of Object.entries(reply)) {
      const known = all[key];
      all[key] = known === undefined ? value : join(known, value);
    }
    return all;
  };
  const set = (next: Values<T>) => {
    if (next !== store.get(atom)) store.set(atom, next);
  };
  return {
    events: Object.keys(reduce) as E[],
    apply,
    joined,
    store(reply) {
      const given = context();
      const seq = Math.min(...Object.values(reply).map((value) => value.seq));
      const all = joined(store.get(atom), reply);
      set(eventsAfter(seq).reduce((now, event) => apply(now, event, given), all));
    },
    applyOwn(event) {
      const own = event as LiveEvent;
      const given = context();
      const next = mapValues(store.get(atom), (value) => reduced(reduce, value, own, given));
      set(withAdded(next, own, given));
    },
    edit(key, change) {
      const values = store.get(atom);
      const value = values[key];
      const next = value && change(value);
      if (next !== undefined && next !== value) set({ ...values, [key]: next });
    },
    handle: (event) => set(apply(store.get(atom), event, context())),
  };
}

/** Runs a function for an event that changes no value. */
export function onEvent<E extends EventName>(
  event: E,
  act: (data: DataOf<E>) => void,
): EventConsumer<E> {
  return {
    events: [event],
    handle: (one) => {
      if (one.event === event) act(one.data as DataOf<E>);
    },
  };
}

/** Takes events that change no value of their own. */
export const withoutEffect = <E extends EventName>(...events: E[]): EventConsumer<E> => ({
  events,
  handle() {},
});

/** A feature's part in the live connection. `client/live.ts` gathers these. */
export interface LiveFeature<E extends EventName = EventName> {
  /** The values that its events change, in this order. */
  consumers: readonly EventConsumer<E>[];
  /** Returns the event before this one that the server does not send, since this one tells it. */
  implied?: (event: LiveEvent) => LiveEvent | null;
  /** Returns what is news to this person in an event that somebody else caused, or null. */
  news?: (me: Actor, event: LiveEvent) => News | null;
  /** Handlers of signals, by name. A signal is in no log, so a missed signal is lost. */
  signals?: Record<string, (data: never) => void>;
}

/** Types a feature with the names of its events, so that a forgotten event does not compile. */
export const liveFeature = <E extends EventName>(feature: LiveFeature<E>): LiveFeature<E> =>
  feature;
