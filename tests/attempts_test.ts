/**
 * Limits on attempts to get into accounts: over all addresses and servers, and how long they last.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { hash } from "@node-rs/argon2";
import { QUOTAS } from "../server/kit/security/sign_in_attempts.ts";
import { count, type Quota, spend } from "../server/kit/limits/quota.ts";
import { newId } from "../server/kit/core/ids.ts";
import { people } from "../server/people/tables.ts";
import { differentCode, newAddress, registrationForm } from "./kit/accounts.ts";
import { caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { freePort } from "./kit/process.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";

const HOUR = 3600;
const WRONG = "Wrong@123";
const HOME = "203.0.113.5";
const answer = ({ status, body }: Reply) => [status, body.code];
const waitOf = ({ headers }: Reply) => Number(headers.get("retry-after"));
const counted = (replies: Reply[], wanted: number) =>
  replies.filter(({ status }) => status === wanted).length;

/**
 * Checks that a quota let in as many calls as it allows, plus those that it regained since `since`.
 */
function fits(replies: Reply[], { most, seconds }: Quota, since: number): void {
  const letIn = replies.filter(({ status }) => status !== 429).length;
  const again = Math.ceil((Date.now() - since) / 1000 * most / seconds);
  ok(letIn >= Math.min(most, replies.length) && letIn <= most + again, `${letIn}, not ${most}`);
}

/** Starts a server behind a proxy on this machine; the proxy's header names the caller. */
function behindProxy(vars: Record<string, string> = {}): Promise<TestServer> {
  const port = freePort();
  return testServer({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: "smtp://127.0.0.1:9",
    ...vars,
  });
}

const callsFrom = (server: { url: string }, address = HOME) => {
  const { post } = caller(server);
  const from = { "x-forwarded-for": address };
  return {
    signIn: (email: string, password = PASSWORD, browser?: string) =>
      post("/auth/login", { email, password, browser }, from),
    forgot: (email: string, browser?: string) =>
      post("/auth/forgot-password", { email, browser }, from),
    register: (email: string) => post("/auth/register", registrationForm(email), from),
    reset: (email: string, otp: string, browser?: string) =>
      post("/auth/reset-password", { email, otp, newPassword: PASSWORD, browser }, from),
  };
};

/**
 * Creates students, as many as a class has, with a password hash that is cheap to verify.
 * @returns their e-mail addresses
 */
async function classOf(server: TestServer, many: number): Promise<string[]> {
  const passwordHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const now = server.parts.clock();
  const emails = Array.from({ length: many }, newAddress);
  await server.parts.database.db.insert(people).values(emails.map((email, at) => ({
    id: newId(),
    name: `Student ${at}`,
    email,
    role: "student" as const,
    passwordHash,
    verifiedAt: now,
    createdAt: now,
    updatedAt: now,
  })));
  return emails;
}

/** Makes `many` calls, 20 at a time. */
async function times(many: number, call: (at: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let at = 0; at < many; at += 20) {
    const some = Array.from({ length: Math.min(20, many - at) }, (_, more) => call(at + more));
    replies.push(...await Promise.all(some));
  }
  return replies;
}

/** Makes everything that the quotas have counted `seconds` older. */
const pass = ({ parts }: TestServer, seconds: number) =>
  parts.database.sql`update quotas set empty_at = empty_at - ${seconds} * interval '1 second'`;

Deno.test("wrong passwords are counted over all addresses; unknown accounts get the same replies", async () => {
  await using server = await behindProxy();
  const [known = ""] = await classOf(server, 1);
  const most = QUOTAS.password.account.most;
  for (const email of [known, newAddress()]) {
    const replies = await times(
      most + 20,
      (at) => callsFrom(server, `2001:db8:${at}::1`).signIn(email, WRONG),
    );
    equals([counted(replies, 400), counted(replies, 429)], [most, 20]);
    const refused = await callsFrom(server, "192.0.2.1").signIn(email);
    equals(answer(refused), [429, "too-many"]);
    is(
      refused.body.msg.replace(/\d+ \w+/, "N"),
      'Too many wrong passwords for this account. Wait N, or choose "Forgot password".',
    );
    ok(waitOf(refused) > 0 && waitOf(refused) <= QUOTAS.password.account.seconds / most);
  }
});

