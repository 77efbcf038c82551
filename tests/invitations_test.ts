/** Invitations: who makes them, whom they admit, and how they end. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { INVITATIONS_MOST } from "../server/admission/invitations/schema.ts";
import { endingOf } from "../server/admission/invitations/policy.ts";
import { newAddress, registrationForm } from "./kit/accounts.ts";
import { caller, PASSWORD, person, type Reply, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const answer = ({ status, body }: Reply) => [status, body.code];

async function invite(admin: TestPerson, input: Record<string, unknown> = {}) {
  const wanted = { name: "Class 2B", endsAt: inDays(7), ...input };
  const sent = "email" in wanted ? wanted : { usesMost: 2, ...wanted };
  const { status, body } = await admin.post("/admission/invitations", sent);
  is(status, 201, JSON.stringify(body));
  return body as { token: string; invitation: { _id: string; uses: number } };
}

const register = (server: { url: string }, email: string, invitation: string) =>
  caller(server).post("/auth/register", registrationForm(email, { invitation }));

/** Registers an address, and returns a function that confirms it. */
async function registered(server: { url: string }, mails: Mailbox, invitation: string) {
  const email = newAddress();
  const { status, body } = await register(server, email, invitation);
  is(status, 201, JSON.stringify(body));
  const { code: otp } = await mails.next(email);
  return {
    email,
    confirm: () => caller(server).post("/auth/verify-otp", { email, otp, token: body.token }),
  };
}

type Mailbox = Awaited<ReturnType<typeof mailbox>>;

async function usesOf(staff: TestPerson, id: string): Promise<number> {
  const { body } = await staff.get("/admission/invitations");
  return body.find(({ _id }: { _id: string }) => _id === id).uses;
}

async function invitedOnly(env: Record<string, string> = {}): Promise<TestServer> {
  return await testServer({ REGISTRATION: "invited", ...env });
}

Deno.test("an invitation ends when it is used up, taken back, or late", () => {
  const now = "2026-11-25T10:00:00.000Z";
  const open = { uses: 1, usesMost: 2, endsAt: "2026-11-25T10:00:00.001Z", takenBackAt: null };
  is(endingOf(open, now), null);
  is(endingOf({ ...open, uses: 2 }, now), "used up");
  is(endingOf({ ...open, endsAt: now }, now), "expired");
  is(endingOf({ ...open, takenBackAt: now }, now), "taken back");
});

