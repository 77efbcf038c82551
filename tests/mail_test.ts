/**
 * Mail: sent after the commit, once, to one recipient, and retried until it is sent or given up.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { later } from "../server/kit/core/clock.ts";
import { queueMail } from "../server/kit/mail/mail.ts";
import { startMailWorker } from "../server/kit/mail/postman.ts";
import { createTokens } from "../server/kit/security/tokens.ts";
import type { Sql } from "postgres";
import { openNetworkProxy } from "./faults/kit/network.ts";
import { newAddress, register, registrationForm } from "./kit/accounts.ts";
import { caller, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";
import { listen } from "./kit/socket.ts";
import { until } from "./kit/until.ts";

/** An address without an SMTP server, so that the server's own mail worker can send nothing. */
const NOWHERE = "smtp://127.0.0.1:1";
/** In minutes: so far ahead that the server's own mail worker leaves a mail alone. */
const A_DAY = 24 * 60;

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
/** Waits until every mail is sent or given up. */
const settled = (sql: Sql, what: string) =>
  until(async () => (await sql`select 1 from mails where sent_at is null`).length === 0, what);

Deno.test("a mail that cannot be sent waits, and is sent once when the SMTP server is back", async () => {
  await using mails = await mailbox();
  using network = openNetworkProxy(mails);
  network.cut();
  await using server = await testServer({ SMTP_URL: network.url.replace("http", "smtp") });
  const email = newAddress();
  is((await caller(server).post("/auth/register", registrationForm(email))).status, 201);
  const failures = () => server.logged.filter(({ msg }) => msg === "mail could not be sent").length;
  await until(() => failures() === 1, "a first failure");
  // It is not retried before its time.
  server.parts.postman.nudge();
  server.setClock(inMinutes(0.1));
  server.parts.postman.nudge();
  const { sql } = server.parts.database;
  const [waiting] = await sql`select attempts, sent_at, sealed from mails`;
  equals([waiting?.attempts, waiting?.sent_at, waiting?.sealed !== null], [1, null, true]);

  network.mend();
  server.setClock(inMinutes(1));
  server.parts.postman.nudge();
  match((await mails.next(email)).code ?? "", /^\d{6}$/);
  await settled(sql, "sent");
  // Its content is deleted.
  equals((await sql`select sealed from mails`)[0]?.sealed, null);
  server.setClock(inMinutes(60));
  server.parts.postman.nudge();
  await settled(sql, "idle");
  is(mails.arrived.length, 1);
});

Deno.test("a mail that the SMTP server refuses temporarily is retried", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  mails.refuse(true);
  const email = newAddress();
  await caller(server).post("/auth/register", registrationForm(email));
  await until(() => server.logged.some(({ msg }) => msg === "mail could not be sent"), "refused");
  mails.refuse(false);
  server.setClock(inMinutes(1));
  server.parts.postman.nudge();
  await mails.next(email);
  is(mails.arrived.length, 1);
});

Deno.test("a mail refused for good is tried once, and admins see why until one succeeds", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const admin = await person(server, "admin");
  using ear = await listen(server, { token: admin.token });
  const email = newAddress();
  mails.refuseWith({ code: 550, text: "5.1.1 No such user here", to: email });
  const invited = await admin.post("/users", { name: "Nila", email, role: "mentor" });
  equals([invited.status, invited.body.mailRefused], [201, null]);
  const stateOf = async () =>
    (await admin.get("/users")).body.find((one: { email: string }) => one.email === email);
  const told = await ear.until("user.changed", ({ mailRefused }) => Boolean(mailRefused));
  equals([told._id, told.mailRefused], [invited.body._id, "550 5.1.1 No such user here"]);
  is((await stateOf()).mailRefused, told.mailRefused);

  const { sql } = server.parts.database;
  await settled(sql, "given up");
  equals((await sql`select attempts, sealed, refused from mails`).map((row) => ({ ...row })), [
    { attempts: 1, sealed: null, refused: "550 5.1.1 No such user here" },
  ]);
  // It is not retried, however much time passes.
  for (const minutes of [1, 30, 600]) {
    server.setClock(inMinutes(minutes));
    server.parts.postman.nudge();
    await new Promise((wait) => setTimeout(wait, 200));
  }
  server.setClock(null);
  is(mails.triesFor(email), 1);

  // The address exists now.
  mails.refuseWith(null);
  await caller(server).post("/auth/forgot-password", { email });
  await mails.next(email);
  await until(async () => (await stateOf()).mailRefused === null, "forgotten");
});