Deno.test("an IPv6 /64 counts as one address, and a /48 as one network", async () => {
  await using server = await behindProxy();
  const [one = "", two = ""] = await classOf(server, 2);
  const { address, network } = QUOTAS.password;
  const start = Date.now();
  const inOne = await times(
    address.most + 15,
    (at) => callsFrom(server, `2001:db8:1:2:${at}::1`).signIn(one, WRONG),
  );
  fits(inOne, address, start);
  const inMany = await times(
    network.most + 10,
    (at) => callsFrom(server, `2001:db8:2:${at.toString(16)}::1`).signIn(two, WRONG),
  );
  equals([counted(inMany, 400), counted(inMany, 429)], [network.most, 10]);
});

Deno.test("guesses at reset codes are limited over all codes, addresses, servers and restarts", async () => {
  await using mails = await mailbox();
  await using one = await behindProxy({ SMTP_URL: mails.url });
  let guesses = 0;
  let codes = 0;
  let at = 0;
  const [email = ""] = await classOf(one, 1);
  const attack = async (server: TestServer, rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      if ((await callsFrom(server, `2001:db8:${++at}::1`).forgot(email)).status === 200) codes += 1;
      const replies = await times(
        5,
        () => callsFrom(server, `2001:db8:${++at}::1`).reset(email, "000000"),
      );
      guesses += counted(replies, 400);
    }
  };
  await attack(one, 4);
  {
    await using two = await behindProxy({ DATABASE_URL: one.databaseUrl, SMTP_URL: mails.url });
    await attack(two, 4);
  }
  await using again = await behindProxy({ DATABASE_URL: one.databaseUrl, SMTP_URL: mails.url });
  await attack(again, 4);
  equals([codes, guesses], [QUOTAS.mail.account.most, QUOTAS.reset.account.most]);
  // The quota is a leaky bucket: in a day it allows as many attempts again, and no more.
  await pass(one, 86_400);
  const before = guesses;
  for (let hours = 0; hours < 24; hours += 2) {
    await pass(one, 2 * 3600);
    await attack(again, 1);
  }
  ok(guesses - before <= QUOTAS.reset.account.most * 2 + 10, `${guesses - before} in a day`);
});

Deno.test("mails to one address are limited per network and in total", async () => {
  await using server = await behindProxy();
  const email = newAddress();
  const ask = (address: string, at: number) => {
    const { forgot, register } = callsFrom(server, address);
    return at % 2 ? forgot(email) : register(email);
  };
  const { network, account, daily } = QUOTAS.mail;
  const near = await times(30, (at) => ask(`203.0.113.${at}`, at));
  is(counted(near, 429), 30 - network.most);
  const far = await times(30, (at) => ask(`2001:db8:${at}::1`, at));
  is(counted(far, 429), 30 - (account.most - network.most));
  const refused = far.find(({ status }) => status === 429) as Reply;
  ok(waitOf(refused) > 0 && waitOf(refused) <= account.seconds / account.most);
  is(
    refused.body.msg.replace(/\d+ \w+/, "N"),
    "Too many mails to this address. Look for the last one there, or wait N.",
  );
  let sent = account.most;
  for (let hour = 0; hour < 5; hour++) {
    await pass(server, 3600);
    const hourly = await times(20, (at) => ask(`2001:db8:${hour}${at}::1`, at));
    sent += hourly.length - counted(hourly, 429);
  }
  ok(sent <= daily.most * 1.5, `${sent} in six hours`);
});

Deno.test("a call that one quota refuses takes no room in another, not even beside parallel calls", async () => {
  await using server = await behindProxy();
  const { db } = server.parts.database;
  for (let round = 0; round < 5; round++) {
    const wide = count("a.wide", { most: 30, seconds: HOUR }, String(round));
    const narrow = count("b.narrow", { most: 5, seconds: HOUR }, String(round));
    const waits = await Promise.all(Array.from({ length: 20 }, () => spend(db, [wide, narrow])));
    is(waits.filter((wait) => wait === 0).length, narrow.most);
    const more = await Promise.all(Array.from({ length: 40 }, () => spend(db, [wide])));
    is(more.filter((wait) => wait === 0).length, wide.most - narrow.most);
  }
});

