/**
 * Weekly goals, by the class's calendar: one goal a week, one report a day, summaries on Sunday.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { type MentorWeek, NOT_SUNDAY, REPORT_EXISTS } from "../server/goals/schema.ts";
import type { Role } from "../server/kit/core/roles.ts";
import { newId } from "../server/kit/core/ids.ts";
import { caller, person, type Reply, signedIn } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

/** A Wednesday, 15:30 in Kolkata. */
const WEDNESDAY = "2026-03-04T10:00:00.000Z";
const SUNDAY = "2026-03-08T10:00:00.000Z";
const ITEMS = [{ text: "Review 20 solutions", completed: false, justification: "" }];
const TARGET = JSON.stringify(ITEMS);
const REPORT = { update: "Reviewed four", isCompleted: true, justification: "" };

const answer = ({ status, body }: Reply) => [status, body.code, body.msg];

/** Creates a person for tests that jump over weeks: each `calls()` signs a new session. */
async function longLived(server: TestServer, role: Role) {
  const one = await person(server, role);
  const calls = async () => {
    const token = await signedIn(server, one._id);
    return { ...one, token, ...caller(server, token) };
  };
  return { _id: one._id, calls };
}

/** Starts a server at `now`, with a mentor who has a goal for that week. */
async function withGoal(now: string | null, vars: Record<string, string> = {}) {
  const server = await testServer(vars);
  server.setClock(now);
  const { _id, calls } = await longLived(server, "mentor");
  const mentor = await calls();
  const made = await mentor.post("/goals", { user: _id, weeklyTarget: TARGET });
  is(made.status, 201, JSON.stringify(made.body));
  return { server, mentor, calls, goal: made.body, path: `/goals/${made.body._id}` };
}

Deno.test("a mentor sets a goal, ticks it off and reports; admins get the events", async () => {
  // The clock is not set, because a socket's session is timed by the real one.
  const { server, mentor, goal, path } = await withGoal(null);
  await using _ = server;
  equals(
    [goal.user, goal.weeklyTarget, goal.weeklyJustification, goal.dailyReports],
    [mentor._id, TARGET, "", []],
  );
  const [admin, student, colleague] = [
    await person(server, "admin"),
    await person(server),
    await person(server, "mentor"),
  ];
  using ear = await listen(server, { token: admin.token });
  using own = await listen(server, { token: mentor.token });
  using others = await listen(server, { token: colleague.token });
  const done = JSON.stringify([{ ...ITEMS[0], completed: true }]);
  const ticked = await mentor.put(path, { weeklyTarget: done, version: 1 });
  equals([ticked.status, ticked.body.weeklyTarget, ticked.body.version], [200, done, 2]);
  equals((await ear.next("goal.saved")).weeklyTarget, done);
  equals((await own.next("goal.saved")).version, 2);
  equals(others.of("goal.saved"), []);

  const stale = await mentor.put(path, { weeklyTarget: TARGET, version: 1 });
  equals([stale.status, stale.body.code, stale.body.current], [409, "stale", ticked.body]);
  const reported = await mentor.put(path, { dailyReports: [REPORT] });
  const [{ date, ...report }] = reported.body.dailyReports;
  equals([report, date], [{ ...REPORT, rating: "Satisfied" }, reported.body.updatedAt]);

  equals((await mentor.get(`/goals/user/${mentor._id}`)).body, [reported.body]);
  equals((await admin.get(`/goals/user/${mentor._id}`)).body, [reported.body]);
  is((await colleague.get(`/goals/user/${mentor._id}`)).status, 403);
  is((await student.get(`/goals/user/${student._id}`)).status, 403);
  is((await colleague.put(path, { weeklyTarget: done })).status, 404);
  is((await admin.put(path, { weeklyTarget: done })).status, 403);
  is((await mentor.put(`/goals/${newId()}`, { weeklyTarget: done })).status, 404);
});

Deno.test("an admin reads this week's goals of all mentors with one call", async () => {
  const { server, mentor, calls, goal } = await withGoal(WEDNESDAY);
  await using _ = server;
  const colleague = await longLived(server, "mentor");
  const gone = await longLived(server, "mentor");
  const admin = await longLived(server, "admin");
  const read = async () => {
    const { status, body } = await (await admin.calls()).get("/goals/week");
    is(status, 200);
    return Object.fromEntries(
      body.map((one: MentorWeek) => [one.mentor._id, one.goal]),
    );
  };
  is((await (await admin.calls()).delete(`/users/${gone._id}`)).status, 200);
  equals(await read(), { [mentor._id]: goal, [colleague._id]: null });
  is((await (await calls()).get("/goals/week")).status, 403);
  server.setClock("2026-03-09T10:00:00.000Z");
  equals(await read(), { [mentor._id]: null, [colleague._id]: null });
});

