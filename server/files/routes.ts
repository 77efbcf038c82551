/** Uploading an image; and files, for whoever has the link. */
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { notFound, Refusal } from "../kit/errors.ts";
import { FILE_MOST, storeImage } from "../kit/files.ts";
import { type App, input, signedIn } from "../kit/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { fileById } from "./queries.ts";
import { uploadInput } from "./schema.ts";

const A_YEAR = 31_536_000;
/** What a form has around its file. */
const AROUND = 64 * 1024;

const limitUploads: MiddlewareHandler<App> = async (c, next) => {
  await c.var.parts.limits.take("upload", c.var.me._id);
  await next();
};

const limitSize = bodyLimit({
  maxSize: FILE_MOST + AROUND,
  onError: () => {
    const sentence = "A file may be up to 10MB.";
    throw new Refusal(413, "file.large", sentence, { errors: { file: sentence } });
  },
});

/** The call /upload: an image for the editor. */
export const uploadRoutes = new Hono<App>()
  .post("/", signedIn, limitUploads, limitSize, input("form", uploadInput), async (c) => {
    const { parts, me } = c.var;
    const { file } = c.req.valid("form");
    const keeping = { field: "file", now: parts.clock(), ownerId: me._id };
    const kept = await storeImage(parts.files, file, keeping);
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
    return c.body(body, 200, {
      "content-type": file.type,
      "content-length": String(file.size),
      "content-disposition": `${isImage ? "inline" : "attachment"}; ${asFilename(file.name)}`,
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cache-control": `private, max-age=${A_YEAR}, immutable`,
    });
  });

/** The name as RFC 8187 writes it: nothing in it can end the header. */
function asFilename(name: string): string {
  const escaped = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename*=UTF-8''${escaped}`;
}
