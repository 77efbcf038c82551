/** Rate limits for writes and uploads, and the queues of reads. */
import { createMiddleware } from "hono/factory";
import { isStaff } from "../core/roles.ts";
import { type App, claimsOf, tokenOf } from "./guard.ts";
import { tooMany } from "../limits/limits.ts";

export const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Limits how fast a signed-in person writes. @throws Refusal 429 that says how long to wait */
export const limitWriting = createMiddleware<App>(async (c, next) => {
  const { asker, parts } = c.var;
  if (asker === null || READS.has(c.req.method)) return await next();
  const limit = isStaff(asker) ? "staffWrite" : "learnerWrite";
  const seconds = await parts.limits.spend(limit, asker._id);
  if (seconds > 0) throw tooMany(seconds, tooFast);
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

/** Limits how often a signed-in person uploads a file. @throws Refusal 429 */
export const limitUploads = createMiddleware<App>(async (c, next) => {
  await c.var.parts.limits.take("upload", c.var.me._id);
  await next();
});
