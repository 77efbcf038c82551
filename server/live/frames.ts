/**
 * The only file that uses internals of engine.io and ws: an event is encoded once, and the same bytes
 * are written to the WebSocket of each receiver.
 *
 * Why: `emit` makes a packet, a queue, two callbacks and four events for each receiver. That costs half
 * as much again as the write (tests/bench/README.md has the figures).
 *
 * These internals are used:
 * - `conn.transport.socket`: the WebSocket of an engine.io connection.
 * - `conn.transport.writable` and `conn.writeBuffer`: engine.io's queue. A frame is written past the
 *   queue only while it is empty, so frames keep their order.
 * - `_sender.sendFrame([bytes])` of a WebSocket: writes bytes that are a frame already. engine.io
 *   writes the frames of a broadcast with it, too.
 * - The packet "42": engine.io's message (4) with socket.io's event (2), in the main namespace. This
 *   is documented (socket.io protocol 5, engine.io protocol 4).
 *
 * `writeFrame` returns false when one of them is missing: the caller then emits as documented.
 * tests/broadcast_test.ts fails when that happens.
 */
import { Buffer } from "node:buffer";
import * as ws from "ws";

/** ws exports it, but its types do not know it. */
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, how: object): Buffer[] } };

/** The used part of engine.io's connection, where everything may be missing. */
type Connection = {
  readyState?: string;
  writeBuffer?: unknown[];
  transport?: { writable?: boolean; socket?: WebSocket };
};
type WebSocket = {
  readyState?: number;
  _sender?: { sendFrame?: (frame: Buffer[]) => void };
};

const TEXT = 1;
const OPEN = 1;

/** Encodes a socket.io event as a WebSocket frame, which any number of clients may be sent. */
export function encodeFrame(event: readonly [name: string, data?: unknown]): Buffer {
  const packet = Buffer.from(`42${JSON.stringify(event)}`);
  return Buffer.concat(Sender.frame(packet, { fin: true, opcode: TEXT }));
}

/**
 * Writes a frame to a client for which no packet waits.
 * @param connection the client's engine.io connection
 * @returns false when nothing was written
 */
export function writeFrame(connection: unknown, frame: Buffer): boolean {
  const { readyState, writeBuffer, transport } = connection as Connection;
  const socket = transport?.socket;
  if (readyState !== "open" || socket?.readyState !== OPEN) return false;
  if (transport?.writable !== true || writeBuffer?.length !== 0) return false;
  if (typeof socket._sender?.sendFrame !== "function") return false;
  socket._sender.sendFrame([frame]);
  return true;
}
