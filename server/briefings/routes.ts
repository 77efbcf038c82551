/** The calls under /dailyBriefing. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { allow, type App, ask, askPublic, input, signedIn } from "../kit/http/guard.ts";
import type { Texts } from "../kit/content/render.ts";
import { byId, messageReply } from "../kit/core/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

const writers = allow("volunteer", "mentor", "admin");

/** Renders before the transaction begins, because it is slow. */
async function renderTexts(render: Texts, texts: schema.BriefingTexts) {
  const [classSummary, classQuestions, homeworkQuestions] = await Promise.all([
    render.text(texts.classSummary, "classSummary"),
    render.text(texts.classQuestions, "classQuestions"),
    render.text(texts.homeworkQuestions, "homeworkQuestions"),
  ]);
  return { ...texts, html: { classSummary, classQuestions, homeworkQuestions } };
}

/** The day has another briefing. The asker gets it, unless it is prepared by somebody else. */
const TAKEN = {
  refusals: ["409 briefing.exists", "409 briefing.prepared"],
  fields: {
    "briefing.exists": { current: schema.briefing },
    "briefing.prepared": { current: schema.briefing.optional() },
  },
};

export const briefingRoutes = new Hono<App>()
  .get(
    "/current",
    answers("Today's briefing, or null.", schema.briefing.nullable()),
    async (c) => c.json(await queries.currentBriefing(askPublic(c))),
  )
  .get(
    "/recent",
    answers("Briefings, newest first.", z.array(schema.briefing)),
    input("query", schema.recentQuery),
    async (c) => c.json(await queries.recentBriefings(askPublic(c), c.req.valid("query"))),
  )
  .get(
    "/archive",
    answers("The briefings of a month, newest first.", z.array(schema.briefing)),
    signedIn,
    input("query", schema.archiveQuery),
    async (c) => c.json(await queries.briefingsOfMonth(askPublic(c), c.req.valid("query").month)),
  )
  .get(
    "/prepared",
    answers(
      "Scheduled briefings, the next one first: for staff all, for a volunteer their own.",
      z.array(schema.preparedBriefing),
    ),
    writers,
    async (c) => c.json(await queries.scheduledBriefings(ask(c))),
  )
  .post(
    "/",
    creates("Write today's briefing, or prepare that of a later day.", schema.briefing, TAKEN),
    writers,
    input("json", schema.writeInput),
    async (c) => {
      const { appearsAt, ...wanted } = c.req.valid("json");
      const texts = await renderTexts(c.var.parts.render.by(c.var.me), wanted);
      return c.json(await change(c, commands.write, texts, appearsAt), 201);
    },
  )
  .put(
    "/:id",
    answers("Edit a briefing.", schema.briefing, TAKEN),
    writers,
    input("param", byId),
    input("json", schema.rewriteInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const { version, appearsAt, ...wanted } = c.req.valid("json");
      const texts = await renderTexts(c.var.parts.render.by(c.var.me), wanted);
      const of = { id, version, appearsAt };
      return c.json(await change(c, commands.rewrite, of, texts));
    },
  )
  .post(
    "/:id/publish",
    answers("Publish a prepared briefing now, as today's.", schema.briefing, TAKEN),
    writers,
    input("param", byId),
    async (c) => c.json(await change(c, commands.publish, c.req.valid("param").id)),
  )
  .delete(
    "/:id",
    answers("Delete a briefing. Volunteers delete only their own prepared ones.", messageReply),
    writers,
    input("param", byId),
    async (c) => {
      await change(c, commands.remove, c.req.valid("param").id);
      return c.json({ msg: "Daily briefing deleted successfully!" });
    },
  );
