/** The class's calendar day, by the server's clock and in the class's time zone. */
import { atom } from "jotai/vanilla";
import { noteServerTime, serverTime } from "./server-clock.ts";
import { fetchAgain } from "./socket.ts";
import { store } from "./store.ts";

const LOOK_EVERY = 10_000;

/** YYYY-MM-DD; null until the first reply. */
export const todayAtom = atom<string | null>(null);

let zone = "";
/** Formats days as YYYY-MM-DD. */
let calendar: Intl.DateTimeFormat | undefined;
let usedZone: string | undefined;
let looking: ReturnType<typeof setInterval> | undefined;

/** Reads the server's time and the class's time zone from a reply; a cached one has no time. */
export function noteTime(headers: Headers): void {
  const named = headers.get("x-zone");
  if (named === null) return;
  if (named !== zone) {
    // Not the browser's name of it: Chromium calls Asia/Kolkata Asia/Calcutta.
    zone = usedZone = named;
    try {
      calendar = new Intl.DateTimeFormat("sv-SE", { timeZone: named });
    } catch {
      // This browser does not know the zone. Its own zone is the best guess.
      calendar = new Intl.DateTimeFormat("sv-SE");
      usedZone = calendar.resolvedOptions().timeZone;
    }
  }
  noteServerTime(headers.get("date"));
  look();
  looking ??= setInterval(look, LOOK_EVERY);
}

/** Returns the class's calendar day at a time. A calendar day is returned as it is. */
export function dayOf(time: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(time)) return time;
  return (calendar ?? new Intl.DateTimeFormat("sv-SE")).format(new Date(time));
}

/** How many days a calendar day lies ahead of another; NaN while that is not known. */
export const daysAfter = (today: string | null, day: string): number =>
  today === null ? NaN : (Date.parse(day) - Date.parse(today)) / (24 * 60 * 60_000);

/** Returns the class's time zone; undefined until the first reply, or if it is unknown here. */
export const classZone = (): string | undefined => usedZone;

function look(): void {
  if (calendar === undefined) return;
  const day = calendar.format(serverTime(Date.now()));
  const known = store.get(todayAtom);
  if (day === known) return;
  store.set(todayAtom, day);
  // Midnight has passed, so everything that is shown for today is fetched again.
  if (known !== null) fetchAgain();
}
