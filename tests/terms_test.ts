/** Terms: what closing one archives, that the archive is read-only, and that it can be set back. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { dayOf, later, startOf } from "../server/kit/core/clock.ts";
import { transact } from "../server/live/outbox.ts";
import { removePerson } from "../server/people/removals/commands.ts";
import { forgetBefores } from "../server/terms/commands.ts";
import { endedSentence } from "../server/terms/policy.ts";
import type { Term } from "../server/terms/schema.ts";
import { newAddress } from "./kit/accounts.ts";
import { assignment, assignTo, doubt, submit } from "./kit/assignments.ts";
import { listed } from "./kit/doubts.ts";
import { type Caller, caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { rosterOf } from "./kit/rosters.ts";
import { browserRun, runsOf, sumQuestion } from "./kit/runs.ts";
import { twoSections } from "./kit/sections.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";
import { closeTerm } from "./kit/terms.ts";

const NAME = "Autumn 2026";
const DAY = 86_400_000;
const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id).sort();
const read = async (who: Caller, path: string) => {
  const { status, body } = await who.get(path);
  is(status, 200, JSON.stringify(body));
  return body;
};
const itemsOf = async (who: Caller, term: Term, query = "") =>
  (await read(who, `/terms/${term._id}/items?${query}`)).items;

/** A class with a term's work: a question to carry over, an old one, and one that nobody has. */
async function aClass(server: TestServer) {
  const [admin, mentor, anna, ben] = [
    await person(server, "admin"),
    await person(server, "mentor"),
    await person(server, "student", "Anna"),
    await person(server, "student", "Ben"),
  ];
  const old = await sumQuestion(mentor, { title: "Old sums" });
  const carried = await assignment(mentor, { title: "Carried loops" }, "practice");
  const stored = await assignment(mentor, { title: "Stored" }, null);
  const soon = new Date(Date.now() + DAY).toISOString();
  const due = { distributionTag: "practice", dueAt: soon };
  is((await mentor.put(`/assignments/${carried._id}/distribution`, due)).status, 200);
  const answered = await doubt(anna, carried._id, { doubtText: "Why twice?" });
  is((await mentor.put(`/doubts/${answered._id}/reply`, { reply: "The end." })).status, 200);
  is((await mentor.put(`/doubts/${answered._id}/kept`, { kept: true })).status, 200);
  const doubts = {
    answered,
    open: await doubt(ben, carried._id, { doubtText: "What is a loop?" }),
    old: await doubt(anna, old._id, { doubtText: "Which sum is the recursive one?" }),
    hidden: await doubt(ben, old._id, { doubtText: "Am I slow?", private: true }),
  };
  await submit(anna, old._id);
  await submit(anna, carried._id);
  const { body: run } = await anna.post(runsOf(old._id), browserRun());
  const texts = { classSummary: "Loops", classQuestions: "b", homeworkQuestions: "c" };
  const { body: briefing } = await mentor.post("/dailyBriefing", texts);
  const weeklyTarget = JSON.stringify([{ text: "Answer every doubt" }]);
  const { body: goal } = await mentor.post("/goals", { user: mentor._id, weeklyTarget });
  const { sql } = server.parts.database;
  await sql`update briefings set day = day - 40`;
  await sql`update goals set week = week - 42`;
  const notice = { subject: "Holiday", body: "No class on Friday." };
  const { body: announcement } = await mentor.post("/messages/announcement", notice);
  return {
    ...{ admin, mentor, anna, ben, old, carried, stored, doubts, run, briefing, goal },
    announcement,
  };
}

