/** The dashboards' own calls. */
import type { PersonalAssignment } from "../../server/assignments/schema.ts";
import { api, call, type Reply } from "../kit/api.ts";
import { pushesAfter } from "../kit/log.ts";
import { meAtom } from "../kit/session.ts";
import { store } from "../kit/store.ts";
import {
  type AnyPush,
  type Figures,
  figuresAtom,
  keepPersonal,
  movesFigures,
  type PersonalList,
  personalListAtom,
} from "./state.ts";

export async function loadFigures(signal: AbortSignal): Promise<void> {
  const me = store.get(meAtom);
  if (me === null) return;
  const options = { init: { signal } };
  const { dashboard } = api;
  const { data, seq }: Reply<Figures> = me.role === "admin"
    ? await call(dashboard.admin.$get({}, options))
    : me.role === "mentor"
    ? await call(dashboard.mentor.$get({}, options))
    : await call(dashboard.student.$get({}, options));
  const moves = pushesAfter(seq).filter(({ event }) => movesFigures(me, event));
  store.set(figuresAtom, { data, seq, movedAt: moves.at(-1)?.data.seq ?? 0 });
}

export async function loadPersonal(of: PersonalList["of"], signal: AbortSignal): Promise<void> {
  const options = { init: { signal } };
  const { personal, personalAssigned } = api.assignments;
  const loadPage = (page: string): Promise<Reply<PersonalAssignment[]>> =>
    of === "assigned by me"
      ? call(personalAssigned.$get({ query: { page } }, options))
      : call(personal.$get({ query: { page } }, options));
  // With it comes zod, which the dashboard itself does without.
  const { SHELF_MOST } = await import("../../server/assignments/schema.ts");
  const { data, seq } = await loadPage("1");
  const items = [...data];
  for (let page = 2; items.length === (page - 1) * SHELF_MOST; page++) {
    items.push(...(await loadPage(String(page))).data);
  }
  const me = store.get(meAtom);
  if (me === null) return;
  const fetched: PersonalList = { of, data: items, seq, movedAt: 0 };
  const pushes = pushesAfter(seq) as unknown as AnyPush[];
  store.set(personalListAtom, pushes.reduce((list, push) => keepPersonal(list, push, me), fetched));
}
