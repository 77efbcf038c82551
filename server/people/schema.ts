/** People: the signed-in user, and how others see them. */
import * as z from "zod";
import { role } from "../kit/roles.ts";
import { email, id, line, time, version } from "../kit/schema.ts";

export const name = line("Name", 100);
export const branch = z.string().trim().max(60, "Branch must be at most 60 characters.")
  .regex(/^[^\p{Cc}]*$/u, "Branch must be a single line.");
export const year = z.coerce.number("Year must be a number.").int("Year must be a whole number.")
  .min(1, "Year must be 1 or more.").max(9999, "Year is too large.");

/** How anybody signed in sees somebody. */
export const someone = z.object({ _id: id, name: z.string(), role });
export type Someone = z.infer<typeof someone>;

/** The signed-in person's own user object. */
export const user = z.object({
  id,
  _id: id,
  name: z.string(),
  email,
  role,
  branch: z.string().nullable(),
  year: z.int().nullable(),
  profileImage: z.string().nullable(),
  createdAt: time,
  version,
});
export type User = z.infer<typeof user>;

export const sessionEnded = z.object({
  reason: z.enum(["password-reset", "disabled", "deleted", "role-changed"]),
});

export const peopleEvents = { "session.ended": sessionEnded };
