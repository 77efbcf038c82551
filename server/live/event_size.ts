/** A too long event loses its long texts and lists, and says so with `omitted`. */
import { Buffer } from "node:buffer";
import { EVENT_MOST } from "../events.ts";

/** Texts of so many characters and lists of so many items stay in a shortened event. */
const TEXT = 200;
const LIST = 20;

type Event = { type: string; rooms: readonly string[]; data: unknown };
/** An event, and the length of its data as JSON in bytes. */
export type SizedEvent<E extends Event> = E & { bytes: number };

export function limitEventSize<E extends Event>(event: E): SizedEvent<E> {
  const whole = measured(event, event.data);
  if (whole.bytes <= EVENT_MOST) return whole;
  const short = measured(event, { ...shortened(event.data) as object, omitted: true });
  if (short.bytes > EVENT_MOST) throw new Error(`a ${event.type} is too long, even shortened`);
  return short;
}

const measured = <E extends Event>(event: E, data: unknown): SizedEvent<E> => ({
  ...event,
  data,
  bytes: Buffer.byteLength(JSON.stringify(data)),
});

/** A copy of the same shape, without long texts and long lists. */
function shortened(data: unknown): unknown {
  if (typeof data === "string") return data.length > TEXT ? "" : data;
  if (Array.isArray(data)) return data.length > LIST ? [] : data.map(shortened);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, one]) => [name, shortened(one)]));
}
