/** Merging a duplicate: who may, what follows from it, taking it back, and two mentors at once. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { later } from "../server/kit/core/clock.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";
import { noteTransactions } from "./kit/transactions.ts";

/** A question with doubts of as many students, a minute apart. */
async function duplicates(server: TestServer, count = 2) {
  const start = new Date().toISOString();
  server.setClock(start);
  const mentor = await person(server, "mentor");
  const { _id: question } = await assignment(mentor);
  const doubts: { _id: string; owner: TestPerson }[] = [];
  for (let at = 0; at < count; at++) {
    server.setClock(later(start, at));
    const owner = await person(server);
    doubts.push({ _id: (await doubt(owner, question, { doubtText: `Loop ${at}` }))._id, owner });
  }
  const merge = (from: number, into: number, who = mentor) =>
    who.put(`/doubts/${doubts[from]?._id}/merge`, { into: doubts[into]?._id });
  return { start, mentor, question, doubts, merge };
}

/** The rows of both tables, without what each change counts up. */
async function stateOf({ parts }: TestServer) {
  const { sql } = parts.database;
  const rows = await sql`select * from doubts order by id`;
  const also = await sql`select * from doubt_sharers order by doubt_id, student_id`;
  const entries = await sql`select * from doubt_entries order by id`;
  return JSON.stringify([rows.map(({ version: _, ...row }) => row), also, entries]);
}

Deno.test("a merged doubt is closed and readable, its owner follows the other, and the wait follows", async () => {
  await using server = await testServer();
  const { start, mentor, question, doubts: [old, late], merge } = await duplicates(server);
  if (!old || !late) throw new Error("a doubt is missing");
  using ear = await listen(server, { token: old.owner.token });
  // The one that has waited longer is the duplicate.
  const merged = await merge(0, 1);
  equals(
    [merged.status, merged.body.resolved, merged.body.mergedInto, merged.body.waitingSince],
    [200, true, late._id, null],
  );
  is(merged.body.conversation[0].message, "Loop 0");
  const told = await ear.next("doubt.merged");
  equals([told.doubtId, told.into], [old._id, late._id]);
  const target = await ear.until("doubt.changed", ({ _id }) => _id === late._id);
  equals([target.sharers, target.waitingSince], [1, start]);
  const asked = await old.owner.get(`/doubts/asked?assignmentId=${question}`);
  equals(asked.body.map(({ _id, isShared }: Record<string, unknown>) => [_id, isShared]), [
    [late._id, true],
  ]);
  const queue = await mentor.get("/doubts/filter-doubts?order=queue&waiting=true");
  equals(queue.body.doubts.map(({ _id }: { _id: string }) => _id), [late._id]);
  equals((await merge(0, 1)).status, 200);
  equals(ear.of("doubt.merged").length, 1, "the same merge once more changes nothing");
  const refused = await mentor.put(`/doubts/${old._id}/reply`, { reply: "So." });
  equals([refused.status, refused.body.code], [409, "doubt.resolved"]);
  is((await old.owner.put(`/doubts/${old._id}/merge`, { into: late._id })).status, 403);
});

Deno.test("those who have the duplicate too are told that they follow the other thread, and that they do not", async () => {
  await using server = await testServer();
  const { mentor, doubts: [kept, same], merge } = await duplicates(server);
  const [also, other] = [await person(server), await person(server)];
  is((await also.post(`/doubts/${same?._id}/share`)).status, 200);
  using ear = await listen(server, { token: also.token });
  using quiet = await listen(server, { token: other.token });
  is((await merge(1, 0)).status, 200);
  is((await ear.next("doubt.merged")).into, kept?._id);
  const followed = async () =>
    (await also.get("/doubts/followed")).body.map(({ _id }: { _id: string }) => _id);
  equals(await followed(), [kept?._id]);
  is((await mentor.delete(`/doubts/${same?._id}/merge`)).status, 200);
  is((await ear.until("doubt.merged", ({ into }) => into === null)).doubtId, same?._id);
  equals(await followed(), [same?._id]);
  equals(quiet.of("doubt.merged"), []);
});

Deno.test("taking a merge back restores both threads, for ten minutes", async () => {
  await using server = await testServer();
  const { start, mentor, doubts, merge } = await duplicates(server, 3);
  const [old, late, third] = doubts;
  if (!old || !late || !third) throw new Error("a doubt is missing");
  await third.owner.post(`/doubts/${old._id}/share`);
  await mentor.post(`/doubts/${old._id}/claim`, {});
  const before = await stateOf(server);
  is((await merge(0, 1)).body.resolved, true);
  is((await mentor.get(`/doubts/${late._id}`)).body.sharers, 2);
  ok(await stateOf(server) !== before);
  const back = await mentor.delete(`/doubts/${old._id}/merge`);
  equals([back.status, back.body.resolved, back.body.mergedInto], [200, false, null]);
  is(await stateOf(server), before);
  is((await mentor.delete(`/doubts/${old._id}/merge`)).status, 200, "once more");
  is(await stateOf(server), before);

  await merge(0, 1);
  const { body: again } = await old.owner.post("/doubts", {
    assignmentId: old && (await mentor.get(`/doubts/${old._id}`)).body.assignment._id,
    doubtText: "Another one",
  });
  const taken = await mentor.delete(`/doubts/${old._id}/merge`);
  equals([taken.status, taken.body.code], [409, "doubt.raised"]);
  await old.owner.put(`/doubts/${again._id}/resolve`, {});
  server.setClock(later(start, 14));
  const over = await mentor.delete(`/doubts/${old._id}/merge`);
  equals([over.status, over.body.code], [409, "merge.over"]);
});

