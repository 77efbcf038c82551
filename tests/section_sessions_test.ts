/**
 * Class sessions of two sections at once: each has its own banner, map, wall and quick questions.
 */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { wallFor } from "../server/class-sessions/wall/policy.ts";
import { doubt } from "./kit/assignments.ts";
import { type Caller, caller, person, type Reply } from "./kit/people.ts";
import { browserRun, claim, runsOf, sumQuestion } from "./kit/runs.ts";
import { twoSections } from "./kit/sections.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const answer = ({ status, body }: Reply) => [status, body.code];
const ids = (all: { _id: string }[]) => all.map(({ _id }) => _id);
const running = async (one: Caller) => {
  const { body: { classSession, others } } = await one.get("/class-sessions/running");
  return [classSession?._id ?? null, ids(others)];
};

Deno.test("each section has a class session of its own, and staff see both", async () => {
  await using server = await testServer();
  const { admin, mentor: free, a, b, inA, inB, inNone } = await twoSections(server);
  const [ofA, ofB, ofBoth] = [
    await person(server, "mentor"),
    await person(server, "mentor"),
    await person(server, "mentor"),
  ];
  await admin.put(`/sections/${a}/members`, { in: [ofA._id, ofBoth._id] });
  await admin.put(`/sections/${b}/members`, { in: [ofB._id, ofBoth._id] });
  const question = await sumQuestion(free);
  const questions = [question._id];
  using earA = await listen(server, { token: inA.token });
  using earB = await listen(server, { token: inB.token });
  // Parallel starts for one section: one of them wins.
  const starts = await Promise.all(
    [ofA, free].map((one) => one.post("/class-sessions", { questions, audience: [a] })),
  );
  equals(starts.map(({ status }) => status).sort(), [201, 409]);
  const first = starts.find(({ status }) => status === 201)?.body;
  equals(starts.find(({ status }) => status === 409)?.body.current._id, first._id);
  for (const audience of [null, [a, b]]) {
    equals(answer(await ofB.post("/class-sessions", { questions, audience })), [
      409,
      "classSession.running",
    ]);
  }
  const { body: second } = await ofB.post("/class-sessions", { questions, audience: [b] });
  is((await earA.next("classSession.started"))._id, first._id);
  is((await earB.next("classSession.started"))._id, second._id);
  equals(await Promise.all([inA, inB, inNone, ofA, ofB, ofBoth, free].map(running)), [
    [first._id, []],
    [second._id, []],
    [null, []],
    [first._id, [second._id]],
    [second._id, [first._id]],
    [first._id, [second._id]],
    [first._id, [second._id]],
  ]);
  const widen = await ofB.put(`/class-sessions/${second._id}`, { audience: [a, b] });
  equals(answer(widen), [409, "classSession.running"]);

  // Both have the same question: a run, a sign and a doubt count where the learner is.
  const wrong = browserRun({ result: claim([{ verdict: "wrong", output: "4" }, {}]) });
  for (const [one, classSession] of [[inA, first], [inB, second]]) {
    const { body: run } = await one.post(runsOf(question._id), wrong);
    await doubt(one, question._id);
    // A program is for the wall of its student's session, which only staff are told.
    equals((await one.get(`/runs/${run._id}`)).body.sections, undefined);
    const { body: { sections } } = await free.get(`/runs/${run._id}`);
    equals([sections, wallFor([first, second], sections)], [classSession.audience, classSession]);
  }
  equals(wallFor([first, second]), undefined);
  equals(wallFor([first, { ...second, audience: undefined }])?._id, second._id);
  const sign = { assignmentId: question._id, sign: "opened" };
  equals(answer(await inB.post(`/class-sessions/${first._id}/signs`, sign)), [404, "not-found"]);
  is((await inB.post(`/class-sessions/${second._id}/signs`, sign)).status, 200);
  for (const [classSession, student] of [[first, inA], [second, inB]]) {
    const { body: map } = await free.get(`/class-sessions/${classSession._id}/map`);
    equals(ids(map.learners), [student._id]);
    equals(map.cells.map(({ studentId }: { studentId: string }) => studentId), [student._id]);
    const { body: { code } } = await ofBoth.post(`/class-sessions/${classSession._id}/wall`);
    const wall = await (await caller(server).fetch("/wall", { headers: { "x-wall": code } }))
      .json();
    equals([wall.classSessionId, wall.students, wall.waiting.count], [classSession._id, 1, 1]);
  }
  equals((await ofB.get("/wall")).body.classSessionId, second._id);

  // Each has a quick question of its own; who is in both sections chooses the session.
  const asked = { text: "Ready?", options: ["Yes", "No"] };
  const { body: quickQuestionA } = await ofA.post("/quick-questions", asked);
  equals(answer(await ofBoth.post("/quick-questions", asked)), [409, "quickQuestion.open"]);
  const { body: quickQuestionB } = await ofBoth.post("/quick-questions", {
    ...asked,
    classSessionId: second._id,
  });
  equals([quickQuestionA.classSessionId, quickQuestionB.classSessionId], [first._id, second._id]);
  const current = async (one: Caller) =>
    (await one.get("/quick-questions/current")).body.quickQuestion?._id;
  equals(await Promise.all([inA, inB, inNone, ofA, ofB].map(current)), [
    ...[quickQuestionA._id, quickQuestionB._id, undefined, quickQuestionA._id, quickQuestionB._id],
  ]);
  // Who is in both sections has both questions, each with its answers.
  is((await inA.put(`/quick-questions/${quickQuestionA._id}/answer`, { option: 0 })).status, 200);
  for (const one of [ofBoth, free]) {
    const { body: { quickQuestion, staff, others } } = await one.get("/quick-questions/current");
    equals([quickQuestion._id, staff.answers.length, others.length], [quickQuestionB._id, 0, 1]);
    equals([others[0].quickQuestion._id, others[0].staff.answers.length], [quickQuestionA._id, 1]);
  }
  is((await ofA.get("/quick-questions/current")).body.others.length, 0);
  is((await earA.next("quickQuestion.opened"))._id, quickQuestionA._id);
  is((await earB.next("quickQuestion.opened"))._id, quickQuestionB._id);
  equals(earA.of("quickQuestion.opened").length, 1);

  await ofA.post(`/class-sessions/${first._id}/end`);
  equals(await Promise.all([inA, inB, ofA].map(running)), [
    ...[[null, []], [second._id, []], [null, [second._id]]],
  ]);
  equals(earB.of("classSession.ended"), []);
  const late = await ofA.post("/quick-questions", { ...asked, classSessionId: first._id });
  equals([late.status, Object.keys(late.body.errors)], [400, ["classSessionId"]]);
  const { body: { classSessions: [past] } } = await ofA.get("/class-sessions");
  equals([past.summary.students, past.summary.doubts, past.summary.polls], [1, 1, 1]);
});