Deno.test("a mail refused because of our settings is retried, and logged as an error", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  mails.refuseWith({ code: 530, text: "5.7.0 Authentication required" });
  const email = newAddress();
  await caller(server).post("/auth/register", registrationForm(email));
  const errors = () =>
    server.logged.filter(({ level, msg }) => level === "error" && /SMTP_URL/.test(msg));
  await until(() => errors().length === 1, "said");
  mails.refuseWith({ code: 550, text: "5.7.1 Relaying denied", to: email });
  server.setClock(inMinutes(1));
  server.parts.postman.nudge();
  await until(() => errors().length === 2, "said again");
  mails.refuseWith(null);
  server.setClock(inMinutes(5));
  server.parts.postman.nudge();
  await mails.next(email);
});

Deno.test("a mail that could not be sent for two days is given up", async () => {
  await using server = await testServer({ SMTP_URL: NOWHERE });
  const email = newAddress();
  await caller(server).post("/auth/register", registrationForm(email));
  const { sql } = server.parts.database;
  await until(() => server.logged.some(({ msg }) => msg === "mail could not be sent"), "failed");
  server.setClock(inMinutes(49 * 60));
  server.parts.postman.nudge();
  await settled(sql, "given up");
  equals(
    (await sql`select refused from mails`)[0]?.refused,
    "It could not be sent within 48 hours.",
  );
});

Deno.test("a mail that was sealed with another secret is given up after two days", async () => {
  await using server = await testServer({ SMTP_URL: NOWHERE });
  const { database: { db, sql }, clock, postman } = server.parts;
  const other = createTokens("another secret, of more than 32 bytes", Date.now);
  const sealed = await other.seal({ to: { name: "A", address: newAddress() } });
  await db.transaction((tx) => queueMail(tx, { sealed, now: clock() }));
  postman.nudge();
  await until(() => server.logged.some(({ msg }) => msg === "mail could not be sent"), "failed");
  server.setClock(inMinutes(49 * 60));
  postman.nudge();
  await settled(sql, "given up");
});

Deno.test("several servers on one database send each mail once", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  await using second = await testServer({
    SMTP_URL: mails.url,
    DATABASE_URL: server.databaseUrl,
  });
  const emails = Array.from({ length: 30 }, newAddress);
  await Promise.all(emails.map(async (email, at) => {
    const here = at % 2 === 0 ? server : second;
    const visitor = caller(here);
    await visitor.post("/auth/forgot-password", { email });
    await visitor.post("/auth/register", registrationForm(email));
    for (const { parts } of [server, second]) parts.postman.nudge();
  }));
  for (const email of emails) await mails.next(email);
  const { sql } = server.parts.database;
  await settled(sql, "sent");
  equals(mails.arrived.flatMap(({ to }) => to).sort(), emails.toSorted());
});

