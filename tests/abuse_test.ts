/** Abuse: reading other people's data, sending mail to others, and using too much of a resource. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { FILES_MOST } from "../server/assignments/write/schema.ts";
import { FILE_MOST } from "../server/kit/files/multipart.ts";
import { newAddress, registrationForm } from "./kit/accounts.ts";
import { assignment, assignTo, doubt, questionForm, submit } from "./kit/assignments.ts";
import { callsWith, fieldsOf, prepareRequest } from "./kit/calls.ts";
import { picture } from "./kit/fixture.ts";
import { caller, person, type Reply, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";
import { listen } from "./kit/socket.ts";

/** Creates one student's private data, each item with a secret word that must not leak. */
async function belongings(server: TestServer) {
  const [mentor, owner] = [await person(server, "mentor"), await person(server)];
  const secret = `secret-${crypto.randomUUID()}`;
  const { _id: homework } = await assignment(mentor);
  const { _id: personal } = await assignment(mentor, { title: `For one, ${secret}` }, null);
  is((await assignTo(mentor, personal, owner)).status, 200);
  for (const id of [homework, personal]) {
    const said = { responseStatus: "having doubt", learningNotes: secret };
    await submit(owner, id, said);
  }
  await doubt(owner, homework, { doubtText: secret, private: true });
  await doubt(owner, personal, { doubtText: secret });
  const sent = await owner.post("/messages", {
    subject: secret,
    body: secret,
    isPublic: false,
    recipients: [mentor._id],
  });
  is(sent.status, 201);
  return { mentor, owner, secret, homework, personal, message: sent.body };
}

Deno.test("a classmate cannot reach another's private data by id, list, search or socket", async (t) => {
  await using server = await testServer();
  const volunteer = await person(server, "volunteer");
  const classmate = await person(server);
  const ears = [
    await listen(server, { token: classmate.token }),
    await listen(server, { token: volunteer.token }),
    await listen(server),
  ];
  const theirs = await belongings(server);
  const { mentor, owner, secret, homework, personal, message } = theirs;
  const isOwn = { responseStatus: "solved" };
  const asks: [string, number, (me: TestPerson) => Promise<Reply>][] = [
    ["response", 404, (me) => me.get(`/assignments/${homework}/responses/${owner._id}/history`)],
    ["responses", 403, (me) => me.get(`/assignments/solved?studentId=${owner._id}`)],
    ["assignment", 404, (me) => me.get(`/assignments/${personal}`)],
    ["its solution", 404, (me) => me.get(`/assignments/${personal}/solution`)],
    ["its status", 404, (me) => me.put(`/assignments/${personal}/status`, isOwn)],
    ["its doubts", 404, (me) => me.post("/doubts", { assignmentId: personal, doubtText: "x" })],
    ["message", 404, (me) => me.get(`/messages/${message._id}`)],
  ];
  const lists = [
    "/assignments/general",
    "/assignments/personal",
    "/assignments/practice",
    "/assignments/solved",
    `/assignments/${homework}`,
    "/doubts/filter-doubts",
    `/doubts/filter-doubts?text=${secret}`,
    `/doubts/filter-doubts?assignmentTitle=${secret}`,
    `/doubts/similar?text=${secret}`,
    `/doubts/similar?assignmentId=${personal}&text=${secret}`,
    "/messages/allForStudent",
    "/messages/personal",
    "/messages/public",
    "/messages/recent-mentor",
    "/assignments/home",
    "/users",
  ];
  for (const me of [classmate, volunteer]) {
    for (const [what, status, ask] of asks) {
      await t.step(`${what} as ${me.role}`, async () => {
        const reply = await ask(me);
        is(reply.status, status, JSON.stringify(reply.body));
        ok(!JSON.stringify(reply.body).includes(secret));
      });
    }
    for (const path of lists) {
      const { status, body } = await me.get(path);
      is(status, 200, path);
      ok(!JSON.stringify(body).includes(secret), path);
    }
    // The owner's list has the secret, so the checks above did not pass for lack of data.
    ok(JSON.stringify((await owner.get("/assignments/personal")).body).includes(secret));
  }
  // The last event, which everyone receives: once it arrives, all earlier ones have arrived.
  await mentor.post("/messages/announcement", { subject: "Last", body: "For all." });
  for (const ear of ears) {
    await ear.next("announcement.saved");
    ok(!JSON.stringify(ear.pushes).includes(secret));
    ear.socket.disconnect();
  }
  for (const { token } of [classmate, volunteer]) {
    using back = await listen(server, { token, since: 0 });
    ok(back.of("announcement.saved").length > 0);
    ok(!JSON.stringify(back.pushes).includes(secret));
  }
});

