/** Signing in, the validity of tokens, and the ends of sessions. */
import { deepStrictEqual as equals, ok, rejects, strictEqual as is } from "node:assert/strict";
import { createTokens } from "../server/kit/security/tokens.ts";
import { account, differentCode, register } from "./kit/accounts.ts";
import { caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { TEST_SECRET, testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";
import { listen } from "./kit/socket.ts";

const NEW_PASSWORD = "Another@123";
const answer = ({ status, body }: Reply) => [status, body.code];

Deno.test("signing in answers a token and the user; a wrong password is 400", async () => {
  await using server = await testServer();
  const { email, name, role } = await person(server, "mentor");
  const visitor = caller(server);
  const signedIn = await visitor.post("/auth/login", {
    email: ` ${email.toUpperCase()} `,
    password: PASSWORD,
  });
  is(signedIn.status, 200);
  const { token, user } = signedIn.body;
  equals([user.name, user.email, user.role, "passwordHash" in user], [name, email, role, false]);
  const { exp, iat } = JSON.parse(atob(token.split(".")[1]));
  is(exp - iat, 7 * 86_400);
  const wrong = await visitor.post("/auth/login", { email, password: PASSWORD + "!" });
  equals([...answer(wrong), wrong.body.msg], [400, "auth.wrong", "Email or password is wrong."]);
  equals(Object.keys((await visitor.post("/auth/login", {})).body.errors), ["email", "password"]);
  equals(answer(await visitor.post("/auth/login", { email, password: PASSWORD, role: "admin" })), [
    400,
    "invalid",
  ]);
});

Deno.test("signing in before verifying is refused, with a token for the verification", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const { email, code, visitor } = await register(server, mails);
  const unverified = await visitor.post("/auth/login", { email, password: PASSWORD });
  equals(answer(unverified), [400, "auth.unverified"]);
  // The token is given only with the right password.
  const wrong = await visitor.post("/auth/login", { email, password: "Wrong@123" });
  equals([...answer(wrong), "token" in wrong.body], [400, "auth.wrong", false]);
  const { token } = unverified.body;
  is((await visitor.post("/auth/verify-otp", { email, otp: code, token })).status, 200);
  is((await visitor.post("/auth/login", { email, password: PASSWORD })).status, 200);
});

Deno.test("a reset sets the password and ends every session of the account", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const { email, session, visitor } = await account(server, mails);
  const me = caller(server, session.token);
  const bystander = await person(server);
  using ear = await listen(server, { token: session.token });
  using other = await listen(server, { token: bystander.token });
  const closed = new Promise((done) => ear.socket.once("disconnect", done));

  equals((await visitor.post("/auth/forgot-password", { email })).status, 200);
  const { code: otp = "" } = await mails.next(email);
  const reset = (fields: object) => visitor.post("/auth/reset-password", { email, otp, ...fields });
  const wrong = await reset({ otp: differentCode(otp), newPassword: NEW_PASSWORD });
  equals(answer(wrong), [400, "auth.otp-wrong"]);
  equals(Object.keys((await reset({ newPassword: "weak" })).body.errors), ["newPassword"]);
  is((await me.get("/auth/me")).status, 200);

  is((await reset({ newPassword: NEW_PASSWORD })).status, 200);
  equals(answer(await me.get("/auth/me")), [401, "auth.token"]);
  equals((await ear.next("session.ended")).reason, "password-reset");
  await closed;
  await rejects(listen(server, { token: session.token }), /auth/);
  ok(other.socket.connected);
  equals(other.of("session.ended"), []);
  is((await bystander.get("/auth/me")).status, 200);

  equals(answer(await visitor.post("/auth/login", { email, password: PASSWORD })), [
    400,
    "auth.wrong",
  ]);
  const again = await visitor.post("/auth/login", { email, password: NEW_PASSWORD });
  is(again.status, 200);
  using _fresh = await listen(server, { token: again.body.token });
  equals(answer(await reset({ newPassword: PASSWORD })), [400, "auth.otp-wrong"]);
});

