/**
 * Quick questions: who asks, answers and sees what, how they close by themselves, and that nobody
 * in the class gets names, or answers before they are shown.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { answerKey, currentOf, isAtHand, resultOf } from "../server/quick-questions/policy.ts";
import { ANSWERS_EACH, QUICK_QUESTIONS_AN_HOUR } from "../server/quick-questions/schema.ts";
import { later } from "../server/kit/core/clock.ts";
import { transact } from "../server/live/outbox.ts";
import { closeDue } from "../server/quick-questions/commands.ts";
import { assignment } from "./kit/assignments.ts";
import { until } from "./kit/until.ts";
import { person } from "./kit/people.ts";
import { browserRun, runsOf, sumQuestion } from "./kit/runs.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const CHOICES = { text: "What is 7 / 2 in C++?", options: ["3", "3.5", "4"], rightOption: 0 };

Deno.test("the class answers with a choice, changes it, and sees the result only when staff show it", async () => {
  await using server = await testServer();
  const [mentor, admin] = [await person(server, "mentor"), await person(server, "admin")];
  const [me, other] = [await person(server), await person(server, "volunteer")];
  using ear = await listen(server, { token: me.token });
  using desk = await listen(server, { token: mentor.token });
  const { status, body: quickQuestion } = await mentor.post("/quick-questions", CHOICES);
  equals([status, quickQuestion.classSessionId, quickQuestion.isTimed, quickQuestion.result], [
    201,
    null,
    false,
    null,
  ]);
  ok(!("rightOption" in quickQuestion), "the class gets the same event, without the right choice");
  const { seq: _, ...told } = await ear.next("quickQuestion.opened");
  equals(told, quickQuestion);
  const at = `/quick-questions/${quickQuestion._id}/answer`;
  equals((await me.put(at, { option: 1 })).body, { option: 1, text: null });
  equals((await other.put(at, { option: 0 })).body, { option: 0, text: null });
  equals((await me.put(at, { option: 0 })).body, { option: 0, text: null });
  is((await me.put(at, { option: 0 })).status, 200);
  await desk.until(
    "quickQuestion.changed",
    ({ answer }) => answer?.person._id === me._id && answer.option === 0,
  );
  equals(desk.of("quickQuestion.changed").length, 4, "the right choice and three answers");
  equals((await me.get("/quick-questions/current")).body, {
    quickQuestion,
    own: { option: 0, text: null },
    staff: null,
    others: [],
  });
  const { body: staffs } = await admin.get("/quick-questions/current");
  equals(staffs.own, null);
  equals(staffs.staff.rightOption, 0);
  equals(
    staffs.staff.answers.map((
      { person, option }: { person: object; option: number },
    ) => [person, option]),
    [[{ _id: other._id, name: other.name }, 0], [{ _id: me._id, name: me.name }, 0]],
  );

  const shown = await admin.put(`/quick-questions/${quickQuestion._id}/show`, {});
  equals(shown.body.result, {
    answers: 2,
    rightOption: 0,
    groups: [
      { text: "3", option: 0, count: 2 },
      { text: "3.5", option: 1, count: 0 },
      { text: "4", option: 2, count: 0 },
    ],
    others: 0,
  });
  equals((await ear.next("quickQuestion.shown")).result, shown.body.result);
  is((await admin.put(`/quick-questions/${quickQuestion._id}/show`, {})).status, 200);
  is(ear.of("quickQuestion.shown").length, 1, "a repeated call changes nothing");
  const late = await me.put(at, { option: 2 });
  equals([late.status, late.body.code], [409, "quickQuestion.closed"]);
  // A learner hears of nobody else's answer, and of no name but their own.
  const heard = ear.of("quickQuestion.changed");
  ok(heard.every(({ answer }) => answer?.person._id === me._id), JSON.stringify(heard));
  const { body: [listed] } = await mentor.get("/quick-questions");
  equals([listed._id, listed.tally], [quickQuestion._id, shown.body.result]);
});

Deno.test("the class votes twice: both counts stay, and nobody sees the first before the result", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [one, two, three] = [await person(server), await person(server), await person(server)];
  const run = (await one.post(runsOf((await sumQuestion(mentor))._id), browserRun())).body._id;
  const asked = { ...CHOICES, program: "int main() {}\n", runId: run, seconds: 60 };
  is(
    (await mentor.post("/quick-questions", { ...asked, runId: mentor._id })).body.errors.runId
      .length > 0,
    true,
  );
  using ear = await listen(server, { token: one.token });
  using desk = await listen(server, { token: mentor.token });
  const { body: quickQuestion } = await mentor.post("/quick-questions", asked);
  equals([quickQuestion.program, quickQuestion.again, "runId" in quickQuestion], [
    "int main() {}",
    undefined,
    false,
  ]);
  const at = `/quick-questions/${quickQuestion._id}`;
  for (const [who, option] of [[one, 1], [two, 1], [three, 0]] as const) {
    await who.put(`${at}/answer`, { option });
  }
  await mentor.put(`${at}/close`);
  is((await one.put(`${at}/again`)).status, 403);
  const second = await mentor.put(`${at}/again`);
  equals([second.status, second.body.again, second.body.closedAt, second.body.isTimed], [
    200,
    true,
    null,
    false,
  ]);
  ok(!JSON.stringify(second.body).includes("first"));
  const { seq: _, ...told } = await ear.next("quickQuestion.again");
  equals(told, second.body);
  equals((await one.get("/quick-questions/current")).body.own, null);
  equals((await desk.until("quickQuestion.changed", ({ first }) => first !== undefined)).first, [
    1,
    2,
    0,
  ]);
  equals(
    ear.of("quickQuestion.changed").length,
    1,
    "of the class, everybody gets their own answer only",
  );
  await one.put(`${at}/answer`, { option: 0 });
  const { staff } = (await mentor.get("/quick-questions/current")).body;
  equals([staff.first, staff.runId, staff.answers.length], [[1, 2, 0], run, 1]);
  const { body: shown } = await mentor.put(`${at}/show`, {});
  equals([shown.result.first, shown.result.groups.map(({ count }: { count: number }) => count)], [
    [1, 2, 0],
    [1, 0, 0],
  ]);
  const third = await mentor.put(`${at}/again`);
  equals([third.status, third.body.code], [409, "quickQuestion.again"]);

  const { body: words } = await mentor.post("/quick-questions", { text: "Why?" });
  is((await mentor.put(`/quick-questions/${words._id}/again`)).body.code, "quickQuestion.again");
  await mentor.put(`/quick-questions/${words._id}/close`);
  const { body: older } = await mentor.post("/quick-questions", CHOICES);
  await mentor.put(`/quick-questions/${older._id}/close`);
  await mentor.post("/quick-questions", CHOICES);
  is(
    (await mentor.put(`/quick-questions/${older._id}/again`)).body.code,
    "quickQuestion.again",
    "a newer one is asked",
  );
});

Deno.test("a question replaces earlier ones for the same people, and leaves those of other sections", () => {
  const asked = (minute: number, audience?: string[]) => ({
    quickQuestion: { createdAt: `2026-01-01T10:0${minute}:00.000Z`, ...audience && { audience } },
  });
  const [all, a, b, both] = [asked(1), asked(2, ["a"]), asked(3, ["b"]), asked(4, ["a", "b"])];
  equals(currentOf([all, a, b]), [b, a]);
  equals(currentOf([b, a, both]), [both]);
  equals(currentOf([a, asked(5)]), [asked(5)]);
  equals(currentOf([b, a, asked(5, ["a"])]), [asked(5, ["a"]), b]);
});

Deno.test("answers in words are grouped when they are equal, and staff may leave some out", async () => {
  is(answerKey("  A  Segfault! "), "a segfault");
  is(answerKey("?!"), "?!");
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const people = [
    await person(server),
    await person(server),
    await person(server),
    await person(server),
  ];
  const { body: { _id } } = await mentor.post("/quick-questions", { text: "What is unclear?" });
  const texts = ["Pointers.", "pointers", "<b>you</b>", "Loops"];
  for (const [at, who] of people.entries()) {
    await who.put(`/quick-questions/${_id}/answer`, { text: texts[at] });
  }
  const { body } = await mentor.put(`/quick-questions/${_id}/show`, {
    shown: ["POINTERS", "loops"],
  });
  equals(body.result, {
    answers: 4,
    rightOption: null,
    groups: [
      { text: "Pointers.", option: null, count: 2 },
      { text: "Loops", option: null, count: 1 },
    ],
    others: 1,
  });
  // The order in which the answers came does not matter.
  const answers = texts.map((text) => ({ option: null, text }));
  const of = { options: [], rightOption: null };
  equals(resultOf(of, answers), resultOf(of, answers.toReversed()));
});

Deno.test("one question is open at a time, and it closes by itself at its time, once", async () => {
  await using server = await testServer();
  const start = new Date().toISOString();
  server.setClock(start);
  const [mentor, me] = [await person(server, "mentor"), await person(server)];
  const { body: quickQuestion } = await mentor.post("/quick-questions", {
    ...CHOICES,
    seconds: 60,
  });
  equals([quickQuestion.closesAt, quickQuestion.isTimed], [later(start, 1), true]);
  const second = await mentor.post("/quick-questions", CHOICES);
  equals([second.status, second.body.code, second.body.current._id], [
    409,
    "quickQuestion.open",
    quickQuestion._id,
  ]);
  const asked = await Promise.all(
    [1, 2, 3].map(() => mentor.post("/quick-questions", { text: "Again?" })),
  );
  ok(asked.every(({ status }) => status === 409));
  using ear = await listen(server, { token: me.token });
  server.setClock(later(start, 1));
  is((await me.put(`/quick-questions/${quickQuestion._id}/answer`, { option: 0 })).status, 409);
  const { parts } = server;
  // As two servers do at the same time.
  const close = () => transact(parts, (act) => closeDue(act, quickQuestion._id));
  await Promise.all([close(), close()]);
  equals(
    (await ear.until("quickQuestion.closed", ({ _id }) => _id === quickQuestion._id)).closedAt,
    later(start, 1),
  );
  await close();
  is(
    (await mentor.put(`/quick-questions/${quickQuestion._id}/close`)).body.closedAt,
    later(start, 1),
  );
  server.setClock(later(start, 2));
  is((await mentor.post("/quick-questions", { text: "And now?" })).status, 201);
  await ear.until("quickQuestion.opened", ({ text }) => text === "And now?");
  is(ear.of("quickQuestion.closed").length, 1);
});

Deno.test("a class session's open question closes when the session ends, and another stays open", async () => {
  await using server = await testServer();
  const start = new Date().toISOString();
  server.setClock(start);
  const [mentor, me] = [await person(server, "mentor"), await person(server)];
  const { _id: question } = await assignment(mentor);
  const { body: classSession } = await mentor.post("/class-sessions", { questions: [question] });
  const { body: quickQuestion } = await mentor.post("/quick-questions", CHOICES);
  is(quickQuestion.classSessionId, classSession._id);
  using ear = await listen(server, { token: me.token });
  server.setClock(later(start, 1));
  await mentor.post(`/class-sessions/${classSession._id}/end`, {});
  is(
    (await me.put(`/quick-questions/${quickQuestion._id}/answer`, { option: 0 })).body.code,
    "quickQuestion.closed",
  );
  const { parts } = server;
  await transact(parts, (act) => closeDue(act, quickQuestion._id));
  equals(
    (await ear.until("quickQuestion.closed", ({ _id }) => _id === quickQuestion._id)).closedAt,
    later(start, 1),
  );

  const { body: next } = await mentor.post("/quick-questions", { text: "What was hard?" });
  const { body: second } = await mentor.post("/class-sessions", { questions: [question] });
  await mentor.post(`/class-sessions/${second._id}/end`, {});
  is((await me.put(`/quick-questions/${next._id}/answer`, { text: "The end" })).status, 200);
});

Deno.test("a question whose time ends while no server runs closes when one starts", async () => {
  await using server = await testServer();
  const start = new Date().toISOString();
  server.setClock(start);
  const [mentor, me] = [await person(server, "mentor"), await person(server)];
  const { body: quickQuestion } = await mentor.post("/quick-questions", {
    ...CHOICES,
    seconds: 60,
  });
  await me.put(`/quick-questions/${quickQuestion._id}/answer`, { option: 0 });
  const { sql } = server.parts.database;
  const closed = () => sql`select data from events where type = 'quickQuestion.closed'`;
  {
    // A server that starts before the time leaves it open.
    await using other = await testServer({ DATABASE_URL: server.databaseUrl });
    other.setClock(start);
    is((await me.get("/quick-questions/current")).body.quickQuestion.closedAt, null);
  }
  equals([...await closed()], []);
  // By the first server's clock the question stays open. The next server has the computer's clock,
  // by which it is over.
  server.setClock(later(start, -60));
  using ear = await listen(server, { token: me.token });
  await sql`update polls set closes_at = now() - interval '1 minute'`;
  {
    await using _other = await testServer({ DATABASE_URL: server.databaseUrl });
    await until(async () => (await closed()).length === 1);
    is(
      (await ear.until("quickQuestion.closed", ({ _id }) => _id === quickQuestion._id)).closedAt !==
        null,
      true,
    );
  }
  server.setClock(start);
  equals((await me.get("/quick-questions/current")).body.own, { option: 0, text: null });
});

Deno.test("a new question closes one whose time is over, and many may be refused", async () => {
  await using server = await testServer();
  const start = new Date().toISOString();
  server.setClock(start);
  const mentor = await person(server, "mentor");
  for (let nth = 0; nth < QUICK_QUESTIONS_AN_HOUR; nth++) {
    const { status, body } = await mentor.post("/quick-questions", { text: `Question ${nth}` });
    is(status, 201);
    await mentor.put(`/quick-questions/${body._id}/close`);
  }
  const refused = await mentor.post("/quick-questions", { text: "One more" });
  equals([refused.status, refused.body.code], [409, "quickQuestion.often"]);
  server.setClock(later(start, 61));
  is((await mentor.post("/quick-questions", { text: "An hour later", seconds: 10 })).status, 201);
  server.setClock(later(start, 62));
  is((await mentor.post("/quick-questions", { text: "A minute later" })).status, 201);
});

Deno.test("wrong questions and answers are refused with the field, and changes are bounded", async () => {
  await using server = await testServer();
  const [mentor, me] = [await person(server, "mentor"), await person(server)];
  const wrong: [object, string][] = [
    [{ text: " " }, "text"],
    [{ text: "x".repeat(301) }, "text"],
    [{ text: "One?", options: ["only"] }, "options"],
    [{ text: "Same?", options: ["a", "A"] }, "options"],
    [{ text: "Many?", options: ["1", "2", "3", "4", "5", "6", "7"] }, "options"],
    [{ text: "Right?", options: ["a", "b"], rightOption: 2 }, "rightOption"],
    [{ text: "Right?", rightOption: 0 }, "rightOption"],
    [{ text: "Time?", seconds: 9 }, "seconds"],
    [{ text: "Time?", seconds: 3601 }, "seconds"],
  ];
  for (const [body, field] of wrong) {
    const reply = await mentor.post("/quick-questions", body);
    equals([reply.status, Object.keys(reply.body.errors)], [400, [field]], JSON.stringify(body));
  }
  is((await me.post("/quick-questions", CHOICES)).status, 403);
  const { body: quickQuestion } = await mentor.post("/quick-questions", CHOICES);
  const answer = (body: object) => me.put(`/quick-questions/${quickQuestion._id}/answer`, body);
  for (const body of [{}, { option: 3 }, { option: -1 }]) {
    equals(Object.keys((await answer(body)).body.errors), ["option"]);
  }
  equals(Object.keys((await answer({ text: "3" })).body.errors), ["text"]);
  is((await mentor.put(`/quick-questions/${quickQuestion._id}/answer`, { option: 0 })).status, 403);
  for (let nth = 0; nth < ANSWERS_EACH; nth++) is((await answer({ option: nth % 2 })).status, 200);
  const refused = await answer({ option: 2 });
  equals([refused.status, refused.body.code], [409, "quickQuestion.changes"]);
  is((await answer({ option: 1 })).status, 200, "the answer that counts, once more");
  const answered = await Promise.all(Array.from({ length: 5 }, () => answer({ option: 1 })));
  ok(answered.every(({ status }) => status === 200));
  is((await mentor.get("/quick-questions/current")).body.staff.answers.length, 1);
});

Deno.test("a closed question stays one minute at most: for its asker, and with a result for the class", () => {
  const closedAt = "2026-03-02T10:00:00.000Z";
  const at = (ms: number) => new Date(Date.parse(closedAt) + ms).toISOString();
  const closed = { closedAt, shownAt: null, closesAt: at(60_000), result: null };
  const shown = { ...closed, shownAt: closedAt, result: { answers: 0 } };
  const shows = (quickQuestion: object, isStaff: boolean, isMine: boolean, now = at(1000)) =>
    isAtHand(
      { quickQuestion, own: null, staff: isStaff ? {} : null } as unknown as Parameters<
        typeof isAtHand
      >[0],
      { now, isMine },
    );
  equals([shows(closed, true, true), shows(closed, true, false)], [true, false]);
  equals([shows(closed, false, false), shows(shown, false, false)], [false, true]);
  is(shows(shown, true, false), false, "staff who never asked it");
  for (const isStaff of [true, false]) is(shows(shown, isStaff, isStaff, at(60_001)), false);
  is(shows({ ...closed, closedAt: null }, true, false, at(0)), true, "it is open");
});
