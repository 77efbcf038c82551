/** The calls under /goals. */
import { Hono } from "hono";
import { allow, type App, ask, input, staffOnly } from "../kit/guard.ts";
import { byId } from "../kit/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import { byUser, goalChange, goalInput } from "./schema.ts";

const mentorsOnly = allow("mentor");

export const goalRoutes = new Hono<App>()
  .get("/user/:userId", staffOnly, input("param", byUser), async (c) => {
    return c.json(await queries.goalsOf(ask(c), c.req.valid("param").userId));
  })
  .post("/", mentorsOnly, input("json", goalInput), async (c) => {
    const wanted = c.req.valid("json");
    return c.json(await change(c, (act) => commands.create(act, wanted)), 201);
  })
  .put("/:id", mentorsOnly, input("param", byId), input("json", goalChange), async (c) => {
    const { id } = c.req.valid("param");
    const wanted = c.req.valid("json");
    return c.json(await change(c, (act) => commands.edit(act, id, wanted)));
  });