Deno.test("the wall of a session for all begins with its mentor's sections, and can count all", async () => {
  await using server = await testServer();
  const { admin, mentor: free, a, b, inA, inB } = await twoSections(server);
  const mentor = await person(server, "mentor");
  await admin.put(`/sections/${a}/members`, { in: [mentor._id] });
  const question = await sumQuestion(free);
  const { body: classSession } = await mentor.post("/class-sessions", {
    questions: [question._id],
  });
  equals([classSession.audience, classSession.wallSections], [undefined, [a]]);
  const wrong = browserRun({ result: claim([{ verdict: "wrong", output: "4" }, {}]) });
  for (const one of [inA, inB]) {
    await one.post(runsOf(question._id), wrong);
    await doubt(one, question._id);
  }
  const shown = async () => {
    const { body: wall } = await mentor.get("/wall");
    return [
      wall.students,
      wall.questions[0].ran,
      wall.waiting.count,
      wall.questions[0].group?.size,
    ];
  };
  equals(await shown(), [1, 1, 1, undefined]);
  const put = (body: unknown) => mentor.put(`/class-sessions/${classSession._id}`, body);
  equals((await put({ wallSections: null })).body.wallSections, undefined);
  equals(await shown(), [2, 2, 2, 2]);
  equals((await put({ wallSections: [b] })).body.wallSections, [b]);
  // The session comes to be for A only: the wall cannot count B then.
  equals((await put({ audience: [a] })).body.wallSections, undefined);
  const wrongly = await put({ wallSections: [b] });
  equals([wrongly.status, Object.keys(wrongly.body.errors)], [400, ["wallSections"]]);
});
