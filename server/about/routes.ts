/** The calls under /about. */
import { Hono } from "hono";
import { allow, type App, askPublic, input } from "../kit/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { aboutPage } from "./queries.ts";
import { aboutInput } from "./schema.ts";

export const aboutRoutes = new Hono<App>()
  .get("/", async (c) => c.json(await aboutPage(askPublic(c))))
  .put("/", allow("admin"), input("json", aboutInput), async (c) => {
    const wanted = c.req.valid("json");
    const render = c.var.parts.render.by(c.var.me._id);
    const html = {
      story: await render.text(wanted.story, "story"),
      mission: await render.text(wanted.mission, "mission"),
    };
    return c.json(await change(c, (act) => commands.edit(act, wanted, html)));
  });
