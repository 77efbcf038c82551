/** The calls under /doubts that are about looking at a program together. */
import { Hono } from "hono";
import { answers, creates } from "../kit/contract/describe.ts";
import { byId, messageReply } from "../kit/core/schema.ts";
import { type App, ask, input, signedIn } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const togetherRoutes = new Hono<App>()
  .get(
    "/:id/together",
    answers("Who looks, or asks to look, at the doubt's program together.", schema.togetherReply, {
      refusals: ["403 forbidden"],
    }),
    signedIn,
    input("param", byId),
    async (c) =>
      c.json({ together: await queries.visibleTogether(ask(c), c.req.valid("param").id) }),
  )
  .post(
    "/:id/together",
    creates("Ask to look at the student's program together.", schema.together, {
      refusals: ["403 forbidden", "409 doubt.resolved", "409 together.taken", "409 together.many"],
    }),
    signedIn,
    input("param", byId),
    async (c) => c.json(await change(c, commands.ask, c.req.valid("param").id), 201),
  )
  .put(
    "/:id/together",
    answers("Agree to the other side's question.", schema.together, {
      refusals: ["403 forbidden", "409 together.over"],
    }),
    signedIn,
    input("param", byId),
    input("json", schema.agreeInput),
    async (c) =>
      c.json(await change(c, commands.agree, c.req.valid("param").id, c.req.valid("json")._id)),
  )
  .delete(
    "/:id/together",
    answers("End it, take the question back, or say no to it.", messageReply, {
      refusals: ["403 forbidden"],
    }),
    signedIn,
    input("param", byId),
    async (c) => {
      await change(c, commands.end, c.req.valid("param").id);
      return c.json({ msg: "You do not look at it together any more." });
    },
  );
