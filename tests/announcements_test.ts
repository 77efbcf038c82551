/** Announcements, as a client of the API sees them. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { newId } from "../server/kit/core/ids.ts";
import { caller, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const PATH = "/messages/announcement";
const NOTICE = { subject: "Lab 3 is closed", body: "Use Lab 1.", links: ["https://a.example/b"] };

Deno.test("an announcement is created, edited and deleted, and everyone gets the events", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor", "Asha Rao");
  const admin = await person(server, "admin");
  using visitor = await listen(server);
  const made = await mentor.post(PATH, { ...NOTICE, links: [" https://a.example/b", ""] });
  is(made.status, 201);
  const { _id, createdAt } = made.body;
  equals(made.body, {
    _id,
    ...NOTICE,
    sender: { name: "Asha Rao", role: "mentor" },
    createdAt,
    updatedAt: createdAt,
    version: 1,
    isEditable: true,
  });
  const { seq: _, ...pushed } = await visitor.next("announcement.saved");
  const { isEditable: __, ...shown } = made.body;
  equals(pushed, shown);

  const edited = await admin.put(`${PATH}/${_id}`, { subject: "Lab 3 is open", body: "Again." });
  is(edited.status, 200);
  equals(
    [edited.body.subject, edited.body.links, edited.body.version, edited.body.sender.name],
    ["Lab 3 is open", NOTICE.links, 2, "Asha Rao"],
  );
  const list = await caller(server).get(PATH);
  equals(list.body, [{ ...edited.body, isEditable: false }]);
  equals((await mentor.get(PATH)).body, [edited.body]);

  is((await admin.delete(`${PATH}/${_id}`)).status, 200);
  equals((await visitor.next("announcement.deleted"))._id, _id);
  equals((await caller(server).get(PATH)).body, []);
  is((await admin.delete(`${PATH}/${_id}`)).status, 404);
  is((await admin.put(`${PATH}/${_id}`, NOTICE)).status, 404);
});

Deno.test("wrong input is refused by field, and nothing is written", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const { _id } = (await mentor.post(PATH, NOTICE)).body;
  const wrong: [object, string][] = [
    [{ ...NOTICE, subject: "" }, "subject"],
    [{ ...NOTICE, subject: "a\nb" }, "subject"],
    [{ ...NOTICE, body: " " }, "body"],
    [{ ...NOTICE, body: "a\0" }, "body"],
    [{ ...NOTICE, links: ["javascript:alert(1)"] }, "links"],
    [{ ...NOTICE, links: "https://a.example" }, "links"],
    [{ ...NOTICE, _id: newId() }, "_id"],
    [{ ...NOTICE, createdBy: newId() }, "createdBy"],
    [{ ...NOTICE, isEditable: true }, "isEditable"],
  ];
  for (const [body, field] of wrong) {
    for (const reply of [await mentor.post(PATH, body), await mentor.put(`${PATH}/${_id}`, body)]) {
      is(reply.status, 400, field);
      equals(Object.keys(reply.body.errors), [field]);
    }
  }
  is((await mentor.put(`${PATH}/${_id}`, { ...NOTICE, version: "1" })).status, 400);
  is((await mentor.put(`${PATH}/no-such`, NOTICE)).status, 404);
  const { body } = await mentor.get(PATH);
  equals([body.length, body[0].version], [1, 1]);
});

Deno.test("announcements are listed newest first, in pages of at most 100", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  await server.parts.database.sql`
    insert into announcements (id, subject, body, sender_id, links, created_at, updated_at)
    select gen_random_uuid(), 'No. ' || n, 'b', ${mentor._id}, '{}',
      timestamptz '2026-01-01' + n * interval '1 hour', now()
    from generate_series(1, 130) as n`;
  const subjects = async (query: string) =>
    (await caller(server).get(`${PATH}${query}`)).body.map((row: { subject: string }) =>
      row.subject
    );
  const numbers = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, place) => `No. ${from - place}`);
  equals(await subjects(""), numbers(130, 31));
  equals(await subjects("?page=2"), numbers(30, 1));
  for (const [me, isEditable] of [[mentor, true], [caller(server), false]] as const) {
    is((await me.get(`${PATH}?limit=1`)).body[0].isEditable, isEditable);
  }
  equals(await subjects("?page=2&limit=7"), numbers(123, 117));
  equals(await subjects("?page=-1&limit=1e9"), numbers(130, 121));
  equals(await subjects("?page=999999999&limit=100"), []);
});
