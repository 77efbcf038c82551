/** Admin actions on accounts: edit, disable, delete. At least one admin always remains. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { eq } from "drizzle-orm";
import { people } from "../server/people/tables.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";
import { listen } from "./kit/socket.ts";

const answer = ({ status, body }: Reply) => [status, body.code ?? body.msg];
const names = ({ body }: Reply) => body.map(({ name }: { name: string }) => name);

Deno.test("an admin edits an account", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const student = await person(server);
  const path = `/users/${student._id}`;
  const edited = await admin.patch(path, { name: "New Name", branch: "ECE", year: 3, version: 1 });
  equals(
    [edited.status, edited.body.name, edited.body.branch, edited.body.year, edited.body.version],
    [200, "New Name", "ECE", 3, 2],
  );
  equals((await admin.patch(path, { branch: "", year: null })).body.branch, null);
  is((await student.get("/auth/me")).status, 200, "such an edit ends no session");

  const other = await person(server);
  equals(answer(await admin.patch(path, { email: other.email })), [409, "user.exists"]);
  is((await admin.patch(path, { email: "moved@class.test" })).body.email, "moved@class.test");
  is((await admin.patch(path, { year: "soon" })).status, 400);
});

Deno.test("a role change, disabling and deletion end every session at once", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const acts = [
    ["role-changed", (id: string) => admin.patch(`/users/${id}`, { role: "volunteer" })],
    ["disabled", (id: string) => admin.post(`/users/${id}/disable`, { hours: 2 })],
    ["deleted", (id: string) => admin.delete(`/users/${id}`)],
  ] as const;
  for (const [reason, act] of acts) {
    const student = await person(server);
    using ear = await listen(server, { token: student.token });
    const closed = new Promise<string>((done) => ear.socket.once("disconnect", done));
    is((await act(student._id)).status, 200);
    equals((await ear.next("session.ended")).reason, reason);
    await closed;
    equals(answer(await student.get("/auth/me")), [401, "auth.token"]);
    await listen(server, { token: student.token }).then(
      () => ok(false, "a dead session opened a socket"),
      ({ message }) => is(message, "auth"),
    );
  }
});

Deno.test("a disabled account can sign in when its time is over, or when an admin enables it", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const student = await person(server);
  server.setClock("2026-03-02T06:00:00.000Z");
  const disabled = await admin.post(`/users/${student._id}/disable`, { hours: 1.5 });
  equals(disabled.body.disabledUntil, "2026-03-02T07:30:00.000Z");
  const signIn = () =>
    caller(server).post("/auth/login", { email: student.email, password: PASSWORD });
  const refused = await signIn();
  equals(answer(refused), [400, "auth.disabled"]);
  match(refused.body.msg, /^Your account is disabled until \d/);
  server.setClock("2026-03-02T07:30:00.000Z");
  is((await signIn()).status, 200);
  await admin.post(`/users/${student._id}/disable`, { hours: 24 });
  equals(answer(await signIn()), [400, "auth.disabled"]);
  is((await admin.post(`/users/${student._id}/disable`, { hours: 0 })).body.disabledUntil, null);
  is((await signIn()).status, 200);
  for (const hours of [-1, "2", null, 1e9, undefined]) {
    const refused = await admin.post(`/users/${student._id}/disable`, { hours });
    equals([refused.status, Object.keys(refused.body.errors)], [400, ["hours"]], String(hours));
  }
});

Deno.test("a deleted person's work and name stay, and their address can be used again", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const student = await person(server, "student", "Gone Girl");
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  is((await admin.delete(`/users/${student._id}`)).status, 200);
  const thread = (await mentor.get(`/doubts/${_id}`)).body;
  is(thread.student.name, "Gone Girl");
  is(JSON.stringify(thread).includes(student.email), false);
  is((await admin.delete(`/users/${student._id}`)).status, 404);
  equals(names(await admin.get("/users?role=student")), []);
  equals(names(await mentor.get("/users/students")), []);
  const visitor = caller(server);
  const signIn = { email: student.email, password: PASSWORD };
  equals(answer(await visitor.post("/auth/login", signIn)), [400, "auth.wrong"]);
  const again = await admin.post("/users", {
    name: "Somebody Else",
    email: student.email,
    role: "volunteer",
  });
  is(again.status, 201);
  ok(again.body._id !== student._id);
});

Deno.test("a password code that was mailed before a deletion is invalid after it", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  const student = await person(server);
  const visitor = caller(server);
  await visitor.post("/auth/forgot-password", { email: student.email });
  const { code: otp } = await mails.next(student.email);
  await admin.delete(`/users/${student._id}`);
  const set = { email: student.email, otp, newPassword: PASSWORD };
  is((await visitor.post("/auth/reset-password", set)).status, 400);
});

Deno.test("the last admin cannot be deleted, disabled or demoted", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const path = `/users/${admin._id}`;
  const refusedAll = async () => {
    for (
      const refused of [
        await admin.delete(path),
        await admin.post(`${path}/disable`, { hours: 1 }),
        await admin.patch(path, { role: "mentor" }),
      ]
    ) equals(answer(refused), [409, "user.last-admin"]);
  };
  await refusedAll();
  is((await admin.patch(path, { role: "admin", name: "Same Role" })).status, 200);
  // An admin who is disabled, or has never set a password, cannot take over.
  const second = await person(server, "admin");
  is((await admin.post(`/users/${second._id}/disable`, { hours: 1 })).status, 200);
  await admin.post("/users", { name: "Invited", email: "i@class.test", role: "admin" });
  await refusedAll();
  is((await admin.delete(`/users/${second._id}`)).status, 200, "the disabled one is not the last");
  const third = await person(server, "admin");
  is((await third.delete(path)).status, 200);
  is((await admin.get("/auth/me")).status, 401);
});

Deno.test("when admins remove each other concurrently, at least one remains", async () => {
  await using server = await testServer();
  const { db } = server.parts.database;
  for (const way of ["delete", "disable", "demote"] as const) {
    const admins = await Promise.all(Array.from({ length: 4 }, () => person(server, "admin")));
    const replies = await Promise.all(admins.map((admin, at) => {
      const path = `/users/${admins[(at + 1) % 4]?._id}`;
      if (way === "delete") return admin.delete(path);
      if (way === "disable") return admin.post(`${path}/disable`, { hours: 5 });
      return admin.patch(path, { role: "mentor" });
    }));
    // An admin who has lost the role or the session is refused with 403 or 401.
    ok(replies.every(({ status }) => [200, 401, 403, 409].includes(status)), way);
    const left = (await db.select().from(people).where(eq(people.role, "admin")))
      .filter((one) => one.deletedAt === null && one.disabledUntil === null);
    ok(left.length >= 1, `${way} left no admin`);
    await db.update(people).set({ role: "student" });
  }
});
