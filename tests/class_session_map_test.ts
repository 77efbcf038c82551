/** The map of a class session: its cells, its order, who may read it, and its limits. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import type { LiveEvent } from "../client/kit/net/event-log.ts";
import { classMap, classMapOf, type KnownMap } from "../client/class-sessions/map/state.ts";
import {
  byNeed,
  type Facts,
  isSolved,
  neededColumn,
  rowOf,
  stateOf,
} from "../server/class-sessions/map/policy.ts";
import type { ClassSessionMap, MapCell } from "../server/class-sessions/map/schema.ts";
import { classSessionMap } from "../server/class-sessions/map/queries.ts";
import { openPlanReader } from "./bench/kit/plans.ts";
import { SECRET } from "./bench/kit/process.ts";
import { startCounted } from "./bench/kit/statements.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { checkProperty } from "./kit/random.ts";
import { browserRun, claim, runsOf, sumQuestion } from "./kit/runs.ts";
import { twoSections } from "./kit/sections.ts";
import { PACE, type TestServer, testServer } from "./kit/server.ts";
import { listen, type Push } from "./kit/socket.ts";
import { until } from "./kit/until.ts";

const ok0 = { verdict: "passed" as const, output: "3" };
const wrong = (output = "4") => ({ verdict: "wrong" as const, output });
const broken = claim([], {
  compiled: false,
  diagnostics: [{ severity: "error", message: "expected ';'", line: 1, column: 1 }],
});

/** Starts a session on one question with two visible cases. */
async function startClassSession(server: TestServer) {
  const mentor = await person(server, "mentor");
  const question = await sumQuestion(mentor);
  const { body: classSession } = await mentor.post("/class-sessions", {
    questions: [question._id],
  });
  return { mentor, question: question._id as string, classSession: classSession._id as string };
}

const ran = (who: TestPerson, question: string, result = claim([ok0, wrong()])) =>
  who.post(runsOf(question), browserRun({ result }));

const mapOf = async (mentor: TestPerson, classSession: string): Promise<ClassSessionMap> =>
  (await mentor.get(`/class-sessions/${classSession}/map`)).body;

const cellOf = (map: ClassSessionMap, who: TestPerson): MapCell | undefined =>
  map.cells.find(({ studentId }) => studentId === who._id);

Deno.test("runs lead to cells: the newest run, steps forward, and repeated failures", async () => {
  await using server = await testServer();
  const { mentor, question, classSession } = await startClassSession(server);
  const student = await person(server);
  using ear = await listen(server, { token: mentor.token });
  await ran(student, question, broken);
  let cell = cellOf(await mapOf(mentor, classSession), student);
  is(cell?.run?.verdict, "does not compile");
  is(cell?.failure?.kind, "compile");
  const first = cell?.steppedAt;
  ok(first);
  await ran(student, question);
  cell = cellOf(await mapOf(mentor, classSession), student);
  ok(cell?.steppedAt && cell.steppedAt > first, "to compile is a step forward");
  const second = cell.steppedAt;
  await ran(student, question);
  await ran(student, question);
  cell = cellOf(await mapOf(mentor, classSession), student);
  equals([cell?.repeats, cell?.steppedAt, cell?.run?.passed, cell?.run?.total], [3, second, 1, 2]);
  equals([cell?.failure?.expected, cell?.failure?.got], ["10", "4"]);
  await ran(student, question, claim([ok0, wrong("5")]));
  is(
    cellOf(await mapOf(mentor, classSession), student)?.repeats,
    1,
    "another output is another failure",
  );
  await ran(student, question, claim([ok0, { verdict: "passed", output: "10" }]));
  cell = cellOf(await mapOf(mentor, classSession), student);
  equals([cell?.failure, cell?.repeats], [null, 0]);
  ok(cell?.solvedAt);
  await ran(student, question);
  cell = cellOf(await mapOf(mentor, classSession), student);
  ok(cell?.solvedAt && cell.failure, "who has solved it stays so");
  const { seq: _, classSessionId, ...told } = await ear.until(
    "classSession.cell",
    ({ run }) => run._id === cell?.run?._id,
  );
  equals([classSessionId, told], [classSession, cell]);
  const text = JSON.stringify(ear.of("classSession.cell"));
  ok(!text.includes("3000000001") && !text.includes("std::cin"), "no hidden case and no program");
});

