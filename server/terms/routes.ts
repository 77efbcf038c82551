/** The calls under /terms. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { adminsOnly, type App, ask, inPerson, input, signedIn } from "../kit/http/guard.ts";
import { byId, messageReply } from "../kit/core/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const termRoutes = new Hono<App>()
  .get(
    "/",
    answers(
      "The terms that have ended, newest first.",
      z.array(schema.term),
    ),
    signedIn,
    async (c) => c.json(await queries.listTerms(ask(c).db)),
  )
  .get(
    "/:id/items",
    answers("What was archived with a term, as far as the asker may see it.", schema.termItems),
    signedIn,
    input("param", byId),
    input("query", schema.itemsQuery),
    async (c) =>
      c.json(await queries.termItems(ask(c), c.req.valid("param").id, c.req.valid("query"))),
  )
  .post(
    "/",
    creates("Close the present term.", schema.term, {
      refusals: ["409 class.busy", "409 term.classSession"],
    }),
    adminsOnly,
    inPerson,
    input("json", schema.closeInput),
    async (c) => c.json(await change(c, commands.close, c.req.valid("json")), 201),
  )
  .post(
    "/:id/undo",
    answers("Set a term back, for a week after its end.", messageReply, {
      refusals: ["409 class.busy", "409 term.late"],
    }),
    adminsOnly,
    inPerson,
    input("param", byId),
    async (c) => {
      await change(c, commands.undo, c.req.valid("param").id);
      return c.json({ msg: "This term is set back." });
    },
  );
