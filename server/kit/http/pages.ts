/** Serves the built client: its files, and for every other address the page that starts it. */
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { etag } from "hono/etag";
import { getMimeType } from "hono/utils/mime";

export const CLIENT = "client/dist";
/** Large files of kits, stored compressed only, as every browser asks for them so. */
const COMPRESSED = /^\/cpp\/.+\.(wasm|pack)$/;
const DAY = "public, max-age=86400";
const FOREVER = "public, max-age=31536000, immutable";

/** @param kits the folders of the languages' kits */
export function clientPages(kits: readonly string[]): Hono {
  // Files whose names contain a hash of their content: assets, and the languages' kits.
  const hashed = new RegExp(`^/(assets/|(${kits.join("|")})/.+\\.(wasm|pack|gz)$)`);
  const files = serveStatic({ root: CLIENT, precompressed: true });
  // Each screen has a page that names the screen's code, so that the browser loads it at once.
  const pageOf = (named: (path: string) => string) =>
    serveStatic({
      root: CLIENT,
      precompressed: true,
      rewriteRequestPath: (path) => `/pages${named(path)}.html`,
    });
  const triage = pageOf((path) => `${path}.triage`);
  const screen = pageOf((path) => path);
  const item = pageOf((path) => path.replace(/[^/]+$/, "_"));
  const page = serveStatic({ root: CLIENT, path: "index.html", precompressed: true });
  const revalidated = etag();
  const compressed = (ending: string) =>
    serveStatic({ root: CLIENT, rewriteRequestPath: (path) => path + ending });
  const [brotli, zipped] = [compressed(".br"), compressed(".gz")];
  return new Hono()
    .use(async (c, next) => {
      await next();
      const isForever = hashed.test(c.req.path) && c.res.ok;
      // Three parts of the page load it.
      const isLogo = c.req.path === "/favicon.svg";
      c.header("cache-control", isForever ? FOREVER : isLogo ? DAY : "no-cache");
    })
    .get("/*", (c, next) => hashed.test(c.req.path) ? next() : revalidated(c, next))
    .get("/cpp/*", async (c, next) => {
      const isBrotli = /\bbr\b/.test(c.req.header("accept-encoding") ?? "");
      const stored = isBrotli ? brotli : zipped;
      const sent = COMPRESSED.test(c.req.path) && await stored(c, () => Promise.resolve());
      if (!sent) return await next();
      sent.headers.set("content-encoding", isBrotli ? "br" : "gzip");
      sent.headers.set("content-type", getMimeType(c.req.path) ?? "application/octet-stream");
      sent.headers.set("vary", "accept-encoding");
      return sent;
    })
    .get("/*", files)
    // A script of an older build gets a 404, not an HTML page.
    .on(
      "GET",
      ["assets", ...kits].map((folder) => `/${folder}/*`),
      (c) => c.text("There is no such file; reload the page.", 404),
    )
    .get("/*", (c, next) => c.req.query("view") === "triage" ? triage(c, next) : next())
    .get("/*", screen, item, page);
}
