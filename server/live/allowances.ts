/**
 * What one person may use of the live channel, over all of their sockets: a new socket brings no
 * new allowance. Visitors share the allowance of their address, which has room for a school.
 */
import type { Socket } from "socket.io";
import { Refusal } from "../kit/core/errors.ts";
import { createFairSemaphore } from "../kit/limits/fair_semaphore.ts";
import { createPacedLines } from "../kit/limits/pace.ts";

/** The most sockets of one person. A further one closes the oldest. */
export const SOCKETS_EACH = 20;
/** The most sockets of one address that belong to no person, or not yet. */
export const VISITORS_EACH = 1500;

/** A message costs 1, and 1 more for each so many bytes. */
const BYTES_EACH = 4096;
/** Messages: so much at once, then so much a second. As much may wait; more ends the socket. */
const MESSAGES = { burst: 60, perSecond: 20, most: 100 };
/** Connections, which may have to catch up. Further ones wait, and then have to try again. */
const CONNECTIONS = { burst: 30, perSecond: 2, most: 40 };
/**
 * A refusal comes after this time, so that a client that tries again at once costs little. Whatever
 * waits for one is an open connection, and those of an address have a bound.
 */
const REFUSED_MS = 5000;
const VISITORS = { burst: VISITORS_EACH, perSecond: 20, most: VISITORS_EACH };

// deno-lint-ignore no-explicit-any -- nothing here depends on the types of messages
export type AnySocket = Socket<any, any, any, any>;
type Connection = AnySocket["conn"];

/** Whose allowance a socket uses: a person's, or that of a visitor's address. */
export type Holder = { who: string; isPerson: boolean };

export type Allowances = {
  /** Whether a further connection from this address may open. */
  hasRoom(address: string): boolean;
  /** Counts a connection for its address until it is closed, or waits in a person's line. */
  opened(connection: Connection, address: string): void;
  /** Waits until this holder may connect once more. @throws Refusal 429 when too many wait */
  connect(holder: Holder, connection: Connection): Promise<void>;
  /** Asks the database, one question at a time for each holder. @throws Refusal 429, 503 */
  inTurn<T>(who: string, ask: () => Promise<T>): Promise<T>;
  /** Keeps a person's socket among their newest ones. @param kind sockets are counted by kind */
  admitted(socket: AnySocket, who: string, kind: string): void;
  /** Paces the socket's messages, together with those of the holder's other sockets. */
  paceMessages(socket: AnySocket, who: string): void;
  stop(): void;
};

export function createAllowances(): Allowances {
  const visitors = new Map<string, Set<Connection>>();
  const sockets = new Map<string, Set<AnySocket>>();
  const messages = createPacedLines(MESSAGES);
  const connections = createPacedLines(CONNECTIONS);
  const ofVisitors = createPacedLines(VISITORS);
  const questions = createFairSemaphore({
    room: Infinity,
    each: 1,
    waitingEach: VISITORS_EACH,
    waiting: Infinity,
    patience: 30_000,
  });
  const forget = new WeakMap<Connection, () => void>();

  return {
    hasRoom: (address) => (visitors.get(address)?.size ?? 0) < VISITORS_EACH,
    opened(connection, address) {
      const leave = keepIn(visitors, address, connection);
      forget.set(connection, leave);
      connection.once("close", leave);
    },
    connect: ({ who, isPerson }, connection) =>
      new Promise((go, refuse) => {
        const isGone = () => connection.readyState !== "open";
        const line = isPerson ? connections : ofVisitors;
        if (line.enter(who, { cost: 1, go, isGone })) {
          // Its token is signed: it waits in its person's line, which has a bound of its own.
          if (isPerson) forget.get(connection)?.();
          return;
        }
        const end = () => refuse(tooMany());
        if (isGone()) return end();
        const timer = setTimeout(end, REFUSED_MS);
        Deno.unrefTimer(timer);
        connection.once("close", () => {
          clearTimeout(timer);
          end();
        });
      }),
    async inTurn(who, ask) {
      const place = await questions.enter(who, 1);
      return await ask().finally(place.leave);
    },
    admitted(socket, who, kind) {
      forget.get(socket.conn)?.();
      const name = `${kind} ${who}`;
      socket.once("disconnect", keepIn(sockets, name, socket));
      closeOldest(sockets.get(name) ?? [], SOCKETS_EACH);
    },
    paceMessages(socket, who) {
      socket.use(([, body], next) => {
        const turn = { cost: costOf(body), go: next, isGone: () => !socket.connected };
        if (!messages.enter(who, turn)) socket.disconnect(true);
      });
    },
    stop() {
      for (const line of [messages, connections, ofVisitors]) line.stop();
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
function keepIn<T>(sets: Map<string, Set<T>>, name: string, item: T): () => void {
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

const tooMany = (): Refusal =>
  new Refusal(429, "too-many", "Too many connections of yours are waiting. Please try again.");
