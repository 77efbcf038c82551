/** Signing up, in and out: inputs, replies and the rules for passwords and codes. */
import * as z from "zod";
import { asLast, email, said } from "../kit/schema.ts";
import { branch, name, user, year } from "../people/schema.ts";

export const PASSWORD_MOST = 128;
export const WEAK_PASSWORD =
  "Password is too weak. It must be at least 8 characters long and include a number and a special character.";
const allowed = /^(?=.*\d)(?=.*[!@#$%^&*])[A-Za-z\d!@#$%^&*]{8,}$/;

/** A new password. */
export const password = z.string().max(PASSWORD_MOST, {
  error: `Password must be at most ${PASSWORD_MOST} characters.`,
  // Matching a text of megabytes overflows the stack.
  abort: true,
}).regex(allowed, WEAK_PASSWORD);

export const otp = z.string().trim().min(1, "OTP is required.").regex(
  /^\d{6}$/,
  "The code has 6 digits.",
);

/** A field of a form that may be left empty. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal("").transform(() => undefined), schema], asLast).optional();

export const registerInput = z.object({
  name,
  email,
  password,
  branch: optional(branch),
  year: optional(year),
});
export type RegisterInput = z.infer<typeof registerInput>;

/** What signing in gave this browser to keep: the account is known from there. */
const browser = z.string().max(4000).optional();

export const loginInput = z.strictObject({
  email: z.string().trim().toLowerCase().min(1, "Email is required.").max(
    254,
    "An email address is too long.",
  ),
  password: z.string().min(1, "Password is required.").max(
    PASSWORD_MOST,
    `Password must be at most ${PASSWORD_MOST} characters.`,
  ),
  browser,
});

const registration = z.string().min(1, "Please register again to get a new code.").max(2000);

export const verifyInput = z.strictObject({ email, otp, token: registration, browser });

/** The token names a registration; without it any of the address is meant. */
export const resendInput = z.strictObject({ email, token: registration.optional() });

export const forgotInput = z.strictObject({ email, browser });

export const resetInput = z.strictObject({ email, otp, newPassword: password, browser });
/** As the form has it: the new password twice. */
export const resetForm = resetInput.extend({ confirm: z.string() })
  .refine((input) => input.newPassword === input.confirm, {
    path: ["confirm"],
    message: "Passwords do not match.",
  });

/**
 * What signing in answers: keep the first two in local storage under `token` and `user`. Whoever
 * sends `browser` at the next sign-in is not locked out by what others have tried meanwhile.
 */
export const session = z.object({ token: z.string(), user, browser: z.string().optional() });
export type Session = z.infer<typeof session>;

/** What registering answers: the token names this registration when the code is entered. */
export const registered = said.extend({ token: z.string() });
export const verified = said.extend(session.shape);
export const reset = said.extend({ browser: z.string().optional() });
