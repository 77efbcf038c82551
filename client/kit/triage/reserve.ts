/**
 * Tells the server which item the user reads. A reservation refuses nothing. It ends when the item is
 * left, the connection is lost, or the reader has done nothing for a while.
 */
import { type ReaderOf, storeReaders } from "../data/readers.ts";
import { emitWithReply, onReady } from "../net/socket.ts";

/** Items that are passed by faster than this, in ms, are not reserved. */
const TELL_AFTER = 100;
/** A reader who has done nothing for this long no longer reads. */
const IDLE_AFTER = 3 * 60_000;
const LOOK_EVERY = 15_000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "input"];

export interface OpenItem {
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
export function reserve(opened: OpenItem): () => void {
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

export const leave = (): void => void tell(NOTHING);
