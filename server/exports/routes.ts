/** The calls under /exports: a whole list as a file, filtered as on the screen. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { nameSchemas } from "../kit/contract/components.ts";
import { answers } from "../kit/contract/describe.ts";
import { EXPORT_TYPES, type ExportFormat } from "../kit/formats/exported.ts";
import { type Exported, sendExport } from "../kit/http/export.ts";
import { allow, type App, ask, input, staffOnly } from "../kit/http/guard.ts";
import { noteRead } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

nameSchemas("exports", schema);

const exporting = (what: string) =>
  answers(`${what} as a file: CSV or JSON Lines.`, z.file(), {
    refusals: ["503 busy"],
    types: Object.values(EXPORT_TYPES),
  });

const send = (c: Context<App>, format: ExportFormat, list: Exported): Promise<Response> =>
  sendExport(
    c,
    format,
    list,
    () => noteRead(c, (act) => commands.noteExport(act, list.name, format)),
  );

export const exportRoutes = new Hono<App>()
  .get(
    "/students",
    exporting("Students"),
    staffOnly,
    input("query", schema.studentsExport),
    async (c) => {
      const { format, ...filter } = c.req.valid("query");
      return send(c, format, await queries.exportStudents(ask(c), filter));
    },
  )
  .get(
    "/responses",
    exporting("Responses, with the verdicts of their runs and the points of their reviews,"),
    staffOnly,
    input("query", schema.responsesExport),
    (c) => {
      const { format, ...filter } = c.req.valid("query");
      return send(c, format, queries.exportResponses(ask(c), filter));
    },
  )
  .get(
    "/reviews",
    exporting("All reviews of the responses that match the filter,"),
    staffOnly,
    input("query", schema.reviewsExport),
    (c) => {
      const { format, ...filter } = c.req.valid("query");
      return send(c, format, queries.exportReviews(ask(c), filter));
    },
  )
  .get(
    "/doubts",
    exporting("Doubts"),
    staffOnly,
    input("query", schema.doubtsExport),
    (c) => {
      const { format, ...filter } = c.req.valid("query");
      return send(c, format, queries.exportDoubts(ask(c), filter));
    },
  )
  .get(
    "/gradebook",
    exporting("The gradebook"),
    staffOnly,
    input("query", schema.gradebookExport),
    async (c) => {
      const wanted = c.req.valid("query");
      return send(c, wanted.format, await queries.exportGradebook(ask(c), wanted));
    },
  )
  .get(
    "/goals",
    exporting("Weekly goals: a mentor's own, for admins those of all mentors,"),
    staffOnly,
    input("query", schema.goalsExport),
    (c) => {
      const { format, ...filter } = c.req.valid("query");
      return send(c, format, queries.exportGoals(ask(c), filter));
    },
  )
  .get(
    "/audit",
    exporting("The audit trail"),
    allow("admin"),
    input("query", schema.auditExport),
    (c) => {
      const { format, ...filter } = c.req.valid("query");
      return send(c, format, queries.exportAudit(ask(c), filter));
    },
  );
