/** Emits logged events to the sockets of this server. Every server reads the log itself. */
import type { Server, Socket } from "socket.io";
import type { LoggedEvent } from "../../kit/core/parts.ts";
import { isStaff, type Me } from "../../kit/core/roles.ts";
import { type Alias, withoutName } from "../../kit/core/alias.ts";
import { partOf } from "../../events.ts";
import { exceptionOf, unnamedAmong } from "../rooms.ts";
import { encodePacket, writePacket } from "./frames.ts";

type State = { me: Me | null };
// deno-lint-ignore no-explicit-any -- this file knows events by their name only
type Any = any;
type Io = Pick<Server<Any, Any, Any, State>, "local" | "sockets">;
type DoubtlessSocket = Socket<Any, Any, Any, State>;

/** Emits each event to its rooms, in order, once to each socket. */
export function broadcast(io: Io, events: readonly LoggedEvent[]): void {
  for (const event of events) {
    const receivers = receiversOf(io.sockets, event);
    if (receivers.length === 0) continue;
    if (partOf(event.type)) {
      for (const socket of receivers) emitTo(socket, event);
      continue;
    }
    const unnamed = unnamedAmong(event.rooms);
    const groups = Map.groupBy(receivers, ({ data: { me } }) => seesName(me, unnamed));
    for (const [isNamed, group] of groups) {
      emitToAll(io, group, toEmit(event, isNamed ? event.data : nameless(event.data, unnamed)));
    }
  }
}

const seesName = (me: Me | null, unnamed: Alias | null): boolean =>
  !unnamed || isStaff(me) || me?._id === unnamed.person;
const nameless = (data: unknown, unnamed: Alias | null): unknown =>
  unnamed ? withoutName(data, unnamed) : data;

/** Emits the same to all of these sockets, which is encoded only once. */
function emitToAll(io: Io, sockets: DoubtlessSocket[], message: ReturnType<typeof toEmit>): void {
  const packet = encodePacket(message);
  const others = sockets.filter(({ conn }) => !writePacket(conn, packet));
  // Every socket is in a room of its own. Without a room, socket.io would emit to all sockets.
  if (others.length > 0) io.local.to(others.map(({ id }) => id)).emit(...message);
}

/** The sockets of this server that are in the event's rooms. */
function receiversOf({ adapter, sockets }: Io["sockets"], { rooms }: LoggedEvent) {
  const found: DoubtlessSocket[] = [];
  const left = idsIn(adapter, rooms.flatMap((room) => exceptionOf(room) ?? []));
  for (const id of idsIn(adapter, rooms)) {
    const socket = left.has(id) ? undefined : sockets.get(id);
    if (socket) found.push(socket);
  }
  return found;
}

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
  socket.emit(...toEmit(event, seesName(me, unnamed) ? data : nameless(data, unnamed)));
}

const toEmit = ({ seq, type }: LoggedEvent, data: unknown): [name: string, data: unknown] => [
  type,
  { ...data as object, seq },
];
