/** Sign-in with the school's account, at a real provider: who gets in, and each refusal. */
import {
  deepStrictEqual as equals,
  match,
  ok,
  rejects,
  strictEqual as is,
} from "node:assert/strict";
import { readEnv } from "../../server/kit/core/env.ts";
import type { Log } from "../../server/kit/core/log.ts";
import { createProvider } from "../../server/kit/security/oidc.ts";
import { differentCode, registrationForm } from "../kit/accounts.ts";
import { collecting, dropServer } from "../kit/drops.ts";
import { openBrowser, schoolServer } from "../kit/oidc.ts";
import { caller, PASSWORD, person } from "../kit/people.ts";
import { type TestServer, testServer } from "../kit/server.ts";
import { mailbox } from "../kit/smtp.ts";

const SETTINGS = {
  OIDC_ISSUER: "https://accounts.google.com",
  OIDC_CLIENT_ID: "a",
  OIDC_CLIENT_SECRET: "b",
  PUBLIC_URL: "https://class.test",
};

const asha = { email: "Asha@school.edu", email_verified: true, name: "Asha Rao" };

for (const inIdToken of [true, false]) {
  const where = inIdToken ? "in the ID token" : "at the userinfo endpoint";
  Deno.test(`a verified address ${where} makes a student's account, and the next sign-in finds it`, async () => {
    await using both = await schoolServer({}, { inIdToken });
    const { school, server } = both;
    school.people.set("a1", asha);
    const first = await openBrowser(server).signIn("a1");
    is(first.status, 200, JSON.stringify(first.body));
    const { user, token } = first.body.session;
    equals([user.name, user.email, user.role], ["Asha Rao", "asha@school.edu", "student"]);
    is((await caller(server, token).get("/auth/me")).status, 200);

    // The provider's id counts, and not the address, which the school may change.
    school.people.set("a1", { ...asha, email: "rao@school.edu" });
    const second = await openBrowser(server).signIn("a1");
    is(second.body.session.user._id, user._id);
    const sessions = await caller(server, token).get("/auth/sessions");
    is(sessions.body.length, 2);
  });
}

Deno.test("an account with the address is linked after its password has been given once", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  const mentor = await person(server, "mentor");
  const { email } = mentor;
  school.people.set("m1", { email, email_verified: true, name: "Another Name" });
  const browser = openBrowser(server);
  const asked = await browser.signIn("m1");
  equals([asked.status, asked.body], [200, { session: null, email }]);
  const guess = await browser.post("/auth/oidc/link", { email, password: "Wrong@123" });
  equals([guess.status, guess.body.code], [400, "auth.wrong"]);
  const linked = await browser.post("/auth/oidc/link", { email, password: PASSWORD });
  is(linked.body.session?.user._id, mentor._id, JSON.stringify(linked.body));
  is(linked.body.session.user.name, mentor.name);
  const [row] = (await (await person(server, "admin")).get("/audit?verb=account.linked")).body.rows;
  equals(row.by, { _id: mentor._id, name: mentor.name });
  // The step is over.
  is(browser.cookies.size, 0);
  is((await browser.post("/auth/oidc/link", { email, password: PASSWORD })).status, 400);
  is((await openBrowser(server).signIn("m1")).body.session?.user._id, mentor._id);

  // The school makes the person's account anew: the new one takes the old one's place.
  school.people.set("m2", { email, email_verified: true });
  const anew = openBrowser(server);
  is((await anew.signIn("m2")).body.email, email);
  await anew.post("/auth/oidc/link", { email, password: PASSWORD });
  is((await openBrowser(server).signIn("m2")).body.session?.user._id, mentor._id);
  is((await openBrowser(server).signIn("m1")).body.session, null);
});

