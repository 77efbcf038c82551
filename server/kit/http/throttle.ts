/** Rate limits for writes and uploads, and the queues of reads. */
import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { validate as isUuid } from "uuid";
import { Refusal } from "../core/errors.ts";
import { type App, claimsOf, type Me, tokenOf } from "./guard.ts";
import { idempotencyKeys } from "../db/tables.ts";

export const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Limits how fast a signed-in person writes. Refused writes do not count, nor do repeats of a finished
 * write under the same Idempotency-Key.
 * @throws Refusal 429 that says how long to wait
 */
export const limitWriting = createMiddleware<App>(async (c, next) => {
  const { asker, parts } = c.var;
  if (asker === null || READS.has(c.req.method)) return await next();
  const given = c.req.header("idempotency-key") ?? "";
  // Only a UUID is a key. Another text may be long, so it is not remembered.
  const key = isUuid(given) ? given : undefined;
  const counted = await parts.writing.count(asker, kindOf(c), key);
  if (counted === "again") c.set("isAgain", true);
  if (typeof counted !== "number") {
    await next();
    if (typeof counted === "object" && c.res.status >= 400) counted.giveBack();
    return;
  }
  if (key === undefined || !await isDone(c, asker, key)) throw tooFast(counted);
  c.set("isAgain", true);
  await next();
});

/**
 * Lets a few reads of one person run at once, or of one address for visitors. The token is enough to
 * know whose it is, so a read that waits has asked the database nothing.
 * @throws Refusal 401 when the token is not valid, 429 when too many reads of this person wait
 */
export const readInTurn = createMiddleware<App>(async (c, next) => {
  if (!READS.has(c.req.method)) return await next();
  const { parts: { queues }, address } = c.var;
  if (!tokenOf(c)) return await queues.visit.run(address, next);
  await queues.read.run((await claimsOf(c)).sub, next);
});

/** The call's pattern, like "PUT /api/doubts/:id/reply". */
function kindOf(c: Context<App>): string {
  const { method } = c.req;
  const route = matchedRoutes(c).find((route) => route.method === method);
  return `${method} ${route?.path}`;
}

/** Whether any server has already carried out this person's request with that key. */
async function isDone({ var: { parts } }: Context<App>, me: Me, key: string): Promise<boolean> {
  const { db } = parts.database;
  const done = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.personId, me._id), eq(idempotencyKeys.key, key)));
  return done.length > 0;
}

const tooFast = (seconds: number): Refusal =>
  new Refusal(
    429,
    "too-many",
    "You are writing faster than the class can read. " +
      `Please wait ${seconds} second${seconds === 1 ? "" : "s"}; your text is kept here.`,
    { retryAfter: seconds },
  );

/** Limits how often a signed-in person uploads a file. @throws Refusal 429 */
export const limitUploads = createMiddleware<App>(async (c, next) => {
  await c.var.parts.limits.take("upload", c.var.me._id);
  await next();
});