Deno.test("a mail that takes too long is tried again, and delays no other one", async () => {
  await using server = await testServer({ SMTP_URL: NOWHERE });
  const { database: { db, sql }, tokens, log } = server.parts;
  let now = inMinutes(A_DAY);
  const sent: string[] = [];
  const postman = startMailWorker({
    db,
    clock: () => now,
    log,
    tokens,
    sender: {
      send(id) {
        sent.push(id);
        return sent.length === 1 ? new Promise(() => {}) : Promise.resolve();
      },
      close: () => {},
    },
    sendMs: 500,
  });
  const sealed = await tokens.seal({});
  await db.transaction((tx) => queueMail(tx, { sealed, now }));
  postman.nudge();
  await until(() => sent.length === 1, "taken");
  await db.transaction((tx) => queueMail(tx, { sealed, now }));
  postman.nudge();
  await until(() => sent.length === 2, "another one");
  await until(
    () => server.logged.some(({ msg }) => msg === "mail could not be sent"),
    "given up for now",
  );
  now = later(now, 5);
  postman.nudge();
  await settled(sql, "sent");
  await postman.stop();
  const [slow, other] = sent;
  equals([sent, slow === other], [[slow, other, slow], false]);
});

Deno.test("a mail server that does not answer does not hold up a stop, and its mail waits for another try", async () => {
  await using server = await testServer({ SMTP_URL: NOWHERE });
  const { database: { db, sql }, tokens, log } = server.parts;
  const now = inMinutes(A_DAY);
  const answer = Promise.withResolvers<void>();
  let isAsked = false;
  const sender = {
    send() {
      isAsked = true;
      return answer.promise;
    },
    close: () => {},
  };
  const sealed = await tokens.seal({});
  await db.transaction((tx) => queueMail(tx, { sealed, now }));
  const postman = startMailWorker({ db, clock: () => now, log, tokens, sender, graceMs: 10 });
  await until(() => isAsked, "taken");
  await postman.stop();
  const waiting = await sql`select due_at from mails where sent_at is null`;
  equals(waiting.map(({ due_at }) => new Date(due_at).toISOString()), [later(now, 2)]);
  answer.reject(new Error("The connection was closed."));
});

Deno.test("a sent mail is not sent again when marking it as sent fails", async () => {
  await using server = await testServer({ SMTP_URL: NOWHERE });
  const { database: { db, sql }, tokens, log } = server.parts;
  let now = inMinutes(A_DAY);
  let sent = 0;
  await db.transaction(async (tx) => queueMail(tx, { sealed: await tokens.seal({}), now }));
  const postman = startMailWorker({
    db,
    clock: () => now,
    log,
    tokens,
    sender: {
      async send() {
        sent += 1;
        await sql`alter table mails add constraint none check (sent_at is null) not valid`;
      },
      close: () => {},
    },
  });
  const failures = () =>
    server.logged.filter(({ msg }) => msg === "a mail was sent, but could not be marked as sent")
      .length;
  await until(() => failures() > 1, "tried again");
  now = later(now, 1);
  await sql`alter table mails drop constraint none`;
  await settled(sql, "marked");
  now = later(now, 60);
  postman.nudge();
  await postman.stop();
  is(sent, 1);
});

Deno.test("without SMTP_URL a mail is printed with its code, and is never in the JSON log", async () => {
  const printed: string[] = [];
  const { log } = console;
  console.log = (text) => printed.push(String(text));
  try {
    await using server = await testServer();
    const email = newAddress();
    const { token } = (await caller(server).post("/auth/register", registrationForm(email))).body;
    await until(() => printed.some((text) => text.includes(email)), "printed");
    const otp = printed.join("\n").match(/\b\d{6}\b/)?.[0] ?? "";
    is((await caller(server).post("/auth/verify-otp", { email, otp, token })).status, 200);
    const lines = JSON.stringify(server.logged);
    for (const secret of [otp, token, email]) ok(!lines.includes(secret));
  } finally {
    console.log = log;
  }
});

Deno.test("no mail is sent when the registration is rolled back", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const { sql } = server.parts.database;
  // The last statement of the transaction fails.
  await sql`alter table mails add constraint none check (false) not valid`;
  const lost = newAddress();
  is((await caller(server).post("/auth/register", registrationForm(lost))).status, 500);
  await sql`alter table mails drop constraint none`;
  await register(server, mails);
  is((await sql`select 1 from people where email = ${lost}`).length, 0);
  equals(mails.arrived.filter(({ to }) => to.includes(lost)), []);
});
