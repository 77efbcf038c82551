/**
 * Live queries: fetched values that events keep up to date.
 *
 *     export const goals = liveQuery({
 *       atom: goalsAtom,
 *       reduce: { "goal.saved": (known, goal) => … },
 *       stale: ["section.changed"],
 *     });
 *     goals.store({ items: data, seq }); // in actions.ts, with a reply
 *
 * An event that contains the new value has a reducer. After the other events that change the value,
 * it is stale, and the screen fetches it again (`useLoad`). The rest is done here: the events that
 * arrived during a request are applied to its reply, and an event is applied once, even if it is
 * delivered twice.
 */
import { atom, type PrimitiveAtom, type WritableAtom } from "jotai/vanilla";
import type { Actor } from "../../../server/kit/core/roles.ts";
import type { News } from "../news/news.ts";
import { type EventName, eventsAfter, type LiveEvent } from "../net/event-log.ts";
import type { Reply } from "../net/api.ts";
import { meAtom } from "../net/session.ts";
import type { Signals } from "../net/socket.ts";
import { store } from "../net/store.ts";

export interface Freshness {
  /** The position in the event log up to which the value is current. */
  seq: number;
  /** Something has changed that only the server knows: fetch the value again. */
  stale: boolean;
}

type DataOf<N extends EventName> = LiveEvent<N>["data"];

/** One reducer for each event that changes a value; without a change, it returns the same value. */
type Reducers<T, E extends EventName> = {
  readonly [N in E]: (value: T, data: DataOf<N>, me: Actor | null) => T;
};

/** How events change a value of the signed-in user. */
interface Changes<T, E extends EventName, S extends EventName> {
  reduce?: Reducers<T, E>;
  /** The events after which the value is fetched again. */
  stale?: readonly S[];
  /** Whether one of those events is about this value. Without it, all of them are. */
  isAbout?: (value: T, data: DataOf<S>, me: Actor | null) => boolean;
}

/** The handlers of all values, which add themselves. */
const handlers: ((event: LiveEvent) => void)[] = [];

export function handleEvent(event: LiveEvent): void {
  for (const handle of handlers) handle(event);
}

export const markStale = <T extends Freshness>(value: T): T =>
  value.stale ? value : { ...value, stale: true };

type AnyChanges<T> = {
  reduce?: Partial<Reducers<T, EventName>>;
  stale?: readonly EventName[];
  isAbout?: (value: T, data: never, me: Actor | null) => boolean;
};

/** Applies an event to a value, without comparing their positions in the log. */
function reduced<T extends Freshness>(
  { reduce = {}, stale = [], isAbout = () => true }: AnyChanges<T>,
  value: T,
  { event, data }: LiveEvent,
  me: Actor | null,
): T {
  const reducer = reduce[event] as ((value: T, data: unknown, me: Actor | null) => T) | undefined;
  const isStale = stale.includes(event) && isAbout(value, data as never, me);
  const next = reducer?.(value, data, me) ?? value;
  if (event === "person.renamed") return withName(next, data);
  return isStale ? markStale(next) : next;
}

