/** The lists of messages: who may call them, and that they agree with the policy. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { newId } from "../server/kit/core/ids.ts";
import { can, isOpen } from "../server/messages/policy.ts";
import { messages, recipients } from "../server/messages/tables.ts";
import { caller, everyRole, person, type TestPerson } from "./kit/people.ts";
import { SEED } from "./kit/random.ts";
import { type TestServer, testServer } from "./kit/server.ts";

const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id);

Deno.test("who may list the messages of one sender", async () => {
  await using server = await testServer();
  const [student, volunteer, mentor, admin] = [
    await person(server),
    await person(server, "volunteer"),
    await person(server, "mentor"),
    await person(server, "admin"),
  ];
  const calls: [string, number[]][] = [
    [`/messages/allForMentor?sender=${mentor._id}`, [401, 403, 403, 200, 200]],
    [`/messages/allForMentor?sender=${admin._id}`, [401, 403, 403, 403, 200]],
    ["/messages/allForMentor?sender=%27%20or%201%3D1", [401, 403, 403, 400, 400]],
    ["/messages/allForMentor?sender=", [401, 403, 403, 200, 200]],
  ];
  for (const [path, statuses] of calls) {
    const askers = [caller(server), student, volunteer, mentor, admin];
    const got = await Promise.all(askers.map(async (asker) => (await asker.get(path)).status));
    equals(got, statuses, path);
  }
});

/**
 * Inserts random messages among these people directly into the tables.
 * @returns them, newest first
 */
async function randomMessages({ parts }: TestServer, everybody: TestPerson[]) {
  const one = fc.record({
    by: fc.constantFrom(...everybody),
    isPublic: fc.boolean(),
    to: fc.subarray(everybody, { minLength: 1, maxLength: Math.min(3, everybody.length) }),
    // Only a few different times, so that some are equal.
    minute: fc.integer({ min: 0, max: 40 }),
  });
  const rows = fc.sample(one, { numRuns: 140, seed: SEED }).map(({ by, isPublic, to, minute }) => ({
    _id: newId(),
    isPublic,
    sender: { _id: by._id, role: by.role },
    recipients: isPublic ? [] : to,
    createdAt: new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString(),
  }));
  const { db } = parts.database;
  await db.insert(messages).values(rows.map((row) => ({
    id: row._id,
    subject: "s",
    body: "b",
    isPublic: row.isPublic,
    senderId: row.sender._id,
    senderRole: row.sender.role,
    links: [],
    createdAt: row.createdAt,
  })));
  await db.insert(recipients).values(
    rows.flatMap(({ _id, createdAt, recipients }) =>
      recipients.map((to) => ({ messageId: _id, personId: to._id, createdAt }))
    ),
  );
  const order = (row: { createdAt: string; _id: string }) => row.createdAt + row._id;
  return rows.toSorted((a, b) => order(a) < order(b) ? 1 : -1);
}

Deno.test("each list is all rows filtered by the policy, for every role, page by page", async () => {
  await using server = await testServer();
  const everybody = await everyRole(server);
  const rows = await randomMessages(server, everybody);
  type Row = typeof rows[number];
  const shows = async (me: TestPerson, path: string, wanted: (row: Row) => boolean) => {
    const all = ids(rows.filter(wanted));
    ok(all.length > 0, `nothing to see for ${me.name} at ${path} with seed ${SEED}`);
    const says = `${me.name} ${path} seed ${SEED}`;
    const { body } = await me.get(path);
    equals(ids(body), all.slice(0, 100), says);
    const paged: string[] = [];
    const and = path.includes("?") ? "&" : "?";
    for (let page = 1; page * 30 - 30 < all.length; page++) {
      paged.push(...ids((await me.get(`${path}${and}page=${page}&limit=30`)).body));
    }
    equals(paged, all, says);
    return body;
  };
  for (const me of everybody) {
    const mine = (row: Row) => row.sender._id === me._id;
    const received = (row: Row) => row.recipients.some(({ _id }) => _id === me._id);
    await shows(me, "/messages/public", isOpen);
    await shows(me, "/messages/personal", (row) => !row.isPublic && (mine(row) || received(row)));
    if (me.role === "student" || me.role === "volunteer") {
      await shows(me, "/messages/allForStudent", (row) => can.read(me, row));
      continue;
    }
    const fromLearners = (row: Row) => row.isPublic && !isOpen(row);
    await shows(me, "/messages/allForMentor", (row) =>
      can.read(me, row) &&
      (me.role === "admin" || mine(row) || received(row) || fromLearners(row)));
    await shows(me, `/messages/allForMentor?sender=${me._id}`, mine);
  }
  const [student] = everybody as [TestPerson];
  const recent = (await caller(server).get("/messages/recent-mentor")).body;
  equals(ids(recent), ids(rows.filter((row) => can.read(null, row)).slice(0, 10)));
  equals(JSON.stringify(recent).includes("@"), false, "home has an e-mail address in it");
  const open = (await student.get("/messages/public")).body;
  equals(JSON.stringify(open).includes("@"), false);

  for (const row of rows.slice(0, 30)) {
    for (const me of everybody) {
      const { status } = await me.get(`/messages/${row._id}`);
      is(status, can.read(me, row) ? 200 : 404, `${me.name} ${JSON.stringify(row)} seed ${SEED}`);
    }
  }
});
