/** Messages, as a client of the API sees them. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { eq } from "drizzle-orm";
import { newId } from "../server/kit/core/ids.ts";
import { NO_RECIPIENT, RECIPIENTS_MOST, UNKNOWN_RECIPIENT } from "../server/messages/schema.ts";
import { people } from "../server/people/tables.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const MESSAGE = { subject: "Extra session", body: "Saturday at four.", isPublic: true };
const to = (...people: { _id: string }[]) => ({
  ...MESSAGE,
  isPublic: false,
  recipients: people.map(({ _id }) => _id),
});
const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id);

async function sent(by: TestPerson, body: object) {
  const reply = await by.post("/messages", body);
  is(reply.status, 201, JSON.stringify(reply.body));
  return reply.body;
}

Deno.test("a personal message reaches its sender, its recipients and admins, and nobody else", async () => {
  await using server = await testServer();
  const [student, classmate, mentor, colleague, admin] = [
    await person(server),
    await person(server),
    await person(server, "mentor"),
    await person(server, "mentor"),
    await person(server, "admin"),
  ];
  using stranger = await listen(server, { token: colleague.token });
  using ear = await listen(server, { token: mentor.token });
  const message = await sent(student, { ...to(mentor), links: [" https://a.example/b ", " "] });
  equals(message.links, ["https://a.example/b"]);
  equals(message.sender, {
    _id: student._id,
    name: student.name,
    role: "student",
    email: student.email,
  });
  // A learner sees no addresses; staff see them.
  equals(message.recipients, [{ _id: mentor._id, name: mentor.name }]);
  const whole = {
    ...message,
    recipients: [{ _id: mentor._id, name: mentor.name, email: mentor.email }],
  };
  const { seq: _, ...pushed } = await ear.next("message.sent");
  equals(pushed, whole);

  equals((await student.get(`/messages/${message._id}`)).body, message);
  for (const reader of [mentor, admin]) {
    equals((await reader.get(`/messages/${message._id}`)).body, whole);
  }
  for (const other of [classmate, colleague]) {
    const hidden = await other.get(`/messages/${message._id}`);
    equals([hidden.status, hidden.body.code], [404, "not-found"]);
    equals((await other.get("/messages/personal")).body, []);
  }
  equals((await colleague.get("/messages/allForMentor")).body, []);
  equals((await classmate.get("/messages/allForStudent")).body, []);
  equals((await admin.get(`/messages/allForMentor?sender=${student._id}`)).body, [whole]);
  is((await caller(server).get(`/messages/${message._id}`)).status, 401);

  const { _id } = await sent(mentor, MESSAGE);
  await stranger.until("message.sent", (message) => message._id === _id);
  equals(ids(stranger.of("message.sent")), [_id]);
});

Deno.test("only the sender and staff see a message's other recipients", async () => {
  await using server = await testServer();
  const [mentor, second, admin] = [
    await person(server, "mentor"),
    await person(server, "mentor"),
    await person(server, "admin"),
  ];
  const [student, classmate, volunteer] = [
    await person(server),
    await person(server),
    await person(server, "volunteer"),
  ];
  const all = [student, classmate, volunteer, second];
  const ears = await Promise.all(
    [mentor, admin, ...all].map(({ token }) => listen(server, { token })),
  );
  using stack = new DisposableStack();
  for (const ear of ears) stack.use(ear);
  const message = await sent(mentor, to(...all));
  const listed = ({ _id, name, email }: TestPerson) => ({ _id, name, email });
  const byId = (list: { _id: string }[]) => list.toSorted((a, b) => a._id < b._id ? -1 : 1);
  equals(byId(message.recipients), byId(all.map(listed)));
  equals([message.sender.email, "others" in message], [mentor.email, false]);
  for (const [at, reader] of [mentor, admin, ...all].entries()) {
    const seen = (await reader.get(`/messages/${message._id}`)).body;
    const { _id, name } = reader;
    if (["student", "volunteer"].includes(reader.role)) {
      equals(seen.recipients, [{ _id, name }]);
      equals(seen.others, all.length - 1);
      equals(seen.sender, { _id: mentor._id, name: mentor.name, role: "mentor" });
    } else equals(seen, message);
    const { seq: _, ...pushed } = await (ears[at] as typeof ears[0]).next("message.sent");
    equals(pushed, seen, "what is pushed is what is fetched");
    equals((await reader.get("/messages/personal")).body, reader === admin ? [] : [seen]);
  }
});

Deno.test("a learner's public message is visible to staff only", async () => {
  await using server = await testServer();
  const [student, volunteer, mentor] = [
    await person(server),
    await person(server, "volunteer"),
    await person(server, "mentor"),
  ];
  const { _id } = await sent(student, MESSAGE);
  is((await mentor.get(`/messages/${_id}`)).status, 200);
  is((await student.get(`/messages/${_id}`)).status, 200);
  is((await volunteer.get(`/messages/${_id}`)).status, 404);
  equals(ids((await mentor.get("/messages/allForMentor")).body), [_id]);
  for (const path of ["/messages/public", "/messages/recent-mentor", "/messages/allForStudent"]) {
    equals((await volunteer.get(path)).body, []);
  }
  // It stays visible to staff only, even when its sender joins the staff.
  await server.parts.database.db.update(people).set({ role: "mentor" })
    .where(eq(people.id, student._id));
  const after = await volunteer.get("/messages/recent-mentor");
  equals(after.body, []);
});

Deno.test("learners write to mentors, volunteers and admins; staff to anybody", async () => {
  await using server = await testServer();
  const student = await person(server);
  const volunteer = await person(server, "volunteer");
  const mentor = await person(server, "mentor");
  const admin = await person(server, "admin");
  for (const learner of [student, volunteer]) {
    await sent(learner, to(mentor, volunteer, admin));
    const refused = await learner.post("/messages", to(mentor, student));
    is(refused.status, 400);
    equals(refused.body.errors, { recipients: UNKNOWN_RECIPIENT });
  }
  for (const staff of [mentor, admin]) await sent(staff, to(student, volunteer, mentor, admin));

  const gone = await person(server, "mentor");
  await server.parts.database.sql`update people set deleted_at = now() where id = ${gone._id}`;
  for (const nobody of [newId(), gone._id, "7", "' or 1=1 --"]) {
    const refused = await mentor.post("/messages", to(student, { _id: nobody }));
    is(refused.status, 400);
    equals(refused.body.errors, { recipients: UNKNOWN_RECIPIENT });
  }
  is((await mentor.get("/messages/personal")).body.length, 4);
});

Deno.test("wrong input is refused by field, and nothing is written", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const student = await person(server);
  const wrong: [object, string, string?][] = [
    [{ ...MESSAGE, subject: " " }, "subject", "Subject is required."],
    [{ ...MESSAGE, subject: "a\r\nb" }, "subject", "Subject must be a single line."],
    [{ ...MESSAGE, subject: "a".repeat(201) }, "subject"],
    [{ ...MESSAGE, body: "\n" }, "body", "Message is required."],
    [{ ...MESSAGE, body: "a\0b" }, "body"],
    [{ ...MESSAGE, body: "a".repeat(10_001) }, "body"],
    [{ ...MESSAGE, body: undefined }, "body"],
    [{ ...MESSAGE, isPublic: "yes" }, "isPublic"],
    [{ ...MESSAGE, isPublic: undefined }, "isPublic"],
    [{ ...MESSAGE, isPublic: false }, "recipients", NO_RECIPIENT],
    [{ ...to(), links: [] }, "recipients", NO_RECIPIENT],
    [{ ...MESSAGE, recipients: [student._id] }, "recipients"],
    [{ ...to(student), recipients: student._id }, "recipients"],
    [to(...Array(RECIPIENTS_MOST + 1).fill(student)), "recipients"],
    [{ ...MESSAGE, links: ["https://a.example", "javascript:alert(1)"] }, "links"],
    [{ ...MESSAGE, links: ["data:text/html,<script>"] }, "links"],
    [{ ...MESSAGE, links: ["//a.example"] }, "links"],
    [{ ...MESSAGE, links: ["https://a.example/\nb"] }, "links"],
    [{ ...MESSAGE, links: Array(21).fill("https://a.example") }, "links"],
    [{ ...MESSAGE, _id: newId() }, "_id"],
    [{ ...MESSAGE, sender: student._id }, "sender"],
    [{ ...MESSAGE, createdAt: "2020-01-01T00:00:00.000Z" }, "createdAt"],
    [{ ...MESSAGE, role: "admin" }, "role"],
  ];
  for (const [body, field, sentence] of wrong) {
    const { status, body: reply } = await mentor.post("/messages", body);
    is(status, 400, `${field}: ${JSON.stringify(reply)}`);
    equals(Object.keys(reply.errors), [field]);
    if (sentence) is(reply.errors[field], sentence);
  }
  const json = { "content-type": "application/json" };
  const raw = (body: string) => mentor.fetch("/messages", { method: "POST", headers: json, body });
  for (const body of ["", "null", "[]", "{", '{"subject":'.repeat(5000)]) {
    const reply = await raw(body);
    is(reply.status, 400, body.slice(0, 20));
    await reply.body?.cancel();
  }
  const large = await raw(JSON.stringify({ ...MESSAGE, body: "a".repeat(256 * 1024) }));
  equals([large.status, (await large.json()).code], [413, "too-large"]);
  is((await caller(server).post("/messages", MESSAGE)).status, 401);
  equals((await mentor.get("/messages/allForMentor")).body, []);

  const proto = await raw(`${JSON.stringify(MESSAGE).slice(0, -1)},"__proto__":{"isAdmin":true}}`);
  ok([201, 400].includes(proto.status));
  is(({} as { isAdmin?: boolean }).isAdmin, undefined);
  await proto.body?.cancel();
});

Deno.test("a text is stored as it was written, whatever is in it", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const subject = `%_'";-- <b onclick="x">`;
  const body = "<script>alert(1)</script>\n[x](javascript:alert(1)) 🙂 ' or 1=1; --";
  const { _id } = await sent(mentor, { ...MESSAGE, subject, body });
  const read = (await mentor.get(`/messages/${_id}`)).body;
  equals([read.subject, read.body], [subject, body]);
});
