/** People: which people each role sees, and invitations. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { can } from "../server/people/policy.ts";
import { RECIPIENT_ROLES } from "../server/people/schema.ts";
import { people } from "../server/people/tables.ts";
import { ROLES } from "../server/kit/core/roles.ts";
import { newId } from "../server/kit/core/ids.ts";
import { caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";
import { listen } from "./kit/socket.ts";

const answer = ({ status, body }: Reply) => [status, body.code ?? body.msg];
const names = ({ body }: Reply) => body.map(({ name }: { name: string }) => name);

Deno.test("each role sees only the people and email addresses that it may see", async () => {
  await using server = await testServer();
  const { db } = server.parts.database;
  const all = await fc.sample(
    fc.record({
      role: fc.constantFrom(...ROLES),
      verified: fc.boolean(),
      deleted: fc.boolean(),
      name: fc.constantFrom("Asha", "Bilal", "Chitra", "Dev"),
    }),
    { numRuns: 60, seed: 7 },
  ).map((one, at) => ({ ...one, _id: newId(), email: `p${at}@class.test` }));
  const now = server.parts.clock();
  await db.insert(people).values(all.map(({ _id, verified, deleted, ...one }) => ({
    ...one,
    id: _id,
    verifiedAt: verified ? now : null,
    deletedAt: deleted ? now : null,
    createdAt: now,
    updatedAt: now,
  })));
  for (const role of ROLES) {
    const me = await person(server, role, `Me ${role}`);
    const shown = (await me.get("/users")).body;
    const ids = new Set(all.map(({ _id }) => _id));
    equals(
      shown.map(({ _id }: { _id: string }) => _id).filter((id: string) => ids.has(id)).sort(),
      all.filter((one) => !one.deleted && can.list(me, one)).map(({ _id }) => _id).sort(),
      `what a ${role} sees`,
    );
    const isAdmin = role === "admin";
    for (const one of shown) {
      is("email" in one, isAdmin || role === "mentor", `addresses for a ${role}`);
      is("verified" in one, isAdmin);
      equals(Object.keys(one).filter((key) => /hash|epoch|registration/i.test(key)), []);
    }
    equals(names({ body: shown } as Reply), names({ body: shown } as Reply).sort());
    const students = (await me.get("/users?role=student")).body;
    is(students.length > 0, isAdmin, `a ${role} asking for students`);
    for (const wanted of RECIPIENT_ROLES) {
      const some = (await me.get(`/users?role=${wanted}`)).body;
      ok(some.length > 0 && some.every((one: { role: string }) => one.role === wanted));
    }
  }
  const nobody = await caller(server).get("/users");
  equals(answer(nobody), [401, "auth.token"]);
});

Deno.test("staff find students by any part of a name or an email address, literally", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  for (const name of ["Asha_1 Rao", "Asha%2 Rao", "Bilal Rao", "Quo'te; drop"]) {
    await person(server, "student", name);
  }
  await person(server, "volunteer", "Asha Volunteer");
  const find = async (text: string) =>
    names(await mentor.get(`/users/students?search=${encodeURIComponent(text)}`));
  equals(await find("asha"), ["Asha%2 Rao", "Asha_1 Rao"]);
  equals(await find("a_1"), ["Asha_1 Rao"]);
  equals(await find("%"), ["Asha%2 Rao"]);
  equals(await find("te;"), ["Quo'te; drop"]);
  equals(await find("\\"), []);
  equals(await find("BILAL.RAO."), ["Bilal Rao"]);
  equals((await find("")).length, 4);
  for (let at = 0; at < 25; at++) await person(server, "student", `Many ${at}`);
  is((await find("many")).length, 20);
  is((await mentor.get("/users/students")).body.length, 29);
  const [one] = (await mentor.get("/users/students?search=bilal")).body;
  equals(Object.keys(one).sort(), ["_id", "branch", "email", "name", "year"]);
  for (const role of ["student", "volunteer"] as const) {
    is((await (await person(server, role)).get("/users/students")).status, 403);
  }
});

Deno.test("a search by email address finds nothing for people who may not see email addresses", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor", "Meera");
  const student = await person(server);
  const byAddress = `/users?search=${encodeURIComponent(mentor.email)}`;
  equals((await student.get(byAddress)).body, []);
  equals(names(await student.get("/users?search=mee")), ["Meera"]);
  equals(names(await mentor.get(byAddress)), ["Meera"]);
});

Deno.test("the team is public: mentors and admins, with their links", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin", "Zoya");
  const mentor = await person(server, "mentor", "Arun");
  await person(server, "volunteer");
  await person(server);
  const edited = await admin.patch(`/users/${mentor._id}`, {
    linkedin: "https://example.com/in/arun",
    github: "https://example.com/arun",
  });
  is(edited.status, 200);
  const team = await caller(server).get("/users/menters");
  equals(team.body, [
    {
      _id: mentor._id,
      name: "Arun",
      role: "mentor",
      email: mentor.email,
      image: null,
      linkedin: "https://example.com/in/arun",
      github: "https://example.com/arun",
    },
    {
      _id: admin._id,
      name: "Zoya",
      role: "admin",
      email: admin.email,
      image: null,
      linkedin: null,
      github: null,
    },
  ]);
  for (const linkedin of ["javascript:alert(1)", "data:text/html,x", "//example.com"]) {
    is((await admin.patch(`/users/${mentor._id}`, { linkedin })).status, 400, linkedin);
  }
  using visitor = await listen(server, {});
  is((await admin.patch(`/users/${mentor._id}`, { linkedin: "" })).body.linkedin, null);
  const { seq, ...data } = await visitor.next("team.changed");
  equals(data, {}, "that it changed, and nothing more");
  await admin.patch(`/users/${(await person(server))._id}`, { name: "No mentor" });
  await admin.patch(`/users/${mentor._id}`, { role: "student" });
  await visitor.until("team.changed", (one) => one.seq > seq);
  is(visitor.of("team.changed").length, 2, "a student is not of the team");
});

Deno.test("an admin invites a mentor, who sets a password with the mailed code", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const email = "new.mentor@class.test";
  using ear = await listen(server, { token: admin.token });
  const made = await admin.post("/users", { name: "Nila", email, role: "mentor" });
  equals([made.status, made.body.role, made.body.verified], [201, "mentor", false]);
  equals((await ear.next("user.changed"))._id, made.body._id);
  const mail = await mails.next(email);
  match(mail.text, /as a mentor/);
  const visitor = caller(server);
  equals(answer(await visitor.post("/auth/login", { email, password: PASSWORD })), [
    400,
    "auth.wrong",
  ]);
  const set = { email, otp: mail.code, newPassword: PASSWORD };
  is((await visitor.post("/auth/reset-password", set)).status, 200);
  is((await visitor.post("/auth/reset-password", set)).status, 400, "a code works once");
  const session = await visitor.post("/auth/login", { email, password: PASSWORD });
  equals([session.status, session.body.user.role], [200, "mentor"]);
  equals(answer(await admin.post("/users", { name: "Nila", email, role: "mentor" })), [
    409,
    "user.exists",
  ]);
});

Deno.test("an invitation replaces an unconfirmed registration", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const visitor = caller(server);
  const email = "squatted@class.test";
  const form = new FormData();
  for (
    const [field, value] of Object.entries({ name: "Squatter", email, password: "Their@1234" })
  ) form.set(field, value);
  const { body: { token } } = await visitor.post("/auth/register", form);
  const theirs = await mails.next(email);
  is((await admin.post("/users", { name: "Nila", email, role: "admin" })).status, 201);
  const mail = await mails.next(email);
  is((await visitor.post("/auth/verify-otp", { email, otp: theirs.code, token })).status, 400);
  const set = { email, otp: mail.code, newPassword: PASSWORD };
  is((await visitor.post("/auth/reset-password", set)).status, 200);
  is((await visitor.post("/auth/login", { email, password: "Their@1234" })).status, 400);
  const session = await visitor.post("/auth/login", { email, password: PASSWORD });
  equals([session.body.user.name, session.body.user.role], ["Nila", "admin"]);
});

Deno.test("an account is created with the known fields only, and a single email address", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const good = { name: "Nila", email: "nila@class.test", role: "volunteer" };
  const bad: [string, unknown][] = [
    ["role", { ...good, role: "student" }],
    ["role", { ...good, role: "owner" }],
    ["name", { ...good, name: " " }],
    ["name", { ...good, name: "Nila\r\nBcc: all@class.test" }],
    ["email", { ...good, email: "nila" }],
    ["email", { ...good, email: "a@class.test, b@class.test" }],
    ["email", { ...good, email: "a@class.test\r\nBcc: b@class.test" }],
    ["_id", { ...good, _id: newId() }],
    ["passwordHash", { ...good, passwordHash: "x" }],
    ["createdAt", { ...good, createdAt: server.parts.clock() }],
  ];
  for (const [field, body] of bad) {
    const refused = await admin.post("/users", body);
    is(refused.status, 400, JSON.stringify(body));
    ok(field in refused.body.errors, `${field} in ${JSON.stringify(refused.body)}`);
  }
  is((await admin.get("/users")).body.length, 1);
});
