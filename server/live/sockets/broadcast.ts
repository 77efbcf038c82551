/** Emits logged events to the sockets of this server. Every server reads the log itself. */
import type { Server, Socket } from "socket.io";
import type { LoggedEvent } from "../../kit/core/parts.ts";
import { isStaff, type Me } from "../../kit/core/roles.ts";
import { withoutName } from "../../kit/core/alias.ts";
import { partOf } from "../../events.ts";
import { exceptionOf, unnamedAmong } from "../rooms.ts";

type State = { me: Me | null };
// deno-lint-ignore no-explicit-any -- this file knows events by their name only
type Any = any;
type Io = Pick<Server<Any, Any, Any, State>, "local" | "sockets">;
type DoubtlessSocket = Socket<Any, Any, Any, State>;

/** Emits each event to its rooms, in order, once to each socket. */
export function broadcast(io: Io, events: readonly LoggedEvent[]): void {
  for (const event of events) {
    const { type, rooms, data } = event;
    if (partOf(type) || unnamedAmong(rooms)) {
      for (const socket of receiversOf(io.sockets, event)) emitTo(socket, event);
    } else if (rooms.length > 0) {
      // Without a room, socket.io would emit to all sockets.
      io.local.to(rooms).except(exceptionsOf(rooms)).emit(...toEmit(event, data));
    }
  }
}

/** The sockets of this server that are in the event's rooms. */
function receiversOf(
  { adapter, sockets }: Io["sockets"],
  { rooms }: LoggedEvent,
): DoubtlessSocket[] {
  const found: DoubtlessSocket[] = [];
  const left = idsIn(adapter, exceptionsOf(rooms));
  for (const id of idsIn(adapter, rooms)) {
    const socket = left.has(id) ? undefined : sockets.get(id);
    if (socket) found.push(socket);
  }
  return found;
}

const exceptionsOf = (rooms: readonly string[]) => rooms.flatMap((room) => exceptionOf(room) ?? []);

const idsIn = ({ rooms }: Io["sockets"]["adapter"], names: readonly string[]): Set<string> =>
  new Set(names.flatMap((name) => [...rooms.get(name) ?? []]));

/** Emits one event to one socket, with the data that its person may see. */
export function emitTo(
  socket: Pick<Socket<Any, Any, Any, State>, "data" | "emit">,
  event: LoggedEvent,
): void {
  const { me } = socket.data;
  const part = partOf(event.type);
  const unnamed = unnamedAmong(event.rooms);
  const data = part ? part(event.data, me) : event.data;
  const seesName = !unnamed || isStaff(me) || me?._id === unnamed.person;
  socket.emit(...toEmit(event, seesName ? data : withoutName(data, unnamed)));
}

const toEmit = ({ seq, type }: LoggedEvent, data: unknown): [name: string, data: unknown] => [
  type,
  { ...data as object, seq },
];
