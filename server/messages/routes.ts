/** The calls under /messages. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import {
  type App,
  ask,
  askPublic,
  input,
  learnersOnly,
  signedIn,
  staffOnly,
} from "../kit/http/guard.ts";
import { byId } from "../kit/core/schema.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const messageRoutes = new Hono<App>()
  .post(
    "/",
    creates("Send a message.", schema.message),
    signedIn,
    input("json", schema.sendInput),
    async (c) => c.json(await change(c, commands.send, c.req.valid("json")), 201),
  )
  .get(
    "/allForStudent",
    answers(
      "Public messages from staff, and personal ones sent or received.",
      z.array(schema.message),
    ),
    learnersOnly,
    input("query", schema.listQuery),
    async (c) => c.json(await queries.messagesForLearner(ask(c), c.req.valid("query"))),
  )
  .get(
    "/allForMentor",
    answers(
      "A mentor's messages, sent and received, and public ones from students; for an admin, all.",
      z.array(schema.message),
    ),
    staffOnly,
    input("query", schema.staffListQuery),
    async (c) => c.json(await queries.messagesForStaff(ask(c), c.req.valid("query"))),
  )
  .get(
    "/personal",
    answers("Personal messages, sent or received.", z.array(schema.message)),
    signedIn,
    input("query", schema.listQuery),
    async (c) => c.json(await queries.personalMessages(ask(c), c.req.valid("query"))),
  )
  .get(
    "/public",
    answers("Public messages from staff.", z.array(schema.message)),
    signedIn,
    input("query", schema.listQuery),
    async (c) => c.json(await queries.publicMessages(ask(c), c.req.valid("query"))),
  )
  .get(
    "/recent-mentor",
    answers("The newest, for the public home.", z.array(schema.message)),
    async (c) => c.json(await queries.recentMessages(askPublic(c))),
  )
  .get(
    "/:id",
    answers("One message.", schema.message),
    signedIn,
    input("param", byId),
    async (c) => c.json(await queries.readableMessage(ask(c), c.req.valid("param").id)),
  );