Deno.test("a person without a password is linked by a mailed code", async () => {
  await using mails = await mailbox();
  await using both = await schoolServer({ SMTP_URL: mails.url });
  const { school, server } = both;
  const admin = await person(server, "admin");
  const email = "kavya@school.edu";
  const invited = { name: "Kavya", email, role: "mentor" };
  is((await admin.post("/users", invited)).status, 201);
  await mails.next(email);
  school.people.set("k1", { email, email_verified: true, name: "Kavya N" });
  const browser = openBrowser(server);
  is((await browser.post("/auth/oidc/code", { email })).status, 400);
  is((await browser.signIn("k1")).body.email, email);
  const link = (otp: string) => browser.post("/auth/oidc/link-by-code", { email, otp });
  is((await browser.post("/auth/oidc/code", { email: "x@school.edu" })).body.code, "auth.oidc");
  is((await browser.post("/auth/oidc/code", { email })).status, 200);
  const { code = "" } = await mails.next(email);
  equals((await link(differentCode(code))).body.code, "auth.otp-wrong");
  const { status, body } = await link(code);
  equals([status, body.session?.user.name, body.session?.user.role], [200, "Kavya", "mentor"]);
  is((await openBrowser(server).signIn("k1")).status, 200);

  // The code counts once, also for another sign-in of the same person.
  school.people.set("k2", { email, email_verified: true });
  await browser.signIn("k2");
  equals((await link(code)).body.code, "auth.otp-wrong");
});

Deno.test("a deleted account is linked no more", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  school.people.set("a1", asha);
  const admin = await person(server, "admin");
  const ids: string[] = [];
  for (
    const remove of [
      (id: string) => admin.delete(`/users/${id}`),
      (id: string) => admin.post("/users/many", { ids: [id], act: "delete" }),
    ]
  ) {
    const { body } = await openBrowser(server).signIn("a1");
    ids.push(body.session.user._id);
    is((await remove(body.session.user._id)).status, 200);
  }
  is(new Set(ids).size, 2);
});

Deno.test("what the provider does not vouch for is refused in a sentence", async (t) => {
  await using both = await schoolServer();
  const { school, server } = both;
  const cases: Record<string, [claims: object, msg: RegExp]> = {
    "not verified": [{ ...asha, email_verified: false }, /not verified there. Verify it there/],
    "not said": [
      { email: asha.email },
      /does not say .+ \(email_verified\).+ the setting OIDC_TRUSTED_ISSUERS may name http/,
    ],
    "no address": [{ email_verified: true }, /has no email address/],
    "not an address": [{ email: "asha", email_verified: true }, /has no email address/],
  };
  for (const [what, [claims, msg]] of Object.entries(cases)) {
    await t.step(what, async () => {
      school.people.set(what, claims);
      const { status, body } = await openBrowser(server).signIn(what);
      equals([status, body.code], [400, "auth.oidc"]);
      match(body.msg, msg);
    });
  }
  const [{ many } = { many: -1 }] = await server.parts.database.sql<{ many: number }[]>`
    select count(*)::int as many from people`;
  is(many, 0);
});

/** Signs in a person whose address the class knows, and gives the password. */
async function signsInAs(server: TestServer, subject: string, email: string) {
  const browser = openBrowser(server);
  const { body } = await browser.signIn(subject);
  equals(body, { session: null, email });
  return await browser.post("/auth/oidc/link", { email, password: PASSWORD });
}

Deno.test("an issuer that leaves out email_verified is trusted where the settings say so", async () => {
  await using both = await schoolServer({}, { isTrusted: true });
  const { school, server } = both;
  const { email } = await person(server);
  school.people.set("AAAA1", { email, name: "Chidi Okafor" });
  is((await signsInAs(server, "AAAA1", email)).body.session?.user.email, email);
  // What it does say counts.
  const other = await person(server);
  school.people.set("BBBB2", { email: other.email, email_verified: false, name: "Maria Nunez" });
  const refused = await openBrowser(server).signIn("BBBB2");
  equals([refused.status, refused.body.code], [400, "auth.oidc"]);
  match(refused.body.msg, /is not verified there/);
  school.people.set("DDDD4", { preferred_username: other.email, name: "Saoirse O'Neil" });
  match((await openBrowser(server).signIn("DDDD4")).body.msg, /has no email address/);
});

Deno.test("who is linked is known by the provider's id, whatever the answer says of the address", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  const [li, zhang] = [await person(server, "student", "Wei"), await person(server)];
  school.people.set("CCCC3", {
    email: li.email.toUpperCase(),
    email_verified: "true",
    name: "Wei",
  });
  is((await signsInAs(server, "CCCC3", li.email)).body.session?.user._id, li._id);
  for (
    const claims of [
      { email: zhang.email, email_verified: true, name: "Wei Zhang" },
      { email: li.email },
      { email: li.email, email_verified: false },
      {},
    ]
  ) {
    school.people.set("CCCC3", claims);
    is((await openBrowser(server).signIn("CCCC3")).body.session?.user._id, li._id);
  }
});

