/** The contract: /openapi.json, generated from the mounted routes, and /docs, a page to try it. */
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { RouterRoute } from "hono/types";
import { openapiOf } from "../kit/contract/openapi.ts";
import { CLIENT } from "../kit/http/pages.ts";
import { eventSchemas } from "../events.ts";

/** Stricter than the client's policy: Swagger UI needs no inline style or script. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function contractRoutes(routes: readonly RouterRoute[]): Hono {
  let document: Promise<string> | undefined;
  return new Hono()
    .get("/openapi.json", async (c) => {
      // Generated at the first request, so that the start does not wait for it.
      document ??= openapiOf(routes, eventSchemas).then((made) => JSON.stringify(made));
      return c.body(await document, 200, { "content-type": "application/json" });
    })
    .get("/docs", (c, next) => {
      c.header("content-security-policy", DOCS_POLICY);
      return next();
    }, serveStatic({ root: CLIENT, path: "docs.html", precompressed: true }));
}
