/** The calls under /auth. */
import { type Context, Hono } from "hono";
import { type App, filesOf, input, signedIn } from "../kit/guard.ts";
import { setAside, takeUp } from "../kit/unconfirmed.ts";
import { transact } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { accountById, userOf } from "./queries.ts";
import { addressInput, loginInput, registerInput, resetInput, verifyInput } from "./schema.ts";
import { badField, notFound } from "../kit/errors.ts";

/** A profile image is shown small. */
const PORTRAIT_PIXELS = 512;

const PORTRAIT = "profileImage";
/** A visitor's form: one picture, and a few lines. */
const WITH_PORTRAIT = { files: { [PORTRAIT]: 1 }, texts: 16 * 1024 };

const VERIFIED = "Email verified successfully!";
const NO_PORTRAIT = "Your profile image could not be read, so your account has none.";
const SENT = "If that address belongs to an account, a code is on its way.";

export const authRoutes = new Hono<App>()
  .post("/login", input("json", loginInput), async (c) => {
    return c.json(await commands.signIn(c.var.parts, c.req.valid("json"), c.var.address));
  })
  .post("/register", input("form", registerInput, WITH_PORTRAIT), async (c) => {
    const { parts } = c.var;
    const wanted = c.req.valid("form");
    await parts.limits.take("register", c.var.address);
    await parts.limits.take("mail", wanted.email, c.var.address);
    const picture = await portrait(c);
    const passwordHash = await parts.hasher.hash(wanted.password);
    const registration = await transact({
      parts,
      me: null,
      work: (act) => commands.register(act, wanted, { passwordHash, picture }),
    });
    return c.json({
      msg: "Registration successful! Please check your email for the verification code.",
      token: await parts.tokens.signRegistration(wanted.email, registration),
    }, 201);
  })
  .post("/verify-otp", input("json", verifyInput), async (c) => {
    const { parts } = c.var;
    const { email, otp, token } = c.req.valid("json");
    await parts.limits.take("guess", email, c.var.address);
    await commands.guess(parts, "verify", { email, otp });
    const registration = await parts.tokens.readRegistration(token, email);
    if (registration === null) {
      throw badField("token", "Please register again to get a new code.", "auth.registration");
    }
    const picture = await takeUp(parts, registration, {
      field: PORTRAIT,
      pixels: PORTRAIT_PIXELS,
      address: c.var.address,
    });
    const image = picture?.kept ?? null;
    const session = await transact({
      parts,
      me: null,
      work: (act) => commands.verify(act, { email, registration, image }),
    }).catch(async (error) => {
      await picture?.undo();
      throw error;
    });
    await picture?.done();
    const msg = picture && !image ? `${VERIFIED} ${NO_PORTRAIT}` : VERIFIED;
    return c.json({ msg, ...session });
  })
  .post("/resend-otp", input("json", addressInput), async (c) => {
    const { parts } = c.var;
    const { email } = c.req.valid("json");
    await parts.limits.take("mail", email, c.var.address);
    await transact({ parts, me: null, work: (act) => commands.resend(act, email) });
    return c.json({ msg: SENT });
  })
  .post("/forgot-password", input("json", addressInput), async (c) => {
    const { parts } = c.var;
    const { email } = c.req.valid("json");
    await parts.limits.take("mail", email, c.var.address);
    await transact({ parts, me: null, work: (act) => commands.forgot(act, email) });
    return c.json({ msg: SENT });
  })
  .post("/reset-password", input("json", resetInput), async (c) => {
    const { parts } = c.var;
    const { email, otp, newPassword } = c.req.valid("json");
    await parts.limits.take("guess", email, c.var.address);
    await commands.guess(parts, "password", { email, otp });
    const passwordHash = await parts.hasher.hash(newPassword);
    await transact({
      parts,
      me: null,
      work: (act) => commands.resetPassword(act, { email, passwordHash }),
    });
    return c.json({ msg: "Password reset successfully! Please log in." });
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
