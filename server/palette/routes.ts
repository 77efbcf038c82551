/** The call of the command palette. */
import { Hono } from "hono";
import { answers } from "../kit/contract/describe.ts";
import { type App, ask, input, signedIn } from "../kit/http/guard.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const paletteRoutes = new Hono<App>()
  .get(
    "/",
    answers(
      "People and questions by a few letters, doubts by words: those that the asker may see.",
      schema.paletteResults,
    ),
    signedIn,
    input("query", schema.paletteQuery),
    async (c) => c.json(await queries.search(ask(c), c.req.valid("query").find)),
  );
