/** Deleted accounts: how one deletes one's own, takes it back, and what an admin sees. */
import * as z from "zod";
import { id, role, time } from "../../kit/core/schema.ts";
import { loginInput, otp } from "../../auth/schema.ts";

/** How long a deleted account can be taken back. */
export const BACK_DAYS = 7;

/** How many rows of each kind went, and how many stay without the name. */
export const report = z.object({
  gone: z.record(z.string(), z.int()),
  stays: z.record(z.string(), z.int()),
});
export type Report = z.infer<typeof report>;

const PROOF = "Send your password, or the code from the mail.";
/** The password; or, for an account without one, the mailed code. */
export const deleteOwnInput = z.strictObject({
  password: loginInput.shape.password.optional(),
  otp: otp.optional(),
  browser: loginInput.shape.browser,
}).refine(({ password, otp }) => (password === undefined) !== (otp === undefined), {
  path: ["password"],
  message: PROOF,
});
export type DeleteOwnInput = z.infer<typeof deleteOwnInput>;

const TOKEN = "This link is not complete.";
export const takeBackInput = z.strictObject({
  token: z.string(TOKEN).regex(/^[\w-]{43}$/, TOKEN),
});

export const removal = z.object({
  _id: id,
  /** Until it is removed: the name and the address that the account had. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  role,
  /** Who deleted it; null: the person. */
  by: z.object({ _id: id, name: z.string() }).nullable(),
  at: time,
  dueAt: time,
  removedAt: time.nullable(),
  report: report.nullable(),
});
export type Removal = z.infer<typeof removal>;