Deno.test("closing a term archives what belonged to it, and leaves what is carried over", async () => {
  await using server = await testServer();
  const { admin, mentor, anna, ben, ...all } = await aClass(server);
  const { old, carried, stored, doubts } = all;
  using ear = await listen(server, { token: anna.token });
  const term = await closeTerm(admin, { name: NAME, carriedOver: [carried._id] });
  is((await ear.next("term.changed"))._id, term._id);

  equals(idsOf(await read(anna, "/assignments/general")), [carried._id]);
  equals(idsOf(await read(mentor, "/assignments/allResource")), [carried._id, stored._id].sort());
  const detail = await read(anna, `/assignments/${carried._id}`);
  equals([detail.term, detail.dueAt, detail.responses], [undefined, null, []]);
  const history = `/assignments/${carried._id}/responses/${anna._id}/history`;
  is((await read(anna, history)).length, 1, "the attempt can be read");
  equals(idsOf((await listed(mentor)).doubts), [doubts.answered._id]);
  equals((await listed(mentor, { text: "recursive" })).total, 0);
  const answers = await read(ben, `/doubts/answers?assignmentId=${carried._id}`);
  equals(idsOf(answers.answers), [doubts.answered._id]);
  const desk = await read(mentor, "/desk");
  equals([desk.doubts.waiting, desk.reviews.waiting], [0, 0]);
  is((await read(mentor, "/assignments/reviews")).total, 0);
  is((await read(mentor, "/gradebook")).questionsTotal, 1);
  equals(await read(caller(server), "/dailyBriefing/recent"), []);
  equals(await read(caller(server), "/messages/announcement"), []);
  equals(await read(mentor, `/goals/user/${mentor._id}`), []);
  const { totalSolved, pendingHW } = await read(anna, "/dashboard/student");
  equals([totalSolved, pendingHW], [0, 0]);

  // A new doubt and a new response are of the new term.
  is((await ben.post("/doubts", { assignmentId: carried._id, doubtText: "Again?" })).status, 201);
  await submit(anna, carried._id);
  is((await read(mentor, "/assignments/reviews")).total, 1);

  // The archive: by its usual address and by its term, for those who could read it.
  is((await read(ben, `/assignments/${old._id}`)).term, NAME);
  is((await read(ben, `/doubts/${doubts.old._id}`)).term, NAME);
  equals((await read(anna, `/assignments/${old._id}`)).responses.length, 1);
  equals((await ben.get(`/doubts/${doubts.old._id}`)).body.resolved, true);
  is((await anna.get(`/doubts/${doubts.hidden._id}`)).status, 404);
  equals((await read(ben, "/terms")).map(({ name }: Term) => name), [NAME]);
  equals(idsOf(await itemsOf(ben, term)), [old._id]);
  equals(await itemsOf(ben, term, "search=loops"), []);
  const { old: one, hidden, open } = doubts;
  equals(idsOf(await itemsOf(mentor, term, "kind=doubts")), idsOf([one, hidden, open]));
  equals(idsOf(await itemsOf(anna, term, "kind=doubts")), idsOf([one, open]));
  equals(idsOf(await itemsOf(anna, term, "kind=doubts&search=recursive")), [one._id]);
  equals(await itemsOf(anna, term, "kind=doubts&search=slow"), [], "nobody finds what is hidden");
  const unknown = `/terms/${crypto.randomUUID()}/items?search=a`;
  is((await anna.get(unknown)).status, 404);
  equals(idsOf(await itemsOf(anna, term, "kind=briefings&search=loop")), [all.briefing._id]);
  equals(idsOf(await itemsOf(anna, term, "kind=announcements")), [all.announcement._id]);
  equals(idsOf(await itemsOf(mentor, term, "kind=goals&search=every")), [all.goal._id]);
  equals(await itemsOf(anna, term, "kind=goals"), [], "goals are their mentor's and the admins'");
  const [month] = (all.briefing.createdAt as string).split("T");
  const earlier = new Date(Date.parse(`${month}T12:00:00Z`) - 40 * DAY).toISOString().slice(0, 7);
  equals((await read(anna, `/dailyBriefing/archive?month=${earlier}`))[0].term, NAME);
});

