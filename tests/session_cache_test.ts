/** Every call checks that the session is still valid, however recently its token was used. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { eq } from "drizzle-orm";
import { newId } from "../server/kit/core/ids.ts";
import { people } from "../server/people/tables.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const answer = ({ status, body }: Reply) => [status, body.code];

Deno.test("an ended session can neither write nor read, even if it was just used", async () => {
  await using server = await testServer();
  const { db } = server.parts.database;
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: assignmentId } = await assignment(mentor);
  const { _id: doubtId } = await doubt(student, assignmentId);
  const reply = `/doubts/${doubtId}/reply`;
  const used = { "idempotency-key": newId() };
  is((await mentor.put(reply, { reply: "The first." }, used)).status, 200);
  // Changes the database directly, as another server would.
  await db.update(people).set({ epoch: 2 }).where(eq(people.id, mentor._id));
  const calls = [
    () => mentor.put(reply, { reply: "Too late." }),
    () => mentor.put(reply, { reply: "Too late." }, { "idempotency-key": newId() }),
    () => mentor.put(reply, { reply: "The first." }, used),
    () => mentor.put(reply, { reply: "" }),
    () => mentor.put(`/doubts/${newId()}/reply`, { reply: "Where?" }),
    () => mentor.get("/doubts/filter-doubts"),
    () => mentor.get(`/doubts/${newId()}`),
    () => mentor.get("/nowhere"),
  ];
  for (const call of calls) {
    await db.update(people).set({ epoch: 1 }).where(eq(people.id, mentor._id));
    is((await mentor.get("/doubts/filter-doubts")).status, 200);
    await db.update(people).set({ epoch: 2 }).where(eq(people.id, mentor._id));
    equals(answer(await call()), [401, "auth.token"], String(call));
  }
  const { conversation } = (await student.get(`/doubts/${doubtId}`)).body;
  equals(conversation.map(({ message }: { message: string }) => message).slice(1), ["The first."]);
});

Deno.test("a person whose name changed writes under the new name at once", async () => {
  await using server = await testServer();
  const { db } = server.parts.database;
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  const keyed: [string, Record<string, string>][] = [
    ["Asha One", {}],
    ["Asha Two", { "idempotency-key": newId() }],
  ];
  for (const [name, key] of keyed) {
    await db.update(people).set({ name }).where(eq(people.id, mentor._id));
    const { status, body } = await mentor.put(`/doubts/${_id}/reply`, { reply: "Look." }, key);
    equals([status, body.conversation.at(-1).sender.name, body.answeredBy.name], [
      200,
      name,
      name,
    ]);
  }
  is((await student.get(`/doubts/${_id}`)).body.conversation.length, 3);
});