Deno.test("a sign is the sender's own, stored once in a while, and only for the session's questions", async () => {
  await using server = await testServer({ ...PACE });
  const { mentor, question, classSession } = await startClassSession(server);
  const [student, other] = [await person(server), await person(server)];
  using staff = await listen(server, { token: mentor.token });
  using classmate = await listen(server, { token: other.token });
  using own = await listen(server, { token: student.token });
  const path = `/class-sessions/${classSession}/signs`;
  const opened = { assignmentId: question, sign: "opened" };
  is((await student.post(path, { ...opened, studentId: other._id })).status, 400);
  is((await student.post(path, { ...opened, sign: "asleep" })).body.errors.sign.length > 0, true);
  is((await mentor.post(path, opened)).status, 403);
  const elsewhere = (await sumQuestion(mentor))._id;
  const wrongOne = await student.post(path, { ...opened, assignmentId: elsewhere });
  equals([wrongOne.status, Object.keys(wrongOne.body.errors)], [400, ["assignmentId"]]);
  is((await student.post(`/class-sessions/${crypto.randomUUID()}/signs`, opened)).status, 404);

  const many = Array.from(
    { length: 300 },
    (_, nth) =>
      student.post(path, { assignmentId: question, sign: nth % 2 === 0 ? "opened" : "writing" }),
  );
  for (const { status } of await Promise.all(many)) is(status, 200);
  const sign = await staff.until("classSession.cell", ({ writingAt }) => writingAt !== null);
  is(sign.studentId, student._id);
  const rows = await server.parts.database.sql`select count(*)::int as n from events
    where type = 'classSession.cell'`;
  ok(rows[0]?.n <= 2, `300 signs made ${rows[0]?.n} events`);
  const cell = cellOf(await mapOf(mentor, classSession), student);
  ok(cell?.openedAt && cell.writingAt);

  // Nothing of the map reaches a student, not even by watching.
  await ran(student, question);
  await staff.until("classSession.cell", ({ run }) => run !== null);
  await own.next("run.finished");
  is((await student.get(`/class-sessions/${classSession}/map`)).status, 403);
  for (const ear of [classmate, own]) {
    const answer = await ear.ask("watch", { mapOf: classSession });
    equals(answer, { ok: false, code: "not-found" });
    equals(
      ear.pushes.filter(({ event }) => /^(classSession\.cell|here)$/.test(event)),
      [],
    );
  }
  await mentor.post(`/class-sessions/${classSession}/end`);
  equals((await student.post(path, opened)).body.code, "classSession.over");
  const after = await ran(student, question, claim([ok0, { verdict: "passed", output: "10" }]));
  is(after.status, 201);
  is(
    cellOf(await mapOf(mentor, classSession), student)?.solvedAt,
    null,
    "a run after the end counts no more",
  );
});

