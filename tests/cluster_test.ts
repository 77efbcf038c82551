/** Two real servers on one database. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import type { LoggedEvent } from "../server/kit/core/parts.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { caller, PASSWORD, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";
import { listen } from "./kit/socket.ts";
import { until } from "./kit/until.ts";

Deno.test("a page of doubts states its place in the log, even if the relay lags behind", async () => {
  await using one = await testServer();
  const [mentor, student] = [await person(one, "mentor"), await person(one)];
  await doubt(student, (await assignment(mentor))._id);
  const { sql } = one.parts.database;
  for (const query of ["", "?assignmentTag=HW&limit=1", "?order=queue", "?page=7"]) {
    // Inserted directly: this server's relay has not received it.
    const [last] = await sql`
      insert into events (type, rooms, data, created_at) values ('stats.changed', '{staff}', '{}', now())
      returning seq`;
    const { body, headers } = await mentor.get(`/doubts/filter-doubts${query}`);
    equals([body.total, headers.get("x-seq")], [1, String(last?.seq)], query);
  }
});

Deno.test("a session that ends on one server ends on the other at once", async () => {
  await using mail = await mailbox();
  await using one = await testServer({ SMTP_URL: mail.url });
  await using two = await testServer({ DATABASE_URL: one.databaseUrl });
  const student = await person(one);
  using far = await listen(two, { token: student.token });
  const { email } = student;
  await caller(one).post("/auth/forgot-password", { email });
  const { code: otp } = await mail.next(email);
  const reset = { email, otp, newPassword: "Another@123" };
  is((await caller(one).post("/auth/reset-password", reset)).status, 200);
  is((await caller(two, student.token).get("/auth/me")).status, 401);
  is((await far.next("session.ended")).reason, "password-reset");
  await until(() => !far.socket.connected, "the end of its socket");
});

Deno.test("a late session.ended event does not end a newer session", async () => {
  await using one = await testServer();
  await using two = await testServer({ DATABASE_URL: one.databaseUrl });
  const [admin, student] = [await person(one, "admin"), await person(one)];
  using earlier = await listen(two, { token: student.token });
  const since = one.relay.head();
  // From here on the second server's relay receives no events.
  await two.relay.stop();
  is((await admin.patch(`/users/${student._id}`, { role: "volunteer" })).status, 200);
  const { email } = student;
  const { token } = (await caller(one).post("/auth/login", { email, password: PASSWORD })).body;
  using again = await listen(two, { token });
  using back = await listen(one, { token, since });
  is(earlier.socket.connected, true);

  const ended = new Promise((done) => earlier.socket.once("disconnect", done));
  two.parts.live.committed(
    await one.parts.database.sql<LoggedEvent[]>`
      select seq::int, type, rooms, data from events where seq > ${two.relay.head()} order by seq`,
  );
  is((await earlier.next("session.ended")).reason, "role-changed");
  await ended;
  await again.watch(crypto.randomUUID());
  for (const { socket, of } of [again, back]) {
    equals([socket.connected, of("session.ended")], [true, []]);
  }
});
