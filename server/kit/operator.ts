/** What the operator sees: a line and a figure for each request, and whether the server is well. */
import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { App } from "./guard.ts";
import { newId } from "./ids.ts";
import type { Log } from "./log.ts";
import { type Metrics, patiently } from "./metrics.ts";

/** Names each request, and notes what became of it: no path, since ids and links are in it. */
export function noteRequests(
  { log, metrics }: { log: Log; metrics: Metrics },
): MiddlewareHandler<App> {
  return async (c, next) => {
    const began = performance.now();
    const request = newId();
    c.set("requestId", request);
    c.header("x-request-id", request);
    await next();
    const ms = performance.now() - began;
    const { method } = c.req;
    const { status } = c.res;
    // Of several that match, the one that answered.
    const route = routePath(c);
    metrics.request({ method, route, status }, ms / 1000);
    const person = c.var.asker?._id;
    // Why it was refused, in the words that its caller was told.
    const code = c.var.refused;
    const line = { request, method, route, status, code, ms: Math.round(ms * 10) / 10, person };
    if (route.startsWith("/api/")) log.info(line, "request");
    else log.debug(line, "request");
  };
}

export type Health = {
  metrics: Metrics;
  /** Resolves when the database answers. */
  database(): Promise<unknown>;
  /** Whether the event log is being followed. */
  following(): boolean;
  /** Whether the server is on its way out. */
  stopping(): boolean;
};

const RETRY_SECONDS = 2;

/** For the operator's probes; none of them says anything about the class. */
export function operatorCalls({ metrics, database, following, stopping }: Health): Hono {
  return new Hono()
    .get("/healthz", (c) => c.json({ alive: true }))
    .get("/readyz", async (c) => {
      const parts = {
        database: await patiently(database().then(() => true)) ?? false,
        relay: following(),
        stopping: stopping(),
      };
      const ready = parts.database && parts.relay && !parts.stopping;
      if (!ready) c.header("retry-after", String(RETRY_SECONDS));
      return c.json({ ready, ...parts }, ready ? 200 : 503);
    })
    .get("/metrics", async (c) => {
      return c.body(await metrics.text(), 200, { "content-type": metrics.contentType });
    });
}
