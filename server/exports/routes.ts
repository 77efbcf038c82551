/** The calls under /exports: a whole list as a file, filtered as on the screen. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { answers } from "../kit/contract/describe.ts";
import { EXPORT_TYPES, type ExportFormat } from "../kit/formats/export_rows.ts";
import { type Export, exported, sendDownload } from "../kit/http/download.ts";
import { adminsOnly, type App, type Ask, ask, input, staffOnly } from "../kit/http/guard.ts";
import { noteRead } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

const exporting = (what: string) =>
  answers(`${what} as a file: CSV or JSON Lines.`, z.file(), {
    refusals: ["503 busy"],
    types: Object.values(EXPORT_TYPES),
  });

/** Handles the call of a list: `list` returns it as the asker may see it. */
const sends = <Query>(
  list: (asked: Ask, query: Query) => Export | Promise<Export>,
) =>
async (c: Context<App, string, { out: { query: Query & { format: ExportFormat } } }>) => {
  const query = c.req.valid("query");
  const { format } = query;
  const wanted = await list(ask(c), query);
  const note = () => noteRead(c, (act) => commands.noteExport(act, wanted.name, format));
  return await sendDownload(c, exported(c.var, format, wanted), note);
};

export const exportRoutes = new Hono<App>()
  .get(
    "/students",
    exporting("Students"),
    staffOnly,
    input("query", schema.studentsExport),
    sends(queries.exportStudents),
  )
  .get(
    "/responses",
    exporting("Responses, with the verdicts of their runs and the points of their reviews,"),
    staffOnly,
    input("query", schema.responsesExport),
    sends(queries.exportResponses),
  )
  .get(
    "/reviews",
    exporting("All reviews of the responses that match the filter,"),
    staffOnly,
    input("query", schema.reviewsExport),
    sends(queries.exportReviews),
  )
  .get(
    "/doubts",
    exporting("Doubts"),
    staffOnly,
    input("query", schema.doubtsExport),
    sends(queries.exportDoubts),
  )
  .get(
    "/gradebook",
    exporting("The gradebook"),
    staffOnly,
    input("query", schema.gradebookExport),
    sends(queries.exportGradebook),
  )
  .get(
    "/goals",
    exporting("Weekly goals: a mentor's own, for admins those of all mentors,"),
    staffOnly,
    input("query", schema.goalsExport),
    sends(queries.exportGoals),
  )
  .get(
    "/audit",
    exporting("The audit trail"),
    adminsOnly,
    input("query", schema.auditExport),
    sends(queries.exportAudit),
  );
