/** Identifies the asker of a call: before a write starts, and while a read is under way. */
import { createMiddleware } from "hono/factory";
import { Refusal } from "../core/errors.ts";
import type { Parts } from "../core/parts.ts";
import type { Asker } from "../core/roles.ts";
import type { Reader } from "../db/database.ts";
import { type App, tokenOf } from "./guard.ts";
import { READS } from "./throttle.ts";

/** Beyond so many tokens, all are forgotten: each costs its next read a round trip. */
const TOKENS_MOST = 10_000;

const VISITOR: Asker = { me: null, apiToken: null };

/**
 * A read starts with the person whom the token named last, and its reply waits for the check, which
 * is sent together with the read's first statement. So every read checks the session in the
 * database, none takes a round trip more for it, and a person's searches keep their order. A write
 * waits for the check first, and checks the session again in its transaction.
 * @param identify asks the database. @throws Refusal 401 when the session has ended
 */
export function identifyAsker(
  { database: { db }, lastAskers }: Pick<Parts, "database" | "lastAskers">,
  identify: (db: Reader, token: string) => Promise<Asker>,
) {
  return createMiddleware<App>(async (c, next) => {
    const token = tokenOf(c);
    const askerIn = async (db: Reader) => token ? await identify(db, token) : VISITOR;
    c.set("checkSession", async (db) => (await askerIn(db)).me);
    let checked: Promise<Asker> | undefined;
    const check = () => {
      checked ??= askerIn(db);
      // A failed check is reported below, after the read.
      checked.catch(() => token && lastAskers.delete(token));
      return checked;
    };
    c.set("startCheck", () => void check());
    const isRead = READS.has(c.req.method);
    const known = token && isRead ? lastAskers.get(token) : undefined;
    const { me, apiToken } = known ?? await check();
    c.set("asker", me);
    c.set("apiToken", apiToken);
    if (apiToken && !apiToken.mayWrite && !isRead) {
      throw new Refusal(403, "token.read-only", "This API token may only read.");
    }
    await next();
    const asker = await check();
    if (!token) return;
    if (lastAskers.size >= TOKENS_MOST) lastAskers.clear();
    lastAskers.set(token, asker);
    if (!known || String(me?.sections) === String(asker.me?.sections)) return;
    throw new Refusal(503, "unavailable", "Your section has just changed. Please try again.", {
      retryAfter: 1,
    });
  });
}
