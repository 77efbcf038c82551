/** Registration and sign-in: inputs, replies, and the rules for passwords and codes. */
import * as z from "zod";
import {
  asLast,
  clearable,
  email,
  id,
  messageReply,
  orBlank,
  time,
  version,
} from "../kit/core/schema.ts";
import { invitationToken } from "../admission/invitations/schema.ts";
import { codeIn } from "./codes/schema.ts";
import { branch, explainIn, name, user, year } from "../people/schema.ts";

export const PASSWORD_MOST = 128;
export const WEAK_PASSWORD =
  "Password is too weak. It must be at least 8 characters long and include a number and a special character.";
const allowed = /^(?=.*\d)(?=.*[!@#$%^&*])[A-Za-z\d!@#$%^&*]{8,}$/;

export const password = z.string().max(PASSWORD_MOST, {
  error: `Password must be at most ${PASSWORD_MOST} characters.`,
  // Matching a text of megabytes overflows the stack.
  abort: true,
}).regex(allowed, WEAK_PASSWORD);

export const otp = z.string().max(2000, "The code has 6 digits.").transform(codeIn)
  .pipe(z.string().min(1, "OTP is required.").regex(/^\d{6}$/, "The code has 6 digits."));

/** The form's field with a profile image. */
export const PORTRAIT = "profileImage";
/** The most pixels in width and height: a profile image is shown small. */
export const PORTRAIT_PIXELS = 512;
export const WITH_PORTRAIT = { files: { [PORTRAIT]: 1 }, texts: 16 * 1024 };

const optional = <T extends z.ZodType>(schema: T) => orBlank(schema, asLast);

export const registerInput = z.object({
  name,
  email,
  password,
  branch: optional(branch),
  year: optional(year),
  invitation: optional(invitationToken),
});
export type RegisterInput = z.infer<typeof registerInput>;

/** The browser's token. It keeps what a sign-in returns, so that the account is known from it. */
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

/** The token names one registration; without it, the code is for all of the address. */
export const resendInput = z.strictObject({ email, token: registration.optional() });

export const forgotInput = z.strictObject({ email, browser });

export const resetInput = z.strictObject({ email, otp, newPassword: password, browser });

const isConfirmed = (input: { newPassword: string; confirm: string }): boolean =>
  input.newPassword === input.confirm;
const CONFIRM = { path: ["confirm"], message: "Passwords do not match." };
/** The form's input: it contains the new password twice. */
export const resetForm = resetInput.extend({ confirm: z.string() }).refine(isConfirmed, CONFIRM);

/**
 * The reply to a sign-in. Clients keep the first two in local storage under `token` and `user`. A
 * client that sends `browser` at the next sign-in is not locked out by other people's wrong
 * passwords.
 */
export const session = z.object({ token: z.string(), user, browser: z.string().optional() });
export type Session = z.infer<typeof session>;

/** The client sends the token, which names the registration, with the code. */
export const registered = messageReply.extend({ token: z.string() });
export const verified = messageReply.extend(session.shape);
export const sessionsEnded = messageReply.extend({ browser: z.string().optional() });
export type SessionsEnded = z.infer<typeof sessionsEnded>;

export const profileInput = z.strictObject({
  name: name.optional(),
  branch: clearable(branch),
  year: clearable(year),
  explainIn: explainIn.optional(),
  version: version.optional(),
});
export type ProfileInput = z.infer<typeof profileInput>;

/** A multipart form. */
export const pictureInput = z.object({
  [PORTRAIT]: z.instanceof(File, { message: "Please choose a picture." })
    .refine((file) => file.size > 0, "Please choose a picture."),
});

export const passwordInput = z.strictObject({
  password: loginInput.shape.password,
  newPassword: password,
  browser,
});
export const passwordForm = passwordInput.extend({ confirm: z.string() })
  .refine(isConfirmed, CONFIRM);

export const endOthersInput = z.strictObject({ browser });

export const openSession = z.object({
  _id: id,
  /** In rough words, such as "Firefox on Windows". */
  device: z.string(),
  /** In rough words, such as "network 203.0.113.…". */
  network: z.string(),
  createdAt: time,
  /** When it was last used, to within half a minute. */
  usedAt: time,
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;
