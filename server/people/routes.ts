/** The calls under /users. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import {
  adminsOnly,
  type App,
  ask,
  inPerson,
  input,
  signedIn,
  staffOnly,
} from "../kit/http/guard.ts";
import { byId, messageReply } from "../kit/core/schema.ts";
import { change, changeSessions } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as schema from "./schema.ts";
import { can } from "./policy.ts";
import * as queries from "./queries.ts";

export const peopleRoutes = new Hono<App>()
  .get(
    "/",
    answers(
      "People to write to, with addresses for mentors; for admins, every account with its state.",
      z.union([z.array(schema.account), z.array(schema.recipient)]),
    ),
    signedIn,
    input("query", schema.peopleQuery),
    async (c) => {
      const wanted = c.req.valid("query");
      return c.json(
        can.manage(c.var.me)
          ? await queries.listAccounts(ask(c), wanted)
          : await queries.listRecipients(ask(c), wanted),
      );
    },
  )
  .get(
    "/students",
    answers("Students, by name; a search finds up to 20.", z.array(schema.student)),
    staffOnly,
    input("query", schema.studentQuery),
    async (c) => c.json(await queries.listStudents(ask(c), c.req.valid("query"))),
  )
  .get(
    "/menters",
    answers("The team, for the About page.", z.array(schema.teamMember)),
    async (c) => c.json(await queries.listTeam(c.var.parts.database.db)),
  )
  .get(
    "/here",
    answers("Who is here now, by name.", z.array(schema.personHere)),
    adminsOnly,
    async (c) => c.json(await queries.listPresent(ask(c))),
  )
  .post(
    "/many",
    answers(
      "Disable, enable or delete several accounts. Each that is refused is named with the reason.",
      schema.manyDone,
    ),
    adminsOnly,
    inPerson,
    input("json", schema.manyInput),
    async (c) => c.json(await changeSessions(c, commands.changeMany, c.req.valid("json"))),
  )
  .post(
    "/",
    creates("Make an account; a code to set its password is mailed.", schema.account, {
      refusals: ["409 user.exists"],
    }),
    adminsOnly,
    inPerson,
    input("json", schema.inviteInput),
    async (c) => c.json(await change(c, commands.invite, c.req.valid("json")), 201),
  )
  .patch(
    "/:id",
    answers("Edit an account. A new role ends its sessions.", schema.account, {
      refusals: ["409 user.exists", "409 user.last-admin"],
    }),
    adminsOnly,
    inPerson,
    input("param", byId),
    input("json", schema.accountInput),
    async (c) =>
      c.json(await changeSessions(c, commands.edit, c.req.valid("param").id, c.req.valid("json"))),
  )
  .post(
    "/:id/disable",
    answers(
      "Disable an account for so many hours, which ends its sessions; 0 enables it again.",
      schema.account,
      { refusals: ["409 user.last-admin"] },
    ),
    adminsOnly,
    inPerson,
    input("param", byId),
    input("json", schema.disableInput),
    async (c) =>
      c.json(
        await changeSessions(c, commands.disable, c.req.valid("param").id, c.req.valid("json")),
      ),
  )
  .delete(
    "/:id",
    answers(
      "Delete an account. Sessions end, the address is free. An admin can take it back for 7 days.",
      messageReply,
      { refusals: ["409 user.last-admin"] },
    ),
    adminsOnly,
    inPerson,
    input("param", byId),
    async (c) => {
      await changeSessions(c, commands.remove, c.req.valid("param").id);
      return c.json({ msg: "Account deleted." });
    },
  );
