/** The people in a room, for those in it. Not logged: after a missed message comes the next. */
import { createRounds } from "../../kit/core/rounds.ts";
import type { Someone } from "../../kit/core/schema.ts";

export const PEOPLE_MOST = 30;
/** Changes are collected for this long, so that a class that enters at once costs one push. */
const COLLECT_MS = 500;

type Options = {
  /** Returns the people in the room, one entry for each of their sockets. */
  who: (room: string) => Promise<Someone[]>;
  tell: (room: string, people: Someone[]) => void;
  failed: (error: unknown) => void;
};

export function createPresence({ who, tell, failed }: Options) {
  const changed = new Set<string>();
  const rounds = createRounds(async () => {
    const rooms = [...changed];
    changed.clear();
    await Promise.all(rooms.map(async (room) => {
      const people = new Map((await who(room)).map((person) => [person._id, person]));
      tell(room, [...people.values()].slice(0, PEOPLE_MOST));
    }));
  }, { wait: COLLECT_MS, failed });
  return {
    /** Call this when someone enters or leaves the room. */
    changed(room: string): void {
      changed.add(room);
      rounds.ask();
    },
    stop: rounds.stop,
  };
}
