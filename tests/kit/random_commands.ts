/**
 * A class at work: runs random commands by its people, and checks that nobody received what is not
 * for them.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import fc from "fast-check";
import { can as canAssignment } from "../../server/assignments/policy.ts";
import { can } from "../../server/doubts/policy.ts";
import type { DoubtCard } from "../../server/doubts/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { roomsOf } from "../../server/live/rooms.ts";
import { QUESTION, questionForm } from "./assignments.ts";
import type { Client } from "./client.ts";
import type { Reply, School, TestPerson } from "./people.ts";
import { notificationsMade } from "./notifications.ts";
import { browserRun, claim, runsOf, serverRun, SUM, SUMS } from "./runs.ts";

const COMMANDS = [
  "raise",
  "raise",
  "raise privately",
  "reply",
  "reply",
  "reply",
  "follow up",
  "follow up",
  "resolve",
  "edit",
  "edit",
  "take back",
  "take back",
  "hide",
  "show",
  "hide the name",
  "show the name",
  "withhold the program",
  "show the program",
  "say what helped",
  "have it too",
  "merge",
  "merge",
  "take a merge back",
  "ask the class",
  "answer the class",
  "answer the class",
  "close the question",
  "show the result",
  "read the bell",
  "keep",
  "claim",
  "take over",
  "release",
  "distribute",
  "respond",
  "hand in a program",
  "run",
  "run",
  "verify",
  "answer a group",
  "answer a group",
  "create",
  "reply on lines",
  "reply on lines",
  "comment on a run",
  "answer a comment",
  "finish a comment",
  "finish a comment",
  "review on lines",
  "write a rubric",
] as const;
const MISHAPS = ["none", "leave", "return", "redeliver", "double", "open", "mend", "mend"] as const;

/** Commands that run at the same time. The numbers choose the person and the subject. */
export const someCommands = fc.array(
  fc.record({ command: fc.constantFrom(...COMMANDS), who: fc.nat(20), what: fc.nat(20) }),
  { minLength: 1, maxLength: 4 },
);
export const aMishap = fc.record({
  kind: fc.constantFrom(...MISHAPS),
  whose: fc.nat(20),
  what: fc.nat(50),
});
export type Mishap = { kind: typeof MISHAPS[number]; whose: number; what: number };
export type Command = { command: typeof COMMANDS[number]; who: number; what: number };

export type Class = {
  server: School;
  staff: TestPerson[];
  learners: TestPerson[];
  clients: Client[];
  questions: string[];
  doubts: { id: string; owner: TestPerson; question: string }[];
  runs: { id: string; owner: TestPerson; question: string }[];
};

export const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;

const programs = [1, 2, 3].map((nth) => `${SUM}// ${nth}\n`);

async function runProgram({ runs, learners }: Class, id: string, { who, what }: Command) {
  const owner = pick(learners, who);
  const source = pick(programs, what);
  const result = claim([{}, { verdict: what % 2 === 0 ? "passed" : "wrong" }]);
  const body = what % 5 === 0 ? serverRun(source) : browserRun({ source, result });
  const made = await owner.post(runsOf(id), body);
  if (made.status === 201) runs.push({ id: made.body._id, owner, question: id });
  return made;
}

/** Returns a person's newest run on a question, to attach it. */
function attached({ runs }: Class, owner: TestPerson, question: string): { runId?: string } {
  const run = runs.findLast((one) => one.owner === owner && one.question === question);
  return run ? { runId: run.id } : {};
}

/** An author edits or takes back the newest entry. One that came just before refuses it. */
async function mend(path: string, command: "edit" | "take back", authors: TestPerson[]) {
  const [reader] = authors;
  const newest = (await reader?.get(path))?.body.conversation?.at(-1);
  const author = authors.find(({ _id }) => _id === newest?.sender._id);
  if (!author) return undefined;
  const at = `${path}/entries/${newest._id}`;
  const done = command === "edit"
    ? await author.patch(at, { text: `${newest.message} Edited.` })
    : await author.delete(at);
  return done.status < 500 ? undefined : done;
}

