/** A question that was carried over: its unresolved doubts of an ended term stand in no way. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { USUAL_SETTINGS } from "../server/languages/types.ts";
import { failureOf } from "../server/runs/failure.ts";
import { doubt } from "./kit/assignments.ts";
import { type Caller, person } from "./kit/people.ts";
import { browserRun, claim, runsOf, SUM, sumQuestion, SUMS } from "./kit/runs.ts";
import { makeSection } from "./kit/sections.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";
import { closeTerm } from "./kit/terms.ts";

const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id).sort();

/** A carried-over question on which two students left doubts unresolved, before the term ended. */
async function carriedOver(server: TestServer) {
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const [anna, ben] = [await person(server), await person(server)];
  const { _id: question } = await sumQuestion(mentor);
  const old = {
    anna: (await doubt(anna, question))._id as string,
    ben: (await doubt(ben, question))._id as string,
  };
  is((await anna.post(`/doubts/${old.ben}/share`)).status, 200);
  await closeTerm(admin, { carriedOver: [question] });
  return { admin, mentor, anna, ben, question: question as string, old };
}

const read = async (who: Caller, path: string) => {
  const { status, body } = await who.get(path);
  is(status, 200, JSON.stringify(body));
  return body;
};

Deno.test("an answer to a group begins new threads beside those of an ended term", async () => {
  await using server = await testServer();
  const { mentor, anna, ben, question, old } = await carriedOver(server);
  const result = claim([{ verdict: "wrong", output: "4" }, {}]);
  for (const one of [anna, ben]) {
    is((await one.post(runsOf(question), browserRun({ result }))).status, 201);
  }
  const { status, body } = await mentor.post("/groups/answers", {
    assignmentId: question,
    key: failureOf({ result, source: SUM, settings: USUAL_SETTINGS, testCases: SUMS })?.key,
    members: [anna._id, ben._id],
    answer: "Add b, too.",
  });
  is(status, 201, JSON.stringify(body));
  equals(body.members, [anna._id, ben._id].sort());
  is((await read(anna, `/doubts/${old.anna}`)).conversation.length, 1);
});

Deno.test("a resolved doubt is opened again beside one of an ended term", async () => {
  await using server = await testServer();
  const { anna, question } = await carriedOver(server);
  const { _id } = await doubt(anna, question, { doubtText: "Why once more?" });
  is((await anna.put(`/doubts/${_id}/resolve`)).status, 200);
  const { conversation } = await read(anna, `/doubts/${_id}`);
  const reopened = await anna.delete(`/doubts/${_id}/entries/${conversation.at(-1)._id}`);
  is(reopened.status, 200, JSON.stringify(reopened.body));
  is((await read(anna, `/doubts/${_id}`)).resolved, false);
});

Deno.test("a merge is taken back beside a doubt of an ended term, which is never offered for one", async () => {
  await using server = await testServer();
  const { mentor, anna, ben, question } = await carriedOver(server);
  const from = await doubt(anna, question, { doubtText: "Why once more?" });
  const into = await doubt(ben, question, { doubtText: "Why once too often?" });
  const merge = `/doubts/${from._id}/merge`;
  equals(idsOf(await read(mentor, merge)), [into._id]);
  is((await mentor.put(merge, { into: into._id })).status, 200);
  const back = await mentor.delete(merge);
  is(back.status, 200, JSON.stringify(back.body));
});

Deno.test("the map of a class session shows the doubts of this term only", async () => {
  await using server = await testServer();
  const { mentor, anna, question } = await carriedOver(server);
  const { body: classSession } = await mentor.post("/class-sessions", { questions: [question] });
  const path = `/class-sessions/${classSession._id}/map`;
  equals(idsOf((await read(mentor, path)).doubts), []);
  const { _id } = await doubt(anna, question, { doubtText: "Why once more?" });
  equals(idsOf((await read(mentor, path)).doubts), [_id]);
});

Deno.test("a shared doubt of an ended term is followed no more", async () => {
  await using server = await testServer();
  const { anna } = await carriedOver(server);
  equals(await read(anna, "/doubts/followed"), []);
});

Deno.test("a question that is given to a section announces its doubts of this term only", async () => {
  await using server = await testServer();
  const { admin, mentor, anna, question } = await carriedOver(server);
  const section = await makeSection(admin, "A");
  await admin.put(`/sections/${section}/members`, { in: [anna._id] });
  const newer = await doubt(anna, question, { doubtText: "Why once more?" });
  using ear = await listen(server, { token: anna.token });
  const given = { distributionTag: "practice", audience: [section] };
  is((await mentor.put(`/assignments/${question}/distribution`, given)).status, 200);
  const { _id } = await doubt(anna, (await sumQuestion(mentor))._id);
  await ear.until("doubt.opened", (card) => card._id === _id);
  equals(idsOf(ear.of("doubt.opened")), [newer._id, _id]);
});
