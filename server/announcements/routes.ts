/** The calls under /messages/announcement. */
import { Hono } from "hono";
import { type App, askPublic, input, staffOnly } from "../kit/guard.ts";
import { byId } from "../kit/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import { announceInput, announcementQuery, editInput } from "./schema.ts";

export const announcementRoutes = new Hono<App>()
  .get("/", input("query", announcementQuery), async (c) => {
    return c.json(await queries.listAnnouncements(askPublic(c), c.req.valid("query")));
  })
  .post("/", staffOnly, input("json", announceInput), async (c) => {
    const wanted = c.req.valid("json");
    return c.json(await change(c, (act) => commands.create(act, wanted)), 201);
  })
  .put("/:id", staffOnly, input("param", byId), input("json", editInput), async (c) => {
    const { id } = c.req.valid("param");
    const wanted = c.req.valid("json");
    return c.json(await change(c, (act) => commands.edit(act, id, wanted)));
  })
  .delete("/:id", staffOnly, input("param", byId), async (c) => {
    const { id } = c.req.valid("param");
    await change(c, (act) => commands.remove(act, id));
    return c.json({ msg: "Announcement deleted successfully!" });
  });