/** Asks for a run that may have been deleted since. */
async function verify({ runs, staff }: Class, { who, what }: Command) {
  if (runs.length === 0) return undefined;
  const { id, owner } = pick(runs, what);
  return await (who % 2 === 0 ? owner : pick(staff, who)).post(`/runs/${id}/verify`);
}

/** Returns one or two lines of the short programs, for a comment. */
const linesOf = (who: number, what: number) => ({ from: 1 + who % 2, to: 2 + what % 2 });

/** Brings comments on the newest program of a thread, and a proposed change. */
async function replyOnLines(path: string, mentor: TestPerson, { who, what }: Command) {
  const { conversation } = (await mentor.get(path)).body;
  const runId = conversation.findLast(({ run }: { run?: object }) => run)?.run._id;
  if (runId === undefined) return undefined;
  const comment = { runId, ...linesOf(who, what), text: `Line ${who} ${what}` };
  return await mentor.put(`${path}/reply`, {
    reply: "Look at the lines.",
    comments: what % 2 === 0 ? [comment] : [comment, { ...comment, text: "And this?" }],
    ...(who % 2 === 0 && { proposal: { runId, source: pick(programs, what + 1) } }),
  });
}

/** Comments on a run alone. */
async function commentOnRun({ runs, staff }: Class, { who, what }: Command) {
  if (runs.length === 0) return undefined;
  const comment = { ...linesOf(who, what), text: `Run ${who} ${what}` };
  return await pick(staff, who).post(`/runs/${pick(runs, what).id}/comments`, comment);
}

/**
 * Answers a comment, or says that it is done. The learner may be somebody else: that is refused.
 */
async function followComment(all: Class, { command, who, what }: Command) {
  const { sql } = all.server.parts.database;
  const rows = await sql<{ id: string; studentId: string }[]>`
    select line_comments.id, student_id as "studentId"
    from line_comments join runs on runs.id = run_id order by line_comments.id`;
  if (rows.length === 0) return undefined;
  const { id, studentId } = pick(rows, what);
  const learner = all.learners.find(({ _id }) => who % 5 > 0 && _id === studentId) ??
    pick(all.learners, who);
  return command === "answer a comment"
    ? await pick([learner, pick(all.staff, who)], what + who)
      .post(`/comments/${id}/answers`, { text: `Answer ${who} ${what}` })
    : await learner.put(`/comments/${id}/done`, { done: who % 3 > 0 });
}

/** Reviews a program that was handed in, with a comment on its lines and points of the rubric. */
async function reviewOnLines({ server, staff }: Class, { who, what }: Command) {
  const rows = await server.parts.database.sql<{ id: string; studentId: string; runId: string }[]>`
    select assignment_id as id, student_id as "studentId", run_id as "runId" from attempts
    where run_id is not null order by attempts.id`;
  if (rows.length === 0) return undefined;
  const { id, studentId, runId } = pick(rows, what);
  const mentor = pick(staff, who);
  const { points } = (await mentor.get(`/assignments/${id}/rubric`)).body;
  return await mentor.put(`/assignments/${id}/review`, {
    studentId,
    reviewStatus: what % 2 === 0 ? "approved" : "not approved",
    mentorComment: "Read.",
    comments: [{ runId, ...linesOf(who, what), text: `Review ${who} ${what}` }],
    ...(points.length > 0 && { rubric: [points[0]._id] }),
  });
}

/** Answers everybody whose newest run on a question failed like somebody's. */
async function answerGroup({ server, staff, learners, doubts }: Class, { who, what }: Command) {
  const { sql } = server.parts.database;
  const groups = await sql<{ question: string; key: string; members: string[] }[]>`
    select assignment_id as question, failure ->> 'key' as key,
      array_agg(distinct student_id order by student_id) as members
    from runs join people on people.id = student_id
    where failure is not null and role in ('student', 'volunteer') group by 1, 2 order by 1, 2`;
  if (groups.length === 0) return undefined;
  const { question, ...group } = pick(groups, what);
  const made = await pick(staff, who).post("/groups/answers", {
    assignmentId: question,
    ...group,
    answer: `To all ${who} ${what}`,
    ...(who % 3 === 0 && { open: true }),
  });
  if (made.status !== 201) return made;
  const rows = await sql<{ id: string; studentId: string }[]>`
    select id, student_id as "studentId" from doubts where assignment_id = ${question}`;
  for (const { id, studentId } of rows) {
    const owner = learners.find(({ _id }) => _id === studentId);
    if (owner && doubts.every((one) => one.id !== id)) doubts.push({ id, owner, question });
  }
  return made;
}

