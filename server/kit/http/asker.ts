/** Identifies the asker of a call: before a write starts, and while a read is under way. */
import { createMiddleware } from "hono/factory";
import { Refusal } from "../core/errors.ts";
import type { Parts } from "../core/parts.ts";
import type { Reader } from "../db/database.ts";
import type { Me } from "../core/roles.ts";
import type { App } from "./guard.ts";
import { READS } from "./throttle.ts";

/** Beyond so many tokens, all are forgotten: each costs its next read a round trip. */
const TOKENS_MOST = 10_000;

/**
 * A read starts with the person whom the token named last, and its reply waits for the check, which
 * is sent together with the read's first statement. So every read checks the session in the
 * database, none takes a round trip more for it, and a person's searches keep their order. A write
 * waits for the check first, and checks the session again in its transaction.
 * @param identify asks the database. @throws Refusal 401 when the session has ended
 */
export function identifyAsker(
  { database: { db }, lastUsers }: Pick<Parts, "database" | "lastUsers">,
  identify: (db: Reader, token: string) => Promise<Me>,
) {
  return createMiddleware<App>(async (c, next) => {
    const token = c.req.header("x-auth-token");
    const checkSession = async (db: Reader) => token ? await identify(db, token) : null;
    c.set("checkSession", checkSession);
    let checked: Promise<Me | null> | undefined;
    const check = () => {
      checked ??= checkSession(db);
      // A failed check is reported below, after the read.
      checked.catch(() => token && lastUsers.delete(token));
      return checked;
    };
    c.set("startCheck", () => void check());
    const known = token && READS.has(c.req.method) ? lastUsers.get(token) : undefined;
    c.set("asker", known ?? await check());
    await next();
    const me = await check();
    if (!token || !me) return;
    if (lastUsers.size >= TOKENS_MOST) lastUsers.clear();
    lastUsers.set(token, me);
    if (!known || String(known.sections) === String(me.sections)) return;
    throw new Refusal(503, "unavailable", "Your section has just changed. Please try again.", {
      retryAfter: 1,
    });
  });
}
