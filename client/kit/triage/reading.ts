/** Who of the staff has which item open. The others see it, and are led to the next free one. */
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { type ReaderOf, readersAtom } from "../data/readers.ts";
import { meAtom } from "../net/session.ts";
import { leave, reserve } from "./reserve.ts";

/** Returns the person who has the item open first, unless that is `me`. */
export function readerOf(
  readers: readonly ReaderOf[],
  item: string,
  me: string | undefined,
): ReaderOf | null {
  const first = readers.find((reader) => reader.item === item);
  return first === undefined || first.by._id === me ? null : first;
}

/** The person other than the user who has the item open first, or null. */
export function useReader(item: string): ReaderOf | null {
  const me = useAtomValue(meAtom);
  return readerOf(useAtomValue(readersAtom), item, me?._id);
}

/** "Asha Rao is reading this", or "is writing". */
export const readerText = ({ by, isWriting }: ReaderOf): string =>
  `${by.name} is ${isWriting ? "writing" : "reading this"}`;

/**
 * Reserves the open item while it is shown.
 * @param item the item, such as `doubt:<id>`, or null when none is open
 * @param sending the items whose answers are on their way: they stay reserved until then
 */
export function useReading(
  item: string | null,
  writing: boolean,
  sending: readonly string[],
): void {
  const sent = sending.join(" ");
  useEffect(() => {
    return reserve({ item, writing, sending: sent.split(" ").filter(Boolean) });
  }, [item, writing, sent]);
  // Only leaving the view ends it: the next item replaces the one before.
  useEffect(() => leave, []);
}
