/** Registration and verification, as a visitor sees them. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import sharp from "sharp";
import { GUESSES } from "../server/auth/codes/commands.ts";
import { otp, WEAK_PASSWORD } from "../server/auth/schema.ts";
import { later } from "../server/kit/core/clock.ts";
import { FILE_MOST } from "../server/kit/files/multipart.ts";
import { createHasher, DECOY } from "../server/kit/security/hash.ts";
import {
  account,
  differentCode,
  newAddress,
  register,
  registrationForm,
  replyShape,
} from "./kit/accounts.ts";
import { blackPng } from "./kit/bombs.ts";
import { caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";

const WRONG = [400, "auth.otp-wrong", "That code is wrong or has expired."];
const answer = ({ status, body }: Reply) => [status, body.code, body.msg];

Deno.test("a visitor registers, verifies with the mailed code and is signed in as a student", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const visitor = caller(server);
  const email = newAddress();
  const registered = await visitor.post(
    "/auth/register",
    // The role is ignored: a visitor cannot register as an admin.
    registrationForm(email.toUpperCase(), { role: "admin", _id: crypto.randomUUID() }),
  );
  equals([registered.status, Object.keys(registered.body).sort()], [201, ["msg", "token"]]);
  is(
    registered.body.msg,
    "Registration successful! Please check your email for the verification code.",
  );
  const mail = await mails.next(email);
  equals(mail.to, [email]);
  match(mail.headers.subject ?? "", /^\d{6} is your Doubtless code$/);

  const verified = await visitor.post("/auth/verify-otp", {
    email,
    otp: mail.code,
    token: registered.body.token,
  });
  equals([verified.status, verified.body.msg], [200, "Email verified successfully!"]);
  const { user, token } = verified.body;
  equals(
    [user.name, user.email, user.role, user.branch, user.year, user.profileImage],
    ["Asha Rao", email, "student", "CSE", 2, null],
  );
  is(user.id, user._id);
  equals((await caller(server, token).get("/auth/me")).body, user);
  const signedIn = await visitor.post("/auth/login", { email, password: PASSWORD });
  equals([signedIn.status, signedIn.body.user], [200, user]);
});

Deno.test("registration says which field is wrong, and stores nothing", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const visitor = caller(server);
  const email = newAddress();
  const weak = ["Ab@1234", "Abcdefg@", "Abcdefg1", "Abc@12345 ", "Päss@1234", "Abc(1234)@"];
  const bad: [Record<string, string>, string, string?][] = [
    ...weak.map((password): [Record<string, string>, string, string] => [
      { password },
      "password",
      WEAK_PASSWORD,
    ]),
    [{ password: "" }, "password", WEAK_PASSWORD],
    [{ password: "a1@".repeat(43) }, "password", "Password must be at most 128 characters."],
    [{ name: "  " }, "name", "Name is required."],
    [{ name: "Asha\nBcc: x@y.test" }, "name", "Name must be a single line."],
    [{ email: "not an address" }, "email", "This is not a valid email address."],
    [{ email: "a@b.test,c@d.test" }, "email"],
    [{ email: "a@b.test\r\nBcc: c@d.test" }, "email"],
    [{ year: "soon" }, "year", "Year must be a number."],
    [{ year: "0" }, "year"],
  ];
  for (const [fields, field, sentence] of bad) {
    const { status, body } = await visitor.post("/auth/register", registrationForm(email, fields));
    equals([status, body.code, Object.keys(body.errors)], [400, "invalid", [field]]);
    if (sentence) is(body.errors[field], sentence);
  }
  is(
    WEAK_PASSWORD,
    "Password is too weak. It must be at least 8 characters long and include a number and a special character.",
  );
  const { sql } = server.parts.database;
  for (const table of ["people", "registrations", "mails"]) {
    is((await sql`select 1 from ${sql(table)}`).length, 0, table);
  }
  // A password of 128 characters is allowed, and branch and year are optional.
  const long = registrationForm(email, { password: "a1@".repeat(42) + "ab", branch: "", year: "" });
  is((await visitor.post("/auth/register", long)).status, 201);
});

Deno.test("a password of 10 MB is refused before it is hashed", async () => {
  await using server = await testServer();
  let hashed = 0;
  const { hasher } = server.parts;
  Object.assign(server.parts, {
    hasher: {
      hash: (password: string) => (hashed += 1, hasher.hash(password)),
      verify: (known: string | null, password: string) => (
        hashed += 1, hasher.verify(known, password)
      ),
    },
  });
  const visitor = caller(server);
  const email = newAddress();
  const refused = [400, "Password must be at most 128 characters."];
  const tooLarge = [413, "The request is too large."];
  for (const [times, expected] of [[43, refused], [3_500_000, tooLarge]] as const) {
    const password = "a1@".repeat(times);
    const inJson = [
      await visitor.post("/auth/login", { email, password }),
      await visitor.post("/auth/reset-password", { email, otp: "123456", newPassword: password }),
    ];
    for (const { status, body } of inJson) equals([status, body.msg], expected);
    const inForm = await visitor.post("/auth/register", registrationForm(email, { password }));
    equals([inForm.status, inForm.body.msg], refused);
  }
  is(hashed, 0);
  await visitor.post("/auth/login", { email, password: PASSWORD });
  is(hashed, 1);
});

Deno.test("a profile image is re-encoded without its metadata; any other file is refused", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const picture = sharp({
    create: { width: 900, height: 600, channels: 3, background: "#4a7" },
  });
  const secret = "Taken at 12.97 N, 77.59 E";
  const jpeg = await picture.jpeg().withExif({ IFD0: { ImageDescription: secret } }).toBuffer();
  ok(new TextDecoder("latin1").decode(jpeg).includes(secret));
  const photo = new File([new Uint8Array(jpeg)], "../../me.jpg", { type: "image/jpeg" });
  const { email, token, code, visitor } = await register(server, mails, { profileImage: photo });
  const { sql } = server.parts.database;
  // It waits with the registration, and is no file yet.
  is((await sql`select 1 from registrations where octet_length(picture) < 20000`).length, 1);
  is((await sql`select 1 from files`).length, 0);
  const confirm = { email, otp: code, token };
  const { body: session } = await visitor.post("/auth/verify-otp", confirm);
  match(session.user.profileImage, /^\/api\/files\/[0-9a-f]{32}$/);
  const kept = await fetch(server.url + session.user.profileImage);
  equals([kept.status, kept.headers.get("content-type")], [200, "image/webp"]);
  const bytes = new Uint8Array(await kept.arrayBuffer());
  const { format, width, exif } = await sharp(bytes).metadata();
  equals([format, width, exif], ["webp", 512, undefined]);
  ok(!new TextDecoder("latin1").decode(bytes).includes(secret));

  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>`;
  const huge = await sharp({
    create: { width: 20_000, height: 10_000, channels: 3, background: "#fff" },
    limitInputPixels: false,
  }).png().toBuffer();
  const refused: [BlobPart, number, string][] = [
    [svg, 415, "file.kind"],
    ["<!doctype html><script>1</script>", 415, "file.kind"],
    [new Uint8Array(FILE_MOST + 1), 413, "file.large"],
    [new Uint8Array(huge), 413, "file.large"],
    // Interlaced, so that decoding would hold all of it in memory at once.
    [blackPng(8000, 5000, { depth: 16, colour: 6, isInterlaced: true }), 413, "file.large"],
    [new Uint8Array(jpeg).fill(7, 700), 415, "file.kind"],
  ];
  for (const [content, status, code] of refused) {
    const email = newAddress();
    const image = new File([content], "me.png", { type: "image/png" });
    const form = registrationForm(email, { profileImage: image });
    const reply = await visitor.post("/auth/register", form);
    equals([reply.status, reply.body.code], [status, code]);
    is((await sql`select 1 from registrations where email = ${email}`).length, 0);
  }
});

Deno.test(`after ${GUESSES} wrong guesses a code is invalid, even if the next guess is right`, async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const { email, token, code, visitor } = await register(server, mails);
  const guess = (otp: string) => visitor.post("/auth/verify-otp", { email, otp, token });
  for (let wrong = 0; wrong < GUESSES; wrong++) {
    equals(answer(await guess(differentCode(code))), WRONG);
  }
  const dead = await guess(code);
  equals([dead.status, dead.body.code], [429, "too-many"]);
  ok(Number(dead.headers.get("retry-after")) > 0);
  // A new code is valid.
  is((await visitor.post("/auth/resend-otp", { email })).status, 200);
  const { code: fresh = "" } = await mails.next(email);
  is((await guess(fresh)).status, 200);
});

Deno.test("a code is valid once, for one address, one purpose and ten minutes", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const [one, other] = [await register(server, mails), await register(server, mails)];
  const verify = (
    { email, token }: typeof one,
    otp: string,
  ) => one.visitor.post("/auth/verify-otp", { email, otp, token });
  if (one.code !== other.code) equals(answer(await verify(one, other.code)), WRONG);
  const reset = { email: one.email, otp: one.code, newPassword: "Another@123" };
  equals(answer(await one.visitor.post("/auth/reset-password", reset)), WRONG);

  // A registration token of another address is refused, and so is a session token.
  const swapped = await verify({ ...one, token: other.token }, one.code);
  equals([swapped.status, swapped.body.code], [400, "auth.registration"]);
  const { token: session } = await person(server);
  is((await verify({ ...one, token: session }, one.code)).body.code, "auth.registration");

  is((await verify(one, one.code)).status, 200);
  equals(answer(await verify(one, one.code)), WRONG);

  const issued = Date.now();
  server.setClock(new Date(issued + 10 * 60_000 + 5000).toISOString());
  const late = "That code has expired. Please ask for a new one.";
  equals(answer(await verify(other, other.code)), [400, "auth.otp-wrong", late]);
  server.setClock(null);
  is((await verify(other, other.code)).status, 200);
});

Deno.test("a code that comes after a newer one is told apart, and its tries do not count", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  // 10:42 in the class's zone.
  const asked = new Date().toISOString().replace(/T.*/, "T05:12:00.000Z");
  server.setClock(asked);
  const old = await register(server, mails);
  const { email, token, visitor } = old;
  const { email: known } = await person(server);
  const forget = async () => {
    is((await visitor.post("/auth/forgot-password", { email: known })).status, 200);
    return await mails.next(known);
  };
  const first = await forget();
  match(first.text, /It was asked for at 10:42 am and is good for 10 minutes/);

  server.setClock(later(asked, 1));
  is((await visitor.post("/auth/resend-otp", { email, token })).status, 200);
  const { code: fresh = "" } = await mails.next(email);
  const second = await forget();
  ok(first.headers.subject !== second.headers.subject);
  const told = [400, "auth.otp-wrong", "A newer code was sent at 10:43 am. Please use that one."];
  const reset = (otp = "") =>
    visitor.post("/auth/reset-password", { email: known, otp, newPassword: "Another@123" });
  const verify = (otp: string) => visitor.post("/auth/verify-otp", { email, otp, token });
  for (let tries = 0; tries <= 2 * GUESSES; tries++) {
    equals(answer(await verify(old.code)), told);
    equals(answer(await reset(first.code)), told);
  }
  const [one = "", two = ""] = [fresh.slice(0, 3), fresh.slice(3)];
  is((await verify(`Your code is ${one} ${two}.`)).status, 200);
  is((await reset(second.code)).status, 200);
});

