/** The calls under /auth. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { countMail } from "../kit/security/sign_in_attempts.ts";
import { inConstantTime } from "../kit/security/constant_time.ts";
import { messageReply } from "../kit/core/schema.ts";
import { type App, filesOf, input, signedIn } from "../kit/http/guard.ts";
import { requestSource } from "../kit/http/request_source.ts";
import { storeStill } from "../kit/files/files.ts";
import { transact } from "../live/outbox.ts";
import { requireAdmitted } from "../admission/queries.ts";
import * as accounts from "./accounts/commands.ts";
import * as codes from "./codes/commands.ts";
import { user } from "../people/schema.ts";
import * as commands from "./commands.ts";
import { requirePasswordOn } from "./oidc/queries.ts";
import * as schema from "./schema.ts";
import { PORTRAIT, PORTRAIT_PIXELS, WITH_PORTRAIT } from "./schema.ts";
import {
  accountById,
  describeAttempt,
  pendingPicture,
  signBrowserToken,
  userOf,
} from "./queries.ts";
import { badField } from "../kit/core/errors.ts";

const SENT = "If that address belongs to an account, a code is on its way.";

export const authRoutes = new Hono<App>()
  .post(
    "/login",
    answers("Sign in. Keep the token and send it as x-auth-token.", schema.session, {
      refusals: [
        "400 auth.wrong",
        "400 auth.unverified",
        "400 auth.disabled",
        "400 auth.school-only",
        "429 too-many",
        "503 busy",
      ],
      fields: { "auth.unverified": { token: z.string() } },
    }),
    input("json", schema.loginInput),
    async (c) => c.json(await commands.signIn(c.var.parts, c.req.valid("json"), requestSource(c))),
  )
  .post(
    "/register",
    creates(
      "Register as a student. A code is mailed; send it together with the returned token.",
      schema.registered,
      {
        refusals: [
          "400 auth.domain",
          "400 auth.invited",
          "400 auth.school-only",
          "404 invitation.unknown",
          "409 invitation.ended",
          "415 file.kind",
          "413 file.large",
          "429 too-many",
          "503 busy",
        ],
        files: { [PORTRAIT]: "PNG, JPG, GIF or WebP, up to 10MB; optional" },
      },
    ),
    input("form", schema.registerInput, WITH_PORTRAIT),
    async (c) => {
      const { parts } = c.var;
      const wanted = c.req.valid("form");
      const { email } = wanted;
      const attempt = { email, ...requestSource(c), browser: null };
      const { database: { db }, clock } = parts;
      await requirePasswordOn({ db, now: clock(), parts }, { role: "student" });
      const invitationId = await requireAdmitted(parts, { ...wanted, address: c.var.address });
      await countMail(parts.limits, "registered", attempt);
      const picture = await pictureOf(c);
      const passwordHash = await parts.hasher.hash(wanted.password);
      const registration = await inConstantTime(() =>
        transact(
          parts,
          (act) => accounts.register(act, wanted, { passwordHash, picture, invitationId }),
        )
      );
      return c.json({
        msg: "Registration successful! Please check your email for the verification code.",
        token: await parts.tokens.signRegistration(email, registration),
      }, 201);
    },
  )
  .post(
    "/verify-otp",
    answers("Confirm the address with the mailed code, and sign in.", schema.verified, {
      refusals: [
        "400 auth.otp-wrong",
        "400 auth.registration",
        "400 auth.school-only",
        "409 invitation.ended",
        "429 too-many",
        "503 busy",
      ],
    }),
    input("json", schema.verifyInput),
    async (c) => {
      const { parts } = c.var;
      const { email, otp, token, browser } = c.req.valid("json");
      const registration = await parts.tokens.readRegistration(token, email);
      if (registration === null) {
        throw badField("token", "Please register again to get a new code.", "auth.registration");
      }
      await codes.guessVerify(parts, { email, otp, registration }, requestSource(c));
      const { database: { db }, files, clock } = parts;
      const picture = await pendingPicture(db, registration);
      const image = picture && await storeStill(files, picture, { now: clock() });
      const place = requestSource(c);
      const account = await transact(
        parts,
        (act) => accounts.verify(act, { email, registration, image }),
        place,
      ).catch(async (error) => {
        if (image) await files.remove(image.id);
        throw error;
      });
      const session = await commands.createSession(parts, account, { browser, place });
      return c.json({ msg: "Email verified successfully!", ...session });
    },
  )
  .post(
    "/resend-otp",
    answers("Mail a new code. The reply is the same for any address.", messageReply, {
      refusals: ["429 too-many"],
    }),
    input("json", schema.resendInput),
    async (c) => {
      const { parts } = c.var;
      const wanted = c.req.valid("json");
      const attempt = { email: wanted.email, ...requestSource(c), browser: null };
      await countMail(parts.limits, "asked", attempt);
      await inConstantTime(() => transact(parts, (act) => accounts.resend(act, wanted)));
      return c.json({ msg: SENT });
    },
  )
  .post(
    "/forgot-password",
    answers(
      "Mail a code to set a new password, or how to sign in without one. The reply is the same for any address.",
      messageReply,
      {
        refusals: ["429 too-many"],
      },
    ),
    input("json", schema.forgotInput),
    async (c) => {
      const { parts } = c.var;
      const wanted = c.req.valid("json");
      const attempt = await describeAttempt(parts, wanted, requestSource(c));
      await countMail(parts.limits, "asked", attempt);
      await inConstantTime(() => transact(parts, (act) => accounts.forgot(act, wanted.email)));
      return c.json({ msg: SENT });
    },
  )
  .post(
    "/reset-password",
    answers(
      "Set a new password with the mailed code. It ends every session of the account.",
      schema.sessionsEnded,
      {
        refusals: [
          "400 auth.otp-wrong",
          "400 auth.school-only",
          "409 invitation.ended",
          "429 too-many",
          "503 busy",
        ],
      },
    ),
    input("json", schema.resetInput),
    async (c) => {
      const { parts } = c.var;
      const { newPassword, ...guess } = c.req.valid("json");
      const { email, browser } = guess;
      await inConstantTime(() =>
        codes.guessMailed(parts, { ...guess, purpose: "password" }, requestSource(c))
      );
      const passwordHash = await parts.hasher.hash(newPassword);
      const account = await transact(
        parts,
        (act) => accounts.resetPassword(act, { email, passwordHash }),
        requestSource(c),
      );
      return c.json({
        msg: "Password reset successfully! Please log in.",
        browser: await signBrowserToken(parts.tokens, account, browser),
      });
    },
  )
  .get("/me", answers("The signed-in person.", user), signedIn, async (c) => {
    const { db } = c.var.parts.database;
    return c.json(await userOf(db, await accountById(db, c.var.me._id)));
  });

/** The profile image of a registration, scaled down. @throws Refusal 413, 415, 429 */
async function pictureOf(c: Context<App>): Promise<Uint8Array<ArrayBuffer> | null> {
  const [image] = filesOf(c, PORTRAIT);
  if (!image) return null;
  const wanted = { field: PORTRAIT, pixels: PORTRAIT_PIXELS, who: c.var.address };
  return (await c.var.parts.pictures.still(await image.bytes(), wanted)).bytes;
}
