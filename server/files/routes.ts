/** Uploaded files, for whoever has the link. */
import { Hono } from "hono";
import { notFound } from "../kit/errors.ts";
import type { App } from "../kit/guard.ts";
import { fileById } from "./queries.ts";

const A_YEAR = 31_536_000;

export const fileRoutes = new Hono<App>()
  .get("/:id", async (c) => {
    const { database, files } = c.var.parts;
    const id = c.req.param("id");
    const file = /^[0-9a-f]{32}$/.test(id) ? await fileById(database.db, id) : undefined;
    const body = file && await files.get(id);
    if (!file || !body) throw notFound("This file");
    const isImage = file.type.startsWith("image/");
    const name = encodeURIComponent(file.name);
    return c.body(body, 200, {
      "content-type": file.type,
      "content-length": String(file.size),
      "content-disposition": `${isImage ? "inline" : "attachment"}; filename*=UTF-8''${name}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": `private, max-age=${A_YEAR}, immutable`,
    });
  });
