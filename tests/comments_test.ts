/** Comments on the lines of a program, and proposed changes: who writes, who sees, what is refused. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { RUNS_KEPT } from "../server/runs/schema.ts";
import { assignment, submit } from "./kit/assignments.ts";
import { must, person, type Reply, type TestPerson } from "./kit/people.ts";
import { browserRun, claim, runsOf, SUM } from "./kit/runs.ts";
import { PACE, type TestServer, testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";
import { listen } from "./kit/socket.ts";

type Body = Reply["body"];

/** Asks again as long as the server says that it was asked too fast. */
async function patiently(who: TestPerson, path: string): Promise<Body> {
  while (true) {
    const reply = await who.get(path);
    if (reply.status !== 429) return must(reply);
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

const keep = async (who: TestPerson, assignmentId: string, source = SUM): Promise<string> =>
  must(await who.post(runsOf(assignmentId), browserRun({ source })))._id;

/** A doubt with its program, on classwork: the class may read both. */
async function setUp(server: TestServer, programShown = "class") {
  const [mentor, student, classmate] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: assignmentId } = await assignment(mentor, {}, "cw");
  const runId = await keep(student, assignmentId);
  const doubt = must(
    await student.post("/doubts", { assignmentId, doubtText: "Why?", runId, programShown }),
  );
  const at = `/doubts/${doubt._id}`;
  const reply = (fields: object) => mentor.put(`${at}/reply`, { reply: "Look.", ...fields });
  const notes = async (who: TestPerson) => await who.get(`/comments?doubtId=${doubt._id}`);
  return { mentor, student, classmate, assignmentId, runId, doubt, at, reply, notes };
}

Deno.test("a reply brings comments and a change in one transaction, and those who may read them are told", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, runId, doubt, at, reply, notes } = await setUp(server);
  using ear = await listen(server, { token: student.token });
  using other = await listen(server, { token: classmate.token });
  await other.watch(doubt._id);
  const comments = [
    { runId, from: 1, to: 1, text: "Which **header**?" },
    { runId, from: 1, to: 2, text: "<script>alert(1)</script>Both." },
    { runId, from: 1, to: 1, text: "And a second one." },
  ];
  const proposal = { runId, source: "int main() {}", passed: 2, total: 2, kit: "k" };
  must(await reply({ comments, proposal }));
  const entry = must(await student.get(at)).conversation.at(-1);
  const seen = must(await notes(student));
  equals(seen.comments.map(({ text }: Body) => text), comments.map(({ text }) => text));
  equals(seen.comments[0].html, "<p>Which <strong>header</strong>?</p>");
  ok(!seen.comments[1].html.includes("<script"));
  const [{ _id, html: _, createdAt, ...first }] = seen.comments;
  const by = { _id: mentor._id, name: mentor.name, role: "mentor" };
  const place = { doubtId: doubt._id, entryId: entry._id, reviewId: null };
  const about = { runId, assignmentId: doubt.assignment._id, studentId: student._id, ...place };
  equals(first, {
    ...about,
    from: 1,
    to: 1,
    text: "Which **header**?",
    by,
    doneAt: null,
    answers: [],
    version: 1,
  });
  is(createdAt, entry.timestamp);
  for (const one of [ear, other]) {
    const { seq: _, ...told } = await one.until("comment.saved", (comment) => comment._id === _id);
    equals(told, seen.comments[0]);
    const { seq: __, ...made } = await one.next("proposal.made");
    equals([made], seen.proposals);
  }
  const [card] = seen.proposals;
  equals([card.passed, card.total, "source" in card], [2, 2, false]);
  const whole = must(await classmate.get(`/proposals/${card._id}`));
  equals([whole.source, whole.base], ["int main() {}", SUM]);
});

Deno.test("a line that does not exist and another's program are refused, and nothing is written", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, assignmentId, runId, at, reply, notes } = await setUp(server);
  const comment = { runId, from: 1, to: 2, text: "Why?" };
  const refused = async (fields: object, field: string, sentence: RegExp) => {
    const { status, body } = await reply(fields);
    is(status, 400, JSON.stringify(body));
    ok(sentence.test(body.errors[field] ?? ""), JSON.stringify(body));
  };
  await refused({ comments: [comment, { ...comment, to: 3 }] }, "comments.1.to", /has 2 lines/);
  await refused({ comments: [{ ...comment, from: 0 }] }, "comments.0.from", /first line is 1/);
  await refused(
    { comments: [{ ...comment, from: 2, to: 1 }] },
    "comments.0.to",
    /before the first/,
  );
  await refused({ comments: [{ ...comment, text: " " }] }, "comments.0.text", /required/);
  const many = Array.from({ length: 51 }, () => comment);
  await refused({ comments: many }, "comments", /At most 50/);
  const long = Array.from({ length: 11 }, () => ({ ...comment, text: "x".repeat(4000) }));
  await refused({ comments: long }, "comments", /40000 characters/);
  // A run of the same student that is not attached to the thread, and another student's.
  for (const who of [student, classmate]) {
    const elsewhere = await keep(who, assignmentId);
    await refused({ comments: [{ ...comment, runId: elsewhere }] }, "comments.0.runId", /not in/);
    await refused({ proposal: { runId: elsewhere, source: SUM } }, "proposal.runId", /not in/);
  }
  await refused({ proposal: { runId, source: "x".repeat(65_537) } }, "proposal.source", /64 KB/);
  await refused({ proposal: { runId, source: " " } }, "proposal.source", /program/);
  must(await reply({ proposal: { runId, source: "x".repeat(65_536) } }));
  equals(must(await notes(mentor)).comments, []);
  is(must(await mentor.get(at)).conversation.length, 2, "only the last reply was written");
  // 50 comments are one reply's most.
  must(await reply({ comments: many.slice(1) }));
  is(must(await notes(student)).comments.length, 50);
});