Deno.test("a code is found in what was pasted", () => {
  const found = [
    "012 345",
    "Your code is 012345.",
    "０１２３４５",
    "012-345\n",
    "०१२३४५",
    "0 1 2 3 4 5",
  ];
  for (const text of [...found, "012345 is good for 10 minutes, from 10:42"]) {
    is(otp.parse(text), "012345", text);
  }
  for (const text of ["0123456", "12345", "abc", "", "1".repeat(3000)]) {
    ok(!otp.safeParse(text).success, text);
  }
});

Deno.test("of concurrent verifications one succeeds", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const { email, token, code, visitor } = await register(server, mails);
  const replies = await Promise.all(
    Array.from(
      { length: GUESSES },
      () => visitor.post("/auth/verify-otp", { email, otp: code, token }),
    ),
  );
  equals(replies.map(({ status }) => status).sort(), [200, 400, 400, 400, 400]);
});

Deno.test("registrations of one address are independent, and the verified one counts", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const mine = await register(server, mails, { name: "The Owner" });
  const { visitor, email } = mine;
  const theirs = await register(server, mails, { email, name: "Clown", password: "Intruder@1" });
  const verify = (token: string, otp: string) =>
    visitor.post("/auth/verify-otp", { email, otp, token });
  // A code proves the address, and is valid only for the registration that it was sent for.
  if (mine.code !== theirs.code) {
    equals(answer(await verify(theirs.token, mine.code)), WRONG);
    equals(answer(await verify(mine.token, theirs.code)), WRONG);
  }
  // Wrong guesses at one code do not invalidate another.
  for (let wrong = 0; wrong < GUESSES; wrong++) {
    await verify(theirs.token, differentCode(theirs.code));
  }
  const verified = await verify(mine.token, mine.code);
  equals([verified.status, verified.body.user.name], [200, "The Owner"]);
  const intruder = await visitor.post("/auth/login", { email, password: "Intruder@1" });
  equals([intruder.status, intruder.body.code], [400, "auth.wrong"]);
  equals(answer(await verify(theirs.token, theirs.code)), WRONG);
  is((await server.parts.database.sql`select 1 from registrations`).length, 0);
});

