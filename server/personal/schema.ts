/** What is kept about a person: a copy of it as a ZIP, and the deletion of an account. */
import * as z from "zod";
import { id, time } from "../kit/core/schema.ts";

/** A copy is removed after this time. */
export const COPY_DAYS = 7;
export const COPIES_A_DAY = 3;

/** Waiting: a server makes it, or will. A failed one had three tries. */
export const COPY_STATES = ["waiting", "ready", "failed", "ended"] as const;

export const copy = z.object({
  _id: id,
  state: z.enum(COPY_STATES),
  askedAt: time,
  /** When it is removed; null while it is not ready. */
  endsAt: time.nullable(),
  /** Bytes; 0 while it is not ready. */
  size: z.int(),
});
export type Copy = z.infer<typeof copy>;

/** The newest copy; null without one. */
export const copyReply = z.object({ copy: copy.nullable() });

/** To the person whose copy it is. */
const personalCopy = copy.extend({ personId: id });
export type PersonalCopy = z.infer<typeof personalCopy>;

export const personalEvents = {
  "copy.changed": personalCopy,
};