Deno.test("one address cannot try a password on 200 accounts, or ask for 300 codes", async () => {
  await using server = await behindProxy();
  const emails = await classOf(server, 200);
  const { signIn, forgot } = callsFrom(server);
  const start = Date.now();
  const tried = await times(200, (at) => signIn(emails[at] as string, WRONG));
  fits(tried, QUOTAS.failures.address, start);
  const refused = tried.findLast(({ status }) => status === 429) as Reply;
  equals(answer(refused), [429, "too-many"]);
  ok(waitOf(refused) > 0 && waitOf(refused) <= 10, "seconds");
  // Other addresses are not limited, and this one only for seconds.
  is((await callsFrom(server, "198.51.100.1").signIn(emails[0] as string)).status, 200);
  await pass(server, waitOf(refused));
  is((await signIn(emails[0] as string)).status, 200);

  fits(await times(300, () => forgot(newAddress())), QUOTAS.asked.address, start);
  // From many addresses of one network.
  const wide = await times(
    500,
    (at) => callsFrom(server, `2001:db8:7:${at.toString(16)}::1`).forgot(newAddress()),
  );
  fits(wide, QUOTAS.asked.network, start);
});

Deno.test("a class of 600 signs in from one address at once, one in ten after a mistake", async () => {
  await using server = await behindProxy();
  const emails = await classOf(server, 600);
  const { signIn } = callsFrom(server);
  const replies = await Promise.all(emails.map(async (email, at) => {
    if (at % 10 === 0) is((await signIn(email, WRONG)).status, 400);
    return await signIn(email);
  }));
  const errors = server.logged.filter(({ level }) => level === "error");
  equals({ refused: replies.filter(({ status }) => status !== 200).map(answer), errors }, {
    refused: [],
    errors: [],
  });
  // Later, others make mistakes: each successful sign-in gives back part of the quota.
  const { most } = QUOTAS.failures.address;
  for (const email of emails.slice(0, most)) {
    equals(answer(await signIn(email, WRONG)), [400, "auth.wrong"]);
    is((await signIn(email)).status, 200);
  }
  is((await signIn(emails[599] as string, WRONG)).status, 400);
});

Deno.test("a person's own sign-ins offset failures at others' accounts only once", async () => {
  await using server = await behindProxy();
  const [own = "", ...others] = await classOf(server, 200);
  const { signIn } = callsFrom(server);
  let refused = 0;
  for (const email of others) {
    if ((await signIn(email, WRONG)).status === 429) refused += 1;
    await signIn(own);
  }
  ok(refused >= 199 - QUOTAS.failures.address.most - 10, `only ${refused} were refused`);
});

Deno.test("others' failures do not lock a person out of a browser that they have used", async () => {
  await using mails = await mailbox();
  await using server = await behindProxy({ SMTP_URL: mails.url });
  const [owner = "", ...rest] = await classOf(server, 200);
  const { signIn, forgot, reset } = callsFrom(server);
  const { browser } = (await signIn(owner)).body;
  is(typeof browser, "string");
  // The neighbour uses up the quotas of the account and of the address.
  await times(
    QUOTAS.password.account.most + 10,
    (at) => callsFrom(server, `2001:db8:${at}::1`).signIn(owner, WRONG),
  );
  const sprayed = await times(190, (at) => signIn(rest[at] as string, WRONG));
  ok(counted(sprayed, 429) > 0);
  is((await signIn(owner)).status, 429);
  const back = await signIn(owner, PASSWORD, browser);
  is(back.status, 200);
  // A truncated browser token, nonsense and a session token are ignored: they gain nothing, and are
  // not refused as invalid.
  for (
    const wrong of [
      browser.slice(0, -2),
      "x",
      (await signIn(owner, PASSWORD, browser)).body.token,
    ]
  ) {
    equals(answer(await signIn(owner, PASSWORD, wrong)), [429, "too-many"]);
  }
  // A thief of the browser token gets a few more guesses, and is then limited like everyone.
  const { most } = QUOTAS.password.browser;
  const stolen = await times(most + 10, () => signIn(owner, WRONG, browser));
  equals([counted(stolen, 400), counted(stolen, 429)], [most, 10]);

  // The same holds for codes.
  await times(20, (at) => callsFrom(server, `2001:db8:${at}::1`).forgot(owner));
  await times(20, (at) => callsFrom(server, `2001:db8:${at}::1`).reset(owner, "000000"));
  equals(answer(await forgot(owner)), [429, "too-many"]);
  server.parts.postman.nudge();
  for (let sent = 0; sent < QUOTAS.mail.account.most; sent++) await mails.next(owner);
  is((await forgot(owner, browser)).status, 200);
  const { code: otp = "" } = await mails.next(owner);
  equals(answer(await reset(owner, otp)), [429, "too-many"]);
  is((await reset(owner, differentCode(otp), browser)).status, 400);
  const done = await reset(owner, otp, browser);
  is(done.status, 200);
  // Setting a password makes its browser known, and forgets the browsers known before.
  equals(answer(await signIn(owner, PASSWORD, browser)), [429, "too-many"]);
  is((await signIn(owner, PASSWORD, done.body.browser)).status, 200);
});

