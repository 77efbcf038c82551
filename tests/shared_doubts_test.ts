/** What others asked on a question, and "I have this too". */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

Deno.test("others' doubts on a question: answered ones first, then those that most learners have; never private ones", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [me, other, third, fourth] = await Promise.all(
    Array.from({ length: 4 }, () => person(server)),
  );
  if (!me || !other || !third || !fourth) throw new Error("a person is missing");
  const { _id: question } = await assignment(mentor);
  const { _id: elsewhere } = await assignment(mentor);
  await doubt(me, question, { doubtText: "My own doubt" });
  await doubt(other, elsewhere, { doubtText: "About something else" });
  const answered = await doubt(other, question, { doubtText: "Answered doubt" });
  await mentor.put(`/doubts/${answered._id}/reply`, { reply: "So." });
  const shared = await doubt(third, question, { doubtText: "Shared doubt" });
  const hidden = await person(server);
  await doubt(hidden, question, { doubtText: "Private doubt", private: true });
  await doubt(fourth, question, { doubtText: "Newest doubt" });
  is((await me.post(`/doubts/${shared._id}/share`)).status, 200);
  const asked = async (who: typeof me) => {
    const { body } = await who.get(`/doubts/asked?assignmentId=${question}`);
    return body.map((
      { doubtText, isShared, sharers }: Record<string, unknown>,
    ) => [doubtText, isShared, sharers]);
  };
  equals(await asked(me), [
    ["Answered doubt", false, 0],
    ["Shared doubt", true, 1],
    ["Newest doubt", false, 0],
  ]);
  equals((await asked(fourth)).map(([, isShared]: unknown[]) => isShared), [false, false, false]);
  is((await asked(mentor)).length, 5);
  const similar = await me.get(`/doubts/similar?assignmentId=${question}&text=shared doubt`);
  equals(similar.body[0].isShared, true);
  is((await me.get("/doubts/asked")).status, 400);
});

Deno.test("a learner has another's doubt once, can take it back, and everyone sees the number", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [owner, me, third] = [await person(server), await person(server), await person(server)];
  const { _id: question } = await assignment(mentor);
  const { _id: id, version } = await doubt(owner, question);
  const at = `/doubts/${id}/share`;
  using ear = await listen(server, { token: owner.token });
  equals((await me.post(at)).body, { isShared: true, sharers: 1 });
  is((await ear.next("doubt.changed")).sharers, 1);
  equals((await me.post(at)).body, { isShared: true, sharers: 1 });
  await Promise.all(Array.from({ length: 5 }, () => third.post(at)));
  is((await ear.until("doubt.changed", ({ sharers }) => sharers === 2)).sharers, 2);
  is(ear.of("doubt.changed").length, 2, "a repeated call changes nothing");
  equals((await me.delete(at)).body, { isShared: false, sharers: 1 });
  equals((await me.delete(at)).body, { isShared: false, sharers: 1 });
  const { body: thread } = await mentor.get(`/doubts/${id}`);
  // A mentor's reply that is based on this version is not refused.
  equals([thread.sharers, thread.version], [1, version]);

  is((await owner.post(at)).status, 403);
  is((await mentor.post(at)).status, 403);
  await owner.patch(`/doubts/${id}`, { private: true });
  is((await me.post(at)).status, 404);
  await owner.patch(`/doubts/${id}`, { private: false });
  await owner.put(`/doubts/${id}/resolve`, {});
  const refused = await me.post(at);
  equals([refused.status, refused.body.code], [409, "doubt.resolved"]);
  is((await third.delete(at)).body.sharers, 0, "it can be taken back after that, too");
});

Deno.test("a learner follows the unresolved doubts that they have, too, and no private ones", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [owner, me] = [await person(server), await person(server)];
  const { _id: id } = await doubt(owner, (await assignment(mentor))._id);
  const followed = async () => (await me.get("/doubts/followed")).body;
  equals(await followed(), []);
  await me.post(`/doubts/${id}/share`);
  equals(await followed(), [{ _id: id, entries: 1 }]);
  await mentor.put(`/doubts/${id}/reply`, { reply: "So." });
  equals(await followed(), [{ _id: id, entries: 2 }]);
  await owner.patch(`/doubts/${id}`, { private: true });
  equals(await followed(), []);
  await owner.patch(`/doubts/${id}`, { private: false });
  await me.delete(`/doubts/${id}/share`);
  equals(await followed(), []);
});

Deno.test("the longest wait stays first, however many have another doubt, too", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const { _id: question } = await assignment(mentor);
  const ids: string[] = [];
  for (let nth = 0; nth < 4; nth++) {
    ids.push((await doubt(await person(server), question))._id);
  }
  for (let nth = 0; nth < 2; nth++) {
    is((await (await person(server)).post(`/doubts/${ids[3]}/share`)).status, 200);
  }
  is((await mentor.put(`/doubts/${ids[0]}/reply`, { reply: "So." })).status, 200);
  const { body } = await mentor.get("/doubts/filter-doubts?order=queue&waiting=true");
  equals(body.doubts.map(({ _id }: { _id: string }) => _id), ids.slice(1));
});