Deno.test("of several concurrent resets, one succeeds", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const { email, visitor } = await account(server, mails);
  await visitor.post("/auth/forgot-password", { email });
  const { code: otp } = await mails.next(email);
  const passwords = ["First@123", "Second@123", "Third@123"];
  const replies = await Promise.all(
    passwords.map((newPassword) =>
      visitor.post("/auth/reset-password", { email, otp, newPassword })
    ),
  );
  const statuses = replies.map(({ status }) => status);
  equals(statuses.toSorted(), [200, 400, 400]);
  for (const [at, password] of passwords.entries()) {
    is((await visitor.post("/auth/login", { email, password })).status, statuses[at]);
  }
});

Deno.test("a forged, foreign, expired or revoked token gets 401 everywhere", async () => {
  await using server = await testServer();
  const student = await person(server);
  const tokens = createTokens(TEST_SECRET, Date.now);
  const [head = "", body = "", signature = ""] = student.token.split(".");
  const part = (value: object) =>
    new TextEncoder().encode(JSON.stringify(value)).toBase64({
      alphabet: "base64url",
      omitPadding: true,
    });
  const read = (text: string) => JSON.parse(atob(text.replace(/-/g, "+").replace(/_/g, "/")));
  const { session } = read(body);
  const foreign = createTokens("another secret, and just as long as ours", Date.now);
  const old = createTokens(TEST_SECRET, () => Date.now() - 7 * 86_400_000 - 1000);
  const forged: Record<string, string> = {
    "alg none": `${part({ ...read(head), alg: "none" })}.${body}.`,
    "alg none, with a signature": `${part({ ...read(head), alg: "none" })}.${body}.${signature}`,
    "another algorithm": `${part({ ...read(head), alg: "HS512" })}.${body}.${signature}`,
    "another person": `${head}.${part({ ...read(body), sub: crypto.randomUUID() })}.${signature}`,
    "another audience": `${head}.${part({ ...read(body), aud: "else" })}.${signature}`,
    "cut signature": `${head}.${body}.${signature.slice(0, -2)}`,
    "another secret": await foreign.signSession(student._id, session),
    "another use": await tokens.signRegistration(student._id, crypto.randomUUID()),
    "expired": await old.signSession(student._id, session),
    "no session": await tokens.signSession(student._id, undefined as unknown as string),
    "another session": await tokens.signSession(student._id, crypto.randomUUID()),
    "nobody's": await tokens.signSession(crypto.randomUUID(), session),
    "no token": "x",
    "line noise": `${"a".repeat(500)}.${"é".repeat(3)}`,
  };
  // A correctly signed token is accepted, so the others are refused for their content.
  const good = caller(server, await tokens.signSession(student._id, session));
  is((await good.get("/auth/me")).status, 200);
  for (const [what, token] of Object.entries(forged)) {
    // Also where no token is needed: a client must learn that its session has ended.
    for (const path of ["/auth/me", "/assignments/home"]) {
      const ascii = encodeURI(token);
      equals(answer(await caller(server, ascii).get(path)), [401, "auth.token"], what);
    }
    await rejects(listen(server, { token }), /^Error: auth$/, what);
  }
  equals(answer(await caller(server).get("/auth/me")), [401, "auth.token"]);
});

Deno.test("tokens signed with the right key for another audience, type or issuer get 401", async () => {
  await using server = await testServer();
  const { _id, token } = await person(server);
  const { session } = await server.parts.tokens.readSession(token);
  const { SignJWT } = await import("jose");
  const utf8 = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", utf8.encode(TEST_SECRET), "HKDF", false, [
    "deriveBits",
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: utf8.encode("session") },
    key,
    256,
  );
  const sign = ({ alg = "HS256", typ = "session+jwt", aud = "doubtless-web", iss = "doubtless" }) =>
    new SignJWT({ session }).setProtectedHeader({ alg, typ }).setSubject(_id).setIssuer(iss)
      .setAudience(aud).setIssuedAt().setExpirationTime("7d").sign(new Uint8Array(bits));
  const status = async (token: string) => (await caller(server, token).get("/auth/me")).status;
  is(await status(await sign({})), 200);
  is(await status(await sign({ alg: "HS512" })), 401);
  is(await status(await sign({ typ: "JWT" })), 401);
  is(await status(await sign({ typ: "registration+jwt" })), 401);
  is(await status(await sign({ aud: "doubtless-verify" })), 401);
  is(await status(await sign({ iss: "somebody" })), 401);
});
