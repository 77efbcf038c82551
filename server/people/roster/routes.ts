/** The calls under /users/roster. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../../kit/contract/describe.ts";
import { byId } from "../../kit/core/schema.ts";
import { adminsOnly, type App, ask, inPerson, input } from "../../kit/http/guard.ts";
import { changeSessions, keyOf } from "../../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const rosterRoutes = new Hono<App>()
  .get(
    "/",
    answers("The imports of the last day, newest first.", z.array(schema.rosterImport)),
    adminsOnly,
    async (c) => c.json(await queries.listImports(ask(c))),
  )
  .post(
    "/preview",
    answers("What an import of this roster would do with each row.", schema.rosterPreview),
    adminsOnly,
    inPerson,
    input("json", schema.rosterInput),
    async (c) => {
      // It writes nothing, so it needs no key. A wrong one is refused as everywhere.
      keyOf(c);
      return c.json(await queries.previewRoster(ask(c), c.req.valid("json")));
    },
  )
  .post(
    "/",
    creates("Import the new and the changed people of a roster.", schema.imported, {
      refusals: ["409 class.busy", "409 section.many"],
    }),
    adminsOnly,
    inPerson,
    input("json", schema.importInput),
    async (c) =>
      c.json(
        await changeSessions(c, commands.importRoster, c.req.valid("json")),
        201,
      ),
  )
  .post(
    "/:id/undo",
    answers(
      "Undo an import, for a day: it removes accounts that never signed in, and changes others back.",
      schema.undone,
      {
        refusals: [
          "409 roster.undone",
          "409 roster.late",
          "409 class.busy",
          "409 user.last-admin",
        ],
      },
    ),
    adminsOnly,
    inPerson,
    input("param", byId),
    async (c) => c.json(await changeSessions(c, commands.undo, c.req.valid("param").id)),
  );