Deno.test("a doubt that was merged into another one waits neither on the map nor on the wall", async () => {
  await using server = await testServer();
  const { mentor, question, classSession } = await startClassSession(server);
  const raise = async () => {
    const owner = await person(server);
    const text = { assignmentId: question, doubtText: "Why 4?" };
    return { owner, _id: (await owner.post("/doubts", text)).body._id as string };
  };
  const [first, second] = [await raise(), await raise()];
  using ear = await listen(server, { token: mentor.token });
  const known = { map: classMapOf(await mapOf(mentor, classSession)), seq: 0, stale: false };
  const waiting = async () => {
    const { body: wall } = await mentor.get("/wall");
    const { doubts } = await mapOf(mentor, classSession);
    return { wall: wall.waiting.count, map: doubts.map(({ _id }) => _id).sort() };
  };
  const [both, one] = [[first._id, second._id].sort(), [first._id]];
  equals(await waiting(), { wall: 2, map: both });
  /** What a browser shows that has only the events of the change. */
  const followed = async (change: () => Promise<{ status: number }>) => {
    const from = ear.pushes.length;
    is((await change()).status, 200);
    await ear.until(
      "doubt.merged",
      ({ seq }) =>
        ear.pushes.slice(from).some((push) =>
          push.event === "doubt.merged" && push.data.seq === seq
        ),
    );
    const next = ear.pushes.slice(from).reduce(
      (map, push) => classMap.apply(map, push as LiveEvent, null),
      followedMap,
    );
    followedMap = next;
    return Object.values(next.map?.known ?? {}).flatMap(Object.values<Facts>)
      .flatMap(({ doubt }) => doubt?._id ?? []).sort();
  };
  let followedMap: KnownMap = known;
  const path = `/doubts/${second._id}/merge`;
  equals(await followed(() => mentor.put(path, { into: first._id })), one);
  equals(await waiting(), { wall: 1, map: one });
  equals(await followed(() => mentor.delete(path)), both);
  equals(await waiting(), { wall: 2, map: both });
});

Deno.test("a run sends no more statements in a session, and the map reads nothing of older ones", async () => {
  await using server = await testServer({ AUTH_SECRET: SECRET });
  await using counted = await startCounted(server.databaseUrl);
  const mentor = await person(server, "mentor");
  const student = await person(server);
  const { _id: question } = await sumQuestion(mentor);
  const viaCounted = { ...student, ...caller(counted, student.token) };
  const statements = async () => {
    const before = counted.statements();
    is((await ran(viaCounted, question)).status, 201);
    return counted.statements() - before;
  };
  /** The server's upkeep may send some meanwhile. */
  const least = async () => {
    const counts: number[] = [];
    for (let nth = 0; nth < 6; nth++) counts.push(await statements());
    return Math.min(...counts);
  };
  const without = await least();
  is(
    without,
    10,
    "the session, the lock, the question, the run, older ones, its cell, card and detail, the events, the commit",
  );
  const { body: classSession } = await mentor.post("/class-sessions", { questions: [question] });
  is(await least(), without, "one statement keeps the cell, whether a session runs or not");

  await using plans = openPlanReader(server.databaseUrl);
  const me = { _id: mentor._id, role: "mentor" as const };
  const { sql } = server.parts.database;
  const read = async () => {
    await sql`analyze`;
    const sent = await plans.statements(me, (ask) => classSessionMap(ask, classSession._id));
    return { sent: sent.length, ...await plans.explain(sent) };
  };
  const before = await read();
  ok(before.sent <= 5, `${before.sent} statements`);
  await sql`insert into lessons (id, started_by_id, started_at, ends_at, ended_at)
    select gen_random_uuid(), ${mentor._id}, now() - n * interval '1 day',
      now() - n * interval '1 day', now() from generate_series(1, 500) n`;
  await sql`insert into lesson_questions (lesson_id, assignment_id, place)
    select id, ${question}, 0 from lessons where ended_at is not null`;
  await sql`insert into lesson_signs (lesson_id, student_id, assignment_id)
    select id, ${student._id}, ${question} from lessons where ended_at is not null`;
  const after = await read();
  is(after.sent, before.sent);
  ok(after.rows <= before.rows + 5, `${before.rows} rows, and ${after.rows} after 500 sessions`);
});

