/** Identifies the asker of a call before its handler starts. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { Refusal } from "../core/errors.ts";
import type { Parts } from "../core/parts.ts";
import type { Asker } from "../core/roles.ts";
import type { Reader } from "../db/database.ts";
import { type App, tokenOf } from "./guard.ts";
import { READS } from "./throttle.ts";

const VISITOR: Asker = { me: null, apiToken: null };

/** @throws Refusal 403 when the call is made with an API token that only reads */
export function refuseReader(c: Context<App>): void {
  if (c.var.apiToken?.mayWrite !== false) return;
  throw new Refusal(403, "token.read-only", "This API token may only read.");
}

/**
 * Every call checks its session in the database first. A write checks it once more in its
 * transaction.
 * @param identify asks the database. @throws Refusal 401 when the session has ended
 */
export function identifyAsker(
  { database: { db } }: Pick<Parts, "database">,
  identify: (db: Reader, token: string) => Promise<Asker>,
) {
  return createMiddleware<App>(async (c, next) => {
    const token = tokenOf(c);
    const askerIn = async (db: Reader) => token ? await identify(db, token) : VISITOR;
    c.set("checkSession", async (db) => (await askerIn(db)).me);
    const { me, apiToken } = await askerIn(db);
    c.set("asker", me);
    c.set("apiToken", apiToken);
    if (!READS.has(c.req.method)) refuseReader(c);
    await next();
  });
}
