/** Back-pressure: whoever reads too slowly is cut off, and comes back through `since`. */
import type { Server } from "socket.io";
import type { Log } from "../kit/log.ts";

/** Bytes that may wait for one client. */
export const WAITING_MOST = 1024 * 1024;
/** The clients are looked at this often, and after so many pushes. */
const EVERY_MS = 1000;
const PUSHES = 50;

/** What of a websocket this needs to see. */
type Wire = { bufferedAmount: number; terminate(): void };
type Engine = { clients: Record<string, { writeBuffer: unknown[]; transport: { socket?: Wire } }> };

export type Pressure = { pushed(): void; stop(): void };

/** @param most bytes, for tests with a short patience */
export function relievePressure(
  io: Pick<Server, "engine">,
  log: Log,
  most = WAITING_MOST,
): Pressure {
  let pushes = 0;

  function look(): void {
    pushes = 0;
    for (const [id, client] of Object.entries((io.engine as unknown as Engine).clients)) {
      const wire = client.transport.socket;
      if (!wire || wire.bufferedAmount <= most) continue;
      log.warn(
        { socket: id, waiting: wire.bufferedAmount },
        "cut off a client that reads too slowly",
      );
      // Closing politely would wait for what it does not read.
      wire.terminate();
    }
  }

  const timer = setInterval(look, EVERY_MS);
  return {
    pushed() {
      pushes += 1;
      if (pushes >= PUSHES) look();
    },
    stop: () => clearInterval(timer),
  };
}
