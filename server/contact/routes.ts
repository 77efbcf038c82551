/** The calls under /contact. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { messageReply } from "../kit/core/schema.ts";
import { adminsOnly, type App, ask, input } from "../kit/http/guard.ts";
import { type Act, change, transact } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const contactRoutes = new Hono<App>()
  .get(
    "/",
    answers("Messages from the contact form, newest first.", z.array(schema.contactMessage)),
    adminsOnly,
    input("query", schema.contactQuery),
    async (c) => c.json(await queries.listContactMessages(ask(c), c.req.valid("query"))),
  )
  .post(
    "/",
    creates("Send a message with the contact form.", messageReply, {
      refusals: ["400 idempotency.key", "409 idempotency.reused"],
    }),
    input("json", schema.contactInput),
    async (c) => {
      const { parts, asker, address, network } = c.var;
      const wanted = c.req.valid("json");
      await parts.limits.take("contact", address);
      await parts.limits.take("contactWide", network);
      if (asker === null) {
        const work = (act: Act<null>) => commands.receive(act, wanted);
        return c.json(await transact(parts, work), 201);
      }
      // An Idempotency-Key belongs to a person, so it is used only for signed-in people.
      c.set("me", asker);
      return c.json(await change(c, commands.receive, wanted), 201);
    },
  );
