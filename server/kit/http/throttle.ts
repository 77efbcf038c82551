/** Rate limits for writes and uploads, and the queues of reads. */
import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { validate as isUuid } from "uuid";
import { isStaff } from "../core/roles.ts";
import { type App, claimsOf, type Me, tokenOf } from "./guard.ts";
import { tooMany } from "../limits/limits.ts";
import { idempotencyKeys } from "../db/tables.ts";

export const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Limits how fast a signed-in person writes. Beyond the limit, a repeat of a finished write under the
 * same Idempotency-Key still gets its reply.
 * @throws Refusal 429 that says how long to wait
 */
export const limitWriting = createMiddleware<App>(async (c, next) => {
  const { asker, parts } = c.var;
  if (asker === null || READS.has(c.req.method)) return await next();
  const limit = isStaff(asker) ? "staffWrite" : "learnerWrite";
  const seconds = await parts.limits.spend(limit, asker._id);
  if (seconds > 0) {
    if (!await isDone(c, asker)) throw tooMany(seconds, tooFast);
    c.set("isAgain", true);
  }
  await next();
});

const tooFast = (wait: string) =>
  `You are writing faster than the class can read. Please wait ${wait}; your text is kept here.`;

/**
 * Lets a few reads of one person run at once, or of one address for visitors. The token is enough to
 * know whose it is, so a read that waits has asked the database nothing.
 * @throws Refusal 401 when the token is not valid, 429 when too many reads of this person wait
 */
export const queueReads = createMiddleware<App>(async (c, next) => {
  if (!READS.has(c.req.method)) return await next();
  const { parts: { queues }, address } = c.var;
  if (!tokenOf(c)) return await queues.visit.run(address, next);
  await queues.read.run((await claimsOf(c)).sub, next);
});

/** Whether any server has already carried out this person's request with that key. */
async function isDone({ req, var: { parts } }: Context<App>, me: Me): Promise<boolean> {
  const key = req.header("idempotency-key") ?? "";
  if (!isUuid(key)) return false;
  const { db } = parts.database;
  const done = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.personId, me._id), eq(idempotencyKeys.key, key)));
  return done.length > 0;
}

/** Limits how often a signed-in person uploads a file. @throws Refusal 429 */
export const limitUploads = createMiddleware<App>(async (c, next) => {
  await c.var.parts.limits.take("upload", c.var.me._id);
  await next();
});
