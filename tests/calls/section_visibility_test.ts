/**
 * What is for section A, in every route of the table and every event: a learner of section B, one
 * of no section, and a visitor get none of it, and change none of it. A new route or event is tried
 * without a line here.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "../kit/assignments.ts";
import { Fixture } from "../kit/fixture.ts";
import { type Caller, caller, must, person } from "../kit/people.ts";
import { ROUTES, type Row } from "../kit/routes.ts";
import { browserRun, claim, runsOf, sumQuestion } from "../kit/runs.ts";
import { type Sections, twoSections } from "../kit/sections.ts";
import { PACE, type TestServer, testServer } from "../kit/server.ts";
import { listen, type Listener } from "../kit/socket.ts";

/** Each text that is for section A has this word, which nothing else has. */
const MARK = "zugzwang";

type Ids = Record<string, string>;

async function ask({ mentor, a }: Sections): Promise<string> {
  const { _id } = await sumQuestion(mentor);
  const texts = { title: `The ${MARK} sum`, explanation: MARK, audience: [a] };
  const dueAt = new Date(Date.now() + 3_600_000).toISOString();
  must(await mentor.put(`/assignments/${_id}`, { ...texts, dueAt }));
  return _id;
}

/** Makes one thing of each other kind for section A, and does with it what can be done. */
async function fill(
  { mentor, a, inA }: Sections,
  classmate: Caller,
  question: string,
): Promise<Ids> {
  const at = `/assignments/${question}`;
  must(await mentor.put(`${at}/solution`, { title: MARK, content: MARK }));
  must(await mentor.put(`${at}/solution-visibility`, { solutionVisible: true }));
  const said = { subject: MARK, body: MARK, audience: [a] };
  const announcement = must(await mentor.post("/messages/announcement", said));
  const classSession = must(
    await mentor.post("/class-sessions", { questions: [question], audience: [a] }),
  );
  const quickQuestion = must(
    await mentor.post("/quick-questions", { text: `${MARK}?`, options: ["Yes", "No"] }),
  );
  must(await inA.put(`/quick-questions/${quickQuestion._id}/answer`, { option: 0 }));
  const source = `// ${MARK}\nint main() {}`;
  const result = claim([{ verdict: "wrong", output: "4" }, {}]);
  const run = must(await inA.post(runsOf(question), browserRun({ source, result })));
  const asked = { doubtText: `${MARK}, why?`, runId: run._id, programShown: "class" } as const;
  const thread = await doubt(inA, question, asked);
  const reply = { reply: MARK, proposal: { runId: run._id, source } };
  must(await mentor.put(`/doubts/${thread._id}/reply`, reply));
  const comment = { from: 1, to: 1, text: MARK };
  const { _id: commentId } = must(await mentor.post(`/runs/${run._id}/comments`, comment));
  const { proposals } = must(await mentor.get(`/comments?doubtId=${thread._id}`));
  const { conversation } = must(await mentor.get(`/doubts/${thread._id}`));
  const entryId = conversation.at(-1)._id;
  must(await classmate.post(`/doubts/${thread._id}/share`));
  must(await inA.put(`/doubts/${thread._id}/helped`, { entryId, helped: true }));
  must(await mentor.put(`/doubts/${thread._id}/kept`, { kept: true }));
  const handed = { responseStatus: "solved", studentSolution: source };
  must(await inA.put(`${at}/status`, handed));
  const review = { studentId: inA._id, reviewStatus: "not approved", mentorComment: MARK };
  must(await mentor.put(`${at}/review`, review));
  return {
    question,
    announcement: announcement._id,
    classSession: classSession._id,
    quickQuestion: quickQuestion._id,
    run: run._id,
    thread: thread._id,
    entry: entryId,
    comment: commentId,
    proposal: proposals[0]._id,
  };
}

/** Ends what `fill` has begun, and makes one change of each thing that can be changed. */
async function change({ mentor, a, inA }: Sections, ids: Ids): Promise<void> {
  must(await mentor.put(`/quick-questions/${ids.quickQuestion}/close`));
  must(await mentor.put(`/quick-questions/${ids.quickQuestion}/show`, {}));
  must(await mentor.put(`/class-sessions/${ids.classSession}`, { countdownAt: null }));
  must(await mentor.post(`/class-sessions/${ids.classSession}/end`));
  const said = { subject: `${MARK}!`, body: MARK, audience: [a] };
  must(await mentor.put(`/messages/announcement/${ids.announcement}`, said));
  must(await inA.put(`/doubts/${ids.thread}/resolve`, {}));
  must(await mentor.delete(`/messages/announcement/${ids.announcement}`));
  must(await mentor.put(`/assignments/${ids.question}`, { title: `${MARK} again` }));
}