Deno.test("students with a waiting doubt come first, then repeated failures, then the longest without a step", () => {
  const time = (minute: number) => `2026-11-30T10:${String(minute).padStart(2, "0")}:00.000Z`;
  const questions = [{ _id: "q", title: "Sums", cases: 2 }];
  const classSession = {
    questions,
    startedAt: time(0),
  } as unknown as ClassSessionMap["classSession"];
  const learners = ["done", "fresh", "stuck", "again", "asks", "asks long"].map((_id) => ({
    _id,
    name: _id,
    isHere: true,
  }));
  const cell = (studentId: string, fields: Partial<MapCell>): MapCell => ({
    ...{ studentId, assignmentId: "q", openedAt: time(1), writingAt: null, run: null },
    ...{ steppedAt: time(1), repeats: 0, failure: null, solvedAt: null },
    ...fields,
  });
  const cells = [
    cell("done", { solvedAt: time(2) }),
    cell("fresh", { steppedAt: time(30) }),
    cell("stuck", { steppedAt: time(3) }),
    cell("again", { steppedAt: time(20), repeats: 3 }),
  ];
  const doubt = (studentId: string, minute: number) => ({
    ...{ _id: studentId, studentId, assignmentId: "q", claim: null },
    waitingSince: time(minute),
  });
  const doubts = [doubt("asks", 25), doubt("asks long", 5)];
  const { known } = classMapOf({ classSession, learners, cells, doubts, solved: [] });
  const rows = byNeed(
    learners.map((one) => rowOf(one, known[one._id], classSession)),
    classSession,
  );
  equals(rows.map(({ learner }) => learner._id), [
    "asks long",
    "asks",
    "again",
    "stuck",
    "fresh",
    "done",
  ]);
  const now = Date.parse(time(12));
  const states = rows.map(({ known: [one] }) => one && stateOf(one, { cases: 2 }, now));
  equals(states, ["doubt", "doubt", "idle", "idle", "idle", "solved"]);
});

Deno.test("the map begins at the question on which somebody needs help most", () => {
  const learner = { _id: "s", name: "Ravi", isHere: true };
  const at = "2026-11-30T10:00:00.000Z";
  const key = { studentId: "s", assignmentId: "q" };
  const cell: MapCell = {
    ...{ ...key, openedAt: at, writingAt: null, run: null },
    ...{ steppedAt: at, repeats: 0, failure: null, solvedAt: null },
  };
  const none: Facts = { cell: undefined, doubt: undefined, isHandedIn: false };
  const solved: Facts = { ...none, cell: { ...cell, solvedAt: at } };
  const again: Facts = { ...none, cell: { ...cell, repeats: 3 } };
  const asks: Facts = { ...none, doubt: { _id: "d", ...key, waitingSince: at, claim: null } };
  const column = (...known: Facts[]) => neededColumn({ learner, known });
  equals(column(solved, none, again, asks), 3);
  equals(column(solved, none, again), 2);
  equals(column(solved, none), 1);
  equals(column(solved, solved), 0);
});

Deno.test("a cell's state follows from its signs, its runs, and the question", () => {
  const now = Date.parse("2026-11-30T10:00:00.000Z");
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const base: MapCell = {
    ...{ studentId: "s", assignmentId: "q", openedAt: ago(5), writingAt: null, run: null },
    ...{ steppedAt: ago(5), repeats: 0, failure: null, solvedAt: null },
  };
  const shown = (cell: Partial<MapCell> | null, cases = 2) =>
    stateOf(
      {
        cell: cell === null ? undefined : { ...base, ...cell },
        doubt: undefined,
        isHandedIn: false,
      },
      { cases },
      now,
    );
  const run = (verdict: "wrong" | "does not compile") => ({
    ...{ _id: "r", verdict, passed: 1, total: 2, at: ago(3) },
  });
  equals(
    [
      shown(null),
      shown({}),
      shown({ writingAt: ago(1) }),
      shown({ writingAt: ago(3) }),
      shown({ run: run("wrong") }),
      shown({ run: run("does not compile") }),
      shown({ run: run("wrong") }, 0),
      shown({ openedAt: ago(11) }),
      shown({ solvedAt: ago(1) }),
    ],
    [
      "not opened",
      "opened",
      "writing",
      "opened",
      "fails",
      "does not compile",
      "opened",
      "idle",
      "solved",
    ],
  );
  ok(isSolved({ cell: undefined, doubt: undefined, isHandedIn: true }));
});

