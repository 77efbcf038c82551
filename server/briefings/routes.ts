/** The calls under /dailyBriefing. */
import { Hono } from "hono";
import { allow, type App, askPublic, input, signedIn, staffOnly } from "../kit/guard.ts";
import type { Texts } from "../kit/render.ts";
import { byId } from "../kit/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import { archiveQuery, recentQuery, rewriteInput, type WriteInput, writeInput } from "./schema.ts";

const writers = allow("volunteer", "mentor", "admin");

/** Rendered before the transaction begins: nothing slow stands in one. */
async function written(render: Texts, texts: WriteInput): Promise<commands.Written> {
  const [classSummary, classQuestions, homeworkQuestions] = await Promise.all([
    render.text(texts.classSummary, "classSummary"),
    render.text(texts.classQuestions, "classQuestions"),
    render.text(texts.homeworkQuestions, "homeworkQuestions"),
  ]);
  return { ...texts, html: { classSummary, classQuestions, homeworkQuestions } };
}

export const briefingRoutes = new Hono<App>()
  .get("/current", async (c) => c.json(await queries.currentBriefing(askPublic(c))))
  .get("/recent", input("query", recentQuery), async (c) => {
    return c.json(await queries.recentBriefings(askPublic(c), c.req.valid("query")));
  })
  .get("/archive", signedIn, input("query", archiveQuery), async (c) => {
    return c.json(await queries.briefingsOfMonth(askPublic(c), c.req.valid("query").month));
  })
  .post("/", writers, input("json", writeInput), async (c) => {
    const texts = await written(c.var.parts.render.by(c.var.me._id), c.req.valid("json"));
    return c.json(await change(c, (act) => commands.write(act, texts)), 201);
  })
  .put("/:id", writers, input("param", byId), input("json", rewriteInput), async (c) => {
    const { id } = c.req.valid("param");
    const { version, ...wanted } = c.req.valid("json");
    const texts = await written(c.var.parts.render.by(c.var.me._id), wanted);
    return c.json(await change(c, (act) => commands.rewrite(act, { id, version }, texts)));
  })
  .delete("/:id", staffOnly, input("param", byId), async (c) => {
    const { id } = c.req.valid("param");
    await change(c, (act) => commands.remove(act, id));
    return c.json({ msg: "Daily briefing deleted successfully!" });
  });
