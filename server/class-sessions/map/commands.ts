/** Takes signs of life: a learner has opened a question, or writes. They are stored in batches. */
import { setTimeout as pause } from "node:timers/promises";
import { batches } from "../../kit/db/batches.ts";
import type { Parts } from "../../kit/core/parts.ts";
import { transact } from "../../live/outbox.ts";
import { type Sign, storeSigns } from "./writes.ts";

const COLLECT_MS = 500;
/** The most signs of one statement, so that its event is short enough. */
const BATCH_MOST = 500;

export function createSigns(parts: () => Parts): Parts["signs"] {
  let waiting: Sign[] = [];
  let next: Promise<void> | null = null;

  async function write(): Promise<void> {
    await pause(COLLECT_MS);
    const all = waiting;
    waiting = [];
    next = null;
    for (const batch of batches(all, BATCH_MOST)) {
      await transact(parts(), (act) => storeSigns(act, batch));
    }
  }

  return {
    async note(sign) {
      waiting.push(sign);
      await (next ??= write());
    },
  };
}