Deno.test("an archive takes no write, and each refusal says so", async () => {
  await using server = await testServer();
  const { admin, mentor, anna, ben, ...all } = await aClass(server);
  const { old, doubts: { old: asked, hidden }, run } = all;
  await assignment(mentor, { title: "Of the new term" });
  const solution = { title: "So", content: "Add." };
  await mentor.put(`/assignments/${old._id}/solution`, solution);
  await mentor.put(`/assignments/${old._id}/solution-visibility`, { solutionVisible: true });
  const comment = await mentor.post(`/runs/${run._id}/comments`, { from: 1, to: 1, text: "Why?" });
  is(comment.status, 201);
  is((await mentor.put(`/doubts/${asked._id}/reply`, { reply: "Add." })).status, 200);
  await closeTerm(admin, { name: NAME });
  const at = `/assignments/${old._id}`;
  const thread = `/doubts/${asked._id}`;
  const texts = { classSummary: "a", classQuestions: "b", homeworkQuestions: "c" };
  const writes: [string, () => Promise<Reply>][] = [
    ["respond", () => ben.put(`${at}/status`, { responseStatus: "solved" })],
    ["run", () => anna.post(runsOf(old._id), browserRun())],
    ["raise", () => ben.post("/doubts", { assignmentId: old._id, doubtText: "More?" })],
    ["reply", () => mentor.put(`${thread}/reply`, { reply: "Late." })],
    ["follow up", () => anna.put(`${thread}/followup`, { followup: "Late." })],
    ["resolve", () => anna.put(`${thread}/resolve`)],
    ["hide", () => ben.patch(`/doubts/${hidden._id}`, { private: false })],
    ["keep", () => mentor.put(`${thread}/kept`, { kept: true })],
    ["share", () => ben.post(`${thread}/share`)],
    ["claim", () => mentor.post(`${thread}/claim`)],
    ["claim a review", () => mentor.post(`${at}/review/claim`, { studentId: anna._id })],
    [
      "review",
      () => mentor.put(`${at}/review`, { studentId: anna._id, reviewStatus: "approved" }),
    ],
    ["edit", () => mentor.put(at, { title: "New" })],
    ["give out", () => mentor.put(`${at}/distribution`, { distributionTag: "cw" })],
    ["assign", () => assignTo(mentor, old._id, ben)],
    ["write a solution", () => mentor.put(`${at}/solution`, solution)],
    ["write a rubric", () => mentor.put(`${at}/rubric`, { points: [{ name: "a", points: 1 }] })],
    ["comment", () => mentor.post(`/runs/${run._id}/comments`, { from: 1, to: 1, text: "?" })],
    ["start a class session", () => mentor.post("/class-sessions", { questions: [old._id] })],
    ["edit a briefing", () => mentor.put(`/dailyBriefing/${all.briefing._id}`, texts)],
    ["delete a briefing", () => mentor.delete(`/dailyBriefing/${all.briefing._id}`)],
    [
      "delete an announcement",
      () => mentor.delete(`/messages/announcement/${all.announcement._id}`),
    ],
  ];
  for (const [what, write] of writes) {
    const { status, body } = await write();
    equals([what, status, body.msg], [what, 409, endedSentence(NAME)]);
  }
  const shown = await ben.get(`${at}/solution`);
  is(shown.status, 200, "it is read, and nobody has given up");
  equals((await read(mentor, at)).gaveUp, []);

  // A deleted person's own things go from it all the same.
  const { parts } = server;
  is((await admin.delete(`/users/${ben._id}`)).status, 200);
  const { sql } = parts.database;
  await sql`update removals set due_at = now() - interval '1 minute'`;
  await transact(parts, (act) => removePerson(act, ben._id));
  const [removal] = await sql`select removed_at from removals`;
  ok(removal?.removed_at, "it is done");
});

