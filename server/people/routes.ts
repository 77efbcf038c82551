/** The calls under /users. */
import { Hono } from "hono";
import { allow, type App, ask, input, signedIn, staffOnly } from "../kit/guard.ts";
import { byId } from "../kit/schema.ts";
import { searchedBy } from "../kit/throttle.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { can } from "./policy.ts";
import * as queries from "./queries.ts";
import { accountInput, disableInput, inviteInput, peopleQuery, studentQuery } from "./schema.ts";

const adminsOnly = allow("admin");

export const peopleRoutes = new Hono<App>()
  .get("/", signedIn, searchedBy("search"), input("query", peopleQuery), async (c) => {
    const wanted = c.req.valid("query");
    return c.json(
      can.manage(c.var.me)
        ? await queries.listAccounts(ask(c), wanted)
        : await queries.listRecipients(ask(c), wanted),
    );
  })
  .get("/students", staffOnly, searchedBy("search"), input("query", studentQuery), async (c) => {
    return c.json(await queries.listStudents(ask(c), c.req.valid("query")));
  })
  .get("/menters", async (c) => c.json(await queries.listTeam(c.var.parts.database.db)))
  .post("/", adminsOnly, input("json", inviteInput), async (c) => {
    const wanted = c.req.valid("json");
    return c.json(await change(c, (act) => commands.invite(act, wanted)), 201);
  })
  .patch("/:id", adminsOnly, input("param", byId), input("json", accountInput), async (c) => {
    const { id } = c.req.valid("param");
    const wanted = c.req.valid("json");
    return c.json(await change(c, (act) => commands.edit(act, id, wanted)));
  })
  .post(
    "/:id/disable",
    adminsOnly,
    input("param", byId),
    input("json", disableInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      return c.json(await change(c, (act) => commands.disable(act, id, wanted)));
    },
  )
  .delete("/:id", adminsOnly, input("param", byId), async (c) => {
    const { id } = c.req.valid("param");
    await change(c, (act) => commands.remove(act, id));
    return c.json({ msg: "Account deleted." });
  });
