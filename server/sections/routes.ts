/** The calls under /sections. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { byId, messageReply } from "../kit/core/schema.ts";
import { adminsOnly, type App, ask, input, staffOnly } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const sectionRoutes = new Hono<App>()
  .get(
    "/",
    answers("The sections of the class, by name.", z.array(schema.section)),
    staffOnly,
    async (c) => c.json(await queries.listSections(ask(c).db)),
  )
  .post(
    "/",
    creates("Make a section.", schema.section, {
      refusals: ["409 section.exists", "409 section.many"],
    }),
    adminsOnly,
    input("json", schema.sectionInput),
    async (c) => c.json(await change(c, commands.make, c.req.valid("json")), 201),
  )
  .put(
    "/:id",
    answers("Rename a section.", schema.section, { refusals: ["409 section.exists"] }),
    adminsOnly,
    input("param", byId),
    input("json", schema.editSectionInput),
    async (c) =>
      c.json(await change(c, commands.rename, c.req.valid("param").id, c.req.valid("json"))),
  )
  .delete(
    "/:id",
    answers("Delete a section. Its members stay, without it.", messageReply),
    adminsOnly,
    input("param", byId),
    async (c) => {
      await change(c, commands.remove, c.req.valid("param").id);
      return c.json({ msg: "Section deleted." });
    },
  )
  .put(
    "/:id/members",
    answers(
      "Put people into a section and out of it. A student who is put in leaves the section before.",
      schema.section,
    ),
    adminsOnly,
    input("param", byId),
    input("json", schema.membersInput),
    async (c) =>
      c.json(await change(c, commands.changeMembers, c.req.valid("param").id, c.req.valid("json"))),
  );
