/** The password, switched off for a role: who is led to the school's account, and who keeps it. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { newAddress, register, registrationForm } from "./kit/accounts.ts";
import { openBrowser, schoolServer } from "./kit/oidc.ts";
import {
  type Caller,
  caller,
  PASSWORD,
  person,
  type Reply,
  type TestPerson,
} from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";

const ADMINS = "Admins sign in with North School, not with a password.";
const STUDENTS = "Students sign in with North School, not with a password.";

type Both = Awaited<ReturnType<typeof schoolServer>>;

const signIn = (server: { url: string }, { email }: { email: string }, password = PASSWORD) =>
  caller(server).post("/auth/login", { email, password });

/** Signs in with the school's account, gives the password once, and returns the reply. */
async function link({ school, server }: Both, { email, _id }: TestPerson): Promise<Reply> {
  school.people.set(_id, { email, email_verified: true });
  const browser = openBrowser(server);
  is((await browser.signIn(_id)).body.email, email);
  return await browser.post("/auth/oidc/link", { email, password: PASSWORD });
}

const only = (admin: Caller, ...schoolOnly: string[]) =>
  admin.put("/admission", { rule: "open", domains: [], schoolOnly });

const codeOf = ({ status, body }: Reply) => [status, body.code];
const OFF = [400, "auth.school-only"];

Deno.test("a role without the password is led to the school's account, and stays signed in", async () => {
  await using mails = await mailbox();
  await using both = await schoolServer({ SMTP_URL: mails.url });
  const { server } = both;
  const [admin, mentor, student] = [
    await person(server, "admin"),
    await person(server, "mentor"),
    await person(server),
  ];
  const saved = await only(admin, "student");
  equals([saved.status, saved.body.schoolOnly, saved.body.school], [
    200,
    ["student"],
    "North School",
  ]);
  equals((await caller(server).get("/admission")).body, saved.body);

  is((await student.get("/auth/me")).status, 200);
  const refused = await signIn(server, student);
  equals([...codeOf(refused), refused.body.msg], [...OFF, STUDENTS]);
  is((await signIn(server, student, "Wrong@123")).body.code, "auth.wrong", "tells no role");
  is((await signIn(server, mentor)).status, 200);
  for (const email of [newAddress(), student.email]) {
    const reply = await caller(server).post("/auth/register", registrationForm(email));
    equals([...codeOf(reply), reply.body.msg], [...OFF, STUDENTS]);
  }

  const replies = [];
  for (const { email } of [student, mentor]) {
    replies.push((await caller(server).post("/auth/forgot-password", { email })).body);
  }
  equals(replies[0], replies[1]);
  const led = await mails.next(student.email);
  is(led.code, undefined, led.text);
  ok(led.text.includes(STUDENTS) && led.text.includes("/login"), led.text);
  ok((await mails.next(mentor.email)).code);

  is((await link(both, student)).status, 200);
  const { rows } = (await admin.get("/audit")).body;
  const detailOf = (verb: string) =>
    rows.find((row: { verb: string }) => row.verb === verb)?.detail;
  is(detailOf("admission.password"), STUDENTS);
  is(detailOf("admission.changed"), undefined, "nothing else has changed");
  ok(
    rows.some(({ detail }: { detail: string }) => detail === "only with the school's account"),
  );
  is((await admin.put("/admission", { rule: "open", domains: [] })).body.schoolOnly.length, 1);
  await only(admin);
  is((await signIn(server, student)).status, 200);
});

Deno.test("codes from before set no password, and an invitation mails none", async () => {
  await using mails = await mailbox();
  await using both = await schoolServer({ SMTP_URL: mails.url });
  const { server } = both;
  const [admin, student] = [await person(server, "admin"), await person(server)];
  const { email, token, code, visitor } = await register(server, mails);
  await caller(server).post("/auth/forgot-password", { email: student.email });
  const { code: otp } = await mails.next(student.email);
  await only(admin, "student", "mentor");

  equals(codeOf(await visitor.post("/auth/verify-otp", { email, otp: code, token })), OFF);
  const wanted = { email: student.email, otp, newPassword: "Another@123" };
  equals(codeOf(await caller(server).post("/auth/reset-password", wanted)), OFF);
  is((await student.get("/auth/me")).status, 200, "nothing was reset");
  const kavya = { name: "Kavya", email: newAddress(), role: "mentor" };
  is((await admin.post("/users", kavya)).status, 201);
  const invited = await mails.next(kavya.email);
  is(invited.code, undefined);
  match(invited.text, /Mentors sign in with North School, not with a password\.\s+Choose it at/);
});