/** Whether a text tells anything of the things for section A. */
const tells = (text: string, ids: Ids): boolean =>
  [MARK, ...Object.values(ids)].some((sign) => text.toLowerCase().includes(sign));

const isLearners = ({ may }: Row): boolean => may.includes("student") || may.includes("nobody");

/** The paths of a route with each of these ids in each place. */
function pathsOf(pattern: string, ids: Ids, student: string): string[] {
  const [name] = pattern.match(/:\w+/) ?? [];
  if (!name) return [pattern];
  const all = name === ":studentId" ? [student] : [...Object.values(ids), student];
  return all.flatMap((id) => pathsOf(pattern.replace(name, id), ids, student));
}

/** Every query that a route of the table takes: it ignores those of the others. */
const queriesOf = ({ question, run, thread, comment }: Ids): string[] => [
  ...["", "?before=9", `?find=${MARK}`, `?search=${MARK}`, `?text=${MARK}`, `?tags=${MARK}`],
  ...[`?assignmentTitle=${MARK}`, `?assignmentId=${question}`, `?runId=${run}`],
  ...[`?doubtId=${thread}`, `?commentId=${comment}`, "?assignmentTag=HW", "?scope=mine"],
];

/** Which routes tell this person anything of section A. */
async function told(me: Caller, ids: Ids, student: string): Promise<string[]> {
  const found = new Set<string>();
  for (const [key, row] of Object.entries(ROUTES)) {
    const [method, pattern = ""] = key.split(" ");
    // A copy of one's own data takes no query, and few are sent in a day.
    if (method !== "GET" || !isLearners(row) || key === "GET /personal/copy") continue;
    for (const path of pathsOf(pattern, ids, student)) {
      for (const query of path === pattern ? queriesOf(ids) : ["", "?before=9"]) {
        const response = await me.fetch(path + query);
        const text = await response.text();
        ok(response.status < 500 && response.status !== 429, `${path}${query}: ${response.status}`);
        // A refusal may repeat the id that was asked for.
        if (response.ok && tells(text, ids)) found.add(key);
      }
    }
  }
  return [...found].sort();
}

/** The names of the pushes that told this listener anything of section A. */
const toldTo = ({ pushes }: Listener, ids: Ids): string[] =>
  [...new Set(pushes.filter((push) => tells(JSON.stringify(push), ids)).map(({ event }) => event))]
    .sort();

/** What section A hears, so that a test without these things would be noticed. */
const HEARD = [
  ...["announcement.deleted", "announcement.saved", "assignment.saved", "comment.saved"],
  ...[
    "doubt.changed",
    "doubt.opened",
    "homework.changed",
    "classSession.changed",
    "classSession.ended",
  ],
  ...[
    "classSession.started",
    "notification.made",
    "quickQuestion.changed",
    "quickQuestion.closed",
    "quickQuestion.opened",
  ],
  ...["quickQuestion.shown", "proposal.made", "review.changed", "run.finished"],
];

Deno.test("nothing that is for a section reaches others, in any route or event", async () => {
  await using server = await testServer(PACE, { notifies: true });
  const school = await twoSections(server);
  const { admin, a, inA, inB, inNone } = school;
  const classmate = await person(server);
  await admin.put(`/sections/${a}/members`, { in: [classmate._id] });
  // What is for all is seen by all, so that an empty reply would be noticed.
  await assignment(school.mentor);
  // Those for whom a question is no longer are disconnected, so it is there before they listen.
  const question = await ask(school);
  using heardByA = await listen(server, { token: inA.token });
  const ears = [await listen(server)];
  for (const { token } of [inB, inNone]) ears.push(await listen(server, { token }));
  const since = server.parts.live.head();
  const ids = await fill(school, classmate, question);
  await heardByA.next("notification.made");
  for (const ear of ears.slice(1)) {
    for (const key of ["doubtId", "lineOf", "mapOf", "wallOf"]) {
      for (const id of [...Object.values(ids), inA._id]) {
        const { ok: isWatched } = await ear.ask("watch", {
          [key]: id,
        });
        is(isWatched, false, `${key} ${id}`);
      }
    }
  }
  const byA = [...await told(inA, ids, inA._id), ...await told(classmate, ids, inA._id)];
  equals([...new Set(byA)].sort(), [
    "GET /assignments/:id",
    "GET /assignments/:id/responses/:studentId/history",
    "GET /assignments/:id/runs",
    "GET /assignments/:id/solution",
    "GET /assignments/general",
    "GET /assignments/home",
    "GET /assignments/practice",
    "GET /assignments/solved",
    "GET /class-sessions/running",
    "GET /comments",
    "GET /dashboard/day",
    "GET /doubts/:id",
    "GET /doubts/:id/entries",
    "GET /doubts/answers",
    "GET /doubts/asked",
    "GET /doubts/filter-doubts",
    "GET /doubts/followed",
    "GET /doubts/similar",
    "GET /messages/announcement",
    "GET /notifications",
    "GET /proposals/:id",
    "GET /quick-questions/current",
    "GET /runs/:id",
    "GET /search",
  ]);
  for (const other of [inB, inNone, caller(server)]) {
    equals(await told(other, ids, inA._id), []);
  }
  equals(await changedBy(server, school, ids), []);

  await change(school, ids);
  await heardByA.next("quickQuestion.shown");
  await heardByA.next("announcement.deleted");
  await heardByA.until("assignment.saved", ({ title }) => title === `${MARK} again`);
  ears.push(await listen(server, { token: inB.token, since }));
  for (const ear of ears) {
    equals(toldTo(ear, ids), []);
    ear.socket.disconnect();
  }
  const heard = toldTo(heardByA, ids);
  equals(HEARD.filter((name) => !heard.includes(name)), []);
});