Deno.test("what is missing in the answer is asked for at the userinfo endpoint", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  school.people.set("a1", asha);
  school.lie = ({ email_verified: _, ...claims }) => claims;
  is((await openBrowser(server).signIn("a1")).body.session?.user.email, "asha@school.edu");
});

Deno.test("a clock that is 5 seconds ahead is borne", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  school.people.set("a1", asha);
  school.lie = (claims) => {
    const ahead = Math.floor(Date.now() / 1000) + 5;
    return { ...claims, iat: ahead, nbf: ahead };
  };
  is((await openBrowser(server).signIn("a1")).status, 200);
});

Deno.test("a provider that answers drop by drop is given up, and asked anew by the next who come", async () => {
  await using slow = await dropServer();
  const { url: issuer } = slow;
  const { oidc } = readEnv({ ...SETTINGS, OIDC_ISSUER: issuer });
  const log = { warn() {}, error() {} } as unknown as Log;
  const provider = createProvider(oidc!, log, { withinMs: 300 });
  await rejects(collecting(provider.begin()), { status: 503, code: "auth.oidc-away" });
  slow.listener = (_, reply) => {
    reply.writeHead(200, { "content-type": "application/json" });
    const [authorization_endpoint, token_endpoint] = [`${issuer}/a`, `${issuer}/t`];
    reply.end(JSON.stringify({ issuer, authorization_endpoint, token_endpoint }));
  };
  ok((await provider.begin()).url.startsWith(`${issuer}/a?`));
});

Deno.test("a name that cannot be shown is replaced by the address's", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  school.people.set("a1", { ...asha, name: "x".repeat(101) });
  is((await openBrowser(server).signIn("a1")).body.session.user.name, "asha");
});

Deno.test("an answer that is not for this sign-in is refused in a sentence", async (t) => {
  await using both = await schoolServer();
  const { school, server } = both;
  school.people.set("a1", asha);
  const lies: Record<string, [lie: typeof school.lie, msg: RegExp]> = {
    "for another client": [(claims) => ({ ...claims, aud: "others" }), /another application/],
    "of another client": [
      (claims) => ({ ...claims, azp: "others" }),
      /another application/,
    ],
    "wrong nonce": [(claims) => ({ ...claims, nonce: "others" }), /another sign-in/],
    "no nonce": [({ nonce: _, ...claims }) => claims, /could not be verified/],
    "another issuer": [(claims) => ({ ...claims, iss: "https://evil.test" }), /another provider/],
    "expired": [(claims) => ({ ...claims, exp: 1 }), /could not be verified|expired/],
  };
  for (const [what, [lie, msg]] of Object.entries(lies)) {
    await t.step(what, async () => {
      school.lie = lie;
      const { status, body } = await openBrowser(server).signIn("a1");
      equals([status, body.code], [400, "auth.oidc"], JSON.stringify(body));
      match(body.msg, msg);
    });
  }
  school.lie = null;
  await t.step("signed with another key", async () => {
    school.forges = true;
    const { status, body } = await openBrowser(server).signIn("a1");
    school.forges = false;
    equals([status, body.code], [400, "auth.oidc"], JSON.stringify(body));
    match(body.msg, /could not be verified/);
  });
  await t.step("cancelled at the provider", async () => {
    const browser = openBrowser(server);
    const query = await browser.visit(await browser.start(), null);
    const { status, body } = await browser.post("/auth/oidc/finish", { query });
    equals([status, body.code], [400, "auth.oidc"]);
    match(body.msg, /refused or cancelled there/);
  });
});

