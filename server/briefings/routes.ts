/** The calls under /dailyBriefing. */
import { Hono } from "hono";
import { allow, type App, askPublic, input, signedIn, staffOnly } from "../kit/guard.ts";
import { toHtml } from "../kit/html.ts";
import { byId } from "../kit/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import { archiveQuery, recentQuery, rewriteInput, type WriteInput, writeInput } from "./schema.ts";

const writers = allow("volunteer", "mentor", "admin");

/** Rendered before the transaction begins: nothing slow stands in one. */
const written = (texts: WriteInput): commands.Written => ({
  ...texts,
  html: {
    classSummary: toHtml(texts.classSummary, "classSummary"),
    classQuestions: toHtml(texts.classQuestions, "classQuestions"),
    homeworkQuestions: toHtml(texts.homeworkQuestions, "homeworkQuestions"),
  },
});

export const briefingRoutes = new Hono<App>()
  .get("/current", async (c) => c.json(await queries.currentBriefing(askPublic(c))))
  .get("/recent", input("query", recentQuery), async (c) => {
    return c.json(await queries.recentBriefings(askPublic(c), c.req.valid("query")));
  })
  .get("/archive", signedIn, input("query", archiveQuery), async (c) => {
    return c.json(await queries.briefingsOfMonth(askPublic(c), c.req.valid("query").month));
  })
  .post("/", writers, input("json", writeInput), async (c) => {
    const texts = written(c.req.valid("json"));
    return c.json(await change(c, (act) => commands.write(act, texts)), 201);
  })
  .put("/:id", writers, input("param", byId), input("json", rewriteInput), async (c) => {
    const { id } = c.req.valid("param");
    const { version, ...wanted } = c.req.valid("json");
    const texts = written(wanted);
    return c.json(await change(c, (act) => commands.rewrite(act, { id, version }, texts)));
  })
  .delete("/:id", staffOnly, input("param", byId), async (c) => {
    const { id } = c.req.valid("param");
    await change(c, (act) => commands.remove(act, id));
    return c.json({ msg: "Daily briefing deleted successfully!" });
  });
