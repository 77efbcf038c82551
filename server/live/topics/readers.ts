/**
 * Reading: which member of the staff has which item of a queue open. It reserves the item softly:
 * the others see it, and are led to the next free one. It ends with the socket, and refuses nothing.
 */
import * as z from "zod";
import type { Someone } from "../../kit/core/schema.ts";

const READERS_MOST = 200;

/** What one socket has open. `since` is the time of this server. */
export type OpenItem = {
  item: string;
  since: number;
  isWriting: boolean;
  /** The items whose answers are on their way. They stay reserved until these have arrived. */
  sending?: string[];
};

/** One socket of a member of the staff. */
export type StaffHere = { person: Someone; reading: OpenItem | null };

export type ReaderOf = Omit<OpenItem, "sending"> & { by: Someone };

/** A topic's name and an id, such as `doubt:<id>`. */
const item = z.string().regex(/^[a-z]{1,20}:[0-9a-f.-]{1,80}$/);

/** The most answers of one socket that reserve their items. */
const SENDING_MOST = 10;

/** `item` is null when nothing is open. */
const message = z.object({
  item: item.nullable().default(null),
  writing: z.boolean().default(false),
  sending: z.array(item).max(SENDING_MOST).default([]),
});

/** Returns what a socket has open after its message, or undefined if the message is not valid. */
export function readingAfter(body: unknown, before: OpenItem | null): OpenItem | null | undefined {
  const read = message.safeParse(body ?? {});
  if (!read.success) return undefined;
  const { item, writing, sending } = read.data;
  if (item === null && sending.length === 0) return null;
  // The person who opened an item first keeps their turn.
  const since = before?.item === item ? before.since : Date.now();
  return { item: item ?? "", since, isWriting: writing, ...(sending.length > 0 && { sending }) };
}

/** Returns who reads what: each person once for an item, in the order in which they opened it. */
export function readersOf(staff: readonly StaffHere[]): ReaderOf[] {
  const readers = new Map<string, ReaderOf>();
  for (const { person: by, reading } of staff) {
    if (!reading) continue;
    const { sending = [], ...open } = reading;
    const sent = sending.map((item) => ({ item, since: 0, isWriting: true }));
    for (const one of open.item === "" ? sent : [open, ...sent]) {
      const key = `${one.item} ${by._id}`;
      const other = readers.get(key);
      readers.set(key, {
        item: one.item,
        since: Math.min(one.since, other?.since ?? Infinity),
        isWriting: one.isWriting || other?.isWriting === true,
        by,
      });
    }
  }
  const order = (a: ReaderOf, b: ReaderOf) => a.since - b.since || (a.by._id < b.by._id ? -1 : 1);
  return [...readers.values()].sort(order).slice(0, READERS_MOST);
}
