/** Who is in which thread right now: in memory only, gone if missed. */
import type { Someone } from "../people/schema.ts";

/** A thread's presence names this many people at most. */
export const PEOPLE_MOST = 30;
/** Comings and goings are gathered this long, so that a class that enters at once costs one push. */
const GATHER_MS = 500;

export type Presence = {
  /** One of the person's sockets is here now. */
  enter(doubtId: string, person: Someone): void;
  leave(doubtId: string, personId: string): void;
  stop(): void;
};

type Here = Map<string, { person: Someone; sockets: number }>;

export function createPresence(tell: (doubtId: string, people: Someone[]) => void): Presence {
  const threads = new Map<string, Here>();
  const changed = new Map<string, ReturnType<typeof setTimeout>>();

  function gather(doubtId: string): void {
    if (changed.has(doubtId)) return;
    const timer = setTimeout(() => {
      changed.delete(doubtId);
      const here = threads.get(doubtId);
      if (!here) return;
      tell(doubtId, Array.from(here.values(), ({ person }) => person).slice(0, PEOPLE_MOST));
    }, GATHER_MS);
    changed.set(doubtId, timer);
  }

  return {
    enter(doubtId, person) {
      const here = threads.get(doubtId) ?? new Map();
      threads.set(doubtId, here);
      const sockets = (here.get(person._id)?.sockets ?? 0) + 1;
      here.set(person._id, { person, sockets });
      gather(doubtId);
    },
    leave(doubtId, personId) {
      const here = threads.get(doubtId);
      const entry = here?.get(personId);
      if (!here || !entry) return;
      entry.sockets -= 1;
      if (entry.sockets > 0) return;
      here.delete(personId);
      if (here.size === 0) threads.delete(doubtId);
      else gather(doubtId);
    },
    stop() {
      for (const timer of changed.values()) clearTimeout(timer);
    },
  };
}