const BAD_ADDRESSES = [
  "a@class.test,b@class.test",
  "a@class.test, b@class.test",
  "a@class.test;b@class.test",
  "a@class.test\r\nBcc: b@class.test",
  "a@class.test\nb@class.test",
  "Asha <a@class.test>",
  '"a,b"@class.test',
  "a@class.test>, <b@class.test",
  "a@class.test\0",
  "@class.test",
  "a@",
];

Deno.test("each field for an e-mail address takes exactly one, otherwise no mail is queued", async (t) => {
  await using server = await testServer({ SMTP_URL: "smtp://127.0.0.1:9" });
  const mails = async () => (await server.parts.database.sql`select 1 from mails`).length;
  const takers = callsWith((_, { json, form }) => "email" in fieldsOf(json ?? form));
  equals(takers.length, 13, String(takers));
  // Signing in only compares: there an invalid address is just an unknown one.
  for (const key of takers.filter((key) => key !== "POST /auth/login")) {
    await t.step(key, async () => {
      const { body, send } = await prepareRequest(server, key);
      const before = await mails();
      for (const email of BAD_ADDRESSES) {
        if (body instanceof FormData) body.set("email", email);
        const refused = await send(body instanceof FormData ? body : { ...body as object, email });
        equals([refused.status, refused.body.code], [400, "invalid"], email);
        ok("email" in refused.body.errors, JSON.stringify(refused.body));
      }
      is(await mails(), before);
    });
  }
});

Deno.test("every mail goes to one recipient, whatever a name contains", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const admin = await person(server, "admin", `Eve" <eve@evil.test>, "Mallory`);
  const name = "a@evil.test, <b@evil.test>; Ümläut; Bcc: c@evil.test";
  const sent: string[] = [];
  const next = async (email: string) => {
    sent.push(email);
    const { to, headers } = await mails.next(email);
    equals([to, headers.bcc, headers.cc], [[email], undefined, undefined]);
  };
  const [invited, registered] = [newAddress(), newAddress()];
  is((await admin.post("/users", { name, email: invited, role: "mentor" })).status, 201);
  await next(invited);
  const visitor = caller(server);
  is((await visitor.post("/auth/register", registrationForm(registered, { name }))).status, 201);
  await next(registered);
  is((await visitor.post("/auth/resend-otp", { email: registered })).status, 200);
  await next(registered);
  is((await visitor.post("/auth/forgot-password", { email: registered })).status, 200);
  await next(registered);
  is((await visitor.post("/auth/register", registrationForm(invited, { name }))).status, 201);
  await next(invited);
  equals(mails.arrived.flatMap(({ to }) => to), sent);
});

Deno.test("a question takes at most five files of ten megabytes each, under any file name", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const send = (files: File[], chunked = false) => {
    const form = questionForm();
    for (const file of files) form.append("files", file);
    if (!chunked) return mentor.post("/assignments", form);
    const { headers, body } = new Response(form);
    return mentor.fetch("/assignments", {
      method: "POST",
      headers: { "content-type": headers.get("content-type") ?? "" },
      body,
    }).then(async (reply) => ({ ...reply, status: reply.status, body: await reply.json() }));
  };
  const sized = (size: number) => new File([new Uint8Array(size)], "a.zip");
  for (const chunked of [false, true]) {
    const { status, body } = await send([sized(FILE_MOST + 1)], chunked);
    equals([status, body.code, Object.keys(body.errors)], [413, "file.large", ["files"]]);
  }
  const seven = Array.from({ length: 7 }, () => sized(FILE_MOST));
  const long = await send(seven);
  equals([long.status, long.body.code], [413, "too-large"]);
  // Without an announced length, the sixth file ends the reading.
  const counted = await send(seven, true);
  equals([counted.status, Object.keys(counted.body.errors)], [400, ["files"]]);
  const many = await send(Array.from({ length: FILES_MOST + 1 }, picture));
  equals([many.status, Object.keys(many.body.errors)], [400, ["files"]]);
  is((await server.parts.database.sql`select 1 from files`).length, 0);
  const names = ["../../etc/passwd", "a\r\nX-Evil: 1.png", "..", 'a"b.txt', "x".repeat(300)];
  const kept = await send(names.map((name) => new File(["x"], name)));
  is(kept.status, 201, JSON.stringify(kept.body));
  for (const url of kept.body.files) {
    const file = await fetch(server.url + url);
    is(await file.text(), "x");
    is(file.headers.get("x-evil"), null);
    const disposition = file.headers.get("content-disposition") ?? "";
    ok(/^attachment; filename\*=UTF-8''[^\s/\\"]{1,400}$/.test(disposition), disposition);
  }
});
