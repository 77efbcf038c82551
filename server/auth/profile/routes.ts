/** The calls under /auth about the signed-in person's own account and sessions. */
import { Hono } from "hono";
import * as z from "zod";
import { answers } from "../../kit/contract/describe.ts";
import { storeImage } from "../../kit/files/files.ts";
import { byId, messageReply } from "../../kit/core/schema.ts";
import {
  type App,
  ask,
  claimsOf,
  filesOf,
  inPerson,
  input,
  signedIn,
} from "../../kit/http/guard.ts";
import { requestSource } from "../../kit/http/request_source.ts";
import { limitUploads } from "../../kit/http/throttle.ts";
import { countMail } from "../../kit/security/sign_in_attempts.ts";
import { change, changeSessions } from "../../live/outbox.ts";
import { deleteOwnInput } from "../../people/removals/schema.ts";
import { user } from "../../people/schema.ts";
import { guessMailed } from "../codes/commands.ts";
import { accountById, describeAttempt, listSessions, signBrowserToken } from "../queries.ts";
import * as schema from "../schema.ts";
import { PORTRAIT, PORTRAIT_PIXELS, WITH_PORTRAIT } from "../schema.ts";
import * as sessions from "../sessions/commands.ts";
import * as commands from "./commands.ts";

export const profileRoutes = new Hono<App>()
  .patch(
    "/me",
    answers("Edit one's own name, branch and year.", user),
    signedIn,
    input("json", schema.profileInput),
    async (c) => c.json(await change(c, commands.editProfile, c.req.valid("json"))),
  )
  .put(
    "/me/picture",
    answers("Set one's own picture.", user, {
      refusals: ["413 file.large", "415 file.kind"],
      files: { [PORTRAIT]: "PNG, JPG, GIF or WebP, up to 10MB" },
    }),
    signedIn,
    limitUploads,
    input("form", schema.pictureInput, WITH_PORTRAIT),
    async (c) => {
      const { parts, me } = c.var;
      const [file] = filesOf(c, PORTRAIT) as [File];
      const kept = await storeImage({ ...parts, who: me._id }, file, {
        field: PORTRAIT,
        pixels: PORTRAIT_PIXELS,
        now: parts.clock(),
        ownerId: me._id,
      });
      return c.json(await change(c, commands.setPicture, kept));
    },
  )
  .delete(
    "/me/picture",
    answers("Remove one's own picture.", user),
    signedIn,
    async (c) => c.json(await change(c, commands.setPicture, null)),
  )
  .post(
    "/me/deletion-code",
    answers("Mail a code with which one's own account can be deleted.", messageReply, {
      refusals: ["429 too-many"],
    }),
    signedIn,
    inPerson,
    async (c) => {
      const { parts, me } = c.var;
      const account = await accountById(parts.database.db, me._id);
      const attempt = await describeAttempt(parts, account, requestSource(c));
      await countMail(parts.limits, "asked", attempt);
      await change(c, commands.mailDeletionCode, account);
      return c.json({ msg: "A code is on its way to your address." });
    },
  )
  .post(
    "/me/deletion",
    answers(
      "Delete one's own account. It can be taken back for seven days, with a mailed link.",
      messageReply,
      {
        refusals: [
          "400 auth.wrong",
          "400 auth.otp-wrong",
          "400 auth.school-only",
          "409 user.last-admin",
          "429 too-many",
          "503 busy",
        ],
      },
    ),
    signedIn,
    inPerson,
    input("json", deleteOwnInput),
    async (c) => {
      const { parts, me } = c.var;
      const { browser, password, otp = "" } = c.req.valid("json");
      const place = requestSource(c);
      let proof: commands.Proof;
      if (password !== undefined) {
        proof = { was: await commands.checkPassword(parts, me, { password, browser, place }) };
      } else {
        const { email } = await accountById(parts.database.db, me._id);
        await guessMailed(parts, { otp, email, browser, purpose: "delete" }, place);
        proof = { email };
      }
      await changeSessions(c, commands.deleteOwn, proof);
      return c.json({ msg: "Your account is deleted. An email tells you how to restore it." });
    },
  )
  .put(
    "/password",
    answers(
      "Change one's own password. It ends all other sessions.",
      schema.sessionsEnded,
      { refusals: ["400 auth.wrong", "400 auth.school-only", "429 too-many", "503 busy"] },
    ),
    signedIn,
    inPerson,
    input("json", schema.passwordInput),
    async (c) => {
      const { parts, me } = c.var;
      const { password, newPassword, browser } = c.req.valid("json");
      const place = requestSource(c);
      const was = await commands.checkPassword(parts, me, { password, browser, place });
      const passwordHash = await parts.hasher.hash(newPassword);
      const { session: current } = await claimsOf(c);
      const given = { was, passwordHash, current };
      const account = await changeSessions(c, commands.changePassword, given);
      return c.json({
        msg: "Your password has been changed.",
        browser: await signBrowserToken(parts.tokens, account, browser),
      });
    },
  )
  .get(
    "/sessions",
    answers("One's own sessions, last used first.", z.array(schema.openSession)),
    signedIn,
    inPerson,
    async (c) => c.json(await listSessions(ask(c), (await claimsOf(c)).session)),
  )
  .post(
    "/sessions/end-others",
    answers("End all of one's sessions except this one.", schema.sessionsEnded),
    signedIn,
    inPerson,
    input("json", schema.endOthersInput),
    async (c) => {
      const { browser } = c.req.valid("json");
      const { session: current } = await claimsOf(c);
      const others = { reason: "signed-out" as const, current };
      const account = await changeSessions(c, sessions.endOthers, others);
      return c.json({
        msg: "You are signed out everywhere else.",
        browser: await signBrowserToken(c.var.parts.tokens, account, browser),
      });
    },
  )
  .delete(
    "/sessions/:id",
    answers("End one of one's own sessions.", messageReply),
    signedIn,
    inPerson,
    input("param", byId),
    async (c) => {
      await changeSessions(c, sessions.endSession, c.req.valid("param").id);
      return c.json({ msg: "This session has ended." });
    },
  );
