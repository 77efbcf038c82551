/** The dashboards' own calls. */
import { type PersonalAssignment, SHELF_MOST } from "../../server/assignments/schema.ts";
import { api, call, type Reply } from "../kit/api.ts";
import { mondayOf } from "../goals/state.ts";
import { todayAtom } from "../kit/day.ts";
import { pushesAfter } from "../kit/log.ts";
import { meAtom } from "../kit/session.ts";
import { store } from "../kit/store.ts";
import { whole } from "../kit/whole.ts";
import {
  type AnyPush,
  drawn,
  type DrawnDoubt,
  type Figures,
  figuresAtom,
  keepInWeek,
  keepPersonal,
  movesFigures,
  type PersonalList,
  personalListAtom,
  type WeekOfDoubts,
  weekOfDoubtsAtom,
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
  const { data, seq } = await whole(SHELF_MOST, loadPage);
  const me = store.get(meAtom);
  if (me === null) return;
  const fetched: PersonalList = { of, data, seq, movedAt: 0 };
  const pushes = pushesAfter(seq) as unknown as AnyPush[];
  store.set(personalListAtom, pushes.reduce((list, push) => keepPersonal(list, push, me), fetched));
}

const DOUBTS_A_PAGE = 100;
const PAGES_MOST = 5;

/** What was raised this week, as far as a few calls tell. */
export async function loadWeekOfDoubts(signal: AbortSignal): Promise<void> {
  const doubts: Record<string, DrawnDoubt> = {};
  let first = 0;
  let isWhole = false;
  for (let page = 1; page <= PAGES_MOST && !isWhole; page++) {
    const { data, seq } = await call(api.doubts["filter-doubts"].$get({
      query: { timeframe: "week", page: String(page), limit: String(DOUBTS_A_PAGE) },
    }, { init: { signal } }));
    if (page === 1) first = seq;
    for (const doubt of data.doubts) doubts[doubt._id] = drawn(doubt);
    isWhole = data.doubts.length < DOUBTS_A_PAGE;
  }
  const since = mondayOf(store.get(todayAtom) ?? "");
  const pushes = pushesAfter(first) as unknown as AnyPush[];
  const fetched: WeekOfDoubts = { isWhole, since, doubts };
  store.set(weekOfDoubtsAtom, pushes.reduce(keepInWeek, fetched));
}
