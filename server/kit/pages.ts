/** The built client: its files by name, and for every other address the page that starts it. */
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

const ROOT = "client/dist";
const DAY = "public, max-age=86400";
const FOREVER = "public, max-age=31536000, immutable";

export function clientPages(): Hono {
  const files = serveStatic({ root: ROOT, precompressed: true });
  // A screen's page names the screen's code, which so does not wait for the client to ask for it.
  const pageOf = (named: (path: string) => string) =>
    serveStatic({
      root: ROOT,
      precompressed: true,
      rewriteRequestPath: (path) => `/pages${named(path)}.html`,
    });
  const triage = pageOf((path) => `${path}/triage`);
  const screen = pageOf((path) => path);
  const item = pageOf((path) => path.replace(/[^/]+$/, "_"));
  const page = serveStatic({ root: ROOT, path: "index.html", precompressed: true });
  return new Hono()
    .use(async (c, next) => {
      await next();
      // What a file is called changes with what is in it.
      const isForever = c.req.path.startsWith("/assets/") && c.res.ok;
      // Three parts of the page ask for it.
      const isLogo = c.req.path === "/favicon.svg";
      c.header("cache-control", isForever ? FOREVER : isLogo ? DAY : "no-cache");
    })
    .get("/*", files)
    // A script of an older build must fail as one, not arrive as a page.
    .get("/assets/*", (c) => c.text("There is no such file; reload the page.", 404))
    .get("/*", (c, next) => c.req.query("view") === "triage" ? triage(c, next) : next())
    .get("/*", screen, item, page);
}
