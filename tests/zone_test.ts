/**
 * "Today", "this week" and "this month" are those of the class, whatever the time zones of server
 * and database.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "./kit/assignments.ts";
import { type Caller, caller, person } from "./kit/people.ts";
import { newDatabase } from "./kit/postgres.ts";
import { iso } from "../server/kit/db/columns.ts";
import { connect } from "../server/kit/db/database.ts";
import { type TestServer, testServer } from "./kit/server.ts";

/**
 * In May, the first is a day ahead of Kolkata for 8.5 hours of the day, the second a day behind for
 * 12.5.
 */
const AWAY = ["Pacific/Kiritimati", "America/Los_Angeles"];

/** The last second of a Sunday and a month in Kolkata, and the next second. */
const SUNDAY = "2026-05-31T18:29:59.000Z";
const MONDAY = "2026-05-31T18:30:00.000Z";

/** Runs the work with this process and the database in that time zone. */
async function standingIn(zone: string, work: (server: TestServer) => Promise<void>) {
  const before = Deno.env.get("TZ");
  const database = await newDatabase();
  const { sql, close } = connect(database.url, { max: 1 });
  const [{ name } = { name: "" }] = await sql`select current_database() as name`;
  await sql`alter database ${sql(name)} set timezone to ${sql.unsafe(`'${zone}'`)}`;
  await close();
  Deno.env.set("TZ", zone);
  try {
    await using server = await testServer({ DATABASE_URL: database.url });
    // Checks that the zone is set: the hours in this process and the database's setting are that
    // zone's.
    const there = new Intl.DateTimeFormat("en", {
      timeZone: zone,
      hour: "numeric",
      hourCycle: "h23",
    });
    is(new Date(SUNDAY).getHours(), Number(there.format(new Date(SUNDAY))));
    const [shown] = await server.parts.database.sql`show timezone`;
    is(shown?.TimeZone, zone);
    await work(server);
  } finally {
    if (before === undefined) Deno.env.delete("TZ");
    else Deno.env.set("TZ", before);
    await database.drop();
  }
}

const ids = (list: { _id: string }[]): string[] => list.map(({ _id }) => _id);

async function timeframes(asker: Caller): Promise<string[][]> {
  const found = [];
  for (const timeframe of ["today", "week", "month"]) {
    found.push(ids((await asker.get(`/doubts/filter-doubts?timeframe=${timeframe}`)).body.doubts));
  }
  return found;
}

for (const zone of AWAY) {
  Deno.test(`the class's Sunday ends on time with a server in ${zone}`, async () => {
    await standingIn(zone, async (server) => {
      server.setClock(SUNDAY);
      const [mentor, student] = [await person(server, "mentor"), await person(server)];
      const texts = { classSummary: "a", classQuestions: "b", homeworkQuestions: "c" };
      const briefing = (await mentor.post("/dailyBriefing", texts)).body;
      is(briefing.day, "2026-05-31");
      const { _id } = await assignment(mentor);
      const raised = await doubt(student, _id);
      const weeklyTarget = JSON.stringify([{ text: "Answer all doubts" }]);
      const goal = (await mentor.post("/goals", { user: mentor._id, weeklyTarget })).body;
      is(goal.week, "2026-05-25");
      const report = (update: string) => ({
        dailyReports: [{ update }],
        weeklyJustification: "Done",
      });
      is((await mentor.put(`/goals/${goal._id}`, report("Sunday's"))).status, 200);
      equals((await mentor.put(`/goals/${goal._id}`, report("Again"))).body.code, "report.exists");
      equals(ids((await caller(server).get("/assignments/home")).body), [_id]);
      equals(await timeframes(student), [[raised._id], [raised._id], [raised._id]]);

      server.setClock(MONDAY);
      is((await mentor.get("/dailyBriefing/current")).body?._id, undefined);
      const next = (await mentor.post("/dailyBriefing", texts)).body;
      is(next.day, "2026-06-01");
      for (const [month, one] of [["2026-05", briefing], ["2026-06", next], ["", next]] as const) {
        equals(ids((await mentor.get(`/dailyBriefing/archive?month=${month}`)).body), [one._id]);
      }
      equals((await mentor.put(`/goals/${goal._id}`, report("Late"))).body.code, "goal.closed");
      const fresh = (await mentor.post("/goals", { user: mentor._id, weeklyTarget })).body;
      is(fresh.week, "2026-06-01");
      const early = await mentor.put(`/goals/${fresh._id}`, report("Monday's"));
      is(early.body.code, "goal.not-sunday");
      equals((await caller(server).get("/assignments/home")).body, []);
      equals(await timeframes(student), [[], [], []]);
      // A time is the same text in every zone.
      is((await student.get(`/doubts/${raised._id}`)).body.createdAt, SUNDAY);
      ok(JSON.stringify(fresh).includes(MONDAY));
    });
  });
}

Deno.test("a calendar is the same text whatever the time zones of server and database", async () => {
  const feeds: string[] = [];
  const title = `Loops, part A; "for" — ${"é".repeat(100)}`;
  for (const zone of AWAY) {
    await standingIn(zone, async (server) => {
      server.setClock("2026-11-30T06:30:00.000Z");
      const mentor = await person(server, "mentor");
      const { _id } = await assignment(mentor, { title });
      await mentor.put(`/assignments/${_id}`, { dueAt: "2026-12-05T23:59" });
      await mentor.post("/goals", { user: mentor._id, weeklyTarget: '[{"text":"Answer"}]' });
      const { path } = (await mentor.post("/calendar")).body;
      const feed = await caller(server).fetch(path.replace("/api", ""));
      feeds.push(
        (await feed.text()).replace(/\r\n /g, "").replace(/[\da-f]{8}(-[\da-f]{4,12}){4}/g, "id"),
      );
    });
  }
  is(feeds[0], feeds[1]);
  const lines = feeds[0]?.split("\r\n") ?? [];
  ok(lines.includes("DTSTART:20261205T182900Z"));
  ok(lines.includes(`SUMMARY:Homework due: ${title.replace(/[,;]/g, "\\$&")}`));
  // Only the week's Sunday: a day without an end.
  ok(lines.includes("DTSTART;VALUE=DATE:20261206"));
  ok(!lines.some((line) => line.startsWith("DTEND")));
});

Deno.test("a time is read as the same text in every time zone of PostgreSQL", async () => {
  await using server = await testServer();
  const { sql } = server.parts.database;
  for (
    const time of [
      "2026-02-28T23:59:59.000Z",
      "2026-03-01T00:00:00.100Z",
      "1999-12-31T18:30:00.012Z",
    ]
  ) {
    for (const zone of ["UTC", "Asia/Kolkata", "America/St_Johns"]) {
      const [row] = await sql.begin(async (tx) => {
        await tx.unsafe(`set local timezone to '${zone}'`);
        return await tx.unsafe(`select '${time}'::timestamp(3) with time zone::text as text`);
      });
      is(iso(row?.text), time, zone);
    }
  }
});
