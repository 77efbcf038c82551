/** A registration changes no existing account, and does not reveal whether there is one. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import type { Database } from "../server/kit/db/database.ts";
import { account, newAddress, register, registrationForm } from "./kit/accounts.ts";
import { picture } from "./kit/fixture.ts";
import { caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { type Mailbox, mailbox } from "./kit/smtp.ts";

const CLOWN = { name: "Clown", password: "Clown@1234", branch: "CLOWNS" };
const answer = ({ status, body }: Reply) => [status, body.code];

/** Waits for this many mails to an address, and returns them. */
async function mailsTo(mails: Mailbox, email: string, many: number) {
  for (let at = 0; at < many; at++) await mails.next(email);
  return mails.arrived.filter(({ to }) => to.includes(email));
}

Deno.test("a stranger's registration does not change an invited person's account", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const visitor = caller(server);
  const email = newAddress();
  const invited = await admin.post("/users", { name: "Nila", email, role: "mentor" });
  is(invited.status, 201);
  const before = (await admin.get("/users?role=mentor")).body;
  const form = registrationForm(email, { ...CLOWN, profileImage: picture() });
  const stranger = await visitor.post("/auth/register", form);
  const nobody = await visitor.post("/auth/register", registrationForm(newAddress(), CLOWN));
  equals(
    [stranger.status, stranger.body.msg, Object.keys(stranger.body)],
    [nobody.status, nobody.body.msg, Object.keys(nobody.body)],
  );
  equals((await admin.get("/users?role=mentor")).body, before);
  equals((await visitor.get("/users/menters")).body.length, 1, "she has not come yet");
  // The mail tells that an account exists. The code of the invitation is still valid.
  const [invitation, told] = await mailsTo(mails, email, 2);
  is(told?.headers.subject, "Your account at Doubtless is ready");
  match(told?.text ?? "", /\/forgot-password/);
  is(told?.code, undefined, "no code for a stranger's registration");
  const set = { email, otp: invitation?.code, newPassword: PASSWORD };
  is((await visitor.post("/auth/reset-password", set)).status, 200);
  const { user } = (await visitor.post("/auth/login", { email, password: PASSWORD })).body;
  equals([user.name, user.role, user.branch, user.profileImage], ["Nila", "mentor", null, null]);
  equals(
    (await visitor.get("/users/menters")).body.map(({ name }: { name: string }) => name).sort(),
    ["Nila", admin.name].sort(),
  );
  equals(answer(await visitor.post("/auth/login", { email, password: CLOWN.password })), [
    400,
    "auth.wrong",
  ]);
});

Deno.test("registering and signing in get the same answers whether or not the address has an account", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const invited = newAddress();
  await admin.post("/users", { name: "Nila", email: invited, role: "mentor" });
  const disabled = await person(server);
  await admin.post(`/users/${disabled._id}/disable`, { hours: 1 });
  const deleted = await person(server);
  await admin.delete(`/users/${deleted._id}`);
  const verified = (await person(server)).email;
  const visitor = caller(server);
  const looks = [];
  for (const email of [newAddress(), verified, invited, disabled.email, deleted.email]) {
    const registered = await visitor.post("/auth/register", registrationForm(email, CLOWN));
    const signedIn = await visitor.post("/auth/login", { email, password: CLOWN.password });
    const wrong = await visitor.post("/auth/login", { email, password: "Neither@1" });
    const guessed = await visitor.post("/auth/verify-otp", {
      email,
      otp: "000000",
      token: signedIn.body.token,
    });
    looks.push([registered, signedIn, wrong, guessed].map(({ status, body, headers }) => [
      status,
      body.msg,
      body.code,
      Object.keys(body).sort(),
      [...headers.keys()].sort(),
    ]));
  }
  equals(looks[0]?.map(([status, , code]) => [status, code]), [
    [201, undefined],
    [400, "auth.unverified"],
    [400, "auth.wrong"],
    [400, "auth.otp-wrong"],
  ]);
  for (const look of looks) equals(look, looks[0]);
});

