/** A learner sees no e-mail address but their own, in no reply and no event. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { callsWith, lastEvent, prepareRequest } from "../kit/calls.ts";
import { person, type TestPerson } from "../kit/people.ts";
import { ROUTES } from "../kit/routes.ts";
import { type TestServer, testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";

/** The team is public, and so are its addresses. */
const PUBLIC = ["GET /users/menters"];
const ADDRESS = /[\w.%+-]+@[\w-]+(\.[\w-]+)+/g;

const othersIn = (text: string, { email }: TestPerson): string[] =>
  [...new Set(text.match(ADDRESS) ?? [])].filter((address) => address !== email);

const letter = (...to: TestPerson[]) => ({
  subject: "Saturday",
  body: "At four.",
  isPublic: false,
  recipients: to.map(({ _id }) => _id),
});

/**
 * Sends messages of every kind between these people.
 * @returns the replies to those that `me` wrote, as JSON
 */
async function correspond(server: TestServer, me: TestPerson): Promise<string> {
  const [mentor, second, admin] = [
    await person(server, "mentor"),
    await person(server, "mentor"),
    await person(server, "admin"),
  ];
  const [classmate, volunteer] = [await person(server), await person(server, "volunteer")];
  const open = { ...letter(), isPublic: true };
  for (const staff of [mentor, admin]) {
    is((await staff.post("/messages", letter(me, classmate, volunteer, second))).status, 201);
    is((await staff.post("/messages", letter(me))).status, 201);
    is((await staff.post("/messages", open)).status, 201);
  }
  is((await volunteer.post("/messages", letter(mentor, volunteer))).status, 201);
  const own = [
    await me.post("/messages", letter(mentor, admin, volunteer)),
    await me.post("/messages", open),
  ];
  equals(own.map(({ status }) => status), [201, 201]);
  return JSON.stringify(own.map(({ body }) => body));
}

for (const role of ["student", "volunteer"] as const) {
  Deno.test(`a ${role} sees no other person's address`, async (t) => {
    await using server = await testServer({ SMTP_URL: "smtp://127.0.0.1:9" });
    const keys = callsWith((key) =>
      ROUTES[key]?.may.includes(role) === true && !PUBLIC.includes(key) && !key.includes("/auth/")
    );
    ok(keys.length > 30, `${keys.length} calls`);
    for (const key of keys) {
      await t.step(key, async () => {
        const since = await lastEvent(server);
        const { fixture, send } = await prepareRequest(server, key, role);
        const me = fixture.me as TestPerson;
        using ear = await listen(server, { token: me.token });
        const replies = key.includes("/messages") ? await correspond(server, me) : "";
        const { status, body } = await send();
        ok(status < 300, JSON.stringify(body));
        equals(othersIn(replies + JSON.stringify(body), me), [], "in a reply");
        // The last event, which everyone receives.
        const { body: last } = await fixture.announcement().then((body) => ({ body }));
        await ear.until("announcement.saved", ({ _id }) => _id === last._id);
        equals(othersIn(JSON.stringify(ear.pushes), me), [], "in an event");
        using back = await listen(server, { token: me.token, since });
        equals(othersIn(JSON.stringify(back.pushes), me), [], "in an event that was missed");
      });
    }
  });
}

Deno.test("a person who left the staff catches up without the addresses that staff see", async () => {
  await using server = await testServer();
  const [admin, mentor, second] = [
    await person(server, "admin"),
    await person(server, "mentor"),
    await person(server, "mentor"),
  ];
  const { _id } = (await admin.post("/messages", letter(mentor, second))).body;
  await server.parts.database.sql`update people set role = 'student' where id = ${mentor._id}`;
  using ear = await listen(server, { token: mentor.token, since: 0 });
  const { seq: _, ...told } = await ear.next("message.sent");
  equals(othersIn(JSON.stringify(told), mentor), []);
  equals(told, (await mentor.get(`/messages/${_id}`)).body);
});
