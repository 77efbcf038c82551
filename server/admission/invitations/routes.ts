/** The calls under /admission/invitations. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../../kit/contract/describe.ts";
import { byId } from "../../kit/core/schema.ts";
import { adminsOnly, type App, ask, inPerson, input, staffOnly } from "../../kit/http/guard.ts";
import { change } from "../../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const invitationRoutes = new Hono<App>()
  .get(
    "/",
    answers("The invitations, newest first.", z.array(schema.invitation)),
    staffOnly,
    async (c) => c.json(await queries.listInvitations(ask(c).db)),
  )
  .post(
    "/",
    creates(
      "Invite a class, or one person, to whom the link is mailed. Only this reply has the token.",
      schema.madeInvitation,
      { refusals: ["409 user.exists", "409 invitation.many"] },
    ),
    adminsOnly,
    inPerson,
    input("json", schema.invitationInput),
    async (c) => {
      const invitation = await change(c, commands.make, c.req.valid("json"));
      const token = queries.tokenOf(c.var.parts.tokens, invitation._id);
      return c.json({ token, invitation }, 201);
    },
  )
  .post(
    "/open",
    answers("What an invitation is for, for whoever has its token.", schema.openInvitation, {
      refusals: ["404 invitation.unknown", "409 invitation.ended"],
    }),
    input("json", schema.openInput),
    async (c) => {
      const { parts, address } = c.var;
      const { token } = c.req.valid("json");
      const { name, email, endsAt } = await queries.openedBy(parts, { token, address });
      return c.json({ name, email, endsAt });
    },
  )
  .delete(
    "/:id",
    answers("Take an invitation back. Those who came in with it stay.", schema.invitation),
    adminsOnly,
    inPerson,
    input("param", byId),
    async (c) => c.json(await change(c, commands.takeBack, c.req.valid("param").id)),
  );
