/** A client that reads too slowly is disconnected. It catches up when it reconnects. */
import type { Server } from "socket.io";
import type { Log } from "../../kit/core/log.ts";

/** The most characters that may wait for one client. */
export const WAITING_MOST = 4 * 1024 * 1024;
/** All clients are checked this often. */
const EVERY_MS = 1000;

/** Of engine.io's client: packets wait in `writeBuffer` until the connection takes them. */
type Client = {
  writeBuffer: { data?: unknown }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
};

/**
 * @param most characters; tests set a lower limit.
 * @returns a function that ends it
 */
export function startBackpressure(
  io: Pick<Server, "engine">,
  log: Log,
  most = WAITING_MOST,
): () => void {
  function look(): void {
    const { clients } = io.engine as unknown as { clients: Record<string, Client> };
    for (const [id, client] of Object.entries(clients)) {
      if (!isOver(client, most)) continue;
      log.warn({ socket: id, packets: client.writeBuffer.length }, "cut off a slow reader");
      client.writeBuffer.length = 0;
      // An orderly close would wait until the client has read everything.
      client.transport.socket?.terminate();
    }
  }

  const timer = setInterval(look, EVERY_MS);
  return () => clearInterval(timer);
}

function isOver({ writeBuffer, transport }: Client, most: number): boolean {
  // Bytes that are written to the connection wait there while the client does not read.
  let waiting = transport.socket?.bufferedAmount ?? 0;
  if (waiting > most) return true;
  for (const { data } of writeBuffer) {
    waiting += typeof data === "string" ? data.length : 0;
    if (waiting > most) return true;
  }
  return false;
}
