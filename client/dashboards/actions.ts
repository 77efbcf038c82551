/** The dashboards' API calls. */
import { ASSIGNMENTS_PER_PAGE, type PersonalAssignment } from "../../server/assignments/schema.ts";
import type { DoubtCard } from "../../server/doubts/schema.ts";
import { api, call, type Reply } from "../kit/net/api.ts";
import { mondayOf } from "../goals/state.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { assignments, assignmentsById } from "../assignments/state.ts";
import { meAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { fetchAllPages } from "../kit/net/fetch-pages.ts";
import {
  answersAtom,
  type Figures,
  figures,
  type PersonalList,
  personalList,
  weekOfDoubts,
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
  figures.store({ data, seq });
}

export async function loadPersonal(of: PersonalList["of"], signal: AbortSignal): Promise<void> {
  const options = { init: { signal } };
  const { personal, personalAssigned } = api.assignments;
  const loadPart = (from: string): Promise<Reply<PersonalAssignment[]>> =>
    of === "assigned by me"
      ? call(personalAssigned.$get({ query: { from } }, options))
      : call(personal.$get({ query: { from } }, options));
  const { data, seq } = await fetchAllPages(ASSIGNMENTS_PER_PAGE, loadPart);
  const items = data.map(({ assignedBy: _, assignedTo: __, ...item }) => item);
  const rows = data.map(({ _id, assignedBy, assignedTo }) => ({ _id, assignedBy, assignedTo }));
  assignments.store(assignmentsById(items, seq));
  personalList.store({ of, rows, seq });
}

const DOUBTS_A_PAGE = 100;
const PAGES_MOST = 5;

/** Fetches the doubts that were raised this week: at most `PAGES_MOST` pages. */
export async function loadWeekOfDoubts(signal: AbortSignal): Promise<void> {
  const doubts = new Map<string, DoubtCard>();
  const limit = String(DOUBTS_A_PAGE);
  let seq = Infinity;
  let isWhole = false;
  for (let page = 1; page <= PAGES_MOST && !isWhole; page++) {
    const query = { timeframe: "week", section: "all", page: String(page), limit } as const;
    const reply = await call(api.doubts["filter-doubts"].$get({ query }, { init: { signal } }));
    seq = Math.min(seq, reply.seq);
    for (const doubt of reply.data.doubts) doubts.set(doubt._id, doubt);
    isWhole = reply.data.doubts.length < DOUBTS_A_PAGE;
  }
  const since = mondayOf(store.get(todayAtom) ?? "");
  weekOfDoubts.store({ isWhole, since, doubts: [...doubts.values()], seq });
}

export async function loadAnswers(signal: AbortSignal): Promise<void> {
  const { data } = await call(api.dashboard.answers.$get({}, { init: { signal } }));
  store.set(answersAtom, { data, fetchedAt: Date.now() });
}
