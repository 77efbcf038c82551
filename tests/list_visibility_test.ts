/**
 * Lists that no test of their feature tries on random data: each is all rows, filtered by what the
 * policy lets the caller read. Doubts, assignments, reviews, messages and people have tests of
 * their own.
 */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { can as announcing } from "../server/announcements/policy.ts";
import { announcements } from "../server/announcements/tables.ts";
import { can as briefing } from "../server/briefings/policy.ts";
import { briefings } from "../server/briefings/tables.ts";
import { can as contacting } from "../server/contact/policy.ts";
import { contactMessages } from "../server/contact/tables.ts";
import { can as setting } from "../server/goals/policy.ts";
import { goals } from "../server/goals/tables.ts";
import { newId } from "../server/kit/core/ids.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";

const DAY = 86_400_000;
const dayAfter = (days: number) => new Date(Date.UTC(2026, 0, 5) + days * DAY).toISOString();

/** Creates two people of each role. */
async function everybody(server: TestServer): Promise<TestPerson[]> {
  const all = [];
  for (const role of ["student", "volunteer", "mentor", "admin"] as const) {
    all.push(await person(server, role), await person(server, role));
  }
  return all;
}

const rowsOf = (everyone: TestPerson[], count: number) =>
  fc.sample(fc.constantFrom(...everyone), { numRuns: count, seed: 11 })
    .map((by, at) => ({ _id: newId(), by, createdAt: dayAfter(at), at }));

const idsOf = ({ body }: { body: { _id: string }[] }) => body.map(({ _id }) => _id);

Deno.test("goals: mentors read their own, admins read all, others read none", async () => {
  await using server = await testServer();
  const everyone = await everybody(server);
  const rows = rowsOf(everyone, 40).map((row) => ({
    ...row,
    week: dayAfter(row.at * 7).slice(0, 10),
  }));
  await server.parts.database.db.insert(goals).values(rows.map(({ _id, by, week, createdAt }) => ({
    id: _id,
    userId: by._id,
    week,
    weeklyTarget: "[]",
    weeklyJustification: "",
    createdAt,
    updatedAt: createdAt,
  })));
  for (const me of everyone) {
    for (const owner of everyone) {
      const readable = rows.filter(({ by }) => by === owner)
        .filter(({ by }) => setting.read(me, { user: by._id }));
      const reply = await me.get(`/goals/user/${owner._id}`);
      if (setting.read(me, { user: owner._id })) {
        equals(idsOf(reply), readable.reverse().map(({ _id }) => _id), `${me.role} ${owner.role}`);
      } else equals([reply.status, readable], [403, []], `${me.role} ${owner.role}`);
    }
  }
});

Deno.test("everyone reads announcements and briefings, only admins read contact messages", async () => {
  await using server = await testServer();
  server.setClock("2026-01-31T12:00:00.000Z");
  const everyone = await everybody(server);
  const { db } = server.parts.database;
  const rows = rowsOf(everyone, 25);
  const newest = (readable: typeof rows) => readable.map(({ _id }) => _id).reverse();
  await db.insert(announcements).values(rows.map(({ _id, by, createdAt }) => ({
    id: _id,
    subject: "s",
    body: "b",
    senderId: by._id,
    links: [],
    createdAt,
    updatedAt: createdAt,
  })));
  const texts = { classSummary: "a", classQuestions: "b", homeworkQuestions: "c" };
  await db.insert(briefings).values(rows.map(({ _id, by, createdAt }) => ({
    id: _id,
    day: createdAt.slice(0, 10),
    ...texts,
    html: texts,
    createdById: by._id,
    createdAt,
    updatedAt: createdAt,
  })));
  await db.insert(contactMessages).values(rows.map(({ _id, createdAt }) => ({
    id: _id,
    name: "n",
    email: "a@class.test",
    message: "m",
    createdAt,
  })));
  for (const me of [null, ...everyone]) {
    const ask = me ?? caller(server);
    const notices = await ask.get("/messages/announcement");
    equals(idsOf(notices), newest(rows.filter(() => announcing.read(me))));
    equals(
      notices.body.map(({ isEditable }: { isEditable: boolean }) => isEditable),
      rows.map(() => announcing.edit(me)),
    );
    equals(
      idsOf(await ask.get("/dailyBriefing/recent")),
      newest(rows.filter(() => briefing.read(me))),
    );
    const month = await ask.get("/dailyBriefing/archive?month=2026-01");
    if (me) equals(idsOf(month), newest(rows.filter(() => briefing.read(me))));
    else is(month.status, 401);
    const forms = await ask.get("/contact?limit=100");
    if (contacting.read(me)) equals(idsOf(forms), newest(rows));
    else is(forms.status, me ? 403 : 401);
  }
});
