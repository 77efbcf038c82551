/** For the operator: a log line and metrics for each request, and health checks. */
import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { App } from "./guard.ts";
import { newId } from "../core/ids.ts";
import type { Log } from "../core/log.ts";
import { type Metrics, withTimeout } from "../core/metrics.ts";
import { VERSION } from "../core/version.ts";

/** Gives each request an id and logs its outcome. It logs no path, since paths contain ids and links. */
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
    // The matching route that answered.
    const route = routePath(c);
    metrics.request({ method, route, status }, ms / 1000);
    const person = c.var.asker?._id;
    // The code that the caller got.
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
  following(): boolean;
  stopping(): boolean;
};

const RETRY_SECONDS = 2;

/** Endpoints for the operator's probes; they say nothing about the class. */
export function operatorCalls({ metrics, database, following, stopping }: Health): Hono {
  return new Hono()
    .get("/healthz", (c) => c.json({ alive: true, version: VERSION }))
    .get("/readyz", async (c) => {
      const parts = {
        database: await withTimeout(database().then(() => true)) ?? false,
        relay: following(),
        stopping: stopping(),
      };
      const ready = parts.database && parts.relay && !parts.stopping;
      if (!ready) c.header("retry-after", String(RETRY_SECONDS));
      return c.json({ ready, ...parts }, ready ? 200 : 503);
    })
    .get(
      "/metrics",
      async (c) => c.body(await metrics.text(), 200, { "content-type": metrics.contentType }),
    );
}
