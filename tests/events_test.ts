/** What each write announces, to which rooms, and that it does so in its own transaction. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { eventSchemas } from "../server/live/events.ts";
import { assignTo } from "./kit/assignments.ts";
import { callsWith, lastEvent, prepared } from "./kit/calls.ts";
import { type TestServer, testServer } from "./kit/server.ts";

const FIGURES = "stats.changed → staff";
const DOUBT_CHANGED = ["doubt.entry → doubt", "doubt.changed → class"];

/**
 * Every call that writes, and what it announces about something of the whole class's, in the log's
 * order; whose room and which doubt's it is, is left out. One read is among them: it remembers a
 * learner's first look.
 */
const ANNOUNCES: Record<string, string[]> = {
  "POST /auth/login": [],
  "POST /auth/register": [],
  "POST /auth/verify-otp": ["user.changed → admins", FIGURES],
  "POST /auth/resend-otp": [],
  "POST /auth/forgot-password": [],
  "POST /auth/reset-password": ["session.ended → user", "user.changed → admins", FIGURES],

  "POST /assignments": ["assignment.saved → staff", FIGURES],
  "PUT /assignments/:id": ["assignment.saved → class", "homework.changed → home"],
  "PUT /assignments/:id/distribution": ["assignment.saved → class", "homework.changed → home"],
  "PUT /assignments/:id/assign-personal": [
    "assignment.saved → class",
    "assignment.assigned → user",
    "assignment.assigned → staff",
  ],
  "PUT /assignments/:id/status": ["review.waiting → staff", "review.changed → user"],
  "GET /assignments/:id/solution": ["solution.viewed → staff user"],
  // A hidden one's version is for those who see it.
  "PUT /assignments/:id/solution": ["assignment.saved → staff"],
  "PUT /assignments/:id/solution-visibility": ["assignment.saved → class"],
  "PUT /solutions/:id/feedback": ["solution.feedback → staff user"],

  "PUT /assignments/:id/review": ["review.changed → staff user"],
  "POST /assignments/:id/review/claim": ["claim.changed → staff"],
  // Nobody has it.
  "DELETE /assignments/:id/review/claim": [],

  "POST /doubts": ["doubt.entry → doubt", "doubt.opened → class", FIGURES],
  "PUT /doubts/:id/reply": [...DOUBT_CHANGED, FIGURES],
  "PUT /doubts/:id/followup": DOUBT_CHANGED,
  "PUT /doubts/:id/resolve": DOUBT_CHANGED,
  "PATCH /doubts/:id": ["doubt.hidden → class", "doubt.changed → staff user"],
  "POST /doubts/:id/claim": ["claim.changed → staff", "doubt.changed → class"],
  "DELETE /doubts/:id/claim": [],

  "POST /goals": ["goal.saved → admins user"],
  "PUT /goals/:id": ["goal.saved → admins user"],
  "POST /upload": [],

  "POST /users": ["user.changed → admins", FIGURES],
  "PATCH /users/:id": ["user.changed → admins", FIGURES],
  "POST /users/:id/disable": ["session.ended → user", "user.changed → admins", FIGURES],
  "DELETE /users/:id": ["session.ended → user", "user.changed → admins", FIGURES],

  "POST /messages": ["message.sent → staff user", FIGURES],
  "POST /messages/announcement": ["announcement.saved → home"],
  "PUT /messages/announcement/:id": ["announcement.saved → home"],
  "DELETE /messages/announcement/:id": ["announcement.deleted → home"],
  "POST /dailyBriefing": ["briefing.saved → home"],
  "PUT /dailyBriefing/:id": ["briefing.saved → home"],
  "DELETE /dailyBriefing/:id": ["briefing.deleted → home"],
  "POST /contact": ["contact.received → admins"],
  "PUT /about": ["about.saved → home"],
};

async function announced({ parts }: TestServer, since: number): Promise<string[]> {
  const rows = await parts.database.sql`
    select type, rooms from events where seq > ${since} order by seq`;
  return rows.map(({ type, rooms }) => {
    const kinds = new Set((rooms as string[]).map((room) => room.replace(/:.*/, "")));
    return `${type} → ${[...kinds].sort().join(" ")}`;
  });
}

