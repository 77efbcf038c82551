/** What a guard or a check means, noted on it, so that the published contract says what is enforced. */
import type * as z from "zod";
import type { Role } from "./roles.ts";

export type Target = "json" | "form" | "query" | "param";
export type Note =
  /** This part of the request must be so; a form has at most so many bytes. */
  | { target: Target; schema: z.ZodType; most?: number }
  /** Only these may call. */
  | { roles: readonly Role[] }
  /** So often at most; what is more is answered 429. */
  | { isLimited: true };

const notes = new WeakMap<object, Note>();

export function noted<H extends object>(handler: H, note: Note): H {
  notes.set(handler, note);
  return handler;
}

export const noteOf = (handler: object): Note | undefined => notes.get(handler);
