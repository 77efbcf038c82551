/** The countdown of a class session: a time that is some minutes ahead, and how much is left. */
import { serverTime } from "../kit/net/server-clock.ts";

/** The server's time so many minutes from now. @param more ms that are left already */
export const inMinutes = (minutes: number, more = 0): string =>
  new Date(serverTime(Date.now()) + more + minutes * 60_000).toISOString();

/** Says how much of a countdown is left, in ms. */
export const sayLeft = (ms: number): string => ms > 0 ? showLeft(ms) : "Time is up";

const two = (count: number) => String(count).padStart(2, "0");

/** Formats what is left, in ms: "4:07", or "1:04:07" from an hour on. */
export function showLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