Deno.test("every write announces what it changed, to those who may see it", async (t) => {
  await using server = await testServer({ SMTP_URL: "smtp://127.0.0.1:9" });
  const writes = callsWith((key) => !key.startsWith("GET "));
  equals([...writes, "GET /assignments/:id/solution"].sort(), Object.keys(ANNOUNCES).sort());
  for (const [key, expected] of Object.entries(ANNOUNCES)) {
    await t.step(key, async () => {
      const { send } = await prepared(server, key);
      const before = await lastEvent(server);
      const { status, body } = await send();
      ok(status === 200 || status === 201, JSON.stringify(body));
      equals(await announced(server, before), expected);
    });
  }
});

Deno.test("what ends or leaves is announced as well", async (t) => {
  await using server = await testServer();
  const last = async (work: () => Promise<{ status: number }>) => {
    const before = await lastEvent(server);
    is((await work()).status, 200);
    return await announced(server, before);
  };
  await t.step("a claim that is released", async () => {
    for (const  of of["/assignments/:id/review", "/doubts/:id"]) {
      const { fixture, path, body, send } = await prepared(server, `POST ${of}/claim`);
      is((await send()).status, 200);
      const told = await last(() => fixture.caller.delete(path, body));
      ok(told.includes("claim.changed → staff"), String(told));
    }
  });
  await t.step("a mentor of the public team who gets another name", async () => {
    const { fixture } = await prepared(server, "PATCH /users/:id");
    const { _id } = await fixture.other("mentor");
    const told = await last(() => fixture.caller.patch(`/users/${_id}`, { name: "Another Name" }));
    ok(told.includes("team.changed → home"), String(told));
  });
  await t.step("who an assignment is not assigned to any more", async () => {
    const { fixture } = await prepared(server, "PUT /assignments/:id/assign-personal");
    const [first, second] = [await fixture.other("student"), await fixture.other("student")];
    const mentor = await fixture.other("mentor");
    const { _id } = await fixture.assignment();
    is((await assignTo(mentor, _id, first)).status, 200);
    const told = await last(() => assignTo(mentor, _id, second));
    equals(told.at(-1), "assignment.unassigned → user");
  });
});

Deno.test("no event is without a call that announces it", () => {
  const all = new Set(Object.values(ANNOUNCES).flat().map((line) => line.split(" ")[0]));
  for (const more of ["assignment.unassigned", "team.changed"]) all.add(more);
  equals([...all].sort(), Object.keys(eventSchemas).sort());
});

/** What is in every table, as one digest a table; tries are counted whatever comes of them. */
async function contents({ parts }: TestServer): Promise<Record<string, string>> {
  const { sql } = parts.database;
  const tables = await sql`select tablename as name from pg_tables where schemaname = 'public'`;
  const digests: [string, string][] = [];
  for (const { name } of tables) {
    if (name === "quotas") continue;
    const [row] = await sql`
      select md5(coalesce(string_agg(kept::text, '' order by kept::text), '')) as digest
      from (select to_jsonb(r) - 'guesses' as kept from ${sql(name)} as r) as rows`;
    digests.push([name, row?.digest]);
  }
  return Object.fromEntries(digests);
}

Deno.test("a write whose announcement fails has changed nothing", async (t) => {
  await using server = await testServer({ SMTP_URL: "smtp://127.0.0.1:9" });
  const { sql } = server.parts.database;
  for (const [key, expected] of Object.entries(ANNOUNCES)) {
    if (expected.length === 0) continue;
    await t.step(key, async () => {
      const { send } = await prepared(server, key);
      // No mail is tried again while two states are compared.
      await sql`update mails set sent_at = now()`;
      const before = await contents(server);
      await sql`alter table events add constraint none check (false) not valid`;
      const { status, body } = await send().finally(() =>
        sql`alter table events drop constraint none`
      );
      equals([status, body.code], [500, "internal"]);
      equals(await contents(server), before);
      const { status: good } = await send();
      ok(good === 200 || good === 201, "and is good as soon as it can be announced");
    });
  }
});
