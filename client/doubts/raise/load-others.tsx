/** State and calls of the doubts that others asked on an assignment. */
import { atom } from "jotai/vanilla";
import type { AskedDoubt, ListedDoubt, SimilarDoubt } from "../../../server/doubts/schema.ts";
import { api, call } from "../../kit/net/api.ts";
import { meAtom, perUserAtom } from "../../kit/net/session.ts";
import { store } from "../../kit/net/store.ts";
import { markFollowed } from "../followed-doubts.tsx";
import { doubts, doubtsAtom, hiddenAtom, isHiddenAt, storeRows } from "../state.ts";

interface FetchedList {
  assignmentId: string;
  ids: readonly string[];
  seq: number;
}
const fetchedAtom = perUserAtom<FetchedList | null>(null);

/** The doubts of others on the open assignment: those that were fetched, and new ones after them. */
export const othersAtom = atom((get) => {
  const fetched = get(fetchedAtom);
  if (fetched === null) return null;
  const { assignmentId, seq } = fetched;
  const me = get(meAtom);
  const all = get(doubtsAtom);
  const hidden = get(hiddenAtom);
  const ids = fetched.ids.filter((id) => !isHiddenAt(hidden, id, seq));
  const isOthers = ({ _id, assignment, student }: ListedDoubt) =>
    assignment._id === assignmentId && student._id !== me?._id && !ids.includes(_id) &&
    !isHiddenAt(hidden, _id);
  const since = Object.values(all).map(({ row }) => row).filter(isOthers);
  return { assignmentId, doubts: [...ids.flatMap((id) => all[id]?.row ?? []), ...since] };
});

export async function loadAsked(assignmentId: string, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api.doubts.asked.$get({ query: { assignmentId } }, { init: { signal } }),
  );
  storeAsked(data, seq);
  store.set(fetchedAtom, { assignmentId, ids: data.map(({ _id }) => _id), seq });
}

function storeAsked(asked: readonly AskedDoubt[], seq: number): void {
  storeRows(asked.map(({ isShared: _, ...row }) => row), seq);
}

export async function setShared(id: string, isShared: boolean): Promise<void> {
  const param = { id };
  const { data } = isShared
    ? await call(api.doubts[":id"].share.$post({ param }))
    : await call(api.doubts[":id"].share.$delete({ param }));
  markFollowed(id, data.isShared);
  doubts.edit(id, (known) => ({ ...known, row: { ...known.row, sharers: data.sharers } }));
}

export async function similarDoubts(
  query: { assignmentId: string; text: string; runId?: string },
  signal: AbortSignal,
): Promise<SimilarDoubt[]> {
  const { data, seq } = await call(api.doubts.similar.$get({ query }, { init: { signal } }));
  storeAsked(data.map(({ alike: _, ...row }) => row), seq);
  return data;
}