const COMMANDS = [
  ...["pass", "fail", "fail", "fail else", "break", "open", "write", "raise", "raise"],
  ...["reply", "resolve", "claim", "release", "hand in", "hand in unsolved", "questions"],
  ...["leave", "return", "again", "merge", "split"],
] as const;
const steps = fc.array(
  fc.record({ command: fc.constantFrom(...COMMANDS), who: fc.nat(5), what: fc.nat(5) }),
  { minLength: 10, maxLength: 40 },
);

/** Events alone lead from the first fetch to the map after these steps. */
const BY_EVENTS_ALONE = [
  ...["open", "write", "fail", "fail", "fail else", "break", "raise", "claim", "reply", "again"],
  ...["pass", "hand in unsolved", "resolve", "hand in", "again"],
].map((command, at) => ({ command: command as typeof COMMANDS[number], who: at % 2, what: 0 }));

Deno.test("the map updated by events equals a fresh fetch, on another server and after a reconnect", async () => {
  await using server = await testServer({ ...PACE });
  await using second = await testServer({ ...PACE, DATABASE_URL: server.databaseUrl });
  const mentor = await person(server, "mentor");
  const students = await Promise.all([1, 2, 3].map(() => person(server)));
  const questions: string[] = [];
  for (let nth = 0; nth < 2; nth++) questions.push((await sumQuestion(mentor))._id);
  let decided = 0;
  await checkProperty(
    "map: events lead to a fresh fetch",
    fc.asyncProperty(steps, async (all) => {
      const { body: { _id: id } } = await mentor.post("/class-sessions", { questions });
      // The browser is connected to the second server, and the class writes on the first.
      await using watcher = await watchMap(second, mentor, id);
      for (const one of all) await act({ mentor, students, questions, id, watcher }, one);
      decided += await watcher.check() ? 1 : 0;
      await mentor.post(`/class-sessions/${id}/end`);
    }),
    { numRuns: 5, examples: [[BY_EVENTS_ALONE]], endOnFailure: true },
  );
  // Most random runs change the questions, or do something else that makes the map stale.
  ok(decided > 0, "events alone decided at least one of the maps");
});

Deno.test("a student who is put into the session's section makes the map fetch its learners again", async () => {
  await using server = await testServer();
  const { admin, mentor, a, inA, inB } = await twoSections(server);
  const { _id } = await sumQuestion(mentor);
  const { body: classSession } = await mentor.post("/class-sessions", {
    questions: [_id],
    audience: [a],
  });
  await using watcher = await watchMap(server, mentor, classSession._id);
  await admin.put(`/sections/${a}/members`, { in: [inB._id] });
  is(await watcher.check(), false, "the events alone decided the map");
  const { learners } = await mapOf(mentor, classSession._id);
  equals(learners.map((one) => one._id).sort(), [inA._id, inB._id].sort());
});

type Scene = {
  mentor: TestPerson;
  students: TestPerson[];
  questions: string[];
  id: string;
  watcher: Awaited<ReturnType<typeof watchMap>>;
};

