/** The calls about looking at a program together. */
import { api, call } from "../kit/net/api.ts";
import { meAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import type { Together } from "../../server/together/schema.ts";
import { togethers } from "./state.ts";

export async function loadTogether(doubtId: string, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api.doubts[":id"].together.$get({ param: { id: doubtId } }, { init: { signal } }),
  );
  if (store.get(meAtom) === null) return;
  togethers.store({ [doubtId]: { doubtId, together: data.together, seq } });
}

const applyOwn = (doubtId: string, together: Together | null, seq: number): void =>
  togethers.applyOwn("doubt.together", { data: { doubtId, together, ended: null }, seq });

export async function askTogether(doubtId: string): Promise<void> {
  const { data, seq } = await call(api.doubts[":id"].together.$post({ param: { id: doubtId } }));
  applyOwn(doubtId, data, seq);
}

export async function agreeTogether({ doubtId, _id }: Together): Promise<void> {
  const { data, seq } = await call(
    api.doubts[":id"].together.$put({ param: { id: doubtId }, json: { _id } }),
  );
  applyOwn(doubtId, data, seq);
}

export async function endTogether({ doubtId }: Together): Promise<void> {
  const { seq } = await call(api.doubts[":id"].together.$delete({ param: { id: doubtId } }));
  applyOwn(doubtId, null, seq);
}
