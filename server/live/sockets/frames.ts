/**
 * The only file that uses internals of engine.io: an event is encoded once, and written straight to
 * the WebSocket of each receiver.
 *
 * Why: `emit` makes a packet, a queue, two callbacks and four events for each receiver. That costs half
 * as much again as the write (tests/bench/README.md has the figures).
 *
 * These internals are used:
 * - `conn.transport.socket`: the WebSocket of an engine.io connection.
 * - `conn.transport.writable` and `conn.writeBuffer`: engine.io's queue. An event is written past the
 *   queue only while it is empty, so events keep their order.
 * - The packet "42": engine.io's message (4) with socket.io's event (2), in the main namespace. This
 *   is documented (socket.io protocol 5, engine.io protocol 4).
 *
 * `writePacket` returns false when one of them is missing: the caller then emits as documented.
 * tests/broadcast_test.ts fails when that happens.
 */
import { Buffer } from "node:buffer";

/** The used part of engine.io's connection, where everything may be missing. */
type Connection = {
  readyState?: string;
  writeBuffer?: unknown[];
  transport?: { writable?: boolean; socket?: WebSocket };
};
type WebSocket = {
  readyState?: number;
  send(data: Buffer, how: { binary: boolean; compress: boolean }): void;
};

const OPEN = 1;

/** Encodes a socket.io event as a packet, which any number of clients may be sent. */
export const encodePacket = (event: readonly [name: string, data?: unknown]): Buffer =>
  Buffer.from(`42${JSON.stringify(event)}`);

/**
 * Writes if no packet waits.
 * @param connection engine.io's.
 * @returns false if not
 */
export function writePacket(connection: unknown, packet: Buffer): boolean {
  const { readyState, writeBuffer, transport } = connection as Connection;
  const socket = transport?.socket;
  if (readyState !== "open" || socket?.readyState !== OPEN) return false;
  if (transport?.writable !== true || writeBuffer?.length !== 0) return false;
  socket.send(packet, { binary: false, compress: false });
  return true;
}
