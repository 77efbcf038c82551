/** Emits logged events to the sockets of this server. Every server reads the log itself. */
import type { Server, Socket } from "socket.io";
import type { LoggedEvent } from "../../kit/core/parts.ts";
import type { Me } from "../../kit/core/roles.ts";
import { holdersRoom } from "../rooms.ts";
import { dataFor, isSameForAll } from "./catch_up.ts";
import { rulesOf } from "../../events.ts";
import { encodePacket, writePacket } from "./frames.ts";

type State = { me: Me | null };
// deno-lint-ignore no-explicit-any -- this file knows events by their name only
type Any = any;
type Io = Pick<Server<Any, Any, Any, State>, "local" | "sockets">;
type DoubtlessSocket = Socket<Any, Any, Any, State>;

/** Emits each event to its rooms, in order, once to each socket. */
export function broadcast(io: Io, events: readonly LoggedEvent[]): void {
  for (const [place, event] of events.entries()) {
    const receivers = socketsIn(io.sockets, event.rooms, roomsWithCarrier(events, place));
    if (receivers.length === 0) continue;
    if (!isSameForAll(event)) {
      for (const socket of receivers) emitLate(socket, event);
      continue;
    }
    const said = toEmit(event, event.data);
    const packet = encodePacket(said);
    const others = receivers.filter(({ conn }) => !writePacket(conn, packet));
    // Every socket is in a room of its own. Without a room, socket.io would emit to all sockets.
    if (others.length > 0) io.local.to(others.map(({ id }) => id)).emit(...said);
  }
}

/** The sockets of this server in any of the rooms, except those in a room of `except`. */
function socketsIn(
  { adapter, sockets }: Io["sockets"],
  rooms: readonly string[],
  except: readonly string[],
): DoubtlessSocket[] {
  const found: DoubtlessSocket[] = [];
  const left = idsIn(adapter, except);
  for (const id of idsIn(adapter, rooms)) {
    const socket = left.has(id) ? undefined : sockets.get(id);
    if (socket) found.push(socket);
  }
  return found;
}

/** The ids in any of the rooms. Most events are for one room, whose set is not copied. */
function idsIn({ rooms }: Io["sockets"]["adapter"], names: readonly string[]): ReadonlySet<string> {
  if (names.length > 1) return new Set(names.flatMap((name) => [...rooms.get(name) ?? []]));
  return rooms.get(names[0] ?? "") ?? NOBODY;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Emits one event to one socket, with the data that its person may see. */
export function emitLate(
  socket: Pick<Socket<Any, Any, Any, State>, "data" | "emit">,
  event: LoggedEvent,
): void {
  socket.emit(...toEmit(event, dataFor(event, socket.data.me)));
}

/**
 * Emits "resync" instead of an event that is too long to be read from the log: the client fetches
 * again.
 */
const toEmit = ({ seq, type }: LoggedEvent, data: unknown): [name: string, data?: unknown] =>
  data === null ? ["resync"] : [type, { ...data as object, seq }];

/** The rooms of those for whom the next event includes this one. */
function roomsWithCarrier(events: readonly LoggedEvent[], place: number): string[] {
  const [event, next] = [events[place], events[place + 1]];
  if (!event || next?.seq !== event.seq + 1) return [];
  const isCarried = next.data !== null && rulesOf(next.type)?.carries?.(next.data, event);
  return isCarried ? next.rooms.map(holdersRoom) : [];
}