Deno.test("a mentor sets only their own goal, with a valid checklist", async () => {
  await using server = await testServer();
  const [mentor, admin] = [await person(server, "mentor"), await person(server, "admin")];
  const post = (weeklyTarget: unknown) => mentor.post("/goals", { user: mentor._id, weeklyTarget });
  is((await mentor.post("/goals", { user: admin._id, weeklyTarget: TARGET })).status, 403);
  is((await admin.post("/goals", { user: admin._id, weeklyTarget: TARGET })).status, 403);
  const bad = [
    ITEMS,
    "not JSON",
    "[]",
    "{}",
    "null",
    JSON.stringify([{ text: "   ", completed: false }]),
    JSON.stringify([{ text: "x", completed: "yes" }]),
    JSON.stringify([{ text: "x", _id: 1 }]),
    JSON.stringify(Array(51).fill(ITEMS[0])),
    "[".repeat(90_000),
    undefined,
  ];
  for (const weeklyTarget of bad) {
    const refused = await post(weeklyTarget);
    is(refused.status, 400, JSON.stringify(weeklyTarget)?.slice(0, 60));
    ok(
      Object.keys(refused.body.errors).every((field) => field.startsWith("weeklyTarget")),
      JSON.stringify(refused.body),
    );
  }
  equals((await mentor.get(`/goals/user/${mentor._id}`)).body, []);
});

Deno.test("one goal a week, also of concurrent ones", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const body = { user: mentor._id, weeklyTarget: TARGET };
  const replies = await Promise.all(Array.from({ length: 8 }, () => mentor.post("/goals", body)));
  const made = replies.filter(({ status }) => status === 201);
  is(made.length, 1);
  for (const refused of replies.filter((reply) => reply !== made[0])) {
    equals([refused.status, refused.body.code], [409, "goal.exists"]);
    equals(refused.body.current, made[0]?.body);
  }
});

/**
 * Instants around Monday 00:00 in the class's time zone: the last of one week and the first of the
 * next.
 */
const EDGES: Record<string, [zone: string, first: string, week: string]> = {
  "Sunday 23:59:59 and Monday 00:00 in Kolkata": [
    "Asia/Kolkata",
    "2026-03-08T18:30:00.000Z",
    "2026-03-09",
  ],
  "the end of a month": ["Asia/Kolkata", "2026-05-31T18:30:00.000Z", "2026-06-01"],
  "the first Monday of a year whose first days belong to the week before": [
    "Asia/Kolkata",
    "2027-01-03T18:30:00.000Z",
    "2027-01-04",
  ],
  "west of UTC": ["America/Los_Angeles", "2026-02-02T08:00:00.000Z", "2026-02-02"],
  "a Sunday of 23 hours, when clocks are put forward": [
    "Europe/Berlin",
    "2026-03-29T22:00:00.000Z",
    "2026-03-30",
  ],
  "a Sunday of 25 hours, when they are put back": [
    "Europe/Berlin",
    "2026-10-25T23:00:00.000Z",
    "2026-10-26",
  ],
};
const before = (at: string, ms: number) => new Date(Date.parse(at) - ms).toISOString();

for (const [says, [zone, first, week]] of Object.entries(EDGES)) {
  Deno.test(`a week ends by the class's calendar: ${says}`, async () => {
    const weeks = [before(week, 7 * 86_400_000).slice(0, 10), week];
    const { server, mentor, goal, path } = await withGoal(before(first, 1), { CLASS_TZ: zone });
    await using _ = server;
    is(goal.week, weeks[0]);
    const summed = await mentor.put(path, { weeklyJustification: "A good week." });
    is(summed.status, 200, "the last second of Sunday is Sunday");
    const body = { user: mentor._id, weeklyTarget: TARGET };
    equals((await mentor.post("/goals", body)).body.code, "goal.exists");

    server.setClock(first);
    const next = await mentor.post("/goals", body);
    equals([next.status, next.body.week], [201, weeks[1]]);
    const list = (await mentor.get(`/goals/user/${mentor._id}`)).body;
    equals(list.map(({ week }: { week: string }) => week), [weeks[1], weeks[0]]);
    const summary = { weeklyJustification: "Too late" };
    equals(answer(await mentor.put(`/goals/${next.body._id}`, summary)), [
      409,
      "goal.not-sunday",
      NOT_SUNDAY,
    ]);
    for (const late of [summary, { weeklyTarget: TARGET }, { dailyReports: [REPORT] }]) {
      equals((await mentor.put(path, late)).body.code, "goal.closed");
    }
  });
}

