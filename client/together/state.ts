/** Who looks at a doubt's program together, by the doubt's id, and the bytes that they send. */
import type { Together } from "../../server/together/schema.ts";
import { type Freshness, liveRecord, type Values } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export interface KnownTogether extends Freshness {
  doubtId: string;
  together: Together | null;
}

export const togethersAtom = perUserAtom<Values<KnownTogether>>({});

export const togethers = liveRecord({
  atom: togethersAtom,
  reduce: {
    "doubt.together": (known: KnownTogether, { doubtId, together }) =>
      doubtId === known.doubtId ? { ...known, together } : known,
  },
});

/** A message from the other side of a session. */
export interface PeerMessage {
  togetherId: string;
  /** The id of the person who sent it, as the server knows it. */
  by: string;
  data: ArrayBuffer | Uint8Array<ArrayBuffer>;
}

const listeners = new Set<(message: PeerMessage) => void>();

export function onRelayed(listener: (message: PeerMessage) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function passOn(message: PeerMessage): void {
  for (const listener of listeners) listener(message);
}
