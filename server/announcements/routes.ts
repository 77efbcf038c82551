/** The calls under /messages/announcement. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { type App, ask, askPublic, input, staffOnly } from "../kit/http/guard.ts";
import { byId, messageReply } from "../kit/core/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const announcementRoutes = new Hono<App>()
  .get(
    "/",
    answers("Announcements, newest first.", z.array(schema.listedAnnouncement)),
    input("query", schema.announcementQuery),
    async (c) => c.json(await queries.listAnnouncements(askPublic(c), c.req.valid("query"))),
  )
  .get(
    "/prepared",
    answers(
      "Scheduled announcements, the next one first.",
      z.array(schema.preparedAnnouncement),
    ),
    staffOnly,
    async (c) => c.json(await queries.scheduledAnnouncements(ask(c).db)),
  )
  .post(
    "/",
    creates("Create an announcement, or prepare it for a time.", schema.listedAnnouncement, {
      refusals: ["409 prepared.full"],
    }),
    staffOnly,
    input("json", schema.announceInput),
    async (c) => c.json(await change(c, commands.create, c.req.valid("json")), 201),
  )
  .put(
    "/:id",
    answers("Edit an announcement.", schema.listedAnnouncement),
    staffOnly,
    input("param", byId),
    input("json", schema.editInput),
    async (c) =>
      c.json(await change(c, commands.edit, c.req.valid("param").id, c.req.valid("json"))),
  )
  .post(
    "/:id/publish",
    answers("Publish a prepared announcement now.", schema.listedAnnouncement),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await change(c, commands.publish, c.req.valid("param").id)),
  )
  .delete(
    "/:id",
    answers("Delete an announcement.", messageReply),
    staffOnly,
    input("param", byId),
    async (c) => {
      await change(c, commands.remove, c.req.valid("param").id);
      return c.json({ msg: "Announcement deleted successfully!" });
    },
  );