Deno.test("with the rule invited only an invitation admits, and an account takes a place", async () => {
  await using mails = await mailbox();
  await using server = await invitedOnly({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const visitor = caller(server);
  const { rule, domains } = (await visitor.get("/admission")).body;
  equals([rule, domains], ["invited", []]);
  const without = await visitor.post("/auth/register", registrationForm(newAddress()));
  equals([...answer(without), without.body.errors], [400, "auth.invited", {
    email: "Only invited people can register.",
  }]);

  const { token, invitation } = await invite(admin);
  match(token, /^[\w-]{43}$/);
  ok(!JSON.stringify((await admin.get("/admission/invitations")).body).includes(token));
  const opened = await visitor.post("/admission/invitations/open", { token });
  equals([opened.status, opened.body.name, opened.body.email], [200, "Class 2B", null]);

  const first = await registered(server, mails, token);
  is(await usesOf(admin, invitation._id), 0, "a mistyped address takes no place");
  is((await first.confirm()).status, 200);
  is(await usesOf(admin, invitation._id), 1);
});

Deno.test("of two who take the last place at the same time, one gets in", async () => {
  await using mails = await mailbox();
  await using server = await invitedOnly({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const { token, invitation } = await invite(admin, { usesMost: 1 });
  const both = [await registered(server, mails, token), await registered(server, mails, token)];
  const replies = await Promise.all(both.map(({ confirm }) => confirm()));
  equals(replies.map(({ status }) => status).sort(), [200, 409]);
  const refused = replies.find(({ status }) => status === 409);
  equals([refused?.body.code, refused?.body.msg], [
    "invitation.ended",
    "This invitation is used up: nobody else can register with it.",
  ]);
  is(await usesOf(admin, invitation._id), 1);
  equals(answer(await register(server, newAddress(), token)), [409, "invitation.ended"]);
});

Deno.test("a new password before the confirmation takes a place as well", async () => {
  await using mails = await mailbox();
  await using server = await invitedOnly({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const { token, invitation } = await invite(admin, { usesMost: 1 });
  const [one, other] = [
    await registered(server, mails, token),
    await registered(server, mails, token),
  ];
  // Registered twice: it is not known which profile is theirs, but the place counts.
  is((await register(server, one.email, token)).status, 201);
  await mails.next(one.email);
  const reset = async (email: string) => {
    const visitor = caller(server);
    await visitor.post("/auth/forgot-password", { email });
    const { code: otp } = await mails.next(email);
    return await visitor.post("/auth/reset-password", { email, otp, newPassword: PASSWORD });
  };
  is((await reset(one.email)).status, 200);
  is(await usesOf(admin, invitation._id), 1);
  equals(answer(await reset(other.email)), [409, "invitation.ended"]);
});

Deno.test("a personal invitation is mailed, and is for its address only", async () => {
  await using mails = await mailbox();
  await using server = await invitedOnly({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const email = newAddress();
  const { token: earlier } = await invite(admin, { name: "Nila", email });
  await mails.next(email);
  const { token } = await invite(admin, { name: "Nila", email: email.toUpperCase() });
  const { text } = await mails.next(email);
  is(text.match(/\/register#invitation=([\w-]{43})\s*$/)?.[1], token);
  equals(answer(await register(server, email, earlier)), [409, "invitation.ended"]);

  const opened = await caller(server).post("/admission/invitations/open", { token });
  equals([opened.body.name, opened.body.email], ["Nila", email]);
  const another = await register(server, newAddress(), token);
  equals([...answer(another), another.body.errors], [400, "auth.invited", {
    email: "This invitation is for another address.",
  }]);
  is((await register(server, email, token)).status, 201);

  const known = await admin.post("/admission/invitations", {
    name: "Nila",
    email: admin.email,
    endsAt: inDays(7),
  });
  equals([...answer(known), Object.keys(known.body.errors)], [409, "user.exists", ["email"]]);
});

Deno.test("an invitation that was taken back, has expired or never was says so", async () => {
  await using server = await invitedOnly();
  const admin = await person(server, "admin");
  const { sql } = server.parts.database;
  const { token, invitation: { _id } } = await invite(admin);
  const taken = await admin.delete(`/admission/invitations/${_id}`);
  is(taken.status, 200);
  ok(taken.body.takenBackAt);
  const again = await admin.delete(`/admission/invitations/${_id}`);
  is(again.body.takenBackAt, taken.body.takenBackAt, "the first time counts");
  const late = await invite(admin);
  await sql`update invitations set ends_at = now() where id = ${late.invitation._id}`;
  const unknown = "x".repeat(43);
  const sentences = [];
  for (const one of [token, late.token, unknown]) {
    const opened = await caller(server).post("/admission/invitations/open", { token: one });
    const { status, body } = await register(server, newAddress(), one);
    equals([status, body.msg], [opened.status, opened.body.msg]);
    sentences.push([status, body.msg]);
  }
  equals(sentences, [
    [409, "This invitation has been revoked."],
    [409, "This invitation has expired."],
    [404, "This invitation does not exist. Please check that its link is complete."],
  ]);
});

Deno.test("an invitation admits addresses of other domains", async () => {
  await using server = await testServer({
    REGISTRATION: "domains",
    REGISTRATION_DOMAINS: "school.edu",
  });
  const { token } = await invite(await person(server, "admin"));
  is((await register(server, "guest@home.example", token)).status, 201);
});

Deno.test("an invitation has bounds, and a wrong field is named", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const wrong: [Record<string, unknown>, string][] = [
    [{ name: "" }, "name"],
    [{ usesMost: 0 }, "usesMost"],
    [{ usesMost: 1001 }, "usesMost"],
    [{ usesMost: undefined }, "usesMost"],
    [{ email: newAddress() }, "usesMost"],
    [{ usesMost: undefined, email: "nobody" }, "email"],
    [{ endsAt: "soon" }, "endsAt"],
    [{ endsAt: inDays(-1) }, "endsAt"],
    [{ endsAt: inDays(366) }, "endsAt"],
  ];
  for (const [change, field] of wrong) {
    const input = { name: "Class 2B", usesMost: 30, endsAt: inDays(7), ...change };
    const { status, body } = await admin.post("/admission/invitations", input);
    equals([status, Object.keys(body.errors ?? {})], [400, [field]], JSON.stringify(change));
  }
});

Deno.test("the number of invitations is bounded: one that has ended makes room", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const { sql } = server.parts.database;
  const { invitation: { _id } } = await invite(admin);
  await sql`insert into invitations (id, hash, name, uses_most, ends_at, made_at, made_by_id)
    select gen_random_uuid(), 'hash ' || n, 'Class', 1, now() + interval '1 day', now(), ${admin._id}
    from generate_series(2, ${INVITATIONS_MOST}::int) as n`;
  const one = { name: "One more", usesMost: 1, endsAt: inDays(1) };
  equals(answer(await admin.post("/admission/invitations", one)), [409, "invitation.many"]);
  await admin.delete(`/admission/invitations/${_id}`);
  is((await admin.post("/admission/invitations", one)).status, 201);
  const { body } = await admin.get("/admission/invitations");
  equals([body.length, body[0].name], [INVITATIONS_MOST, "One more"]);
  ok(!body.some((kept: { _id: string }) => kept._id === _id), "the ended one is gone");
});