Deno.test("a password reset before the verification creates the account, under the registered name", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const visitor = caller(server);
  const reset = async (email: string) => {
    await visitor.post("/auth/forgot-password", { email });
    const otp = (await mails.next(email)).code;
    is(
      (await visitor.post("/auth/reset-password", { email, otp, newPassword: "New@12345" })).status,
      200,
    );
    return (await visitor.post("/auth/login", { email, password: "New@12345" })).body.user;
  };
  const { email: one } = await register(server, mails);
  const mine = await reset(one);
  equals([mine.name, mine.branch, mine.year, mine.role], ["Asha Rao", "CSE", 2, "student"]);
  // Several people registered this address, so it is not known which name belongs to its owner.
  const { email: two } = await register(server, mails);
  await register(server, mails, { email: two, ...CLOWN });
  const theirs = await reset(two);
  equals([theirs.name, theirs.branch], [two.split("@")[0], null]);
  is(
    (await visitor.post("/auth/reset-password", {
      email: newAddress(),
      otp: "123456",
      newPassword: "New@12345",
    })).status,
    400,
  );
});

Deno.test("a new code is for one's own registration, or for any if the request names none", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const mine = await register(server, mails);
  const { email, visitor } = mine;
  const theirs = await register(server, mails, { email, ...CLOWN });
  const verify = ({ token }: { token: string }, otp = "") =>
    visitor.post("/auth/verify-otp", { email, otp, token });
  is((await visitor.post("/auth/resend-otp", { email, token: theirs.token })).status, 200);
  await mails.next(email);
  const { sql } = server.parts.database;
  const [{ hashes }] = await sql`
    select count(distinct code_hash)::int as hashes from registrations` as unknown as [
    { hashes: number },
  ];
  is(hashes, 2, "the other's code was left alone");
  is((await visitor.post("/auth/resend-otp", { email })).status, 200);
  const { code } = await mails.next(email);
  const verified = await verify(mine, code);
  equals([verified.status, verified.body.user.name], [200, "Asha Rao"]);
  is(typeof verified.body.browser, "string");
});

type Client = { unsafe(...query: unknown[]): unknown };

/** Records the statements that requests send from now on, including those in transactions. */
function noteStatements({ sql }: Database): string[] {
  const noted: string[] = [];
  const following = (client: Client): Client => {
    const unsafe = client.unsafe;
    client.unsafe = (...query) => {
      // Ignores the statements of the mail sender, of the relay and of the periodic cleanup.
      if (
        /^insert into "mails"|"codes"|"people"|"registrations"|"rate_limits"/.test(String(query[0]))
      ) {
        noted.push(String(query[0]));
      }
      return unsafe(...query);
    };
    return client;
  };
  const begin = sql.begin as unknown as (work: (tx: Client) => unknown) => unknown;
  following(sql as unknown as Client);
  Object.assign(sql, {
    begin: (work: (tx: Client) => unknown) => begin((tx) => work(following(tx))),
  });
  return noted;
}

Deno.test("the same statements are sent for every address, with or without an account", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const { email: verified } = await account(server, mails);
  const { email: waiting } = await register(server, mails);
  const invited = newAddress();
  await admin.post("/users", { name: "Nila", email: invited, role: "mentor" });
  const visitor = caller(server);
  const ways: ((email: string) => Promise<Reply>)[] = [
    (email) => visitor.post("/auth/forgot-password", { email }),
    (email) => visitor.post("/auth/resend-otp", { email }),
    (email) => visitor.post("/auth/register", registrationForm(email)),
    (email) =>
      visitor.post("/auth/reset-password", { email, otp: "000000", newPassword: PASSWORD }),
  ];
  const noted = noteStatements(server.parts.database);
  for (const ask of ways) {
    const sent: string[][] = [];
    for (const email of [newAddress(), verified, waiting, invited]) {
      noted.length = 0;
      await ask(email);
      // The mail sender runs at the same time, and records the results of earlier mails.
      sent.push(noted.filter((statement) => !statement.includes('set "mail_refused"')));
    }
    ok((sent[0]?.length ?? 0) > 2);
    for (const statements of sent) equals(statements, sent[0]);
  }
});
