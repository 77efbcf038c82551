/** Two calls at once that make the same: one of them is refused, and none is answered with 500. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { newId } from "../server/kit/core/ids.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person, type Reply, type TestPerson } from "./kit/people.ts";
import { whileHeld } from "./kit/postgres.ts";
import { type TestServer, testServer } from "./kit/server.ts";

type Class = {
  admin: TestPerson;
  mentor: TestPerson;
  student: TestPerson;
  question: string;
  open: string;
};

/** Each makes a call that may make the same row as the other one. */
const SAME: Record<string, (at: Class, nth: number) => Promise<Reply>> = {
  api_tokens_person_id_name_index: ({ mentor }) =>
    mentor.post("/tokens", { name: "Timetable", scope: "read", days: 30 }),
  briefings_day_unique: ({ mentor }) =>
    mentor.post("/dailyBriefing", {
      classSummary: "Loops",
      classQuestions: "One",
      homeworkQuestions: "Two",
    }),
  doubt_entries_doubt_id_place_index: ({ mentor, open }, nth) =>
    mentor.put(`/doubts/${open}/reply`, { reply: `Reply ${nth}` }),
  doubts_unresolved: ({ student, question }, nth) =>
    student.post("/doubts", { assignmentId: question, doubtText: `Why ${nth}?` }),
  goals_user_id_week_index: ({ mentor }) =>
    mentor.post("/goals", {
      user: mentor._id,
      weeklyTarget: JSON.stringify([{ text: "Read", completed: false, justification: "" }]),
    }),
  people_email_index: ({ admin }) =>
    admin.post("/users", { name: "Asha", email: "asha@class.test", role: "mentor" }),
  push_subscriptions_endpoint_index: ({ student }) =>
    student.post("/notifications/browsers", {
      endpoint: "https://fcm.googleapis.com/fcm/send/one",
      keys: { p256dh: KEY, auth: "AAAAAAAAAAAAAAAAAAAAAA" },
    }),
  saved_replies_key: ({ mentor }, nth) =>
    mentor.post("/desk/replies", { name: "One", text: `Text ${nth}`, key: "1", shared: false }),
  sections_name: ({ admin }) => admin.post("/sections", { name: "North" }),
  solutions_assignment_id_index: ({ mentor, question }, nth) =>
    mentor.put(`/assignments/${question}/solution`, { solution: `So ${nth}.` }),
};
const KEY =
  "BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk";

/** The other unique indexes, and why no two calls can meet there. */
const NEVER: Record<string, string> = {
  calendar_feeds_hash_index: "of random bits",
  doubt_togethers_id_unique: "of random bits",
  identities_person_id_issuer_index: "inserted with on conflict do nothing",
  invitations_hash_index: "of random bits",
  lessons_wall: "of random bits",
  notifications_cause_index: "one follower of the log inserts them",
  removals_hash_index: "of random bits",
  webhook_deliveries_webhook_id_cause_index: "one follower of the log inserts them",
};

async function aClass(server: TestServer): Promise<Class> {
  const [admin, mentor, student] = [
    await person(server, "admin"),
    await person(server, "mentor"),
    await person(server),
  ];
  const { _id: question } = await assignment(mentor);
  const open = (await doubt(await person(server), question))._id;
  return { admin, mentor, student, question, open };
}

Deno.test("two calls at once that make the same row are never answered with 500", async () => {
  await using server = await testServer();
  const { sql } = server.parts.database;
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where i.indisunique and not i.indisprimary
      and c.relnamespace = 'public'::regnamespace order by 1`;
  const listed = [...Object.keys(SAME), ...Object.keys(NEVER)].sort();
  equals(rows.map(({ name }) => name).sort(), listed, "every unique index is listed above");
  const at = await aClass(server);
  for (const [index, call] of Object.entries(SAME)) {
    const replies = await Promise.all([0, 1, 2].map((nth) => call(at, nth)));
    const statuses = replies.map(({ status }) => status);
    ok(statuses.some((status) => status < 300), `${index}: ${JSON.stringify(replies)}`);
    ok(statuses.every((status) => status < 500), `${index}: ${statuses}`);
  }
  equals(server.logged.filter(({ level }) => level === "error"), []);
});

Deno.test("what makes a doubt unresolved again is refused if its student raises another one meanwhile", async () => {
  await using server = await testServer();
  const { mentor, student, question, open } = await aClass(server);
  const raise = async () =>
    (await student.post("/doubts", { assignmentId: question, doubtText: "Why?" })).body._id;
  const merged = await raise();
  is((await mentor.put(`/doubts/${merged}/merge`, { into: open })).status, 200);
  const resolved = await raise();
  const { body } = await student.put(`/doubts/${resolved}/resolve`, {});
  const entry = body.conversation.at(-1)._id;
  const undo: (() => Promise<Reply>)[] = [
    () => mentor.delete(`/doubts/${merged}/merge`),
    () => student.delete(`/doubts/${resolved}/entries/${entry}`),
  ];
  for (const work of undo) {
    const raising = newId();
    const hold = `insert into doubts
      (id, assignment_id, student_id, doubt_text, stage, active_at, entries, words, created_at)
      values ('${raising}', '${question}', '${student._id}', 'Why?', 'new', now(), 1, '', now())`;
    const { status, body } = await whileHeld(server, hold, { work, meanwhile: async () => {} });
    equals([status, body.code], [409, "doubt.raised"], String(work));
    await server.parts.database.sql`delete from doubts where id = ${raising}`;
  }
  equals(server.logged.filter(({ level }) => level === "error"), []);
});
