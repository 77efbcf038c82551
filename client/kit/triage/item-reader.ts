/** Who of the staff has which item open. The others see it, and are led to the next free one. */
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { type ReaderOf, readersAtom, storeReaders } from "../data/readers.ts";
import { meAtom } from "../net/session.ts";
import { emitWithReply, onReady } from "../net/socket.ts";

/** Returns the person who has the item open first, unless that is `me`. */
export function readerOf(
  readers: readonly ReaderOf[],
  item: string,
  me: string | undefined,
): ReaderOf | null {
  const first = readers.find((reader) => reader.item === item);
  return first === undefined || first.by._id === me ? null : first;
}

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

/** Items that are passed by faster than this, in ms, are not reserved. */
const TELL_AFTER = 100;
/** A reader who has done nothing for this long no longer reads. */
const IDLE_AFTER = 3 * 60_000;
const LOOK_EVERY = 15_000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "input"];

interface OpenItem {
  item: string | null;
  writing: boolean;
  /** The items whose answers are on their way. They stay reserved until these have arrived. */
  sending: readonly string[];
}

const NOTHING: OpenItem = { item: null, writing: false, sending: [] };
/** The server takes no more (`SENDING_MOST`). */
const SENDING_MOST = 10;

async function tell({ item, writing, sending }: OpenItem): Promise<void> {
  const work = {
    item,
    writing: item !== null && writing,
    sending: sending.slice(0, SENDING_MOST),
  };
  const answer = await emitWithReply<{ ok: boolean; readers: ReaderOf[] }>("reading", work);
  if (answer?.ok) storeReaders(answer);
}

/** Reserves an item, also after each reconnection. Returns a function that stops telling. */
function reserve(opened: OpenItem): () => void {
  let isHere = true;
  let activeAt = Date.now();
  let stopReady = () => {};
  const now = () => void tell(isHere ? opened : NOTHING);
  const notice = () => {
    activeAt = Date.now();
    if (isHere) return;
    isHere = true;
    now();
  };
  const begin = setTimeout(() => stopReady = onReady(now), TELL_AFTER);
  const look = setInterval(() => {
    if (!isHere || Date.now() - activeAt < IDLE_AFTER) return;
    isHere = false;
    now();
  }, LOOK_EVERY);
  for (const sign of SIGNS) document.addEventListener(sign, notice, { passive: true });
  return () => {
    clearTimeout(begin);
    clearInterval(look);
    stopReady();
    for (const sign of SIGNS) document.removeEventListener(sign, notice);
  };
}

const leave = (): void => void tell(NOTHING);