Deno.test("private doubts are neither merged nor offered, nor is another question's thread", async () => {
  await using server = await testServer();
  const { mentor, question, doubts: [open, other], merge } = await duplicates(server);
  if (!open || !other) throw new Error("a doubt is missing");
  const hidden = await doubt(await person(server), question, { doubtText: "Loop", private: true });
  const { _id: elsewhere } = await assignment(mentor);
  const far = await doubt(await person(server), elsewhere, { doubtText: "Loop" });
  const offers = async (id: string) =>
    (await mentor.get(`/doubts/${id}/merge`)).body.map(({ _id }: { _id: string }) => _id);
  equals(await offers(open._id), [other._id]);
  equals(await offers(hidden._id), []);
  for (const [id, into] of [[hidden._id, open._id], [open._id, hidden._id]]) {
    const { status, body } = await mentor.put(`/doubts/${id}/merge`, { into });
    equals([status, body.code], [409, "doubt.private"]);
  }
  const put = async (into: string) =>
    (await mentor.put(`/doubts/${open._id}/merge`, { into })).status;
  equals([await put(far._id), await put(open._id), await put(crypto.randomUUID())], [
    400,
    400,
    404,
  ]);
  await other.owner.put(`/doubts/${other._id}/resolve`, {});
  equals((await merge(0, 1)).body.code, "doubt.resolved");
});

Deno.test("a duplicate of a thread that becomes private keeps its text, and leads nowhere meanwhile", async () => {
  await using server = await testServer();
  const { mentor, doubts: [old, late], merge } = await duplicates(server);
  if (!old || !late) throw new Error("a doubt is missing");
  is((await merge(0, 1)).status, 200);
  const reader = await person(server);
  using ear = await listen(server, { token: reader.token });
  const setPrivate = (isPrivate: boolean) =>
    late.owner.patch(`/doubts/${late._id}`, { private: isPrivate });
  is((await setPrivate(true)).status, 200);
  const told = await ear.until("doubt.changed", ({ _id }) => _id === old._id);
  equals([told.mergedInto, told.mergedAway], [null, true]);
  const { status, body } = await reader.get(`/doubts/${old._id}`);
  equals([status, body.mergedInto, body.mergedAway, body.conversation[0].message], [
    200,
    null,
    true,
    "Loop 0",
  ]);
  ok(!JSON.stringify([ear.of("doubt.changed"), body]).includes(late._id));
  // The merge can still be taken back, and the link returns when the class may read the thread.
  is((await setPrivate(false)).status, 200);
  await ear.until("doubt.changed", ({ _id, mergedInto }) => _id === old._id && mergedInto);
  is((await setPrivate(true)).status, 200);
  const back = await mentor.delete(`/doubts/${old._id}/merge`);
  equals([back.status, back.body.mergedInto, "mergedAway" in back.body], [200, null, false]);
});

Deno.test("a thread with several duplicates becomes private with as many statements as with one", async () => {
  await using server = await testServer();
  const { doubts: [kept], merge } = await duplicates(server, 4);
  const hidden = async (isPrivate: boolean) => {
    const transactions = noteTransactions(server);
    const { status } = await kept?.owner.patch(`/doubts/${kept._id}`, { private: isPrivate }) ?? {};
    is(status, 200);
    return transactions[0]?.length;
  };
  is((await merge(1, 0)).status, 200);
  const one = await hidden(true);
  await hidden(false);
  for (const from of [2, 3]) is((await merge(from, 0)).status, 200);
  is(await hidden(true), one);
});

Deno.test("two mentors at once: one of two opposite merges wins, and a chain is taken back from its end", async () => {
  await using server = await testServer();
  const { mentor, doubts, merge } = await duplicates(server, 3);
  const admin = await person(server, "admin");
  const both = await Promise.all([merge(0, 1), merge(1, 0, admin)]);
  equals(both.map(({ status }) => status).sort(), [200, 409]);
  is(both.find(({ status }) => status === 409)?.body.code, "doubt.merged");
  const from = both[0]?.status === 200 ? 0 : 1;
  equals((await merge(2, from)).body.code, "doubt.merged");
  is((await merge(1 - from, 2)).status, 200);
  equals((await mentor.get(`/doubts/${doubts[2]?._id}`)).body.sharers, 2);
  const chain = await mentor.delete(`/doubts/${doubts[from]?._id}/merge`);
  equals([chain.status, chain.body.code], [409, "merge.chain"]);
  is((await mentor.delete(`/doubts/${doubts[1 - from]?._id}/merge`)).status, 200);
  is((await mentor.delete(`/doubts/${doubts[from]?._id}/merge`)).status, 200);
  const many = await Promise.all(Array.from({ length: 4 }, () => merge(0, 1)));
  ok(many.every(({ status }) => status === 200));
  is((await mentor.get(`/doubts/${doubts[1]?._id}`)).body.sharers, 1);
});
