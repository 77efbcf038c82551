/**
 * Presence: the people who are in a room now, for the people in it. It is not logged: a client that
 * misses one message waits for the next.
 */
import type { Someone } from "../../kit/core/schema.ts";

/** The most people that presence names. */
export const PEOPLE_MOST = 30;
/** Changes are collected for this long, so that a class that enters at once costs one push. */
const COLLECT_MS = 500;

export type Presence = {
  /** Call this when someone enters or leaves the room. */
  changed(room: string): void;
  stop(): void;
};

type Options = {
  /** Returns the people in the room, one entry for each of their sockets. */
  who: (room: string) => Promise<Someone[]>;
  tell: (room: string, people: Someone[]) => void;
};

export function createPresence({ who, tell }: Options): Presence {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let stopped = false;

  async function tellRoom(room: string): Promise<void> {
    timers.delete(room);
    const people = new Map((await who(room)).map((person) => [person._id, person]));
    if (!stopped) tell(room, [...people.values()].slice(0, PEOPLE_MOST));
  }

  return {
    changed(room) {
      // Sockets that are closed when the server stops leave their rooms too.
      if (stopped || timers.has(room)) return;
      timers.set(room, setTimeout(() => tellRoom(room), COLLECT_MS));
    },
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
