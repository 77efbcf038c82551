/** The HTTP server: it listens from the start, answers 503 until the application is ready, and ends in order. */
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Env } from "../core/env.ts";
import { SettingsError } from "../core/errors.ts";
import { answerMalformed } from "./malformed_request.ts";

/**
 * A connection without a request is kept longer than proxies and programs keep theirs (Caddy 2
 * minutes, Deno and Go 90 s). The side that closes first never loses a request to the close, and a
 * POST on a connection that has just been closed fails.
 */
const KEEP_ALIVE_MS = 150_000;
/** The time in which a request's headers must arrive. Its body has separate limits, in body.ts. */
const HEADERS_MS = 20_000;
/** How often unused connections are closed while the server stops. */
const CLOSE_AGAIN_MS = 1000;

export type HttpServer = Awaited<ReturnType<typeof openHttp>>;

/** @throws SettingsError when the port cannot be opened */
export async function openHttp(env: Env) {
  let answer: RequestListener = notReady;
  let mayUpgrade = false;
  // A request for another protocol than WebSocket, such as HTTP/2, is answered as if it had not asked.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) =>
    mayUpgrade && headers.upgrade?.toLowerCase() === "websocket";
  // Created before the sockets: they answer their own requests and pass on the rest.
  const server = createServer(
    { shouldUpgradeCallback },
    (request, response) => answer(request, response),
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.on("clientError", answerMalformed);
  const unused = followUnused(server);
  const port = await listen(server, env);
  return {
    server,
    port,
    /** Sets the listener that answers requests from now on. */
    answerWith: (listener: RequestListener) => answer = listener,
    /** Call this once there is a listener for upgrades: without one, Node refuses them. */
    allowUpgrades(): void {
      mayUpgrade = true;
      server.prependListener("upgrade", ({ socket }) => {
        unused.delete(socket);
        // Node leaves the socket without a listener. A client that resets the connection before the
        // WebSocket has its own would end the process.
        socket.on("error", () => {});
      });
      // First of all listeners, since socket.io answers some requests without the application.
      server.prependListener("request", (_request, response) => harden(response));
    },
    /** Closes connections without a request from now on, and all connections after `graceMs`. */
    endConnections(graceMs: number): Disposable {
      const closeUnused = () => unused.forEach((socket) => socket.destroy());
      closeUnused();
      const again = setInterval(closeUnused, CLOSE_AGAIN_MS);
      const late = setTimeout(() => server.closeAllConnections(), graceMs);
      return {
        [Symbol.dispose]() {
          clearInterval(again);
          clearTimeout(late);
        },
      };
    },
    /** Accepts no more connections, and waits until the open ones end. */
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

/** Answers until the application is ready: another server may still be migrating. */
const notReady: RequestListener = (_request, response) => {
  harden(response);
  response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
  response.end(JSON.stringify({ msg: "The server is starting.", code: "starting" }));
};

/** Security headers on replies that the application does not send. */
function harden(response: ServerResponse): void {
  response.setHeader("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("x-frame-options", "DENY");
}

/** Connections that browsers and proxies opened in advance: a stop would wait for them. */
function followUnused(http: Server): Set<Socket> {
  const unused = new Set<Socket>();
  http.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  http.on("request", ({ socket }: IncomingMessage) => unused.delete(socket));
  return unused;
}

/** @returns the port; a free one for 0. @throws SettingsError when the port cannot be opened */
async function listen(http: Server, { port, host }: Env): Promise<number> {
  try {
    await once(http.listen(port, host), "listening");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      code === "EADDRINUSE"
        ? `Port ${port} is in use: stop what listens there, or set PORT.`
        : `Cannot listen on ${host}:${port}: ${message}. See HOST and PORT.`,
    );
  }
  return (http.address() as AddressInfo).port;
}