Deno.test("an answer counts once, and only in the browser that asked for it", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  school.people.set("a1", asha);
  school.people.set("b1", { email: "bela@school.edu", email_verified: true, name: "Bela" });
  const [own, other] = [openBrowser(server), openBrowser(server)];
  const finish = (browser: typeof own, query: string) =>
    browser.post("/auth/oidc/finish", { query });
  const refused = async (reply: ReturnType<typeof finish>, msg: RegExp) => {
    const { status, body } = await reply;
    equals([status, body.code], [400, "auth.oidc"]);
    match(body.msg, msg);
  };

  // A link of another browser: with no sign-in under way here, and with one.
  const query = await own.visit(await own.start(), "a1");
  await refused(finish(other, query), /not begun in this browser/);
  const othersQuery = await other.visit(await other.start(), "b1");
  await refused(finish(other, query), /not begun in this browser/);

  // The code of another sign-in under one's own state.
  const swapped = new URLSearchParams(othersQuery);
  swapped.set("code", new URLSearchParams(query).get("code") ?? "");
  await refused(finish(other, `?${swapped}`), /used before, or took too long/);

  const [name = "", cookie = ""] = [...own.cookies][0] ?? [];
  const together = await Promise.all([finish(own, query), finish(own, query)]);
  equals(together.map(({ status }) => status).sort(), [200, 400]);
  is(together.find(({ status }) => status === 200)?.body.session.user.email, "asha@school.edu");
  // Once more, by somebody who has kept everything.
  own.cookies.set(name, cookie);
  await refused(finish(own, query), /was used before/);

  own.cookies.set(name, `${cookie.slice(0, -8)}AAAAAAAA`);
  await refused(finish(own, query), /not begun in this browser/);

  const late = await own.visit(await own.start(), "a1");
  server.setClock(new Date(Date.now() + 11 * 60_000).toISOString());
  await refused(finish(own, late), /took too long/);
});

Deno.test("accounts that change while the password is asked for are not linked", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  const [one, two] = [await person(server), await person(server)];
  const admin = await person(server, "admin");
  school.people.set("s1", { email: one.email, email_verified: true });
  school.people.set("s2", { email: two.email, email_verified: true });
  const browser = openBrowser(server);
  const link = ({ email }: { email: string }) =>
    browser.post("/auth/oidc/link", { email, password: PASSWORD });
  const refused = async (reply: ReturnType<typeof link>, msg: RegExp) => {
    const { status, body } = await reply;
    equals([status, body.code], [400, "auth.oidc"], JSON.stringify(body));
    match(body.msg, msg);
  };

  await refused(link(one), /not begun in this browser/);
  // Another tab has begun the sign-in of another person.
  await browser.signIn("s1");
  await browser.signIn("s2");
  await refused(link(one), /Another sign-in was begun/);

  // The provider's account gets linked elsewhere in the meantime.
  await browser.signIn("s1");
  school.people.set("s1", { email: two.email, email_verified: true });
  const elsewhere = openBrowser(server);
  await elsewhere.signIn("s1");
  is(
    (await elsewhere.post("/auth/oidc/link", { email: two.email, password: PASSWORD })).status,
    200,
  );
  await refused(link(one), /linked to another account/);

  // The account is deleted, and another one has its address.
  school.people.set("s3", { email: one.email, email_verified: true });
  await browser.signIn("s3");
  await admin.delete(`/users/${one._id}`);
  const { sql } = server.parts.database;
  await sql`update people set email = ${one.email} where id = ${two._id}`;
  await refused(link(one), /account with this address has changed/);
});

Deno.test("a disabled account is refused as with a password, linked or not", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  const admin = await person(server, "admin");
  const student = await person(server);
  school.people.set("a1", asha);
  school.people.set("s1", { email: student.email, email_verified: true });
  const { body } = await openBrowser(server).signIn("a1");
  for (const _id of [body.session.user._id, student._id]) {
    is((await admin.post(`/users/${_id}/disable`, { hours: 2 })).status, 200);
  }
  const { email } = student;
  const browser = openBrowser(server);
  await browser.signIn("s1");
  for (
    const reply of [
      await openBrowser(server).signIn("a1"),
      await browser.post("/auth/oidc/link", { email, password: PASSWORD }),
      await caller(server).post("/auth/login", { email, password: PASSWORD }),
    ]
  ) {
    equals([reply.status, reply.body.code], [400, "auth.disabled"]);
  }
});

Deno.test("the rule for registrations decides on new accounts, and not on those that are there", async () => {
  await using both = await schoolServer({
    REGISTRATION: "domains",
    REGISTRATION_DOMAINS: "school.edu",
  });
  const { school, server } = both;
  school.people.set("a1", asha);
  school.people.set("x1", { email: "x@home.example", email_verified: true });
  is((await openBrowser(server).signIn("a1")).status, 200);
  const { status, body } = await openBrowser(server).signIn("x1");
  equals([status, body.code], [400, "auth.domain"]);
  is(body.msg, "Only addresses of school.edu can register.");
  const admin = await person(server, "admin");
  await admin.put("/admission", { rule: "domains", domains: ["other.edu"] });
  is((await openBrowser(server).signIn("a1")).status, 200);
});

