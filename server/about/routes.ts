/** The calls under /about. */
import { Hono } from "hono";
import { answers } from "../kit/contract/describe.ts";
import { adminsOnly, type App, askPublic, input } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as schema from "./schema.ts";
import { aboutPage } from "./queries.ts";

export const aboutRoutes = new Hono<App>()
  .get(
    "/",
    answers("The About page.", schema.about),
    async (c) => c.json(await aboutPage(askPublic(c))),
  )
  .put(
    "/",
    answers("Edit the About page.", schema.about),
    adminsOnly,
    input("json", schema.aboutInput),
    async (c) => {
      const wanted = c.req.valid("json");
      const render = c.var.parts.render.by(c.var.me);
      const html = {
        story: await render.text(wanted.story, "story"),
        mission: await render.text(wanted.mission, "mission"),
      };
      return c.json(await change(c, commands.edit, wanted, html));
    },
  );