/** Asks the class something, answers it, closes it or shows its result. */
async function askOrAnswer({ staff, learners }: Class, { command, who, what }: Command) {
  const [mentor, learner] = [pick(staff, who), pick(learners, who)];
  if (command === "ask the class") {
    const options = what % 3 === 0 ? [] : ["One", "Two", "Three"];
    return await mentor.post("/quick-questions", {
      text: `Question ${who} ${what}`,
      options,
      ...(options.length > 0 && what % 2 === 0 && { rightOption: who % 3 }),
    });
  }
  const { quickQuestion } = (await mentor.get("/quick-questions/current")).body;
  if (quickQuestion === null) return undefined;
  const path = `/quick-questions/${quickQuestion._id}`;
  if (command === "close the question") return await mentor.put(`${path}/close`);
  if (command === "show the result") return await mentor.put(`${path}/show`, {});
  return await learner.put(
    `${path}/answer`,
    quickQuestion.options.length > 0 ? { option: what % 3 } : { text: `Answer ${what % 4}` },
  );
}

/** Merges two doubts on the same question if there are two, or takes a merge back. */
async function mergeOrNot({ staff, doubts }: Class, { command, who, what }: Command) {
  if (doubts.length === 0) return undefined;
  const [mentor, doubt] = [pick(staff, who), pick(doubts, what)];
  const path = `/doubts/${doubt.id}/merge`;
  if (command === "take a merge back") return await mentor.delete(path);
  const others = doubts.filter(({ id, question }) =>
    id !== doubt.id && question === doubt.question
  );
  return others.length === 0 ? undefined : await mentor.put(path, { into: pick(others, who).id });
}