/** Maps the values of a record. When no value changes, it returns the same object. */
function mapValues<T>(
  all: Readonly<Record<string, T>>,
  edit: (one: T, key: string) => T,
): Readonly<Record<string, T>> {
  let edited: Record<string, T> | undefined;
  for (const [key, one] of Object.entries(all)) {
    const next = edit(one, key);
    if (next !== one) (edited ??= { ...all })[key] = next;
  }
  return edited ?? all;
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
function applyEvent<T extends Freshness>(
  changes: AnyChanges<T>,
  value: T,
  event: LiveEvent,
  me: Actor | null,
): T {
  const { data } = event;
  if (data.seq <= value.seq) return value;
  const next = reduced(changes, value, event, me);
  if (next === value) return value;
  // The event was too long to be sent whole, so its long texts are missing.
  return "omitted" in data ? markStale(value) : { ...next, seq: data.seq };
}

/** A reply's value: it is not stale. */
type Fetched<T> = Omit<T, "stale">;

/** The data of an event, without its position, which the reply to the own write also has. */
export type OwnData<N extends EventName> = DataOf<N> extends infer D
  ? D extends unknown ? Omit<D, "seq"> : never
  : never;

export type Values<T> = Readonly<Record<string, T>>;

interface RecordOptions<T extends Freshness> {
  atom: WritableAtom<Values<T>, [Values<T>], unknown>;
  /** Makes an unknown value from an event; undefined if it is not wanted. */
  add?: (event: LiveEvent, me: Actor | null) => readonly [key: string, value: T] | undefined;
  /** Joins a known value with a reply's. By default, the fresher one stays. */
  join?: (known: T, reply: T) => T;
}

/** Returns the fresher value. A stale one never wins: later events are applied to the reply. */
const fresher = <T extends Freshness>(known: T, reply: T): T =>
  known.seq > reply.seq && !known.stale ? known : reply;

/** Makes a live query of many values. Each is stored once by its id, and lists refer to it. */
export function liveRecord<
  T extends Freshness,
  E extends EventName = never,
  S extends EventName = never,
>(
  { atom, add, join = fresher, ...changes }: RecordOptions<T> & Changes<T, E, S>,
) {
  const all = changes as AnyChanges<T>;
  const withAdded = (values: Values<T>, event: LiveEvent, me: Actor | null) => {
    const added = "omitted" in event.data ? undefined : add?.(event, me);
    return added === undefined || added[0] in values ? values : { ...values, [added[0]]: added[1] };
  };
  /** Returns the values after an event, without storing them. */
  const apply = (values: Values<T>, event: LiveEvent, me: Actor | null) =>
    withAdded(mapValues(values, (value) => applyEvent(all, value, event, me)), event, me);
  /** Returns the values after the events since a position, without storing them. */
  const replayed = (values: Values<T>, since: number): Values<T> => {
    const me = store.get(meAtom);
    return eventsAfter(since).reduce((now, event) => apply(now, event, me), values);
  };
  /** Returns the values joined with those of a reply, without storing them. */
  const joined = (values: Values<T>, reply: Values<T>): Values<T> => ({
    ...values,
    ...mapValues(reply, (value, key) => {
      const known = values[key];
      return known === undefined ? value : join(known, value);
    }),
  });
  const set = (next: Values<T>) => {
    if (next !== store.get(atom)) store.set(atom, next);
  };
  handlers.push((event) => set(apply(store.get(atom), event, store.get(meAtom))));
  return {
    apply,
    replayed,
    joined,
    /** Stores the values of one reply, with the events that arrived during the request. */
    store(reply: Values<Fetched<T>>): void {
      const fetched = mapValues(reply, (value) => ({ ...value, stale: false })) as Values<T>;
      const since = Math.min(...Object.values(fetched).map(({ seq }) => seq));
      set(replayed(joined(store.get(atom), fetched), since));
    },
    /** Applies the reply to this tab's own write as the event that it causes, which may come late. */
    applyOwn<N extends E>(event: N, { data, seq }: Reply<OwnData<N>>): void {
      const own = { event, data: { ...data as object, seq } } as LiveEvent;
      const me = store.get(meAtom);
      const change = (value: T): T => {
        const next = reduced(all, value, own, me);
        // Older events of other users may still come, so the value does not get the reply's position.
        return next === value ? value : { ...next, seq: Math.min(value.seq, seq) };
      };
      set(replayed(withAdded(mapValues(store.get(atom), change), own, me), seq));
    },
    /** Changes a known value at once. */
    edit(key: string, change: (value: T) => T): void {
      const values = store.get(atom);
      const value = values[key];
      const next = value && change(value);
      if (next !== undefined && next !== value) set({ ...values, [key]: next });
    },
  };
}

/**
 * Makes a live query of one value: a record with one key.
 * @param atom holds the value; null until it is fetched
 */
export function liveQuery<
  T extends Freshness,
  E extends EventName = never,
  S extends EventName = never,
>(
  { atom: valueAtom, ...changes }: { atom: PrimitiveAtom<T | null> } & Changes<T, E, S>,
) {
  const record = (value: T | null): Values<T> => value === null ? {} : { value };
  const query = liveRecord<T, E, S>({
    ...changes,
    atom: atom(
      (get) => record(get(valueAtom)),
      (_get, set, { value }: Values<T>) => set(valueAtom, value ?? null),
    ),
    join: (_known, reply) => reply,
  });
  return {
    /** Returns the value after an event, without storing it. */
    apply: (value: T, event: LiveEvent, me: Actor | null): T =>
      query.apply(record(value), event, me).value as T,
    /** Returns a reply with the events that arrived during the request, without storing it. */
    replayed: (reply: T): T => query.replayed(record(reply), reply.seq).value as T,
    /** Stores a reply with the events that arrived during the request. */
    store: (value: Fetched<T>): void => query.store({ value }),
    edit: (change: (value: T) => T): void => query.edit("value", change),
    applyOwn: query.applyOwn,
  };
}

/** Runs a function for an event that changes no value. */
export function onEvent<E extends EventName>(event: E, act: (data: DataOf<E>) => void): void {
  handlers.push((one) => {
    if (one.event === event) act(one.data as DataOf<E>);
  });
}

/** What else a feature does with events. `client/live.ts` gathers these. */
export interface LiveFeature {
  /** Returns the event before this one that the server does not send, since this one tells it. */
  implied?: (event: LiveEvent) => LiveEvent | null;
  /** Returns what is news to this person in an event that somebody else caused, or null. */
  news?: (me: Actor, event: LiveEvent) => News | null;
  signals?: Signals;
}
