/** Events to sockets: each encoded once, and all that a batch says to a socket in a single write. */
import { Buffer } from "node:buffer";
import type { Server } from "socket.io";
import type { Logged } from "../kit/parts.ts";
import type { Me } from "../kit/roles.ts";
import { dataFor, isSame } from "./handing.ts";

type State = { me: Me | null };
// deno-lint-ignore no-explicit-any -- what sockets say and hear does not matter here
type Local = Pick<Server<any, any, any, State>, "sockets">;

/** Which of a batch's events a socket gets is a set of bits. */
const AT_ONCE = 30;

/**
 * Writing is what fan-out costs: a commit often tells a socket two things, and one write carries
 * both. Only local sockets: every server reads the log itself.
 */
export function broadcast(io: Local, events: readonly Logged[]): void {
  for (let from = 0; from < events.length; from += AT_ONCE) {
    write(io.sockets, events.slice(from, from + AT_ONCE));
  }
}

function write({ adapter, sockets }: Local["sockets"], events: readonly Logged[]): void {
  const wanted = new Map<string, number>();
  for (const [place, { rooms }] of events.entries()) {
    for (const room of rooms) {
      for (const id of adapter.rooms.get(room) ?? []) {
        wanted.set(id, (wanted.get(id) ?? 0) | 1 << place);
      }
    }
  }
  const packets = events.map((event) => toPacket(event, event.data));
  // Of some, each is told what they may see of it.
  const apart = events.reduce((all, event, place) => isSame(event) ? all : all | 1 << place, 0);
  const flights = new Map<number, Flight>();
  const ready: [WebSocket, Buffer][] = [];
  for (const [id, which] of wanted) {
    const socket = sockets.get(id);
    if (!socket) continue;
    const isApart = (which & apart) !== 0;
    const flight = (isApart ? undefined : flights.get(which)) ?? toFlight(
      packets.flatMap((packet, place) => {
        if ((which >> place & 1) === 0) return [];
        return (apart >> place & 1) === 0
          ? [packet]
          : [packetFor(events[place] as Logged, packet, socket.data.me)];
      }),
    );
    if (!isApart) flights.set(which, flight);
    const client = socket.conn as unknown as Client;
    if (isIdle(client)) ready.push([client.transport.socket, flight.frames]);
    else send(client, flight);
  }
  // Nothing but writes, one after the other: a reader on this machine that has to be woken for each
  // of them makes them all take thrice as long.
  for (const [socket, frames] of ready) socket._sender.sendFrame([frames]);
}

/** An EVENT packet of the socket.io protocol, in the main namespace. */
const toPacket = ({ seq, type }: Logged, data: unknown): string =>
  // What is too long to be told is fetched.
  data === null ? '2["resync"]' : `2${JSON.stringify([type, { ...data as object, seq }])}`;

/** The same packet when they may see all of it. */
function packetFor(event: Logged, packet: string, me: Me | null): string {
  const data = dataFor(event, me);
  return data === event.data ? packet : toPacket(event, data);
}

type Flight = { text: string; frames: Buffer };

const send = (client: Pick<Client, "write">, { text, frames }: Flight): void =>
  client.write(text, { wsPreEncodedFrame: [frames], compress: false });

/** What many may be told at once, and slowly take: all of them are sent the same bytes. */
const shared = new WeakMap<Logged, Flight>();

/** One event, later than it happened, to one socket: in order with all else that it is sent. */
export function tellLate(socket: { conn: unknown; data: { me: Me | null } }, event: Logged): void {
  const client = socket.conn as Client;
  const data = dataFor(event, socket.data.me);
  if (data !== event.data) return send(client, toFlight([toPacket(event, data)]));
  const flight = shared.get(event) ?? toFlight([toPacket(event, data)]);
  shared.set(event, flight);
  send(client, flight);
}

/** The text is not sent: it tells how much waits. */
function toFlight(packets: string[]): Flight {
  return {
    text: packets.join(""),
    frames: Buffer.concat(packets.map((packet) => textFrame(`4${packet}`))),
  };
}

/** What of a WebSocket, and of engine.io's client, this needs to see. */
type WebSocket = { bufferedAmount: number; _sender: { sendFrame(frames: Buffer[]): void } };
type Client = {
  readyState: string;
  writeBuffer: unknown[];
  transport: { writable: boolean; socket: WebSocket };
  write(text: string, options: object): void;
};

/**
 * To a client for which nothing waits the frames go straight to its WebSocket: engine.io's own way
 * there, with a packet, a queue, two callbacks and four events for each, costs three times the
 * write. To all others they go in engine.io's order among the rest; it writes `wsPreEncodedFrame`
 * as it is, and several frames in it are as good as one.
 */
function isIdle({ readyState, transport: { writable, socket }, writeBuffer }: Client): boolean {
  return readyState === "open" && writable && writeBuffer.length === 0 &&
    socket.bufferedAmount === 0;
}

/** A server's WebSocket frame (RFC 6455, 5.2): final, text, not masked. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x81;
  if (length < 126) {
    head[1] = length;
  } else if (length < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}