Deno.test("a known address and an unknown one get the same replies", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const { email: known } = await account(server, mails, { password: "Their@12345" });
  const { email: waiting } = await register(server, mails);
  const unknown = newAddress();
  const visitor = caller(server);
  const ways: [string, (email: string) => unknown][] = [
    ["/auth/resend-otp", (email) => ({ email })],
    ["/auth/forgot-password", (email) => ({ email })],
    ["/auth/login", (email) => ({ email, password: "Wrong@12345" })],
    ["/auth/reset-password", (email) => ({ email, otp: "123456", newPassword: PASSWORD })],
    ["/auth/register", (email) => registrationForm(email)],
  ];
  for (const [path, bodyOf] of ways) {
    const [a, b, c] = [
      await visitor.post(path, bodyOf(known)),
      await visitor.post(path, bodyOf(unknown)),
      await visitor.post(path, bodyOf(waiting)),
    ].map(replyShape);
    // The token contains the address, so its length is not compared.
    const within = (look: typeof a) => ({
      ...look,
      fields: look?.fields.filter(([name]) => name !== "token"),
    });
    equals(within(a), within(b), path);
    equals(within(c), within(b), path);
  }
  // Each call wrote the same number of rows, so neither the time nor the queue reveals an account.
  const { sql } = server.parts.database;
  const rows = await sql`select email from codes`;
  for (const email of [known, unknown, waiting]) {
    is(rows.filter((row) => row.email === email).length, 1);
  }
  is((await sql`select 1 from mails`).length, 2 + 3 * 3);
  // The owner of a known address gets a mail, and their password is unchanged.
  const told = await mails.next(known);
  match(told.headers.subject ?? "", /password code$/);
  is((await mails.next(known)).headers.subject, "You already have a Doubtless account");
  is((await visitor.post("/auth/login", { email: known, password: "Their@12345" })).status, 200);
});