Deno.test("comments and changes follow the thread: a person who may not read the program gets neither", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, runId, doubt, at, reply, notes } = await setUp(
    server,
    "staff",
  );
  using other = await listen(server, { token: classmate.token });
  await other.watch(doubt._id);
  const brought = {
    comments: [{ runId, from: 1, to: 1, text: "Private." }],
    proposal: { runId, source: SUM },
  };
  must(await reply(brought));
  const { comments: [comment], proposals: [proposal] } = must(await notes(student));
  const paths = [
    `/comments?doubtId=${doubt._id}`,
    `/comments?runId=${runId}`,
    `/proposals/${proposal._id}`,
  ];
  const statuses = (who: TestPerson) =>
    Promise.all(paths.map(async (path) => (await who.get(path)).status));
  equals(await statuses(classmate), [404, 404, 404]);
  is((await classmate.post(`/comments/${comment._id}/answers`, { text: "Ha." })).status, 404);
  is((await classmate.put(`/comments/${comment._id}/done`, { done: true })).status, 404);
  await other.until("doubt.entry", ({ entry }) => entry.type === "reply");
  equals([other.of("comment.saved"), other.of("proposal.made")], [[], []]);
  // The student shows the program to the class: now they read, but do not answer.
  must(await student.put(`${at}/program`, { shown: "class" }));
  equals(await statuses(classmate), [200, 404, 200]);
  is((await classmate.post(`/comments/${comment._id}/answers`, { text: "Ha." })).status, 403);
  is((await classmate.put(`/comments/${comment._id}/done`, { done: true })).status, 403);
  // A private doubt takes all of it away, whether the class sees the program or only staff.
  must(await student.patch(at, { private: true }));
  equals(await statuses(classmate), [404, 404, 404]);
  equals(await statuses(mentor), [200, 200, 200]);
  equals(await statuses(student), [200, 200, 200]);
});

Deno.test("no search, list, page or mail tells a classmate of a withheld program, its comments and changes", async () => {
  const mail = await mailbox();
  await using server = await testServer({ SMTP_URL: mail.url });
  const { mentor, student, classmate, assignmentId } = await setUp(server, "staff");
  // A word for each text. Only the last one is in the thread, which the class may read.
  const [program, change, word] = ["zzprogram", "zzchange", "zzcomment"];
  const runId = await keep(student, assignmentId, `${SUM}// ${program}\n`);
  const asked = { assignmentId, doubtText: "And now, zzthread?", runId };
  const { _id: id } = must(await student.post("/doubts", asked));
  must(
    await mentor.put(`/doubts/${id}/reply`, {
      reply: "Look.",
      comments: [{ runId, from: 1, to: 1, text: `Why ${word}?` }],
      proposal: { runId, source: `// ${change}` },
    }),
  );
  const { comments: [{ _id: commentId }] } = must(await student.get(`/comments?runId=${runId}`));
  must(await student.post(`/comments/${commentId}/answers`, { text: "Because zzanswer." }));
  must(await student.put(`/doubts/${id}/resolve`, {}));
  must(await mentor.put(`/doubts/${id}/kept`, { kept: true }));
  const SECRETS = [program, change, word, "zzanswer"];
  const seenBy = async (who: TestPerson): Promise<string> => {
    const paths = [
      `/doubts/${id}`,
      "/doubts/filter-doubts?limit=100",
      `/doubts/asked?assignmentId=${assignmentId}`,
      `/doubts/answers?assignmentId=${assignmentId}`,
      ...SECRETS.map((text) => `/doubts/similar?assignmentId=${assignmentId}&text=${text}`),
      "/search?find=zzthread",
    ];
    const replies: string[] = [];
    for (const path of paths) replies.push(JSON.stringify(await patiently(who, path)));
    return replies.join("\n");
  };
  const seen = await seenBy(classmate);
  ok(seen.includes("zzthread"));
  for (const secret of SECRETS) {
    ok(!seen.includes(secret), secret);
    for (const path of [`/doubts/filter-doubts?text=${secret}`, `/search?find=${secret}`]) {
      const { doubts } = await patiently(classmate, path);
      equals(doubts, [], `a search for ${secret} tells that it is there`);
    }
  }
  // The page that a link preview reads, and every mail.
  const page = await (await fetch(`${server.url}/doubts/${id}`)).text();
  const mails = JSON.stringify(mail.arrived);
  for (const secret of [...SECRETS, "zzthread"]) ok(!page.includes(secret), secret);
  for (const secret of SECRETS) ok(!mails.includes(secret), secret);
  await mail.close();
});

