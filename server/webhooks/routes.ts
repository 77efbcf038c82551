/** The calls under /webhooks. No API token may make them. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { accepts, answers, creates } from "../kit/contract/describe.ts";
import { byId, messageReply } from "../kit/core/schema.ts";
import { adminsOnly, type App, ask, inPerson, input } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

const QUEUED = { msg: "It is on its way." };
const hostsOf = (c: Context<App>) => c.var.parts.env.webhookHosts;

export const webhookRoutes = new Hono<App>()
  .get(
    "/",
    answers("The webhooks, newest first, and the hosts that they may have.", schema.webhookList),
    adminsOnly,
    inPerson,
    async (c) => c.json({ webhooks: await queries.listWebhooks(ask(c).db), hosts: hostsOf(c) }),
  )
  .post(
    "/",
    creates(
      "Make a webhook. Only this reply has the secret that verifies its signatures, which are " +
        "those of Standard Webhooks 1.0.",
      schema.madeWebhook,
      { refusals: ["409 webhook.many"] },
    ),
    adminsOnly,
    inPerson,
    input("json", schema.webhookInput),
    async (c) => {
      const webhook = await change(c, commands.make, c.req.valid("json"));
      const secret = queries.writtenSecret(c.var.parts.tokens, webhook._id);
      return c.json({ secret, webhook }, 201);
    },
  )
  .put(
    "/:id",
    answers("Choose the events of a webhook, and turn it on or off.", schema.webhook),
    adminsOnly,
    inPerson,
    input("param", byId),
    input("json", schema.editWebhookInput),
    async (c) =>
      c.json(await change(c, commands.edit, c.req.valid("param").id, c.req.valid("json"))),
  )
  .delete(
    "/:id",
    answers("Delete a webhook with its deliveries.", messageReply),
    adminsOnly,
    inPerson,
    input("param", byId),
    async (c) => {
      await change(c, commands.remove, c.req.valid("param").id);
      return c.json({ msg: "The webhook has been deleted." });
    },
  )
  .get(
    "/:id/deliveries",
    answers("The last deliveries of a webhook, newest first.", z.array(schema.delivery)),
    adminsOnly,
    inPerson,
    input("param", byId),
    async (c) => c.json(await queries.listDeliveries(ask(c).db, c.req.valid("param").id)),
  )
  .post(
    "/:id/test",
    accepts("Send a test.", messageReply, { refusals: ["409 webhook.off"] }),
    adminsOnly,
    inPerson,
    input("param", byId),
    async (c) => {
      await change(c, commands.test, c.req.valid("param").id);
      return c.json(QUEUED, 202);
    },
  )
  .post(
    "/:id/deliveries/:deliveryId/again",
    accepts("Send a delivery again, under the same id.", messageReply, {
      refusals: ["409 webhook.off"],
    }),
    adminsOnly,
    inPerson,
    input("param", schema.byDelivery),
    async (c) => {
      const { id, deliveryId } = c.req.valid("param");
      await change(c, commands.sendAgain, id, deliveryId);
      return c.json(QUEUED, 202);
    },
  );