Deno.test("the summary can be changed only on Sunday; unchanged, it may be sent on any day", async () => {
  const { server, mentor, path } = await withGoal(WEDNESDAY);
  await using _ = server;
  equals(answer(await mentor.put(path, { weeklyJustification: "Early" })), [
    409,
    "goal.not-sunday",
    NOT_SUNDAY,
  ]);
  is((await mentor.put(path, { weeklyJustification: "", weeklyTarget: TARGET })).status, 200);
  server.setClock(SUNDAY);
  const summed = await mentor.put(path, { weeklyJustification: " Nearly all done. " });
  is(summed.body.weeklyJustification, "Nearly all done.");
  const colleague = await person(server, "mentor");
  const early = { user: colleague._id, weeklyTarget: TARGET, weeklyJustification: "Done" };
  is((await colleague.post("/goals", early)).status, 201, "it is Sunday");
  server.setClock(WEDNESDAY);
  const third = await person(server, "mentor");
  const late = await third.post("/goals", { ...early, user: third._id });
  equals(late.body.code, "goal.not-sunday");
});

Deno.test("one report a day: today's is editable, a second is refused, older ones are closed", async () => {
  const { server, mentor, path } = await withGoal(WEDNESDAY);
  await using _ = server;
  const first = { ...REPORT, date: WEDNESDAY, rating: "Less Satisfied" };
  is((await mentor.put(path, { dailyReports: [first] })).status, 200);
  const second = { ...REPORT, date: "2026-03-04T11:00:00.000Z", update: "Once more" };
  for (const dailyReports of [[second], [first, second], [REPORT], [second, first]]) {
    const refused = await mentor.put(path, { dailyReports });
    equals(answer(refused), [409, "report.exists", REPORT_EXISTS]);
  }
  const edited = { ...first, update: "Reviewed six", rating: "Overly Satisfied" };
  equals((await mentor.put(path, { dailyReports: [edited] })).body.dailyReports, [edited]);

  // Thursday 00:00 in Kolkata, still Wednesday in UTC.
  const thursday = "2026-03-04T18:30:00.000Z";
  server.setClock(thursday);
  const next = { ...REPORT, rating: "Satisfied", date: thursday };
  const both = await mentor.put(path, { dailyReports: [edited, next] });
  equals(both.body.dailyReports, [edited, next]);
  for (
    const dailyReports of [[{ ...edited, update: "Rewritten" }, next], [{
      ...edited,
      rating: "Satisfied",
    }]]
  ) {
    equals((await mentor.put(path, { dailyReports })).body.code, "report.closed");
  }
  for (const date of ["2026-03-04T10:00:00.001Z", "2026-03-06T18:30:00.000Z", "2026-03-03"]) {
    const refused = await mentor.put(path, { dailyReports: [{ ...REPORT, date }] });
    equals(refused.body.code, "report.closed", date);
  }
  const alone = await mentor.put(path, { dailyReports: [{ ...next, update: "Edited" }] });
  equals(alone.body.dailyReports, [edited, { ...next, update: "Edited" }]);
  equals((await mentor.put(path, { dailyReports: [] })).body.dailyReports.length, 2);
});

Deno.test("of concurrent daily reports one is kept", async () => {
  const { server, mentor, path } = await withGoal(WEDNESDAY);
  await using _ = server;
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      mentor.put(path, {
        dailyReports: [{ ...REPORT, update: `Update ${at}`, date: `2026-03-04T10:00:0${at}.000Z` }],
      })),
  );
  is(replies.filter(({ status }) => status === 200).length, 1);
  ok(
    replies.filter(({ status }) => status !== 200).every(({ body }) =>
      body.code === "report.exists"
    ),
  );
  const [goal] = (await mentor.get(`/goals/user/${mentor._id}`)).body;
  is(goal.dailyReports.length, 1);
});

Deno.test("a report needs a text and a valid rating", async () => {
  const { server, mentor, path } = await withGoal(WEDNESDAY);
  await using _ = server;
  const bad: [string, object][] = [
    ["update", { update: " " }],
    ["rating", { rating: "Happy" }],
    ["isCompleted", { isCompleted: "yes" }],
    ["date", { date: "yesterday" }],
    ["date", { date: "2026-03-04T10:00:00.1234567890Z" }],
    ["mood", { mood: "good" }],
  ];
  for (const [field, wrong] of bad) {
    const refused = await mentor.put(path, { dailyReports: [{ ...REPORT, ...wrong }] });
    is(refused.status, 400, field);
    ok(JSON.stringify(refused.body.errors).includes(field), JSON.stringify(refused.body));
  }
});
