/** The published contract: /openapi.json, made from the mounted routes, and /docs to read and try it. */
import { Hono } from "hono";
import type { RouterRoute } from "hono/types";
import { openapiOf } from "../kit/openapi.ts";
import { eventSchemas } from "../live/events.ts";
import { calls, modules } from "./schema.ts";

const page = (name: string) => Deno.readTextFileSync(new URL(`../kit/${name}`, import.meta.url));

/** @param mounted every call there is */
export function contractRoutes(mounted: readonly RouterRoute[]): Hono {
  let document: string | undefined;
  const html = page("docs.html");
  const script = page("docs.js");
  return new Hono()
    .get("/openapi.json", (c) => {
      // Made when it is first asked for: a start need not wait for it.
      document ??= JSON.stringify(
        openapiOf({ mounted, calls, modules, events: eventSchemas }),
      );
      return c.body(document, 200, { "content-type": "application/json" });
    })
    .get("/docs", (c) => c.html(html))
    .get("/docs.js", (c) => c.body(script, 200, { "content-type": "text/javascript" }));
}
