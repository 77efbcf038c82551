/** When one's calendar address was made; null until it is fetched. */
import type { CalendarState } from "../../server/calendar/schema.ts";
import { type Freshness, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type KnownCalendar = Freshness & CalendarState;

export const calendarAtom = perUserAtom<KnownCalendar | null>(null);

export const calendar = liveQuery({
  atom: calendarAtom,
  reduce: {
    "calendar.changed": (known: KnownCalendar, { madeAt }) => ({ ...known, madeAt }),
  },
});
