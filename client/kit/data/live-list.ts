/**
 * Live lists: the newest rows of a list of the server, as far as they are fetched. Events say by
 * their names which row comes, changes or leaves:
 *
 * export const announcements = liveList({
 *   atom: announcementsAtom,
 *   order: newestFirst,
 *   rows: { "announcement.saved": asRow, "announcement.deleted": gone },
 * });
 * await announcements.load(pages); // in actions.ts: fetches it as far as it is known
 */
import type { PrimitiveAtom } from "jotai/vanilla";
import type { Reply } from "../net/api.ts";
import type { EventName } from "../net/event-log.ts";
import { store } from "../net/store.ts";
import { type Freshness, liveQuery, markStale, type OwnData } from "./live-query.ts";

export interface Row {
  _id: string;
  /** Missing on rows that never change. */
  version?: number;
}

export interface LiveList<T> extends Freshness {
  items: readonly T[];
  /** The server has no further rows. */
  isWhole: boolean;
}

/** Negative when `a` comes before `b`. */
export type Order<T> = (a: T, b: T) => number;

/** The order of times or ids by their characters: the earliest first. */
export const byText = (a: string, b: string): number => a < b ? -1 : Number(a > b);

type Dated = { _id: string; createdAt: string };
export const newestFirst = (a: Dated, b: Dated): number =>
  byText(b.createdAt + b._id, a.createdAt + a._id);

/** What is prepared: the next one is first. */
export const nextFirst = (a: { appearsAt: string }, b: { appearsAt: string }): number =>
  byText(a.appearsAt, b.appearsAt);

/** The event's data is the row. */
export const asRow = <D>(data: D): D => data;
/** The row leaves the list. */
export const gone = (): null => null;

type RowIn<L extends LiveList<Row>> = L["items"][number];
type Rows<L extends LiveList<Row>, E extends EventName> = {
  readonly [N in E]: (data: OwnData<N>, list: L) => RowIn<L> | null;
};

/** A page of the server's list: its number, counted from 1, and its size. */
export interface Page {
  page: number;
  limit: number;
}

export interface Pages<T> {
  /** The most rows of a page. */
  size: number;
  fetch: (query: { page: string; limit: string }) => Promise<Reply<T[]>>;
}

/** The page after `count` rows. It overlaps them: others may have been deleted on the server. */
export function nextPage(count: number, size: number): Page {
  const behind = (limit: number) => count % limit === 0 ? 0 : limit - count % limit;
  const limits = Array.from({ length: Math.ceil(size / 2) }, (_, less) => size - less);
  const limit = limits.reduce((best, one) => behind(one) > behind(best) ? one : best);
  return { page: Math.floor(count / limit) + 1, limit };
}

/** Returns the list with this row, unless it is behind the fetched ones or an older version. */
export function placeRow<L extends LiveList<Row>>(
  list: L,
  { id, row, order }: { id: string; row: RowIn<L> | null; order: Order<RowIn<L>> },
): L {
  const known = list.items.find(({ _id }) => _id === id);
  if (known === undefined && row === null) return list;
  if (row !== null && (known?.version ?? 0) > (row.version ?? 0)) return list;
  const others = list.items.filter((one) => one !== known);
  const last = list.items.at(-1);
  // Without a known row, it cannot be told where the list ends.
  if (row !== null && !list.isWhole && last === undefined) return markStale(list);
  const isBehind = row !== null && !list.isWhole && last !== undefined && order(row, last) > 0;
  const items = row === null || isBehind ? others : [...others, row].sort(order);
  return { ...list, items };
}

/** Returns the list with a page. If rows may be missing between them, it stays as it is. */
export function withPage<T extends Row>(
  list: LiveList<T> | null,
  { data, seq, page, limit }: Reply<T[]> & Page,
  order: Order<T>,
): LiveList<T> {
  const known = new Map(list?.items.map((row) => [row._id, row]));
  if (list !== null && page > 1 && !data.some(({ _id }) => known.has(_id))) return list;
  for (const row of data) {
    if ((known.get(row._id)?.version ?? 0) <= (row.version ?? 0)) known.set(row._id, row);
  }
  return {
    items: [...known.values()].sort(order),
    isWhole: data.length < limit,
    // The rows that were known before are not fresher than before.
    seq: Math.min(list?.seq ?? seq, seq),
    stale: list?.stale ?? false,
  };
}

interface Options<L extends LiveList<Row>, E extends EventName, S extends EventName> {
  atom: PrimitiveAtom<L | null>;
  order: Order<RowIn<L>>;
  /** For each event: the row that it brings, or null when the row with its `_id` is not in the list. */
  rows: Rows<L, E>;
  /** The events that do not tell the new list: it is fetched again. */
  stale?: readonly S[];
  /** The most rows that are shown. */
  most?: number;
}

export function liveList<
  L extends LiveList<Row>,
  E extends EventName,
  S extends EventName = never,
>({ atom, order, rows, stale = [], most }: Options<L, E, S>) {
  const place = (list: L, id: string, row: RowIn<L> | null): L => {
    const next = placeRow(list, { id, row, order });
    return next === list ? list : { ...next, items: next.items.slice(0, most) };
  };
  const reducers = Object.entries(rows).map(([name, rowOf]) => [
    name,
    (list: L, { seq: _, ...data }: { seq: number; _id: string }) =>
      place(list, data._id, (rowOf as (data: unknown, list: L) => RowIn<L> | null)(data, list)),
  ]);
  const query = liveQuery<L, E, S>({ atom, reduce: Object.fromEntries(reducers) as never, stale });
  const fetchPage = async ({ fetch }: Pages<RowIn<L>>, page: Page) => ({
    ...await fetch({ page: String(page.page), limit: String(page.limit) }),
    ...page,
  });
  return {
    ...query,
    /** Stores the reply of a list that the server gives whole. */
    storeWhole: ({ data, seq }: Reply<readonly RowIn<L>[]>) =>
      query.store({ items: data, isWhole: true, seq } as unknown as L),
    /** Fetches the list anew as far as it is known: no row that is shown goes away. */
    async load(pages: Pages<RowIn<L>>): Promise<void> {
      const { size } = pages;
      let list = withPage(null, await fetchPage(pages, { page: 1, limit: size }), order);
      for (let before = 0; before < list.items.length;) {
        before = list.items.length;
        if (list.isWhole || before >= (store.get(atom)?.items.length ?? 0)) break;
        list = withPage(list, await fetchPage(pages, nextPage(before, size)), order);
      }
      query.store(list as L);
    },
    async loadOlder(pages: Pages<RowIn<L>>): Promise<void> {
      const known = store.get(atom);
      if (known === null) return;
      const page = await fetchPage(pages, nextPage(known.items.length, pages.size));
      query.edit((now) => query.replayed({ ...now, ...withPage(now, page, order) }));
    },
    /** Keeps this tab's own change of a row at once; null: it has left the list. */
    put: (id: string, row: RowIn<L> | null) => query.edit((list) => place(list, id, row)),
  };
}
