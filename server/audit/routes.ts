/** The call under /audit. */
import { Hono } from "hono";
import { answers } from "../kit/contract/describe.ts";
import { adminsOnly, type App, ask, input } from "../kit/http/guard.ts";
import { listAudit } from "./queries.ts";
import * as schema from "./schema.ts";

export const auditRoutes = new Hono<App>()
  .get(
    "/",
    answers("What happened: who changed what, when and from where.", schema.auditPage),
    adminsOnly,
    input("query", schema.auditQuery),
    async (c) => c.json(await listAudit(ask(c), c.req.valid("query"))),
  );
