/** The contact form, as a visitor and an admin see it. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { ALL_REQUIRED, THANKS } from "../server/contact/schema.ts";
import { LIMITS } from "../server/kit/limits/limits.ts";
import { caller, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const FORM = { name: "Meera Nair", email: "meera@home.example", message: "May I join in July?" };

Deno.test("a visitor's message reaches the admins and nobody else", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const admin = await person(server, "admin");
  using ear = await listen(server, { token: admin.token });
  using others = await listen(server, { token: mentor.token });
  const thanks = await caller(server).post("/contact", { ...FORM, email: " Meera@Home.example " });
  equals([thanks.status, thanks.body], [201, { msg: THANKS }]);
  const { seq, ...pushed } = await ear.next("contact.received");
  const { body } = await admin.get("/contact");
  equals(body, [pushed]);
  equals(body[0], { _id: body[0]._id, ...FORM, createdAt: body[0].createdAt });

  // The mentor receives the next event, and has not received the one before it.
  await mentor.post("/messages/announcement", { subject: "a", body: "b" });
  const { seq: later } = await others.next("announcement.saved");
  ok(later > seq);
  equals(others.of("contact.received"), []);
});

Deno.test("all fields are required; a name is one line, an address is one address", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const visitor = caller(server);
  for (const field of ["name", "email", "message"]) {
    for (const empty of [undefined, null, "", " \n"]) {
      const { status, body } = await visitor.post("/contact", { ...FORM, [field]: empty });
      is(status, 400);
      equals([body.msg, body.errors], [ALL_REQUIRED, { [field]: ALL_REQUIRED }]);
    }
  }
  const wrong: [object, string][] = [
    [{ ...FORM, name: "Meera\r\nBcc: all@class.example" }, "name"],
    [{ ...FORM, name: "a".repeat(101) }, "name"],
    [{ ...FORM, email: "meera" }, "email"],
    [{ ...FORM, email: "a@home.example, b@home.example" }, "email"],
    [{ ...FORM, email: "a@home.example\r\nBcc: b@home.example" }, "email"],
    [{ ...FORM, email: `${"a".repeat(250)}@home.example` }, "email"],
    [{ ...FORM, message: "a\0b" }, "message"],
    [{ ...FORM, message: "a".repeat(5001) }, "message"],
    [{ ...FORM, role: "admin" }, "role"],
  ];
  for (const [form, field] of wrong) {
    const { status, body } = await visitor.post("/contact", form);
    is(status, 400, field);
    equals(Object.keys(body.errors), [field]);
  }
  equals((await admin.get("/contact")).body, []);
});

Deno.test("forms from one address are rate-limited", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const more = 5;
  const replies = await Promise.all(
    Array.from(
      { length: LIMITS.contact.points + more },
      () => caller(server).post("/contact", FORM),
    ),
  );
  const refused = replies.filter(({ status }) => status === 429);
  is(refused.length, more);
  for (const { body, headers } of refused) {
    is(body.code, "too-many");
    const wait = Number(headers.get("retry-after"));
    ok(wait > 0 && wait <= LIMITS.contact.seconds, String(wait));
  }
  is((await admin.get("/contact?limit=100")).body.length, LIMITS.contact.points);
});

Deno.test("contact messages are listed newest first, twenty a page by default", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  await server.parts.database.sql`
    insert into contact_messages (id, name, email, message, created_at)
    select gen_random_uuid(), 'No. ' || n, 'a@home.example', 'm',
      timestamptz '2026-01-01' + n * interval '1 hour'
    from generate_series(1, 45) as n`;
  const numbers = async (query: string) =>
    (await admin.get(`/contact${query}`)).body.map(({ name }: { name: string }) =>
      Number(name.slice(4))
    );
  const down = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, place) => from - place);
  equals(await numbers(""), down(45, 26));
  equals(await numbers("?page=3"), down(5, 1));
  equals(await numbers("?page=2&limit=4"), down(41, 38));
  equals(await numbers("?page=-1&limit=1e9"), down(45, 36));
  equals(await numbers("?limit=100000"), down(45, 1));
  equals(await numbers("?page=999999999&limit=100"), []);
});
