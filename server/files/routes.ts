/** The calls that upload an image and that serve a file to everyone who has its link. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { notFound } from "../kit/core/errors.ts";
import { storeImage } from "../kit/files/files.ts";
import { type App, filesOf, input, signedIn } from "../kit/http/guard.ts";
import { limitUploads } from "../kit/http/throttle.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as schema from "./schema.ts";
import { fileById } from "./queries.ts";

const A_YEAR = 31_536_000;

/** One file, and little text beside it. */
const ONE_FILE = { files: { file: 1 }, texts: 16 * 1024 };

/** The call /upload: an image for the text editor. */
export const uploadRoutes = new Hono<App>()
  .post(
    "/",
    creates("Upload an image for a text.", schema.uploaded, {
      refusals: ["413 file.large", "415 file.kind"],
    }),
    signedIn,
    limitUploads,
    input("form", schema.uploadInput, ONE_FILE),
    async (c) => {
      const { parts, me } = c.var;
      const [file] = filesOf(c, "file") as [File];
      const upload = { field: "file", now: parts.clock(), ownerId: me._id };
      const kept = await storeImage({ ...parts, who: me._id }, file, upload);
      return c.json(await change(c, commands.record, kept), 201);
    },
  );

export const fileRoutes = new Hono<App>()
  .get(
    "/:id",
    answers("An uploaded file, for whoever has the link.", z.file(), {
      refusals: ["404 not-found"],
    }),
    async (c) => {
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
      // A reply to HEAD has no body: without this, the stream of the file would stay open.
      await body.cancel();
      return c.body(null, 200, headers);
    },
  );

/** Encodes the name as RFC 8187 says, so that no character in it can end the header. */
function asFilename(name: string): string {
  const escaped = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename*=UTF-8''${escaped}`;
}