async function act(scene: Scene, one: { command: string; who: number; what: number }) {
  const { mentor, students, questions, id, watcher } = scene;
  const student = students[one.who % students.length] as TestPerson;
  const question = questions[one.what % questions.length] as string;
  const doubtOf = async () => {
    const { body } = await mentor.get("/doubts/filter-doubts?resolved=false&limit=100");
    return body.doubts[one.what % (body.doubts.length || 1)]?._id;
  };
  const sign = (kind: string) =>
    student.post(`/class-sessions/${id}/signs`, { assignmentId: question, sign: kind });
  const handIn = (responseStatus: string) =>
    student.put(`/assignments/${question}/status`, { responseStatus, learningNotes: "Notes" });
  switch (one.command) {
    case "pass":
      return await ran(student, question, claim([ok0, { verdict: "passed", output: "10" }]));
    case "fail":
      return await ran(student, question);
    case "fail else":
      return await ran(student, question, claim([wrong(), wrong()]));
    case "break":
      return await ran(student, question, broken);
    case "open":
      return await sign("opened");
    case "write":
      return await sign("writing");
    case "raise":
      return await student.post("/doubts", {
        ...{ assignmentId: question, doubtText: `Why ${one.what}?`, private: one.what % 2 === 0 },
      });
    case "reply":
    case "claim":
    case "release": {
      const doubt = await doubtOf();
      if (doubt === undefined) return;
      if (one.command === "reply") {
        return await mentor.put(`/doubts/${doubt}/reply`, { reply: "So." });
      }
      if (one.command === "claim") return await mentor.post(`/doubts/${doubt}/claim`);
      return await mentor.delete(`/doubts/${doubt}/claim`);
    }
    case "resolve": {
      const { body } = await student.get("/doubts/filter-doubts?scope=mine&resolved=false");
      if (body.doubts[0]) return await student.put(`/doubts/${body.doubts[0]._id}/resolve`);
      return;
    }
    case "merge":
    case "split": {
      const { body } = await mentor.get("/doubts/filter-doubts?limit=100");
      const [doubt, other] = [0, 1].map((more) =>
        body.doubts[(one.what + more) % (body.doubts.length || 1)]?._id
      );
      if (doubt === undefined) return;
      const path = `/doubts/${doubt}/merge`;
      return one.command === "merge"
        ? await mentor.put(path, { into: other })
        : await mentor.delete(path);
    }
    case "hand in":
      return await handIn("solved");
    case "hand in unsolved":
      return await handIn("not understanding");
    case "questions":
      if (one.what < 5) return;
      return await mentor.put(`/class-sessions/${id}`, {
        questions: questions.slice(one.what % 2),
      });
    case "leave":
      return watcher.leave();
    case "return":
      return await watcher.join();
    case "again":
      return watcher.redeliver(one.what);
  }
}

/** A mentor's browser without its screen: it fetches the map once, and applies events to it. */
async function watchMap(server: TestServer, mentor: TestPerson, id: string) {
  const me = { ...mentor, get: async (path: string) => await getFrom(server, mentor, path) };
  let [known, seq]: [KnownMap, number] = [await fetched(), 0];
  const log: Push[] = [];
  let ear: Awaited<ReturnType<typeof listen>> | null = null;

  async function fetched(): Promise<KnownMap> {
    const { body, headers } = await me.get(`/class-sessions/${id}/map`);
    return { map: classMapOf(body), seq: Number(headers.get("x-seq")), stale: false };
  }

  function keep(push: Push): void {
    if (typeof push.data?.seq !== "number") return;
    if (push.event === "ready") return void (seq = Math.max(seq, push.data.seq));
    seq = Math.max(seq, push.data.seq);
    log.push(push);
    known = classMap.apply(known, push as LiveEvent, null);
  }

  async function join(): Promise<void> {
    if (ear) return;
    ear = await listen(server, { token: mentor.token, since: seq || known.seq });
    for (const push of ear.pushes) keep(push);
    ear.socket.onAny((event, data) => keep({ event, data }));
  }

  await join();
  return {
    join,
    leave() {
      ear?.socket.disconnect();
      ear = null;
    },
    redeliver(from: number) {
      for (const push of log.slice(from)) {
        known = classMap.apply(known, push as LiveEvent, null);
      }
    },
    /** Waits for all events, and compares. @returns whether events alone decided the map */
    async check(): Promise<boolean> {
      await join();
      const [last] = await server.parts.database.sql`
        select coalesce(max(seq), 0)::int as seq from events where rooms && array['staff', 'class']`;
      await until(() => seq >= last?.seq, () => `after ${seq}, ${last?.seq}`);
      const wasStale = known.stale;
      if (wasStale) known = await fetched();
      const { map } = await fetched();
      const comparable = ({ map }: { map: KnownMap["map"] }) => map && { ...map, learners: null };
      equals(comparable(known), comparable({ map }));
      return !wasStale;
    },
    [Symbol.asyncDispose]() {
      ear?.socket.disconnect();
      return Promise.resolve();
    },
  };
}

async function getFrom(server: TestServer, { token }: TestPerson, path: string) {
  const reply = await fetch(`${server.url}/api${path}`, { headers: { "x-auth-token": token } });
  return { body: await reply.json(), headers: reply.headers };
}
