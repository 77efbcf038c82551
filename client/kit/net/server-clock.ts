/** The server's clock. A device's own clock may be wrong by hours, or by days. */
import { readStored, writeStored } from "./storage.ts";

/** What is known from an earlier visit holds until the first reply of this one. */
const STORED = "clock-ahead";

/** How far the server's clock is ahead of this device's clock, in ms. */
let ahead = readStored<number>(STORED) ?? 0;

/** Converts a time of this device's clock to the server's clock. */
export const serverTime = (time: number): number => time + ahead;

/** The server's time now, as it writes times. */
export const serverNow = (): string => new Date(serverTime(Date.now())).toISOString();

export function noteServerTime(date: string | null): void {
  const off = Date.parse(date ?? "") - serverTime(Date.now());
  // The header has whole seconds, and the reply took a moment: a little earlier is the same time.
  if (off > 0 || off < -2000) writeStored(STORED, ahead += off);
}