export async function run(
  all: Class,
  one: Command,
): Promise<Reply | undefined> {
  const { staff, learners, questions, doubts } = all;
  const { command, who, what } = one;
  const [mentor, learner] = [pick(staff, who), pick(learners, who)];
  const doubt = doubts.length > 0 ? pick(doubts, what) : null;
  const question = pick(questions, what);
  switch (command) {
    case "raise":
    case "raise privately": {
      const isPrivate = command === "raise privately";
      const raised = await learner.post("/doubts", {
        assignmentId: question,
        doubtText: `Doubt ${who} ${what}`,
        ...(isPrivate && { private: true }),
        ...(what % 3 === 0 && { anonymous: true }),
        ...attached(all, learner, question),
      });
      if (raised.status === 201) doubts.push({ id: raised.body._id, owner: learner, question });
      return raised;
    }
    case "create": {
      const made = await mentor.post("/assignments", questionForm({ title: `Question ${what}` }));
      if (made.status === 201 && what % 2 === 0) questions.push(made.body._id);
      return made;
    }
    case "distribute":
      return await mentor.put(`/assignments/${question}/distribution`, {
        distributionTag: pick(["hw", "cw", "practice"], who + what),
      });
    case "respond":
      return await learner.put(`/assignments/${question}/status`, {
        responseStatus: pick(["solved", "having doubt", "partially solved"], who + what),
        learningNotes: "Notes",
      });
    case "hand in a program":
      return await learner.put(`/assignments/${question}/status`, {
        responseStatus: "solved",
        studentSolution: pick(programs, who + what),
      });
    case "run":
      return await runProgram(all, question, one);
    case "verify":
      return await verify(all, one);
    case "answer a group":
      return await answerGroup(all, one);
    case "comment on a run":
      return await commentOnRun(all, one);
    case "answer a comment":
    case "finish a comment":
      return await followComment(all, one);
    case "review on lines":
      return await reviewOnLines(all, one);
    case "write a rubric":
      return await mentor.put(`/assignments/${question}/rubric`, {
        points: [{ name: "Reads", points: 1 + who % 3 }, { name: `Sum ${what}`, points: 2 }],
      });
    case "merge":
    case "take a merge back":
      return await mergeOrNot(all, one);
    case "ask the class":
    case "answer the class":
    case "close the question":
    case "show the result":
      return await askOrAnswer(all, one);
  }
  if (!doubt) return undefined;
  const path = `/doubts/${doubt.id}`;
  switch (command) {
    case "reply":
      // A link to a doubt that the asker may not read is refused.
      return await mentor.put(`${path}/reply`, {
        reply: `Reply ${who} ${what}`,
        ...(who % 4 === 0 && { refersTo: pick(doubts, who + what).id }),
      });
    case "reply on lines":
      return await replyOnLines(path, mentor, one);
    case "follow up":
      return await doubt.owner.put(`${path}/followup`, {
        followup: `Again ${who} ${what}`,
        ...attached(all, doubt.owner, doubt.question),
      });
    case "resolve":
      return await doubt.owner.put(`${path}/resolve`);
    case "edit":
    case "take back":
      return await mend(path, command, [mentor, doubt.owner]);
    case "hide":
    case "show":
      return await doubt.owner.patch(path, { private: command === "hide" });
    case "hide the name":
    case "show the name":
      return await doubt.owner.patch(path, { anonymous: command === "hide the name" });
    case "withhold the program":
    case "show the program":
      return await doubt.owner.put(`${path}/program`, {
        shown: command === "show the program" ? "class" : "staff",
      });
    case "say what helped": {
      const { body } = await doubt.owner.get(path);
      const replies = body.conversation.filter(({ type }: { type: string }) => type === "reply");
      if (replies.length === 0) return undefined;
      return await doubt.owner.put(`${path}/helped`, {
        entryId: pick<{ _id: string }>(replies, who)._id,
        helped: pick([true, true, false, null], what),
      });
    }
    case "have it too": {
      const shares = await learner.post(`${path}/share`);
      // Not for one's own doubt, a hidden one, or a resolved one.
      return shares.status < 500 ? undefined : shares;
    }
    case "read the bell": {
      const { notifications: [newest, ...others] } = (await learner.get("/notifications")).body;
      if (newest === undefined) return undefined;
      return what % 2 === 0
        ? await learner.post("/notifications/read-all", { upTo: newest._id })
        : await learner.post("/notifications/read", { ids: [(others[0] ?? newest)._id] });
    }
    case "keep":
      return await mentor.put(`${path}/kept`, { kept: who % 3 > 0 });
    case "claim":
    case "take over":
      return await mentor.post(`${path}/claim`, { takeOver: command === "take over" });
    case "release":
      return await mentor.delete(`${path}/claim`);
  }
}

export async function applyMishap({ clients, doubts }: Class, { kind, whose, what }: Mishap) {
  const client = pick(clients, whose);
  switch (kind) {
    case "leave":
      return client.disconnect();
    case "return":
      return await client.connect();
    case "redeliver":
      return client.redeliver(what, 1 + whose);
    case "double":
      return client.double(what % 2 === 0);
    case "open":
      if (doubts.length > 0) await client.open(pick(doubts, what).id);
      return;
    case "mend":
      await Promise.all(clients.map((client) => client.mend()));
  }
}

/** Connects the clients that have left, and waits until each has received all events for it. */
export async function settle({ server, clients }: Class): Promise<void> {
  await notificationsMade(server.parts);
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(clients.map(async (client) => {
    const rooms = roomsOf(client.me);
    const [last] = await server.parts.database.sql`
      select coalesce(max(seq), 0)::int as seq from events where rooms && ${rooms}`;
    await client.until(last?.seq);
  }));
}

/**
 * Checks that nobody received data that they were not allowed to read at that position in the log.
 */
