/** The calls about terms. */
import type { AssignmentCard } from "../../server/assignments/schema.ts";
import type { CloseInput } from "../../server/terms/schema.ts";
import { api, call, once } from "../kit/net/api.ts";
import { store } from "../kit/net/store.ts";
import { itemsAtom, type ItemsFilter, terms } from "./state.ts";

const at = api.terms;

export async function loadTerms(signal: AbortSignal): Promise<void> {
  terms.storeWhole(await call(at.$get({}, { init: { signal } })));
}

export async function closeTerm(json: CloseInput, key: string): Promise<void> {
  terms.applyOwn("term.changed", await call(at.$post({ json }, once(key))));
}

export async function undoTerm(id: string): Promise<void> {
  const { seq } = await call(at[":id"].undo.$post({ param: { id } }));
  terms.applyOwn("term.changed", { data: { _id: id, removed: true }, seq });
}

const pageOf = async ({ id, ...query }: ItemsFilter, page: number, signal?: AbortSignal) =>
  (await call(
    at[":id"].items.$get(
      { param: { id }, query: { ...query, page: String(page) } },
      signal && { init: { signal } },
    ),
  )).data;

export async function loadItems(filter: ItemsFilter, signal: AbortSignal): Promise<void> {
  store.set(itemsAtom, { filter, pages: 1, ...await pageOf(filter, 1, signal) });
}

export async function loadOlderItems(): Promise<void> {
  const known = store.get(itemsAtom);
  if (known === null) return;
  const pages = known.pages + 1;
  const { items, hasMore } = await pageOf(known.filter, pages);
  // Something else may have been chosen meanwhile.
  if (store.get(itemsAtom) !== known) return;
  store.set(itemsAtom, { ...known, pages, hasMore, items: [...known.items, ...items] });
}

/** The questions that are given out now, newest first: the ones that can be carried over. */
export async function questionsToCarry(signal: AbortSignal): Promise<AssignmentCard[]> {
  const { data } = await call(
    api.assignments.allResource.$get({ query: {} }, { init: { signal } }),
  );
  return data.filter(({ distributionTag }) => distributionTag !== "central");
}
