/** The calls under /contact. */
import { Hono } from "hono";
import { allow, type App, ask, input } from "../kit/guard.ts";
import { type Act, change, transact } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import { contactInput, contactQuery } from "./schema.ts";

export const contactRoutes = new Hono<App>()
  .get("/", allow("admin"), input("query", contactQuery), async (c) => {
    return c.json(await queries.listContactMessages(ask(c), c.req.valid("query")));
  })
  .post("/", input("json", contactInput), async (c) => {
    const { parts, asker, address, network } = c.var;
    const wanted = c.req.valid("json");
    await parts.limits.take("contact", address);
    await parts.limits.take("contactWide", network);
    if (asker === null) {
      const work = (act: Act<null>) => commands.receive(act, wanted);
      return c.json(await transact({ parts, me: null, work }), 201);
    }
    // An Idempotency-Key is somebody's, so it counts only from somebody signed in.
    c.set("me", asker);
    return c.json(await change(c, (act) => commands.receive(act, wanted)), 201);
  });
