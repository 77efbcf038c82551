/** Uploading an image; and files, for whoever has the link. */
import { Hono, type MiddlewareHandler } from "hono";
import { notFound } from "../kit/errors.ts";
import { storeImage } from "../kit/files.ts";
import type { FormFile } from "../kit/form.ts";
import { type App, filesOf, input, signedIn } from "../kit/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { fileById } from "./queries.ts";
import { uploadInput } from "./schema.ts";

const A_YEAR = 31_536_000;

const limitUploads: MiddlewareHandler<App> = async (c, next) => {
  await c.var.parts.limits.take("upload", c.var.me._id);
  await next();
};

/** One file, and hardly a text beside it. */
const ONE_FILE = { files: { file: 1 }, texts: 16 * 1024 };

/** The call /upload: an image for the editor. */
export const uploadRoutes = new Hono<App>()
  .post("/", signedIn, limitUploads, input("form", uploadInput, ONE_FILE), async (c) => {
    const { parts, me } = c.var;
    const [file] = filesOf(c, "file") as [FormFile];
    const keeping = { field: "file", now: parts.clock(), ownerId: me._id };
    const kept = await storeImage({ ...parts, who: me._id }, file, keeping);
    return c.json(await change(c, (act) => commands.record(act, kept)), 201);
  });

export const fileRoutes = new Hono<App>()
  .get("/:id", async (c) => {
    const { database, files } = c.var.parts;
    const id = c.req.param("id");
    const file = /^[0-9a-f]{32}$/.test(id) ? await fileById(database.db, id) : undefined;
    const body = file && await files.get(id);
    if (!file || !body) throw notFound("This file");
    const isImage = file.type.startsWith("image/");
    const headers = {
      "content-type": file.type,
      "content-length": String(file.size),
      "content-disposition": `${isImage ? "inline" : "attachment"}; ${asFilename(file.name)}`,
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cache-control": `private, max-age=${A_YEAR}, immutable`,
    };
    if (c.req.raw.method !== "HEAD") return c.body(body, 200, headers);
    // Nobody reads the answer to a HEAD, and what nobody reads would stay open.
    await body.cancel();
    return c.body(null, 200, headers);
  });

/** The name as RFC 8187 writes it: nothing in it can end the header. */
function asFilename(name: string): string {
  const escaped = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename*=UTF-8''${escaped}`;
}
