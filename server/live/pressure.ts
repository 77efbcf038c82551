/** Back-pressure: whoever reads too slowly is cut off, and comes back through `since`. */
import type { Server } from "socket.io";
import type { Log } from "../kit/log.ts";

/** Characters that may wait for one client. */
export const WAITING_MOST = 4 * 1024 * 1024;
/** The clients are looked at this often, and after so many pushes or pushed characters. */
const EVERY_MS = 1000;
const PUSHES = 50;
const PUSHED = WAITING_MOST / 4;

/** What of engine.io's client this needs to see: packets wait in it until the wire takes them. */
type Client = {
  writeBuffer: { data?: unknown }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
};

export type Pressure = {
  /** So many characters went to some clients. */
  pushed(length: number): void;
  stop(): void;
};

/** @param most characters, for tests with a short patience */
export function relievePressure(
  io: Pick<Server, "engine">,
  log: Log,
  most = WAITING_MOST,
): Pressure {
  let pushes = 0;
  let length = 0;

  function look(): void {
    pushes = 0;
    length = 0;
    const { clients } = io.engine as unknown as { clients: Record<string, Client> };
    for (const [id, client] of Object.entries(clients)) {
      if (!isOver(client, most)) continue;
      log.warn({ socket: id, packets: client.writeBuffer.length }, "cut off a slow reader");
      client.writeBuffer.length = 0;
      // Closing politely would wait for what it does not read.
      client.transport.socket?.terminate();
    }
  }

  const timer = setInterval(look, EVERY_MS);
  return {
    pushed(more) {
      pushes += 1;
      length += more;
      if (pushes >= PUSHES || length >= PUSHED) look();
    },
    stop: () => clearInterval(timer),
  };
}

function isOver({ writeBuffer, transport }: Client, most: number): boolean {
  // What is written to the wire waits there, too, when nobody reads.
  let waiting = transport.socket?.bufferedAmount ?? 0;
  if (waiting > most) return true;
  for (const { data } of writeBuffer) {
    waiting += typeof data === "string" ? data.length : 0;
    if (waiting > most) return true;
  }
  return false;
}
