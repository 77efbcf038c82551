/** The calls under /users/removals: deleted accounts, and taking them back. */
import { Hono } from "hono";
import * as z from "zod";
import { answers } from "../../kit/contract/describe.ts";
import { byId, messageReply } from "../../kit/core/schema.ts";
import { adminsOnly, type App, ask, inPerson, input } from "../../kit/http/guard.ts";
import { requestSource } from "../../kit/http/request_source.ts";
import { change, transact } from "../../live/outbox.ts";
import { account } from "../schema.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const removalRoutes = new Hono<App>()
  .get(
    "/",
    answers(
      "Deleted accounts, newest first: those that can be taken back, and the reports of the others.",
      z.array(schema.removal),
    ),
    adminsOnly,
    async (c) => c.json(await queries.listRemovals(ask(c).db)),
  )
  .post(
    "/take-back",
    answers("Take back one's own account with the token of the mailed link.", messageReply, {
      refusals: ["404 not-found", "409 user.exists"],
    }),
    input("json", schema.takeBackInput),
    async (c) => {
      const { parts, address } = c.var;
      const { token } = c.req.valid("json");
      await parts.limits.take("link", address);
      const work = (act: Parameters<typeof commands.takeOwnBack>[0]) =>
        commands.takeOwnBack(act, token);
      await transact(parts, work, requestSource(c));
      return c.json({ msg: "Your account is back. Please log in." });
    },
  )
  .post(
    "/:id/take-back",
    answers("Take a deleted account back.", account, {
      refusals: ["404 not-found", "409 user.exists"],
    }),
    adminsOnly,
    inPerson,
    input("param", byId),
    async (c) => c.json(await change(c, commands.takeBack, c.req.valid("param").id)),
  );
