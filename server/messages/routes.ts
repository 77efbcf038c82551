/** The calls under /messages. */
import { Hono } from "hono";
import {
  type App,
  ask,
  askPublic,
  input,
  learnersOnly,
  signedIn,
  staffOnly,
} from "../kit/guard.ts";
import { byId } from "../kit/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import { listQuery, sendInput, staffListQuery } from "./schema.ts";

export const messageRoutes = new Hono<App>()
  .post("/", signedIn, input("json", sendInput), async (c) => {
    const wanted = c.req.valid("json");
    return c.json(await change(c, (act) => commands.send(act, wanted)), 201);
  })
  .get("/allForStudent", learnersOnly, input("query", listQuery), async (c) => {
    return c.json(await queries.messagesForLearner(ask(c), c.req.valid("query")));
  })
  .get("/allForMentor", staffOnly, input("query", staffListQuery), async (c) => {
    return c.json(await queries.messagesForStaff(ask(c), c.req.valid("query")));
  })
  .get("/personal", signedIn, input("query", listQuery), async (c) => {
    return c.json(await queries.personalMessages(ask(c), c.req.valid("query")));
  })
  .get("/public", signedIn, input("query", listQuery), async (c) => {
    return c.json(await queries.publicMessages(ask(c), c.req.valid("query")));
  })
  .get("/recent-mentor", async (c) => c.json(await queries.recentMessages(askPublic(c))))
  .get("/:id", signedIn, input("param", byId), async (c) => {
    return c.json(await queries.readableMessage(ask(c), c.req.valid("param").id));
  });