/** All rows of the tables that closing a term changes. */
async function rowsOf({ parts }: TestServer) {
  const { sql } = parts.database;
  return Object.fromEntries(
    await Promise.all(
      ["assignments", "doubts", "responses", "briefings", "goals", "announcements", "figures"]
        .map(async (table) => {
          const rows = await sql.unsafe(
            `select to_jsonb(t) - 'version' - 'slot' as one from ${table} as t order by 1`,
          );
          return [table, rows.map(({ one }) => one)];
        }),
    ),
  );
}

const figuresOf = (rows: Record<string, { figure: string; owner_id: string; count: number }[]>) => {
  const sums = new Map<string, number>();
  for (const { figure, owner_id, count } of rows.figures ?? []) {
    const key = `${figure} ${owner_id}`;
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return new Map([...sums].sort(([a], [b]) => a < b ? -1 : 1));
};

Deno.test("a closing is set back for a week: exactly what it has set", async () => {
  await using server = await testServer();
  const { admin, ben, carried, doubts, anna } = await aClass(server);
  const before = await rowsOf(server);
  const term = await closeTerm(admin, { name: NAME, carriedOver: [carried._id] });
  ok(JSON.stringify(before.doubts) !== JSON.stringify((await rowsOf(server)).doubts));
  const undo = (who: Caller = admin) => who.post(`/terms/${term._id}/undo`);
  is((await undo(anna)).status, 403);
  is((await undo()).status, 200);
  const after = await rowsOf(server);
  equals(figuresOf(after), figuresOf(before));
  equals({ ...after, figures: null }, { ...before, figures: null });
  equals(await read(admin, "/terms"), []);
  is((await undo()).status, 404, "it is undone already");

  // What was written since the closing stays.
  const again = await closeTerm(admin, { name: NAME, carriedOver: [carried._id] });
  const { body: newer } = await ben.post("/doubts", {
    assignmentId: carried._id,
    doubtText: "Once more?",
  });
  await submit(anna, carried._id, { responseStatus: "not understanding", learningNotes: "No." });
  is((await admin.post(`/terms/${again._id}/undo`)).status, 200);
  is((await read(ben, `/doubts/${newer._id}`)).currentStatus, "new");
  is((await read(ben, `/doubts/${doubts.open._id}`)).currentStatus, "resolved");
  const [mine] = (await read(anna, `/assignments/${carried._id}`)).responses;
  is(mine.responseStatus, "not understanding");

  const last = await closeTerm(admin, { name: NAME });
  await server.parts.database.sql`update terms set ended_at = ended_at - interval '8 days'`;
  equals((await admin.post(`/terms/${last._id}/undo`)).body.code, "term.late");
});

Deno.test("a closing is set back in its last second, also when another server's clock is ahead", async () => {
  await using server = await testServer();
  const { admin, carried } = await aClass(server);
  const before = await rowsOf(server);
  const term = await closeTerm(admin, { name: NAME, carriedOver: [carried._id] });
  const end = later(term.endedAt, 7 * 24 * 60);
  await forgetBefores({ ...server.parts, clock: () => later(end, 0.1) });
  server.setClock(end);
  const newer = await person(server, "admin");
  is((await newer.post(`/terms/${term._id}/undo`)).status, 200);
  const after = await rowsOf(server);
  equals(after.responses, before.responses);
});

Deno.test("students who were last here before a day leave, and nobody else", async () => {
  await using server = await testServer();
  const [admin, mentor, gone, here] = [
    await person(server, "admin"),
    await person(server, "mentor"),
    await person(server, "student"),
    await person(server, "student"),
  ];
  const { sql } = server.parts.database;
  await sql`update people set created_at = now() - interval '90 days'`;
  await sql`delete from visits`;
  await sql`insert into visits (person_id, seen_at) values (${here._id}, now())`;
  const yesterday = new Date(Date.now() - DAY).toISOString().slice(0, 10);
  const term = await closeTerm(admin, { name: NAME, leftBefore: yesterday });
  const signIn = ({ email }: { email: string }) =>
    caller(server).post("/auth/login", { email, password: PASSWORD });
  is((await gone.get("/assignments/general")).status, 401, "its session has ended");
  is((await signIn(gone)).status, 400);
  for (const one of [admin, mentor, here]) is((await one.get("/assignments/general")).status, 200);
  is((await admin.post(`/terms/${term._id}/undo`)).status, 200);
  is((await signIn(gone)).status, 200);
});

Deno.test("the day before which students leave is the class's day, also far east of Greenwich", async () => {
  const zone = "Pacific/Kiritimati";
  await using server = await testServer({ CLASS_TZ: zone });
  const [admin, gone, here] = [
    await person(server, "admin"),
    await person(server, "student"),
    await person(server, "student"),
  ];
  const { sql } = server.parts.database;
  const yesterday = dayOf(new Date(Date.now() - DAY).toISOString(), zone);
  const midnight = startOf(yesterday, zone);
  await sql`update people set created_at = now() - interval '90 days'`;
  await sql`delete from visits`;
  for (const [{ _id }, at] of [[gone, later(midnight, -1)], [here, midnight]] as const) {
    await sql`insert into visits (person_id, seen_at) values (${_id}, ${at})`;
  }
  await closeTerm(admin, { name: NAME, leftBefore: yesterday });
  is((await gone.get("/assignments/general")).status, 401);
  is((await here.get("/assignments/general")).status, 200);
});

Deno.test("closing a term and importing a roster exclude each other, and so do two closings", async () => {
  await using server = await testServer();
  const [admin, other, mentor] = [
    await person(server, "admin"),
    await person(server, "admin"),
    await person(server, "mentor"),
  ];
  const text = `name,email\nNila,${newAddress()}\n`;
  const bring = async () => other.post("/users/roster", await rosterOf(text));
  const close = (who: Caller, name = NAME) => who.post("/terms", { name });
  const { sql } = server.parts.database;
  await sql.begin(async (tx) => {
    // As another admin holds it for as long as an import takes.
    await tx.unsafe("select pg_advisory_xact_lock(7361133)");
    const { status, body } = await close(admin);
    equals([status, body.msg], [
      409,
      "Another admin is importing a roster or closing a term. Try again in a moment.",
    ]);
  });
  is((await close(admin, "Held")).status, 201);
  const replies = await Promise.all([close(admin, "One"), close(other, "Two"), bring()]);
  ok(replies.every(({ status }) => status === 201 || status === 409));
  ok(replies.some(({ status }) => status === 201), "one of them has its turn");
  is((await close(admin, "held")).body.errors.name, "There is a term with this name already.");
  const { _id } = await assignment(mentor);
  is((await mentor.post("/class-sessions", { questions: [_id] })).status, 201);
  is((await close(admin)).body.msg, "A class session is running. End it first.");
  const strange = await admin.post("/terms", { name: "Odd", carriedOver: [crypto.randomUUID()] });
  equals(strange.status, 409, "the class session is refused first");
});

Deno.test("what was for one section is in the archive for that section and staff only", async () => {
  await using server = await testServer();
  const { admin, mentor, a, inA, inB, inNone } = await twoSections(server);
  const { _id } = await assignment(mentor, {}, null);
  const given = { distributionTag: "hw", audience: [a] };
  is((await mentor.put(`/assignments/${_id}/distribution`, given)).status, 200);
  await doubt(inA, _id);
  const notice = { subject: "For A", body: "Room 4.", audience: [a] };
  is((await mentor.post("/messages/announcement", notice)).status, 201);
  const term = await closeTerm(admin, { name: NAME });
  for (const kind of ["questions", "doubts", "announcements"]) {
    const counts = await Promise.all(
      [mentor, inA, inB, inNone].map(async (one) =>
        (await itemsOf(one, term, `kind=${kind}`)).length
      ),
    );
    equals([kind, ...counts], [kind, 1, 1, 0, 0]);
  }
});
