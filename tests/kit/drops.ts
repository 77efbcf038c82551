/** A server whose answers begin and never end. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Answers drop by drop; with a listener, that one answers. */
export async function dropServer() {
  const timers = new Set<ReturnType<typeof setInterval>>();
  const http = createServer((request, reply) => {
    if (server.listener) return server.listener(request, reply);
    reply.writeHead(200);
    timers.add(setInterval(() => reply.write(" "), 10));
  });
  await new Promise<void>((ready) => http.listen(0, "127.0.0.1", ready));
  const server = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    listener: null as RequestListener | null,
    async [Symbol.asyncDispose]() {
      timers.forEach(clearInterval);
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    },
  };
  return server;
}

/**
 * Collects garbage while the work goes on: after that, the signal of a request no longer ends the
 * reading of its answer.
 */
export function collecting<T>(work: Promise<T>): Promise<T> {
  setFlagsFromString("--expose-gc");
  const timer = setInterval(runInNewContext("gc"), 20);
  return work.finally(() => clearInterval(timer));
}
