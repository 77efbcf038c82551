/** Serves the built client: its files, and for every other address the page that starts it. */
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { etag } from "hono/etag";

/** The folder of the built client. */
export const CLIENT = "client/dist";
/** Files whose names contain a hash of their content: assets, and the C++ compiler. */
const HASHED = /^\/(assets\/|cpp\/.+\.(wasm|pack|parts)$)/;
const DAY = "public, max-age=86400";
const FOREVER = "public, max-age=31536000, immutable";

export function clientPages(): Hono {
  const files = serveStatic({ root: CLIENT, precompressed: true });
  // Each screen has a page that names the screen's code, so that the browser loads it at once.
  const pageOf = (named: (path: string) => string) =>
    serveStatic({
      root: CLIENT,
      precompressed: true,
      rewriteRequestPath: (path) => `/pages${named(path)}.html`,
    });
  const triage = pageOf((path) => `${path}/triage`);
  const screen = pageOf((path) => path);
  const item = pageOf((path) => path.replace(/[^/]+$/, "_"));
  const page = serveStatic({ root: CLIENT, path: "index.html", precompressed: true });
  const revalidated = etag();
  return new Hono()
    .use(async (c, next) => {
      await next();
      const isForever = HASHED.test(c.req.path) && c.res.ok;
      // Three parts of the page load it.
      const isLogo = c.req.path === "/favicon.svg";
      c.header("cache-control", isForever ? FOREVER : isLogo ? DAY : "no-cache");
    })
    .get("/*", (c, next) => HASHED.test(c.req.path) ? next() : revalidated(c, next))
    .get("/*", files)
    // A script of an older build gets a 404, not an HTML page.
    .on(
      "GET",
      ["/assets/*", "/cpp/*"],
      (c) => c.text("There is no such file; reload the page.", 404),
    )
    .get("/*", (c, next) => c.req.query("view") === "triage" ? triage(c, next) : next())
    .get("/*", screen, item, page);
}