Deno.test("a class's link admits with the school's account", async () => {
  await using both = await schoolServer({ REGISTRATION: "invited" });
  const { school, server } = both;
  const admin = await person(server, "admin");
  await admin.put("/admission", { rule: "invited", domains: [], schoolOnly: ["student"] });
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const made = await admin.post("/admission/invitations", { name: "2B", usesMost: 1, endsAt });
  const { token: invitation } = made.body;
  const finish = async (who: string, invitation?: string) => {
    school.people.set(who, { email: `${who}@school.edu`, email_verified: true });
    const browser = openBrowser(server);
    const query = await browser.visit(await browser.start(), who);
    return await browser.post("/auth/oidc/finish", { query, invitation });
  };
  equals(codeOf(await finish("a1")), [400, "auth.invited"]);
  is((await finish("a1", invitation)).body.session?.user.email, "a1@school.edu");
  equals(codeOf(await finish("b1", invitation)), [409, "invitation.ended"]);
});

Deno.test("the last admin who can sign in keeps the password", async () => {
  await using both = await schoolServer();
  const { server } = both;
  const first = await person(server, "admin");
  const refused = async () => {
    const { status, body } = await only(first, "admin");
    equals([status, body.code], [400, "admission.password"]);
    match(body.errors.schoolOnly, /^The last admin keeps the password\./);
  };
  await link(both, first);
  await refused();
  const second = await person(server, "admin");
  is((await only(first, "admin")).status, 200);

  // Only the first has linked an account: nobody else could sign in if it did not work.
  equals(codeOf(await signIn(server, second)), OFF);
  is((await signIn(server, first)).status, 200);
  // The profile goes by the same rule.
  const told = async (one: Caller) => (await one.get("/admission")).body.passwordOff;
  equals(await Promise.all([first, second].map(told)), [undefined, ADMINS]);
  const wanted = { password: "Wrong@123", newPassword: "Another@123" };
  equals(codeOf(await first.put("/auth/password", wanted)), [400, "auth.wrong"]);
  for (const password of [PASSWORD, "Wrong@123"]) {
    equals(codeOf(await second.put("/auth/password", { ...wanted, password })), OFF);
    equals(codeOf(await second.post("/auth/me/deletion", { password })), OFF);
  }
  await link(both, second);
  equals(codeOf(await signIn(server, first)), OFF);
  is(await told(first), ADMINS);
  is((await second.delete(`/users/${first._id}`)).status, 200);
  is((await signIn(server, second)).status, 200);

  await only(second);
  const third = await person(server, "admin");
  await second.post(`/users/${third._id}/disable`, { hours: 2 });
  equals(codeOf(await only(second, "admin")), [400, "admission.password"]);
});

Deno.test("without the provider's settings the password works again, and the log says so", async () => {
  await using both = await schoolServer();
  const [admin, student] = [await person(both.server, "admin"), await person(both.server)];
  await only(admin, "student");
  const { databaseUrl } = both.server;
  await using server = await testServer({ DATABASE_URL: databaseUrl });
  is(
    server.logged.filter(({ msg }) => /the password is switched off.*works again/.test(msg)).length,
    1,
  );
  is((await signIn(server, student)).status, 200);
  const seen = (await caller(server).get("/admission")).body;
  equals([seen.schoolOnly, seen.school], [[], null]);
  const here = caller(server, admin.token);
  equals(codeOf(await only(here, "mentor")), [400, "admission.password"]);
  // What the rule for registrations becomes does not change it: the provider may come back.
  is((await here.put("/admission", { rule: "invited", domains: [] })).status, 200);
  equals(codeOf(await signIn(both.server, student)), OFF);
});
