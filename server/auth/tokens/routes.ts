/** The calls under /tokens. No API token may make them. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../../kit/contract/describe.ts";
import { byId, messageReply } from "../../kit/core/schema.ts";
import { type App, ask, inPerson, input, signedIn } from "../../kit/http/guard.ts";
import { change } from "../../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const tokenRoutes = new Hono<App>()
  .get(
    "/",
    answers("One's own API tokens, newest first.", z.array(schema.apiToken)),
    signedIn,
    inPerson,
    async (c) => {
      const { db, me } = ask(c);
      return c.json(await queries.listTokens(db, me._id));
    },
  )
  .post(
    "/",
    creates("Make an API token for a program. Only this reply has it.", schema.madeToken, {
      refusals: ["409 token.name", "409 token.many"],
    }),
    signedIn,
    inPerson,
    input("json", schema.tokenInput),
    async (c) => {
      const { me, parts: { tokens } } = c.var;
      const wanted = c.req.valid("json");
      const apiToken = await change(c, commands.make, wanted);
      const token = tokens.signApiToken({ id: apiToken._id, personId: me._id });
      return c.json({ token, apiToken }, 201);
    },
  )
  .delete(
    "/:id",
    answers("Take one of one's own API tokens back. It ends at once.", messageReply),
    signedIn,
    inPerson,
    input("param", byId),
    async (c) => {
      await change(c, commands.takeBack, c.req.valid("param").id);
      return c.json({ msg: "This API token has ended." });
    },
  );
