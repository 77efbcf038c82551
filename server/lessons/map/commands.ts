/**
 * Takes signs of life: a learner has opened a question, or writes. They are stored in batches, and
 * at most once in `KEPT_SECONDS` for a learner, a question and a kind. So a tab that sends thousands
 * costs the others nothing.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Parts } from "../../kit/core/parts.ts";
import { transact } from "../../live/outbox.ts";
import { type Sign, storeSigns } from "./writes.ts";
import { KEPT_SECONDS } from "./schema.ts";

/** Signs are collected for this long. */
const COLLECT_MS = 500;
/** The most signs of one statement, so that its event is short enough. */
const BATCH_MOST = 500;
/** The most signs whose times are remembered. */
const REMEMBERED_MOST = 20_000;

type NotedSign = { at: number; written: Promise<void> };

/** Returns the function that takes the signs of one server. */
export function createSigns(parts: () => Parts): Parts["signs"] {
  const noted = new Map<string, NotedSign>();
  let waiting: Sign[] = [];
  let next: Promise<void> | null = null;

  async function write(): Promise<void> {
    await pause(COLLECT_MS);
    const all = waiting;
    waiting = [];
    next = null;
    for (let from = 0; from < all.length; from += BATCH_MOST) {
      const batch = all.slice(from, from + BATCH_MOST);
      await transact({ parts: parts(), me: null, work: (act) => storeSigns(act, batch) });
    }
  }

  return {
    async note(sign) {
      const key = Object.values(sign).join(" ");
      const now = Date.now();
      const last = noted.get(key);
      if (last && now - last.at < KEPT_SECONDS * 1000) return await last.written;
      if (noted.size >= REMEMBERED_MOST) forget(noted, now);
      waiting.push(sign);
      next ??= write();
      const written = next;
      noted.set(key, { at: now, written });
      // A sign that could not be stored may come again at once.
      written.catch(() => noted.delete(key));
      await written;
    },
  };
}

/** Forgets the signs that are old, and all if none is: then one sign more is stored. */
function forget(noted: Map<string, NotedSign>, now: number): void {
  for (const [key, { at }] of noted) if (now - at >= KEPT_SECONDS * 1000) noted.delete(key);
  if (noted.size >= REMEMBERED_MOST) noted.clear();
}
