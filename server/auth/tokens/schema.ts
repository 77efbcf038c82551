/** API tokens, with which a person's programs call: inputs, views, bounds, and the event. */
import * as z from "zod";
import { id, line, oneOf, time } from "../../kit/core/schema.ts";

export const TOKENS_MOST = 20;
/** The longest time until a token expires, in days. */
export const TOKEN_DAYS_MOST = 365;

export const SCOPES = ["read", "write"] as const;

const DAYS = `An API token expires within 1 to ${TOKEN_DAYS_MOST} days.`;

export const tokenInput = z.strictObject({
  /** One of a kind among the person's own, such as "Timetable". */
  name: line("Name", 60),
  /** `write` also reads. */
  scope: oneOf(SCOPES, "Choose what it may do."),
  days: z.number(DAYS).int(DAYS).min(1, DAYS).max(TOKEN_DAYS_MOST, DAYS),
});
export type TokenInput = z.infer<typeof tokenInput>;

export const apiToken = z.object({
  _id: id,
  name: z.string(),
  scope: z.enum(SCOPES),
  createdAt: time,
  expiresAt: time,
  /** When it was last used, to within a minute; null before. */
  usedAt: time.nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** Only the reply that makes a token has it: the server keeps its hash. */
export const madeToken = z.object({ token: z.string(), apiToken });
export type MadeToken = z.infer<typeof madeToken>;

export const tokenEvents = {
  "tokens.changed": z.object({ tokens: z.array(apiToken) }),
};