export async function checkNoEventLeaked({ server, clients }: Class): Promise<void> {
  const logged = await server.parts.database.sql<{ seq: number; data: DoubtCard }[]>`
    select seq::int, data from events where type in ('doubt.opened', 'doubt.changed') order by seq`;
  const cards = Map.groupBy(logged, ({ data }) => data._id);
  const cardAt = (id: string, seq: number) => {
    const all = cards.get(id) ?? [];
    return (all.findLast((card) => card.seq < seq) ?? all[0])?.data;
  };
  for (const { me, received } of clients) {
    for (const { event, data } of received as { event: string; data: Reply["body"] }[]) {
      const about = `${event} ${data.seq} to ${me.name}`;
      const isCard = event === "doubt.opened" || event === "doubt.changed";
      if (isCard) ok(can.read(me, data), about);
      const told = isCard ? cardAt(data._id, data.seq + 1) : cardAt(data.doubtId, data.seq);
      const isNamed = told === undefined || can.seeName(me, told);
      ok(isNamed || !JSON.stringify(data).includes(told.student._id), about);
      if (event === "doubt.entry") {
        const card = cardAt(data.doubtId, data.seq);
        ok(card && can.read(me, card), about);
        if (data.entry.run) ok(data.entry.run.withheld || can.seeProgram(me, card), about);
      }
      if (event === "assignment.saved") ok(canAssignment.read(me, data), about);
      if (event === "comment.saved" || event === "proposal.made") {
        const card = data.doubtId === null ? undefined : cardAt(data.doubtId, data.seq);
        const isTheirs = isStaff(me) || data.studentId === me._id;
        ok(isTheirs || card && can.seeProgram(me, card), about);
        ok(!("source" in data), about);
      }
      if (["claim.changed", "review.waiting", "group.answered", "rubric.saved"].includes(event)) {
        ok(isStaff(me), about);
      }
      if (event === "review.changed") ok(isStaff(me) || data.student._id === me._id, about);
      if (event === "run.finished" || event === "run.verified") {
        ok(isStaff(me) || data.student._id === me._id, about);
        ok(!("source" in data || "diagnostics" in data), about);
      }
      if (event === "quickQuestion.changed") {
        ok(isStaff(me) || data.answer?.person._id === me._id, about);
        ok(isStaff(me) || data.rightOption === undefined, about);
      }
      ok(!JSON.stringify(data).includes("@class.test"), about);
    }
    // In order, and without duplicates.
    const order = received.map(({ data }) => data.seq);
    equals(order, [...new Set(order)].sort((a, b) => a - b), me.name);
  }
}

/**
 * Starts a new class with the same people and some questions and doubts, which every client
 * fetches.
 */
export async function startClass(
  { server, staff, learners, clients }: Pick<Class, "server" | "staff" | "learners" | "clients">,
): Promise<Class> {
  const { sql } = server.parts.database;
  await sql`truncate doubts, doubt_entries, claims, responses, assignees, assignments cascade`;
  const made: Class = { server, staff, learners, clients, questions: [], doubts: [], runs: [] };
  const [mentor] = staff as [TestPerson];
  const testCases = JSON.stringify(SUMS.slice(0, 2));
  for (const tag of ["hw", "practice", "cw", "hw"]) {
    const form = questionForm({ title: QUESTION.title, testCases });
    const { body } = await mentor.post("/assignments", form);
    await mentor.put(`/assignments/${body._id}/distribution`, { distributionTag: tag });
    made.questions.push(body._id);
  }
  for (let who = 0; who < 4; who++) await run(made, { command: "run", who, what: who });
  for (let who = 0; who < 6; who++) {
    await run(made, { command: who === 5 ? "raise privately" : "raise", who, what: who % 4 });
  }
  await run(made, { command: "hand in a program", who: 0, what: 0 });
  for (const what of [0, 1, 2]) await run(made, { command: "reply on lines", who: what, what });
  await Promise.all(clients.map((client) => client.fetchAll()));
  await Promise.all(clients.map(async (client) => {
    for (const { me } of clients.filter(({ me }) => !isStaff(me))) {
      if (!isStaff(client.me) && client.me !== me) continue;
      for (const assignmentId of made.questions.slice(0, 2)) {
        await client.holdRuns({ assignmentId, studentId: me._id });
        await client.holdNotes({ assignmentId, studentId: me._id });
      }
    }
    for (const { id, owner } of made.runs) {
      if (isStaff(client.me) || client.me === owner) await client.holdNotes({ runId: id });
    }
    if (isStaff(client.me)) await Promise.all(made.questions.map(client.holdRubric));
  }));
  await Promise.all(clients.map(async (client, nth) => {
    await client.connect();
    for (const { id } of made.doubts.slice(nth % 3)) await client.open(id);
  }));
  return made;
}
