/** The calls under /notifications. */
import { Hono } from "hono";
import { answers, creates } from "../kit/contract/describe.ts";
import { badField } from "../kit/core/errors.ts";
import { messageReply } from "../kit/core/schema.ts";
import { type App, ask, claimsOf, inPerson, input, signedIn } from "../kit/http/guard.ts";
import { change, transact } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { publicPushKey } from "./push/writes.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const notificationRoutes = new Hono<App>()
  .get(
    "/",
    answers("What concerns oneself, newest first.", schema.notificationPage),
    signedIn,
    input("query", schema.listQuery),
    async (c) => c.json(await queries.listNotifications(ask(c), c.req.valid("query"))),
  )
  .post(
    "/read",
    answers("Mark some as read.", messageReply),
    signedIn,
    input("json", schema.readInput),
    async (c) => {
      await change(c, commands.read, c.req.valid("json"));
      return c.json({ msg: "Marked as read." });
    },
  )
  .post(
    "/read-all",
    answers("Mark one and all older ones as read.", messageReply),
    signedIn,
    input("json", schema.readAllInput),
    async (c) => {
      await change(c, commands.readAll, c.req.valid("json"));
      return c.json({ msg: "All are read." });
    },
  )
  .get(
    "/settings",
    answers("How one wants to be told of each kind.", schema.settings),
    signedIn,
    async (c) => {
      const { db, me } = ask(c);
      return c.json(queries.toSettings(await queries.settingsRow(db, me._id)));
    },
  )
  .put(
    "/settings",
    answers("Change how one wants to be told.", schema.settings),
    signedIn,
    input("json", schema.settingsInput),
    async (c) => c.json(await change(c, commands.changeSettings, c.req.valid("json"))),
  )
  .get(
    "/push-key",
    answers("The public key with which a browser subscribes to pushes.", schema.pushKey),
    signedIn,
    async (c) => c.json({ key: await publicPushKey(c.var.parts) }),
  )
  .post(
    "/browsers",
    creates("Push to this browser, too.", messageReply),
    signedIn,
    inPerson,
    input("json", schema.subscriptionInput),
    async (c) => {
      const { session } = await claimsOf(c);
      await change(c, commands.subscribe, c.req.valid("json"), session);
      return c.json({ msg: "This browser gets pushes." }, 201);
    },
  )
  .delete(
    "/browsers",
    answers("Push to this browser no more.", messageReply),
    signedIn,
    inPerson,
    input("json", schema.unsubscriptionInput),
    async (c) => {
      await change(c, commands.unsubscribe, c.req.valid("json").endpoint);
      return c.json({ msg: "This browser gets no pushes." });
    },
  )
  .post(
    "/unsubscribe",
    answers("End the mails that a link in a mail names, without a sign-in.", messageReply, {}),
    input("query", schema.unsubscribeQuery),
    async (c) => {
      const { parts } = c.var;
      const named = await parts.tokens.readUnsubscribe(c.req.valid("query").token);
      if (named === null) throw badField("token", "This link is not valid any more.");
      await transact(parts, (act) => commands.endMails(act, named));
      return c.json({ msg: "You get no more mails of this kind." });
    },
  );