Deno.test("a learner's figures count what is for them, also after a change of the section", async () => {
  await using server = await testServer();
  const { admin, mentor, a, b, inA, inB, inNone } = await twoSections(server);
  const volunteer = await person(server, "volunteer");
  for (const id of [a, b]) await admin.put(`/sections/${id}/members`, { in: [volunteer._id] });
  const given = async (tag: "hw" | "cw", audience: string[] | null) => {
    const made = await assignment(mentor, {}, tag);
    if (audience) must(await mentor.put(`/assignments/${made._id}`, { audience }));
    return made;
  };
  await given("hw", null);
  const forA = await given("hw", [a]);
  await given("hw", [b]);
  await given("cw", [a, b]);
  const figures = async (one: Caller) => {
    const { body } = await one.get("/dashboard/student");
    return [body.pendingHW, body.pendingCW, body.totalSolved];
  };
  const progress = async ({ _id }: { _id: string }) => {
    const { body } = await mentor.get(`/students/${_id}`);
    return body.progress.map(({ given, solved }: Record<string, number>) => [given, solved]);
  };
  equals(await Promise.all([inA, inB, inNone, volunteer].map(figures)), [
    ...[[2, 1, 0], [2, 1, 0], [1, 0, 0], [3, 1, 0]],
  ]);
  equals(await Promise.all([inA, inB, inNone, volunteer].map(progress)), [
    ...[[[3, 0]], [[3, 0]], [[1, 0]], [[4, 0]]],
  ]);
  const solved = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
  must(await inA.put(`/assignments/${forA._id}/status`, solved));
  equals([await figures(inA), await progress(inA)], [[1, 1, 1], [[3, 1]]]);
  // What they solved before stays solved, and does not stand for work of the new section.
  must(await admin.put(`/sections/${b}/members`, { in: [inA._id] }));
  equals([await figures(inA), await progress(inA)], [[2, 1, 1], [[3, 0]]]);
  // Assigned personally, it is theirs again.
  must(await mentor.put(`/assignments/${forA._id}/assign-personal`, { assignedTo: [inA._id] }));
  equals(await progress(inA), [[4, 1]]);
});

/** Which writes about things of section A a learner of section B can make. */
async function changedBy(server: TestServer, { inB }: Sections, ids: Ids): Promise<string[]> {
  const done: string[] = [];
  for (const [key, row] of Object.entries(ROUTES)) {
    const [method = "", pattern = ""] = key.split(" ");
    if (method === "GET" || !row.may.includes("student") || LEFT_OUT.has(key)) continue;
    const { body, query = "" } = await row.with?.(new Fixture(server, inB)) ?? {};
    const wanted = withIds(body, ids);
    if (!pattern.includes(":") && wanted === body) continue;
    for (const path of pathsOf(pattern, ids, inB._id)) {
      const call = method.toLowerCase() as "post" | "put" | "patch" | "delete";
      const { status } = await inB[call](path + query, wanted);
      if (status < 300) done.push(key);
    }
  }
  return [...new Set(done)];
}

/** Their fixtures end the class session of section A. Another test has a refused sign. */
const LEFT_OUT = new Set([
  "POST /class-sessions/:id/signs",
  "PUT /quick-questions/:id/answer",
]);

/** The body of a call with the ids of section A in place of its own. */
function withIds(body: unknown, { question, run, thread, entry }: Ids): unknown {
  if (typeof body !== "object" || body === null || body instanceof FormData) return body;
  const own = { assignmentId: question, runId: run, doubtId: thread, entryId: entry, into: thread };
  const found = Object.entries(own).filter(([name]) => name in body);
  return found.length === 0 ? body : { ...body, ...Object.fromEntries(found) };
}
