/** The list of doubts: each filter with rows that match and rows that do not, paging, order. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "./kit/assignments.ts";
import { doubtsOf, found, idOf, listed } from "./kit/doubts.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

Deno.test("each filter finds the matching doubts and no others", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const student = await person(server);
  const names = await doubtsOf({ mentor, student }, {
    a: { tag: "hw", difficulty: "easy" },
    b: { tag: "cw", difficulty: "medium" },
    c: { tag: "practice", difficulty: "hard" },
    d: { tag: "hw", difficulty: "hard" },
    e: { tag: "cw", difficulty: "easy" },
  });
  const [b, c, d, e] = ["b", "c", "d", "e"].map((name) => idOf(names, name));
  await mentor.put(`/doubts/${b}/reply`, { reply: "So" });
  await mentor.put(`/doubts/${c}/reply`, { reply: "So" });
  await student.put(`/doubts/${c}/followup`, { followup: "And?" });
  await student.put(`/doubts/${d}/resolve`);
  await mentor.post(`/doubts/${e}/claim`, {});

  const cases: [Record<string, string>, string][] = [
    [{}, "dcbea"],
    [{ assignmentTag: "HW" }, "da"],
    [{ assignmentTag: "CW" }, "be"],
    [{ assignmentTag: "practice" }, "c"],
    [{ assignmentTag: "personal" }, ""],
    [{ difficulty: "easy" }, "ea"],
    [{ difficulty: "medium" }, "b"],
    [{ difficulty: "hard" }, "dc"],
    [{ assignmentTag: "HW", difficulty: "hard" }, "d"],
    [{ status: "new" }, "a"],
    [{ status: "replied" }, "b"],
    [{ status: "unsatisfied" }, "c"],
    [{ status: "resolved" }, "d"],
    [{ status: "review" }, "e"],
    [{ resolved: "true" }, "d"],
    [{ waiting: "true" }, "cea"],
    [{ resolved: "false" }, "cbea"],
    [{ resolved: "true", status: "new" }, ""],
    [{ resolved: "false", assignmentTag: "HW" }, "a"],
    [{ status: "review", difficulty: "medium" }, ""],
    [{ status: "review", difficulty: "easy" }, "e"],
    // Empty values and "all" do not filter.
    [{ assignmentTag: "all", difficulty: "", status: "all", resolved: "" }, "dcbea"],
    [{ scope: "all", timeframe: "all", assignmentTitle: " ", text: "" }, "dcbea"],
  ];
  for (const who of [mentor, student, await person(server), await person(server, "admin")]) {
    for (const [filter, expected] of cases) {
      equals((await found(who, names, filter)).join(""), expected, JSON.stringify(filter));
    }
  }
  const wrongs: Record<string, string>[] = [
    { assignmentTag: "hw" },
    { difficulty: "'; drop" },
    { status: "old" },
    {
      resolved: "yes",
    },
    { timeframe: "year" },
    { scope: "theirs" },
    { order: "oldest" },
    { assignmentTitle: "x".repeat(300) },
    { text: "a\0b" },
  ];
  for (const wrong of wrongs) {
    const { status, body } = await mentor.get(
      `/doubts/filter-doubts?${new URLSearchParams(wrong)}`,
    );
    equals([status, Object.keys(body.errors)], [400, Object.keys(wrong)]);
  }
});

Deno.test("the status follows a current claim, and ignores an expired one", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const names = await doubtsOf({ mentor, student }, { claimed: {}, free: {} });
  const start = new Date().toISOString();
  const at = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString();
  server.setClock(start);
  await mentor.post(`/doubts/${idOf(names, "claimed")}/claim`, {});
  // Before the sweep, the clock alone decides.
  for (const [minutes, review, fresh] of [[0, "claimed", "free"], [9.99, "claimed", "free"]]) {
    server.setClock(at(minutes as number));
    equals(await found(student, names, { status: "review" }), [review]);
    equals(await found(student, names, { status: "new" }), [fresh]);
  }
  server.setClock(at(10.01));
  equals(await found(student, names, { status: "review" }), []);
  equals(await found(student, names, { status: "new" }), ["free", "claimed"]);
  const { doubts } = await listed(mentor);
  equals(doubts.map(({ claim, currentStatus }) => [claim, currentStatus]), [
    [null, "new"],
    [null, "new"],
  ]);
});

Deno.test("pages: invalid values fall back to a default, and past the end the total stays", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: questionId } = await assignment(mentor);
  await doubt(student, questionId);
  const { sql } = server.parts.database;
  // 124 more resolved doubts, each a minute older than the one before.
  await sql`
    insert into doubts (id, assignment_id, student_id, doubt_text, stage, resolved_at, active_at,
      entries, words, created_at)
    select gen_random_uuid(), assignment_id, student_id, doubt_text, 'resolved', created_at,
      created_at - n * interval '1 minute', 1, words, created_at - n * interval '1 minute'
    from doubts, generate_series(1, 124) as n`;
  const all = (await sql`select id from doubts order by active_at desc, id desc`).map(({ id }) =>
    id
  );
  const cases: [Record<string, string>, number, number][] = [
    [{}, 0, 20],
    [{ page: "2" }, 20, 20],
    [{ page: "7" }, 120, 5],
    [{ page: "8" }, 0, 0],
    [{ page: "999999999" }, 0, 0],
    [{ page: "-1" }, 0, 20],
    [{ page: "1.5" }, 0, 20],
    [{ limit: "0" }, 0, 10],
    [{ limit: "1e9" }, 0, 10],
    [{ limit: "1" }, 0, 1],
    [{ limit: "100" }, 0, 100],
    [{ limit: "101" }, 0, 100],
    [{ limit: "999999999" }, 0, 100],
    [{ limit: "7", page: "3" }, 14, 7],
    [{ limit: "100", page: "2" }, 100, 25],
  ];
  const filters: Record<string, string>[] = [{}, { text: "loop" }, { assignmentTag: "HW" }, {
    assignmentTitle: "array",
  }];
  for (const filter of filters) {
    for (const [paging, from, count] of cases) {
      const { doubts, total } = await listed(student, { ...filter, ...paging });
      const about = JSON.stringify({ ...filter, ...paging });
      equals(doubts.map(({ _id }) => _id), all.slice(from, from + count), about);
      is(total, 125, about);
    }
  }
  equals(await listed(student, { page: "3", text: "nowhere" }), { doubts: [], total: 0 });
});

Deno.test("timeframes begin with the class's day, week and month", async () => {
  // 23:30 on Wednesday 30 September 2026 in UTC is 05:00 on Thursday 1 October in Kolkata.
  const now = "2026-09-30T23:30:00.000Z";
  const raised: Record<string, string> = {
    august: "2026-08-31T12:00:00.000Z",
    sunday: "2026-09-27T18:29:00.000Z",
    monday: "2026-09-27T18:31:00.000Z",
    yesterday: "2026-09-30T18:29:00.000Z",
    today: "2026-09-30T18:31:00.000Z",
  };
  const inZone = async (zone: string, expected: Record<string, string[]>) => {
    await using server = await testServer({ CLASS_TZ: zone });
    server.setClock("2026-09-26T00:00:00.000Z");
    const [mentor, student] = [await person(server, "mentor"), await person(server)];
    const names = new Map<string, string>();
    for (const [name, time] of Object.entries(raised)) {
      const question = await assignment(mentor);
      server.setClock(time);
      names.set((await doubt(student, question._id))._id, name);
    }
    server.setClock(now);
    // An old doubt that is answered today still belongs to August.
    await mentor.put(`/doubts/${idOf(names, "august")}/reply`, { reply: "At last" });
    for (const [timeframe, found_] of Object.entries(expected)) {
      const filter = { timeframe };
      equals((await found(student, names, filter)).sort(), found_.sort(), `${zone} ${timeframe}`);
    }
  };
  await inZone("Asia/Kolkata", {
    today: ["today"],
    week: ["monday", "yesterday", "today"],
    month: ["today"],
    all: Object.keys(raised),
  });
  await inZone("America/New_York", {
    // There it is still Wednesday, 30 September.
    today: ["yesterday", "today"],
    week: ["yesterday", "today"],
    month: ["sunday", "monday", "yesterday", "today"],
  });
});

Deno.test("scope=mine: a learner's own doubts, or those that the mentor answered last", async () => {
  await using server = await testServer();
  const [mentor, other] = [await person(server, "mentor"), await person(server, "mentor")];
  const [student, classmate] = [await person(server), await person(server, "volunteer")];
  const own = await doubtsOf({ mentor, student }, { a: {}, b: {} });
  const others = await doubtsOf({ mentor, student: classmate }, { c: {}, d: {} });
  const names = new Map([...own, ...others]);
  for (const name of ["a", "c"]) {
    await mentor.put(`/doubts/${idOf(names, name)}/reply`, { reply: "So" });
  }
  await other.put(`/doubts/${idOf(names, "c")}/reply`, { reply: "No: so" });
  const mine = (who: TestPerson) => found(who, names, { scope: "mine" });
  equals(await mine(student), ["a", "b"]);
  equals(await mine(classmate), ["c", "d"]);
  equals(await mine(mentor), ["a"]);
  equals(await mine(other), ["c"]);
  equals(await mine(await person(server, "admin")), []);
});

Deno.test("the queue has the longest waiting first, then doubts that do not wait", async () => {
  await using server = await testServer();
  const base = Date.parse("2026-12-07T05:00:00Z");
  const at = (hours: number) => new Date(base + hours * 3_600_000).toISOString();
  server.setClock(at(0));
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const names = new Map<string, string>();
  for (const [hour, name] of ["first", "second", "third", "answered", "old"].entries()) {
    // 30 hours apart, so that they lie in more than one week.
    server.setClock(at(hour * 30));
    const question = await assignment(mentor);
    names.set((await doubt(student, question._id, { doubtText: `needle ${name}` }))._id, name);
  }
  server.setClock(at(150));
  await mentor.put(`/doubts/${idOf(names, "answered")}/reply`, { reply: "So" });
  server.setClock(at(151));
  // Recently active, but waiting the longest.
  await student.put(`/doubts/${idOf(names, "first")}/followup`, { followup: "Anybody?" });
  server.setClock(at(152));
  await mentor.put(`/doubts/${idOf(names, "second")}/reply`, { reply: "So" });
  server.setClock(at(153));
  await student.put(`/doubts/${idOf(names, "second")}/followup`, { followup: "How?" });
  const queue = ["first", "third", "old", "second", "answered"];
  const newest = ["second", "first", "answered", "old", "third"];
  equals(await found(mentor, names, { order: "queue" }), queue);
  equals(await found(mentor, names, { order: "queue", text: "needle" }), queue);
  equals(await found(mentor, names, { order: "queue", assignmentTag: "HW" }), queue);
  equals(await found(mentor, names, { text: "needle" }), newest);
  equals(await found(student, names, { order: "queue" }), newest, "for staff only");
  const { doubts } = await listed(mentor, {
    order: "queue",
    text: "needle",
    limit: "2",
    page: "2",
  });
  equals(doubts.map(({ _id }) => names.get(_id)), queue.slice(2, 4));
});