Deno.test("a review brings comments on the program that was handed in, for its student and staff", async () => {
  await using server = await testServer();
  const [mentor, student, classmate] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: assignmentId } = await assignment(mentor);
  const runId = await keep(student, assignmentId);
  const other = await keep(student, assignmentId, `${SUM}\n`);
  await submit(student, assignmentId, { studentSolution: SUM });
  const review = (fields: object) =>
    mentor.put(`/assignments/${assignmentId}/review`, {
      studentId: student._id,
      reviewStatus: "not approved",
      ...fields,
    });
  const comment = { runId, from: 2, to: 2, text: "Read `b`, too." };
  using ear = await listen(server, { token: student.token });
  using elsewhere = await listen(server, { token: classmate.token });
  const refused = await review({ comments: [{ ...comment, runId: other }] });
  is(refused.status, 400);
  ok(/not handed in/.test(refused.body.errors["comments.0.runId"]));
  must(await review({ comments: [comment], proposal: { runId, source: "int main() {}" } }));
  const { _id } = await ear.next("comment.saved");
  await ear.next("proposal.made");
  const history = must(
    await student.get(`/assignments/${assignmentId}/responses/${student._id}/history`),
  );
  const path = `/comments?assignmentId=${assignmentId}&studentId=${student._id}`;
  for (const who of [student, mentor]) {
    const { comments, proposals } = must(await who.get(path));
    equals(comments.map(({ _id }: Body) => _id), [_id]);
    is(comments[0].reviewId, history.at(-1)._id);
    is(proposals.length, 1);
  }
  is((await classmate.get(path)).status, 404);
  equals(elsewhere.of("comment.saved"), []);
  is((await student.get("/comments")).status, 400);
});

Deno.test("staff comment on a run alone; both sides answer, and the student says that it is done", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, runId, notes } = await setUp(server);
  const post = (who: TestPerson, fields = {}) =>
    who.post(`/runs/${runId}/comments`, { from: 1, to: 1, text: "Why?", ...fields });
  const late = await post(mentor, { from: 3, to: 3 });
  equals([late.status, late.body.errors], [400, { to: "The program has 2 lines." }]);
  for (const who of [student, classmate]) is((await post(who)).status, 403);
  const { _id, version } = must(await post(mentor));
  equals(must(await notes(classmate)).comments, [], "it is in no thread");
  using ear = await listen(server, { token: mentor.token });
  const answered = must(await student.post(`/comments/${_id}/answers`, { text: "`int`?" }));
  is(answered.answers[0].html, "<p><code>int</code>?</p>");
  must(await mentor.post(`/comments/${_id}/answers`, { text: "Yes." }));
  is((await mentor.put(`/comments/${_id}/done`, { done: true })).status, 403);
  const stale = await student.put(`/comments/${_id}/done`, { done: true, version });
  equals([stale.status, stale.body.code, stale.body.current.answers.length], [409, "stale", 2]);
  const done = must(await student.put(`/comments/${_id}/done`, { done: true }));
  ok(done.doneAt !== null);
  const told = await ear.until("comment.saved", ({ doneAt }) => doneAt !== null);
  const { seq: _, ...comment } = told;
  const { comments } = must(await student.get(`/comments?runId=${runId}`));
  equals([comment, done], [comments[0], comments[0]]);
  is(must(await student.put(`/comments/${_id}/done`, { done: false })).doneAt, null);
});

Deno.test("a resolved thread takes no more answers, and its comments can still be done", async () => {
  await using server = await testServer();
  const { student, runId, at, reply, notes } = await setUp(server);
  must(await reply({ comments: [{ runId, from: 1, to: 1, text: "Why?" }] }));
  const [{ _id }] = must(await notes(student)).comments;
  must(await student.put(`${at}/resolve`, {}));
  const late = await student.post(`/comments/${_id}/answers`, { text: "Ah." });
  equals([late.status, late.body.code], [409, "doubt.resolved"]);
  is((await student.put(`/comments/${_id}/done`, { done: true })).status, 200);
});

Deno.test("a run with a comment stays when the student runs many more", async () => {
  await using server = await testServer(PACE);
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: assignmentId } = await assignment(mentor);
  const [kept, gone] = [await keep(student, assignmentId), await keep(student, assignmentId)];
  must(await mentor.post(`/runs/${kept}/comments`, { from: 1, to: 1, text: "Why?" }));
  const body = browserRun({ result: claim() });
  for (let at = 0; at < RUNS_KEPT; at++) must(await student.post(runsOf(assignmentId), body));
  equals(
    await Promise.all([kept, gone].map(async (id) => (await student.get(`/runs/${id}`)).status)),
    [200, 404],
  );
});
