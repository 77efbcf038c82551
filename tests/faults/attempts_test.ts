/**
 * Limits on attempts to get into accounts: over all addresses and servers, and how long they last.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { hash } from "@node-rs/argon2";
import { createHasher, type Hasher } from "../../server/kit/security/hash.ts";
import { LIMITS, SHARED_LIMITS } from "../../server/kit/limits/limits.ts";
import { CAPS } from "../../server/kit/limits/queues.ts";
import { newId } from "../../server/kit/core/ids.ts";
import { people } from "../../server/people/tables.ts";
import { differentCode, newAddress, registrationForm } from "../kit/accounts.ts";
import { caller, PASSWORD, person, type Reply } from "../kit/people.ts";
import { freePort } from "../kit/process.ts";
import { type TestServer, testServer } from "../kit/server.ts";
import { mailbox } from "../kit/smtp.ts";

const HOUR = 3600;
const WRONG = "Wrong@123";
const HOME = "203.0.113.5";
const answer = ({ status, body }: Reply) => [status, body.code];
const waitOf = ({ headers }: Reply) => Number(headers.get("retry-after"));
const counted = (replies: Reply[], wanted: number) =>
  replies.filter(({ status }) => status === wanted).length;

/** Starts a server behind a proxy on this machine; the proxy's header names the caller. */
function behindProxy(
  vars: Record<string, string> = {},
  threads: { hasher?: Hasher } = {},
): Promise<TestServer> {
  const port = freePort();
  return testServer({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: "smtp://127.0.0.1:9",
    ...vars,
  }, threads);
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
    resend: (email: string) => post("/auth/resend-otp", { email }, from),
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

/** Makes everything that the limits have counted `seconds` older. */
const pass = ({ parts }: TestServer, seconds: number) =>
  parts.database.sql`update rate_limits set expire = expire - ${seconds * 1000}`;

/** Uses up the wrong passwords that strangers may give for an account. */
const lock = ({ parts }: TestServer, email: string) =>
  parts.limits.spend("password.account", email, SHARED_LIMITS["password.account"].points);

Deno.test("wrong passwords are counted over all addresses; unknown accounts get the same replies", async () => {
  await using server = await behindProxy();
  const [known = ""] = await classOf(server, 1);
  const { points, seconds } = SHARED_LIMITS["password.account"];
  for (const email of [known, newAddress()]) {
    const replies = await times(
      points + 20,
      (at) => callsFrom(server, `2001:db8:${at}::1`).signIn(email, WRONG),
    );
    const checked = counted(replies, 400);
    is(checked + counted(replies, 429), points + 20);
    // Those that are under way at once do not see each other's failure.
    ok(checked >= points && checked < points + CAPS.signIn.atOnce, `${checked}`);
    const refused = await callsFrom(server, "192.0.2.1").signIn(email);
    equals(answer(refused), [429, "too-many"]);
    is(
      refused.body.msg.replace(/\d+ \w+/, "N"),
      "Too many wrong passwords for this account. Wait N, use a browser in which you have signed in " +
        'before, or choose "Forgot password".',
    );
    ok(waitOf(refused) > 0 && waitOf(refused) <= seconds);
  }
  await pass(server, seconds);
  is((await callsFrom(server).signIn(known)).status, 200);
});

Deno.test("a neighbour's wrong passwords do not lock the owner out", async () => {
  await using server = await behindProxy();
  const [owner = "", other = ""] = await classOf(server, 2);
  const { signIn } = callsFrom(server);
  const { browser } = (await signIn(owner)).body;
  await times(20, () => signIn(owner, WRONG));
  is((await signIn(owner)).status, 200, "in a browser that nobody knows");
  const { points, seconds } = SHARED_LIMITS["password.network"];
  await times(points, () => signIn(owner, WRONG));
  const refused = await signIn(owner);
  equals(answer(refused), [429, "too-many"]);
  ok(waitOf(refused) > 0 && waitOf(refused) <= seconds);
  is((await signIn(owner, PASSWORD, browser)).status, 200, "in a browser that knows the account");
  is((await callsFrom(server, "198.51.100.1").signIn(owner)).status, 200, "from elsewhere");
  is((await signIn(other)).status, 200, "another account from there");
  // An IPv6 /48 is one network.
  const wide = await times(
    points + 10,
    (at) => callsFrom(server, `2001:db8:2:${at.toString(16)}::1`).signIn(other, WRONG),
  );
  ok(counted(wide, 429) > 10 - CAPS.signIn.atOnce);
});

Deno.test("who signs in from an address that sends many wrong sign-ins is neither refused nor waits for them", async () => {
  await using server = await behindProxy({}, { hasher: createHasher(1) });
  const mentor = await person(server, "mentor");
  const { signIn } = callsFrom(server);
  let answered = 0;
  const first = Promise.withResolvers<void>();
  const flood = Array.from({ length: 300 }, async () => {
    const { status } = await signIn(newAddress(), WRONG);
    answered += 1;
    first.resolve();
    return status;
  });
  await first.promise;
  is((await signIn(mentor.email)).status, 200);
  ok(answered < 270, `${answered} of them came first`);
  equals(new Set(await Promise.all(flood)), new Set([400]));
  is((await signIn(mentor.email)).status, 200, "after them");
  // Beyond thousands a minute, an address is refused at once; a known browser is not.
  const { browser } = (await signIn(mentor.email)).body;
  await server.parts.limits.spend("signIn", HOME, LIMITS.signIn.points);
  const refused = await signIn(mentor.email);
  equals(answer(refused), [429, "too-many"]);
  ok(waitOf(refused) > 0 && waitOf(refused) <= LIMITS.signIn.seconds);
  is((await signIn(mentor.email, PASSWORD, browser)).status, 200);
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
  await using two = await behindProxy({ DATABASE_URL: one.databaseUrl, SMTP_URL: mails.url });
  await attack(two, 5);
  const { points, seconds } = SHARED_LIMITS["reset.account"];
  equals([codes, guesses], [SHARED_LIMITS["mail.account"].points, points]);
  await pass(one, seconds);
  await attack(two, 8);
  is(guesses, 2 * points, "as many in the next day");
});

Deno.test("mails to one address are limited per network and in total", async () => {
  await using server = await behindProxy();
  const email = newAddress();
  const ask = (address: string, at: number) => {
    const { forgot, register, resend } = callsFrom(server, address);
    return [register, forgot, resend][at % 3]?.(email) as Promise<Reply>;
  };
  const network = SHARED_LIMITS["mail.network"].points;
  const { points, seconds } = SHARED_LIMITS["mail.account"];
  const near = await times(30, (at) => ask(`203.0.113.${at}`, at));
  is(counted(near, 429), 30 - network);
  // What one network was refused is left for the others.
  const far = await times(30, (at) => ask(`2001:db8:${at}::1`, at));
  is(counted(far, 429), 30 - (points - network));
  const refused = far.find(({ status }) => status === 429) as Reply;
  ok(waitOf(refused) > 0 && waitOf(refused) <= seconds);
  is(
    refused.body.msg.replace(/\d+ \w+/, "N"),
    "Too many mails to this address. Look for the last one there, or wait N.",
  );
  let sent = points;
  for (let hour = 0; hour < 5; hour++) {
    await pass(server, HOUR);
    const hourly = await times(20, (at) => ask(`2001:db8:${hour}${at}::1`, at));
    sent += hourly.length - counted(hourly, 429);
  }
  is(sent, SHARED_LIMITS["mail.daily"].points);
});

Deno.test("one address or network cannot ask for codes without end", async () => {
  await using server = await behindProxy();
  const { limits } = server.parts;
  for (
    const [limit, who] of [["asked.address", HOME], ["asked.network", "203.0.113.0/24"]] as const
  ) {
    const { points, seconds } = SHARED_LIMITS[limit];
    is((await callsFrom(server).forgot(newAddress())).status, 200);
    await limits.spend(limit, who, points);
    const refused = await callsFrom(server).forgot(newAddress());
    equals(answer(refused), [429, "too-many"]);
    ok(waitOf(refused) > 0 && waitOf(refused) <= seconds);
    is((await callsFrom(server, "198.51.100.1").forgot(newAddress())).status, 200);
    await pass(server, seconds);
  }
});

Deno.test("others' failures do not lock a person out of a browser that they have used", async () => {
  await using mails = await mailbox();
  await using server = await behindProxy({ SMTP_URL: mails.url });
  const [owner = ""] = await classOf(server, 1);
  const { signIn, forgot, reset } = callsFrom(server);
  const { browser } = (await signIn(owner)).body;
  is(typeof browser, "string");
  await lock(server, owner);
  is((await signIn(owner)).status, 429);
  const back = await signIn(owner, PASSWORD, browser);
  is(back.status, 200);
  // A truncated browser token, nonsense and a session token are ignored: they gain nothing, and are
  // not refused as invalid.
  for (const wrong of [browser.slice(0, -2), "x", back.body.token]) {
    equals(answer(await signIn(owner, PASSWORD, wrong)), [429, "too-many"]);
  }
  // A thief of the browser token gets a few more guesses, and is then limited like everyone.
  const { points } = SHARED_LIMITS["password.browser"];
  const stolen = await times(points + 10, () => signIn(owner, WRONG, browser));
  ok(counted(stolen, 429) > 10 - CAPS.signIn.atOnce);

  // The same holds for codes.
  await times(20, (at) => callsFrom(server, `2001:db8:${at}::1`).forgot(owner));
  await times(40, (at) => callsFrom(server, `2001:db8:${at}::1`).reset(owner, "000000"));
  await server.parts.limits.spend("reset.account", owner, SHARED_LIMITS["reset.account"].points);
  equals(answer(await forgot(owner)), [429, "too-many"]);
  server.parts.postman.nudge();
  for (let sent = 0; sent < SHARED_LIMITS["mail.account"].points; sent++) await mails.next(owner);
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
  for (const email of emails) await lock(server, email);
  const replies = await Promise.all(emails.map((email) => signIn(email, PASSWORD, browser)));
  equals(replies.map(({ status }) => status), [...Array(5).fill(429), ...Array(20).fill(200)]);
});
