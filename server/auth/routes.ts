/** The calls under /auth. */
import { type Context, Hono } from "hono";
import { countMail } from "../kit/attempts.ts";
import { evenly } from "../kit/evenly.ts";
import { type App, filesOf, input, signedIn } from "../kit/guard.ts";
import { setAside, takeUp } from "../kit/unconfirmed.ts";
import { transact } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { accountById, attemptOf, browserOf, userOf } from "./queries.ts";
import {
  forgotInput,
  loginInput,
  registerInput,
  resendInput,
  resetInput,
  verifyInput,
} from "./schema.ts";
import { badField, notFound } from "../kit/errors.ts";

/** A profile image is shown small. */
const PORTRAIT_PIXELS = 512;

const PORTRAIT = "profileImage";
/** A visitor's form: one picture, and a few lines. */
const WITH_PORTRAIT = { files: { [PORTRAIT]: 1 }, texts: 16 * 1024 };

const VERIFIED = "Email verified successfully!";
const NO_PORTRAIT = "Your profile image could not be read, so your account has none.";
const SENT = "If that address belongs to an account, a code is on its way.";

/** From where a request comes, as limits count it. */
const placeOf = ({ var: { address, network } }: Context<App>) => ({ address, network });

export const authRoutes = new Hono<App>()
  .post("/login", input("json", loginInput), async (c) => {
    return c.json(await commands.signIn(c.var.parts, c.req.valid("json"), placeOf(c)));
  })
  .post("/register", input("form", registerInput, WITH_PORTRAIT), async (c) => {
    const { parts } = c.var;
    const wanted = c.req.valid("form");
    const { email } = wanted;
    const attempt = { email, ...placeOf(c), browser: null };
    await countMail(parts.database.db, "registered", attempt);
    const picture = await portrait(c);
    const passwordHash = await parts.hasher.hash(wanted.password, { ...attempt, account: email });
    const registration = await evenly(() =>
      transact({
        parts,
        me: null,
        work: (act) => commands.register(act, wanted, { passwordHash, picture }),
      })
    );
    return c.json({
      msg: "Registration successful! Please check your email for the verification code.",
      token: await parts.tokens.signRegistration(email, registration),
    }, 201);
  })
  .post("/verify-otp", input("json", verifyInput), async (c) => {
    const { parts } = c.var;
    const { email, otp, token, browser } = c.req.valid("json");
    const registration = await parts.tokens.readRegistration(token, email);
    if (registration === null) {
      throw badField("token", "Please register again to get a new code.", "auth.registration");
    }
    await commands.guessVerify(parts, { email, otp, registration }, placeOf(c));
    const picture = await takeUp(parts, registration, {
      field: PORTRAIT,
      pixels: PORTRAIT_PIXELS,
      address: c.var.address,
    });
    const image = picture?.kept ?? null;
    const account = await transact({
      parts,
      me: null,
      work: (act) => commands.verify(act, { email, registration, image }),
    }).catch(async (error) => {
      await picture?.undo();
      throw error;
    });
    await picture?.done();
    const session = await commands.sessionOf(parts, account, browser);
    const msg = picture && !image ? `${VERIFIED} ${NO_PORTRAIT}` : VERIFIED;
    return c.json({ msg, ...session });
  })
  .post("/resend-otp", input("json", resendInput), async (c) => {
    const { parts } = c.var;
    const wanted = c.req.valid("json");
    const attempt = { email: wanted.email, ...placeOf(c), browser: null };
    await countMail(parts.database.db, "asked", attempt);
    await evenly(() => transact({ parts, me: null, work: (act) => commands.resend(act, wanted) }));
    return c.json({ msg: SENT });
  })
  .post("/forgot-password", input("json", forgotInput), async (c) => {
    const { parts } = c.var;
    const wanted = c.req.valid("json");
    const attempt = await attemptOf(parts, wanted, placeOf(c));
    await countMail(parts.database.db, "asked", attempt);
    await evenly(() =>
      transact({ parts, me: null, work: (act) => commands.forgot(act, wanted.email) })
    );
    return c.json({ msg: SENT });
  })
  .post("/reset-password", input("json", resetInput), async (c) => {
    const { parts } = c.var;
    const { newPassword, ...guess } = c.req.valid("json");
    const { email, browser } = guess;
    await evenly(() => commands.guessReset(parts, guess, placeOf(c)));
    const asker = { account: email, network: c.var.network };
    const passwordHash = await parts.hasher.hash(newPassword, asker);
    const account = await transact({
      parts,
      me: null,
      work: (act) => commands.resetPassword(act, { email, passwordHash }),
    });
    return c.json({
      msg: "Password reset successfully! Please log in.",
      browser: await browserOf(parts.tokens, account, browser),
    });
  })
  .get("/me", signedIn, async (c) => {
    const { db } = c.var.parts.database;
    const account = await accountById(db, c.var.me._id);
    if (!account) throw notFound("This account");
    return c.json(await userOf(db, account));
  });

/** The profile image of a registration, if one was chosen; it is decoded once the address is verified. */
async function portrait(c: Context<App>): Promise<string | null> {
  const [image] = filesOf(c, PORTRAIT);
  if (!image) return null;
  return await setAside(c.var.parts, image, { field: PORTRAIT, address: c.var.address });
}
