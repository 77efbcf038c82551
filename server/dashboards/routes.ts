/** The calls under /dashboard. */
import { Hono } from "hono";
import { allow, type App, ask, learnersOnly, staffOnly } from "../kit/guard.ts";
import * as queries from "./queries.ts";

export const dashboardRoutes = new Hono<App>()
  .get("/mentor", staffOnly, async (c) => c.json(await queries.mentorFigures(ask(c))))
  .get("/admin", allow("admin"), async (c) => c.json(await queries.adminFigures(ask(c))))
  .get("/student", learnersOnly, async (c) => c.json(await queries.studentFigures(ask(c))));
