/** The calls under /users/roster. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { nameSchemas } from "../../kit/contract/components.ts";
import { answers, creates } from "../../kit/contract/describe.ts";
import { byId } from "../../kit/core/schema.ts";
import type { FormFile } from "../../kit/files/multipart.ts";
import { allow, type App, ask, filesOf, inPerson, input } from "../../kit/http/guard.ts";
import { limitUploads } from "../../kit/http/throttle.ts";
import { changeSessions, keyOf } from "../../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

nameSchemas("roster", schema);

const adminsOnly = allow("admin");
const ONE_ROSTER = { files: { file: 1 }, fileMost: schema.ROSTER_BYTES_MOST, texts: 4 * 1024 };
const files = {
  file: "CSV with the columns name, email, branch, year, role and section, up to 2MB",
};

const rosterOf = (c: Context<App>): Promise<queries.Roster> => {
  const [file] = filesOf(c, "file") as [FormFile];
  return queries.readRoster(file.content);
};

export const rosterRoutes = new Hono<App>()
  .get(
    "/",
    answers("The imports of the last day, newest first.", z.array(schema.rosterImport)),
    adminsOnly,
    async (c) => c.json(await queries.listImports(ask(c))),
  )
  .post(
    "/preview",
    answers("What an import of this roster would do with each row.", schema.rosterPreview, {
      refusals: ["413 file.large"],
      files,
    }),
    adminsOnly,
    inPerson,
    limitUploads,
    input("form", schema.previewForm, ONE_ROSTER),
    async (c) => {
      // It writes nothing, so it needs no key. A wrong one is refused as everywhere.
      keyOf(c);
      return c.json(await queries.previewRoster(ask(c), await rosterOf(c)));
    },
  )
  .post(
    "/",
    creates(
      "Import the rows of a roster that are not wrong: the file of a preview, with its digest.",
      schema.imported,
      { refusals: ["409 roster.other", "409 class.busy", "413 file.large"], files },
    ),
    adminsOnly,
    inPerson,
    limitUploads,
    input("form", schema.importForm, ONE_ROSTER),
    async (c) => {
      const { digest } = c.req.valid("form");
      const roster = await rosterOf(c);
      return c.json(
        await changeSessions(c, (act) => commands.importRoster(act, roster, digest)),
        201,
      );
    },
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
    async (c) =>
      c.json(await changeSessions(c, (act) => commands.undo(act, c.req.valid("param").id))),
  );
