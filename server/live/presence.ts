/** Who is in which thread right now: read off the rooms of all servers, gone if missed. */
import type { Someone } from "../people/schema.ts";

/** A thread's presence names this many people at most. */
export const PEOPLE_MOST = 30;
/** Comings and goings are gathered this long: a class that enters at once costs one push. */
const GATHER_MS = 500;

export type Presence = {
  /** Somebody came or went. */
  changed(doubtId: string): void;
  stop(): void;
};

type Options = {
  /** Everybody in the thread, once a socket. */
  who: (doubtId: string) => Promise<Someone[]>;
  tell: (doubtId: string, people: Someone[]) => void;
};

export function createPresence({ who, tell }: Options): Presence {
  const gathering = new Map<string, ReturnType<typeof setTimeout>>();
  let stopped = false;

  async function gather(doubtId: string): Promise<void> {
    gathering.delete(doubtId);
    const people = new Map((await who(doubtId)).map((person) => [person._id, person]));
    if (!stopped) tell(doubtId, [...people.values()].slice(0, PEOPLE_MOST));
  }

  return {
    changed(doubtId) {
      // Sockets that are let go at the end leave their threads, too.
      if (!stopped && !gathering.has(doubtId)) {
        gathering.set(doubtId, setTimeout(() => gather(doubtId), GATHER_MS));
      }
    },
    stop() {
      stopped = true;
      for (const timer of gathering.values()) clearTimeout(timer);
    },
  };
}
