/** The class's calendar day, by the server's clock and in the class's time zone. */
import { atom } from "jotai/vanilla";
import { resyncAtom } from "./socket.ts";
import { store } from "./store.ts";

const LOOK_EVERY = 10_000;

/** YYYY-MM-DD; null until the first reply has come. */
export const todayAtom = atom<string | null>(null);

let zone = "";
let calendar: Intl.DateTimeFormat | undefined;
/** By how much the server's clock is ahead of this device's. */
let ahead = 0;
let looking: ReturnType<typeof setInterval> | undefined;

/** A reply tells the server's time and the class's zone. */
export function noteTime(headers: Headers): void {
  const time = Date.parse(headers.get("date") ?? "");
  const named = headers.get("x-zone");
  if (named === null || Number.isNaN(time)) return;
  if (named !== zone) {
    zone = named;
    calendar = calendarOf(named);
  }
  ahead = time - Date.now();
  look();
  looking ??= setInterval(look, LOOK_EVERY);
}

/** Written as YYYY-MM-DD. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("sv-SE", { timeZone });
  } catch {
    // This browser does not know the zone: its own is the best guess.
    return new Intl.DateTimeFormat("sv-SE");
  }
}

/** The class's calendar day at a time; a day stays that day. */
export function dayOf(time: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(time)) return time;
  return (calendar ?? calendarOf(zone)).format(new Date(time));
}

/** A time of this device's clock, by the server's. */
export const serverTime = (time: number): number => time + ahead;

function look(): void {
  if (calendar === undefined) return;
  const day = calendar.format(Date.now() + ahead);
  const known = store.get(todayAtom);
  if (day === known) return;
  store.set(todayAtom, day);
  // Midnight: what is on the screen as today's is yesterday's.
  if (known !== null) store.set(resyncAtom, (count) => count + 1);
}
