/** The call under /gradebook. */
import { Hono } from "hono";
import { compress } from "hono/compress";
import { answers } from "../kit/contract/describe.ts";
import { type App, ask, input, staffOnly } from "../kit/http/guard.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const gradebookRoutes = new Hono<App>()
  .get(
    "/",
    answers("Students by questions, for staff: the newest questions first.", schema.gradebook),
    staffOnly,
    // 600 students by 60 questions have 6.4 MB, and 0.2 compressed.
    compress({ encoding: "gzip" }),
    input("query", schema.gradebookQuery),
    async (c) => {
      const { rows, ...book } = await queries.gradebookOf(ask(c), c.req.valid("query"));
      return c.json({ ...book, rows: rows.map(({ email: _, ...row }) => row) });
    },
  );
