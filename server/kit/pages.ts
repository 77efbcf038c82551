/** The built client: its files by name, its one page for every other address. */
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

const ROOT = "client/dist";
const FOREVER = "public, max-age=31536000, immutable";

export function clientPages(): Hono {
  const files = serveStatic({ root: ROOT, precompressed: true });
  const page = serveStatic({ root: ROOT, path: "index.html", precompressed: true });
  return new Hono()
    .use(async (c, next) => {
      await next();
      // What a file is called changes with what is in it.
      const isForever = c.req.path.startsWith("/assets/") && c.res.ok;
      c.header("cache-control", isForever ? FOREVER : "no-cache");
    })
    .get("/*", files)
    // A script of an older build must fail as one, not arrive as a page.
    .get("/assets/*", (c) => c.text("There is no such file; reload the page.", 404))
    .get("/*", page);
}