Deno.test("a browser is known to the last 20 accounts that signed in there", async () => {
  await using server = await behindProxy();
  const emails = await classOf(server, 25);
  const { signIn } = callsFrom(server);
  let browser: string | undefined;
  for (const email of emails) ({ browser } = (await signIn(email, PASSWORD, browser)).body);
  ok((browser ?? "").length <= 4000);
  for (const email of emails) {
    await times(QUOTAS.password.address.most, () => signIn(email, WRONG));
  }
  const last = await Promise.all(
    emails.slice(-20).map((email) => signIn(email, PASSWORD, browser)),
  );
  equals(last.map(({ status }) => status), Array(20).fill(200));
  // To the first one it is a browser of somebody else: a few tries an hour.
  const first = await times(10, () => signIn(emails[0] as string, WRONG, browser));
  equals(counted(first, 400), QUOTAS.password.vouched.most);
});

Deno.test("a browser in which somebody has signed in has its own few tries at others' accounts", async () => {
  await using server = await behindProxy();
  const [owner = "", classmate = "", ...rest] = await classOf(server, 200);
  const { signIn } = callsFrom(server);
  const { browser, token } = (await signIn(classmate)).body;
  const { address, vouched, vouchedAll } = QUOTAS.password;
  const lock = (email: string) => times(address.most + 2, () => signIn(email, WRONG));
  const flood = () => times(170, (at) => signIn(rest[at] as string, WRONG));
  // Somebody in the room keeps the account locked for strangers, and floods the school's address.
  await lock(owner);
  ok(counted(await flood(), 429) > 0);
  is((await signIn(owner)).status, 429);
  // A computer of the school, in which a classmate has signed in before.
  is((await signIn(owner, PASSWORD, browser)).status, 200);
  is((await signIn(rest[195] as string, PASSWORD, browser)).status, 200);
  // Whoever guesses there has a few tries at one account, whether it exists or not.
  for (const email of [rest[196] as string, newAddress()]) {
    await lock(email);
    const at = Date.now();
    const guesses = await times(10, () => signIn(email, WRONG, browser));
    fits(
      guesses,
      { most: vouched.most, seconds: vouched.most * address.seconds / address.most },
      at,
    );
  }
  // And not many at all accounts together: a further mark of the same person does not help.
  const again = (await signIn(classmate, PASSWORD, browser)).body.browser;
  await flood();
  const at = Date.now();
  const guesses = await times(60, (one) => signIn(rest[one] as string, WRONG, again));
  const most = vouchedAll.most - 2 * vouched.most;
  const ofPlace = QUOTAS.failures.address;
  fits(guesses, { most, seconds: most * ofPlace.seconds / ofPlace.most }, at);
  // When the classmate ends the sessions of other browsers, the mark is worth nothing.
  await pass(server, HOUR);
  is((await signIn(owner, PASSWORD, again)).status, 200);
  const headers = { "x-auth-token": token, "x-forwarded-for": HOME };
  is((await caller(server).post("/auth/sessions/end-others", {}, headers)).status, 200);
  await lock(owner);
  is((await signIn(owner, PASSWORD, again)).status, 429);
});

Deno.test("ten wrong passwords from the classroom lock an account there for seconds", async () => {
  await using server = await behindProxy();
  const student = await person(server);
  const { signIn } = callsFrom(server);
  await times(10, () => signIn(student.email, WRONG));
  const refused = await signIn(student.email);
  equals(answer(refused), [429, "too-many"]);
  ok(waitOf(refused) <= 30, `${waitOf(refused)} s`);
  await pass(server, waitOf(refused));
  is((await signIn(student.email)).status, 200);
});
