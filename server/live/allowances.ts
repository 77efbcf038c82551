/** What one person may use of the live channel, over all sockets; visitors share by address. */
import type { Socket } from "socket.io";
import { CAPS, createQueue } from "../kit/limits/queues.ts";
import { type Limits, tooMany } from "../kit/limits/limits.ts";

/** The most sockets of one person. A further one closes the oldest. */
export const SOCKETS_EACH = 20;
/** Most sockets of one address without a person yet: a school's 2,000 may come back at once. */
export const VISITORS_EACH = 3000;

/** A message costs 1, and 1 more for each so many bytes. */
const BYTES_EACH = 4096;

// deno-lint-ignore no-explicit-any -- nothing here depends on the types of messages
export type AnySocket = Socket<any, any, any, any>;
type Connection = AnySocket["conn"];

/** Whose allowance a socket uses: a person's, or that of a visitor's address. */
export type Holder = { who: string; isPerson: boolean };

export type Allowances = ReturnType<typeof createAllowances>;

export function createAllowances(limits: Limits) {
  const visitors = new Map<string, Set<Connection>>();
  const sockets = new Map<string, Set<AnySocket>>();
  const questions = createQueue(CAPS.question);
  const forget = new WeakMap<Connection, () => void>();

  return {
    /** Whether a further connection from this address may open. */
    hasRoom: (address: string): boolean => (visitors.get(address)?.size ?? 0) < VISITORS_EACH,
    /** Counts a connection for its address until it is closed, or is a person's. */
    opened(connection: Connection, address: string): void {
      const leave = addTo(visitors, address, connection);
      forget.set(connection, leave);
      connection.once("close", leave);
    },
    /** Counts a connection of this holder. @throws Refusal 429 when there were too many */
    async connect({ who, isPerson }: Holder, connection: Connection): Promise<void> {
      const seconds = await limits.spend(isPerson ? "connection" : "visitorConnection", who);
      if (seconds > 0) throw tooMany(seconds, (wait) => `Too many connections. Wait ${wait}.`);
      // Its token is signed, and its person may open only so many: a school may come at once.
      if (isPerson) forget.get(connection)?.();
    },
    /** Asks the database, one question at a time for each holder. @throws Refusal 429, 503 */
    inTurn: questions.run,
    /** Keeps a person's socket among their newest ones. */
    admitted(socket: AnySocket, who: string): void {
      forget.get(socket.conn)?.();
      socket.once("disconnect", addTo(sockets, who, socket));
      closeOldest(sockets.get(who) ?? [], SOCKETS_EACH);
    },
    /** Counts the socket's messages, with those of the holder's other sockets. Too many end it. */
    countMessages(socket: AnySocket, who: string): void {
      socket.use(async ([, body], next) => {
        if (await limits.spend("message", who, costOf(body)) === 0) next();
        else socket.disconnect(true);
      });
    },
  };
}

/** Closes the oldest sockets, and tells their tabs why, so that they do not connect again. */
export function closeOldest(sockets: Iterable<AnySocket>, most: number): void {
  for (const oldest of [...sockets].slice(0, -most)) {
    oldest.emit("displaced");
    oldest.disconnect(true);
  }
}

/** Adds an item to the set of that name. @returns a function that takes it out */
function addTo<T>(sets: Map<string, Set<T>>, name: string, item: T): () => void {
  const set = sets.get(name) ?? new Set();
  sets.set(name, set.add(item));
  return () => {
    set.delete(item);
    if (set.size === 0 && sets.get(name) === set) sets.delete(name);
  };
}

function costOf(body: unknown): number {
  const { data } = (body ?? {}) as { data?: unknown };
  const bytes = data instanceof Uint8Array ? data.byteLength : JSON.stringify(body ?? null).length;
  return 1 + Math.floor(bytes / BYTES_EACH);
}