Deno.test("with invitations only, the invited address is admitted without its link, once", async () => {
  await using both = await schoolServer({ REGISTRATION: "invited" });
  const { school, server } = both;
  const admin = await person(server, "admin");
  school.people.set("a1", asha);
  const refused = await openBrowser(server).signIn("a1");
  equals([refused.status, refused.body.code], [400, "auth.invited"]);
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const invited = { name: "Asha", email: "asha@school.edu", endsAt };
  const { body: { invitation } } = await admin.post("/admission/invitations", invited);
  is((await openBrowser(server).signIn("a1")).body.session?.user.name, "Asha Rao");
  const { body } = await admin.get("/admission/invitations");
  is(body.find((one: { _id: string }) => one._id === invitation._id).uses, 1);
});

Deno.test("while the provider is down, the password signs in, and later the provider does again", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  const student = await person(server);
  school.people.set("a1", asha);
  await school.close();
  const browser = openBrowser(server);
  const down = await browser.post("/auth/oidc/start");
  equals([down.status, down.body.code], [503, "auth.oidc-away"]);
  match(down.body.msg, /North School does not answer. Sign in with your password/);
  const { email } = student;
  is((await caller(server).post("/auth/login", { email, password: PASSWORD })).status, 200);
  await school.open();
  const query = await browser.visit(await browser.start(), "a1");
  await school.close();
  is((await browser.post("/auth/oidc/finish", { query })).status, 503);
  // Nobody is sent to a provider that has gone down since.
  is((await browser.post("/auth/oidc/start")).status, 503);
  await school.open();
  is((await browser.signIn("a1")).status, 200);
});

Deno.test("a secret that the provider does not know is the operator's to mend", async () => {
  await using both = await schoolServer({ OIDC_CLIENT_SECRET: "not the one" });
  const { school, server } = both;
  school.people.set("a1", asha);
  is((await openBrowser(server).signIn("a1")).status, 503);
  is(server.logged.filter(({ msg }) => /OIDC_/.test(msg)).length, 1);
});

Deno.test("a registration of the address that waits gives way", async () => {
  await using both = await schoolServer();
  const { school, server } = both;
  school.people.set("a1", asha);
  await caller(server).post("/auth/register", registrationForm("asha@school.edu"));
  is((await openBrowser(server).signIn("a1")).body.session.user.name, "Asha Rao");
  const [{ many } = { many: -1 }] = await server.parts.database.sql<{ many: number }[]>`
    select count(*)::int as many from registrations`;
  is(many, 0);
});

Deno.test("without the settings, nothing is offered", async () => {
  await using server = await testServer();
  const visitor = caller(server);
  is((await visitor.get("/admission")).body.school, null);
  for (
    const [path, body] of [["start"], ["finish", { query: "" }], [
      "link",
      { email: "a@b.example", password: "x" },
    ]] as const
  ) {
    is((await visitor.post(`/auth/oidc/${path}`, body)).body.code, "auth.oidc-off");
  }
});

Deno.test("the settings come together, and a wrong one is named", () => {
  const all = SETTINGS;
  is(readEnv({}).oidc, null);
  is(readEnv(all).oidc?.name, "the school's account");
  const wrong: [Record<string, string>, RegExp][] = [
    [{ ...all, OIDC_CLIENT_SECRET: "" }, /OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/],
    [{ ...all, OIDC_ISSUER: "" }, /go together/],
    [{ ...all, PUBLIC_URL: "" }, /PUBLIC_URL must be set/],
    [{ ...all, OIDC_ISSUER: "http://school.edu" }, /must start with https/],
    [{ ...all, OIDC_ISSUER: "school.edu" }, /^OIDC_ISSUER must be an address/],
    [{ ...all, OIDC_TRUSTED_ISSUERS: "school" }, /^OIDC_TRUSTED_ISSUERS must be/],
    [{ ...all, OIDC_NAME: "x".repeat(41) }, /^OIDC_NAME must have/],
  ];
  for (const [vars, message] of wrong) {
    let said = "";
    try {
      readEnv(vars);
    } catch (error) {
      said = (error as Error).message;
    }
    match(said, message);
  }
});
