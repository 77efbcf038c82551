/** An event is bounded: of one that would be longer, what is long is left out, and it says so. */
import { Buffer } from "node:buffer";
import { EVENT_MOST } from "./events.ts";

/** Texts and lists up to here stay in an event that is shortened. */
const TEXT = 200;
const LIST = 20;

type Event = { type: string; rooms: readonly string[]; data: unknown };
/** An event, its length, and the JSON of all of it. */
export type Fitted<E extends Event> = E & { bytes: number; json: string };

export function fitted<E extends Event>(event: E): Fitted<E> {
  const whole = measured(event, event.data);
  if (whole.bytes <= EVENT_MOST) return whole;
  const short = measured(event, { ...shortened(event.data) as object, omitted: true });
  if (short.bytes > EVENT_MOST) throw new Error(`a ${event.type} is too long, even shortened`);
  return short;
}

function measured<E extends Event>({ ...event }: E, data: unknown): Fitted<E> {
  const text = JSON.stringify(data);
  const bytes = Buffer.byteLength(text);
  // Put together by hand: turned into JSON once, it is as long as what is counted.
  const head = JSON.stringify({ type: event.type, rooms: event.rooms, bytes });
  return { ...event, data, bytes, json: `${head.slice(0, -1)},"data":${text}}` };
}

/** The same, of the same shape, without long texts and long lists. */
function shortened(data: unknown): unknown {
  if (typeof data === "string") return data.length > TEXT ? "" : data;
  if (Array.isArray(data)) return data.length > LIST ? [] : data.map(shortened);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, one]) => [name, shortened(one)]));
}
