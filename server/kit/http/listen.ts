/** The HTTP server's port and connections. */
import type { createServer, IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Env } from "../core/env.ts";
import { SettingsError } from "../core/errors.ts";

/**
 * Collects the connections that have not had a request yet. Browsers and proxies open some in
 * advance, and the HTTP server would wait for them when it stops.
 */
export function followUnused(http: ReturnType<typeof createServer>): Set<Socket> {
  const unused = new Set<Socket>();
  http.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  http.on("request", ({ socket }: IncomingMessage) => unused.delete(socket));
  return unused;
}

/** @returns the port; a free one for 0 @throws SettingsError when the port cannot be opened */
export function listen(
  http: ReturnType<typeof createServer>,
  { port, host }: Env,
): Promise<number> {
  return new Promise((done, fail) => {
    http.once("error", (error: NodeJS.ErrnoException) => {
      fail(
        error.code === "EADDRINUSE"
          ? new SettingsError(`Port ${port} is in use: stop what listens there, or set PORT.`)
          : new SettingsError(
            `Cannot listen on ${host}:${port}: ${error.message}. See HOST and PORT.`,
          ),
      );
    });
    http.listen(port, host, () => done((http.address() as AddressInfo).port));
  });
}
