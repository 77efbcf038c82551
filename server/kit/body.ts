/** The rest of a request that was answered before it was read. */
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";

/** Bytes that are read and thrown away; whoever sends more than this loses the connection. */
const REST_MOST = 16 * 1024 * 1024;

/**
 * Reads what a refused request still sends: a client that is still sending may not hear the answer,
 * and its next request on the connection would wait behind what nobody reads.
 */
export const readRest: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.method === "GET" || c.req.method === "HEAD" || !c.req.header("content-length")) return;
  // All of it was read; to look at the body would first make one.
  if ((c.env as HttpBindings).incoming.readableEnded) return;
  const { body, bodyUsed } = c.req.raw;
  if (body === null || bodyUsed || body.locked) return;
  let read = 0;
  try {
    for await (const chunk of body) {
      read += chunk.length;
      if (read > REST_MOST) break;
    }
  } catch {
    // The client went away: there is nobody to answer.
  }
  if (read > REST_MOST) c.header("connection", "close");
};
