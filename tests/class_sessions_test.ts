/** Class sessions: one runs at a time, with one to five questions, and it ends by itself. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { running as value, type Sessions } from "../client/class-sessions/state.ts";
import { assignment, doubt, givePersonally, submit } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { browserRun, runsOf } from "./kit/runs.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";
import { until } from "./kit/until.ts";

const HOUR = 60 * 60_000;
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const NOON = `${day}T06:30:00.000Z`;
const after = (ms: number) => new Date(Date.parse(NOON) + ms).toISOString();

async function classOf(server: TestServer, titles: string[]) {
  const [mentor, other, student] = [
    await person(server, "mentor"),
    await person(server, "mentor"),
    await person(server),
  ];
  const ids: string[] = [];
  for (const title of titles) ids.push((await assignment(mentor, { title }))._id);
  return { mentor, other, student, ids };
}

const running = async (who: TestPerson) => (await who.get("/class-sessions/running")).body;

Deno.test("a mentor starts a class session, and a second start gets the running one", async () => {
  await using server = await testServer();
  const { mentor, other, student, ids } = await classOf(server, ["Second", "First"]);
  using ear = await listen(server, { token: student.token });
  const wanted = { questions: ids.toReversed() };
  const key = { "idempotency-key": crypto.randomUUID() };
  const starts = await Promise.all([
    mentor.post("/class-sessions", wanted, key),
    mentor.post("/class-sessions", wanted, key),
    other.post("/class-sessions", wanted),
    other.post("/class-sessions", wanted),
  ]);
  const { classSession } = await running(student);
  equals(classSession.questions.map(({ title }: { title: string }) => title), ["First", "Second"]);
  equals(Date.parse(classSession.endsAt) - Date.parse(classSession.startedAt), 6 * HOUR);
  for (const { status, body } of starts) {
    if (status === 201) equals(body, classSession);
    else equals([status, body.code, body.current], [409, "classSession.running", classSession]);
  }
  ok(starts.some(({ status }) => status === 201));
  const { seq: _, ...told } = await ear.next("classSession.started");
  equals(told, classSession);
  is(ear.of("classSession.started").length, 1);
  is((await student.post("/class-sessions", wanted)).status, 403);
});

Deno.test("the questions are one to five, each once, and given out to the class", async () => {
  await using server = await testServer();
  const { mentor, student, ids } = await classOf(server, ["A"]);
  const [central, personal] = [await assignment(mentor, {}, null), await assignment(mentor)];
  await givePersonally(server, personal._id, [student]);
  const id = ids[0] ?? "";
  const six = Array.from({ length: 6 }, () => crypto.randomUUID());
  for (
    const questions of [[], six, [id, id], [central._id], [id, personal._id], [six[0]], ["x"], null]
  ) {
    const { status, body } = await mentor.post("/class-sessions", { questions });
    is(status, 400, JSON.stringify(questions));
    ok(Object.keys(body.errors)[0]?.startsWith("questions"), JSON.stringify(body));
  }
  for (const countdownAt of ["soon", "2001-01-01T10:00", new Date(Date.now() + 7 * HOUR)]) {
    const { status, body } = await mentor.post("/class-sessions", { questions: ids, countdownAt });
    equals([status, Object.keys(body.errors)], [400, ["countdownAt"]]);
  }
  is((await running(mentor)).classSession, null);
});

Deno.test("a question without test cases may be in a class session", async () => {
  await using server = await testServer();
  const testCases = JSON.stringify([
    { input: "1", output: "2" },
    { input: "3", output: "4", hidden: true },
  ]);
  const { mentor } = await classOf(server, []);
  const [plain, tested] = [await assignment(mentor), await assignment(mentor, { testCases })];
  const { body } = await mentor.post("/class-sessions", { questions: [plain._id, tested._id] });
  // A hidden case is nobody's business but the staff's.
  equals(body.questions.map(({ cases }: { cases: number }) => cases), [0, 1]);
});

Deno.test("another mentor changes the running session, and one that is over changes no more", async () => {
  await using server = await testServer();
  const { mentor, other, student, ids } = await classOf(server, ["A", "B", "C"]);
  using ear = await listen(server, { token: student.token });
  const { body: classSession } = await mentor.post("/class-sessions", {
    questions: ids.slice(0, 2),
  });
  const at = `/class-sessions/${classSession._id}`;
  const countdownAt = new Date(Date.now() + HOUR).toISOString();
  const change = { questions: [ids[2], ids[0]], countdownAt, shownId: ids[2], version: 1 };
  const { body: changed } = await other.put(at, change);
  equals(
    [changed.questions.map(({ title }: { title: string }) => title), changed.countdownAt],
    [["C", "A"], countdownAt],
  );
  const { seq: _, ...told } = await ear.next("classSession.changed");
  equals([told, (await running(student)).classSession], [changed, changed]);
  const stale = await mentor.put(at, { countdownAt: null, version: 1 });
  equals([stale.status, stale.body.code, stale.body.current], [409, "stale", changed]);
  equals((await mentor.put(at, { shownId: ids[1] })).body.errors, {
    shownId: "The wall shows a question of this class session.",
  });
  // The wall's question leaves with its question, and what is not given stays.
  const { body: less } = await mentor.put(at, { questions: [ids[0]] });
  equals([less.shownId, less.countdownAt], [null, countdownAt]);
  const [one, again] = [await other.post(`${at}/end`), await mentor.post(`${at}/end`)];
  equals(again.body, one.body);
  is((await mentor.put(at, { countdownAt: null })).body.code, "classSession.over");
  is((await running(student)).classSession, null);
  is((await mentor.post("/class-sessions", { questions: ids })).status, 201);
});

Deno.test("a class session ends by itself after six hours, once, with two servers and a restart", async () => {
  await using server = await testServer();
  server.setClock(NOON);
  const { mentor, student, ids } = await classOf(server, ["A"]);
  const { body: classSession } = await mentor.post("/class-sessions", { questions: ids });
  const ended = () =>
    server.parts.database.sql`select data from events where type = 'classSession.ended'`;
  server.setClock(after(6 * HOUR - 1));
  is((await running(student)).classSession._id, classSession._id);
  is((await ended()).length, 0);
  {
    await using second = await testServer({ DATABASE_URL: server.databaseUrl });
    using ear = await listen(second, { token: student.token });
    second.setClock(after(6 * HOUR));
    server.setClock(after(6 * HOUR));
    is((await running(student)).classSession, null);
    is((await ear.next("classSession.ended")).endedAt, after(6 * HOUR));
  }
  const [row, ...more] = (await mentor.get("/class-sessions")).body.classSessions;
  equals([row.endedAt, more], [after(6 * HOUR), []]);
  // The second session ends while no server runs, and is over when one starts again.
  server.setClock(after(7 * HOUR));
  is((await mentor.post("/class-sessions", { questions: ids })).status, 201);
  server.setClock(after(20 * HOUR));
  // A start does not wait for the round that ends the other.
  is((await mentor.post("/class-sessions", { questions: ids })).status, 201);
  await until(async () => (await ended()).length === 2, "the round ends the other");
  equals((await ended()).map(({ data }) => data.endedAt), [after(6 * HOUR), after(13 * HOUR)]);
});

Deno.test("the running session names the questions that a learner has solved", async () => {
  await using server = await testServer();
  const testCases = JSON.stringify([{ input: "1 2", output: "3" }]);
  const { mentor, student } = await classOf(server, []);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await assignment(mentor, { testCases }))._id);
  await mentor.post("/class-sessions", { questions: ids });
  equals((await running(student)).solved, []);
  await submit(student, ids[2] ?? "");
  await student.post(runsOf(ids[0] ?? ""), browserRun());
  equals((await running(student)).solved, [ids[0], ids[2]]);
  equals((await running(mentor)).solved, []);
});

Deno.test("the list of past sessions has what came of each, computed when it ended", async () => {
  await using server = await testServer();
  const testCases = JSON.stringify([{ input: "1 2", output: "3" }]);
  const { mentor, student } = await classOf(server, []);
  const [first, second] = [
    await assignment(mentor, { testCases }),
    await assignment(mentor, { title: "Second" }),
  ];
  const questions = [first._id, second._id];
  const { body: classSession } = await mentor.post("/class-sessions", { questions });
  await student.post(runsOf(first._id), browserRun());
  const other = await person(server);
  await other.post(`/class-sessions/${classSession._id}/signs`, {
    assignmentId: second._id,
    sign: "opened",
  });
  await doubt(other, second._id);
  const { body: quickQuestion } = await mentor.post("/quick-questions", { text: "Is it clear?" });
  await mentor.put(`/quick-questions/${quickQuestion._id}/close`);
  await mentor.post("/quick-questions", { text: "And now?" });
  await mentor.post(`/class-sessions/${classSession._id}/end`);
  const summary = {
    students: 2,
    questions: [
      { assignmentId: first._id, opened: 1, ran: 1, solved: 1 },
      { assignmentId: second._id, opened: 1, ran: 0, solved: 0 },
    ],
    doubts: 1,
    groupAnswers: 0,
    polls: 2,
  };
  // What comes later belongs to no session.
  await student.post(runsOf(second._id), browserRun());
  const { body } = await mentor.get("/class-sessions?limit=1");
  equals([body.total, body.classSessions.length, body.classSessions[0].summary], [1, 1, summary]);
  is((await student.get("/class-sessions")).status, 403);
});

Deno.test("a learner's state and the events equal a fresh fetch, unless they mark it as stale", async () => {
  await using server = await testServer();
  const testCases = JSON.stringify([{ input: "1 2", output: "3" }]);
  const { mentor, student } = await classOf(server, []);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await assignment(mentor, { testCases }))._id);
  using ear = await listen(server, { token: student.token });
  const me = { _id: student._id, role: "student" } as Parameters<typeof value.apply>[2];
  let state: Sessions = { ...await running(student), seq: 0, stale: false };
  let heard = 0;
  let [decided, stale] = [0, 0];
  const follow = async (act: () => Promise<unknown>) => {
    await act();
    const subject = `Step ${decided + stale}`;
    await mentor.post("/messages/announcement", { subject, body: "All is told." });
    await ear.until("announcement.saved", (data) => data.subject === subject);
    for (const push of ear.pushes.slice(heard)) state = value.apply(state, push as never, me);
    heard = ear.pushes.length;
    const fresh = await running(student);
    if (state.stale) {
      state = { ...fresh, seq: state.seq, stale: false };
      stale += 1;
    } else decided += 1;
    const { classSession, others, solved } = state;
    equals({ classSession, others, solved }, fresh);
  };
  let id = "";
  const start = async () =>
    id = (await mentor.post("/class-sessions", { questions: ids.slice(0, 2) })).body._id;
  const at = () => `/class-sessions/${id}`;
  await follow(start);
  let runId = "";
  await follow(async () =>
    runId = (await student.post(runsOf(ids[0] ?? ""), browserRun())).body._id
  );
  await follow(() => mentor.put(at(), { questions: ids.toReversed() }));
  await follow(() => mentor.put(`${at()}/steps`, { runId, step: 1, case: 1 }));
  await follow(() => submit(student, ids[2] ?? ""));
  await follow(() => mentor.put(at(), { shownId: ids[2], countdownAt: null }));
  await follow(() => mentor.put(`/assignments/${ids[1]}`, { title: "Renamed" }));
  await follow(() => mentor.post(`${at()}/end`));
  await follow(start);
  await follow(() => mentor.post(`${at()}/end`));
  ok(decided >= 4 && stale >= 1, `${decided} decided, ${stale} stale`);
});