Deno.test("codes are stored as hashes, passwords as argon2id, mails sealed", async () => {
  await using server = await testServer({ SMTP_URL: "smtp://127.0.0.1:9" });
  const email = newAddress();
  await caller(server).post("/auth/register", registrationForm(email));
  const { sql } = server.parts.database;
  const [row] = await sql`select * from registrations`;
  match(row?.code_hash, /^[0-9a-f]{64}$/);
  const [mail] = await sql`select * from mails`;
  const { text } = await server.parts.tokens.unseal(mail?.sealed) as { text: string };
  const otp = text.match(/\b\d{6}\b/)?.[0] ?? "";
  is(otp.length, 6);
  is(row?.code_hash, server.parts.tokens.hashCode("verify", email, otp));
  for (const stored of [row, mail]) ok(!Object.values(stored ?? {}).some((it) => it === otp));
  ok(!JSON.stringify(mail).includes(email));
  match(row?.password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

Deno.test("checking the password of an unknown account costs as much work, and always fails", async () => {
  const hasher = createHasher(1);
  const took = async (hashed: string | null) => {
    const start = performance.now();
    is(await hasher.verify(hashed, "wrong"), false);
    return performance.now() - start;
  };
  const hashed = await hasher.hash("a password");
  // The work follows from the parameters and lengths, which differ in nothing.
  const lengths = (text: string) => text.replace(/[\w+/]+(?=\$|$)/g, (part) => `${part.length}`);
  is(lengths(DECOY), lengths(hashed));
  let [somebody, nobody] = [Infinity, Infinity];
  for (let time = 0; time < 5; time++) {
    somebody = Math.min(somebody, await took(hashed));
    nobody = Math.min(nobody, await took(null));
  }
  // Other tests may take the processor from one of them; a reply without the work takes no time.
  ok(nobody > somebody / 20, `${nobody} ms instead of ${somebody} ms`);
});
