/** What was answered before: similar doubts, answers with a link, what helped, and what is kept. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import type { RunResult } from "../server/languages/types.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { browserRun, claim, runsOf, sumQuestion } from "./kit/runs.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const wrongOn = (nth: number) =>
  claim([{}, {}].map((_, at) => at === nth ? { verdict: "wrong" as const } : {}));

/** A program that does not compile, with this message. */
const notCompiled = (message: string) =>
  claim([], { compiled: false, diagnostics: [{ severity: "error", message, line: 3, column: 1 }] });

async function runOf(student: TestPerson, assignmentId: string, result: RunResult) {
  const { status, body } = await student.post(runsOf(assignmentId), browserRun({ result }));
  is(status, 201, JSON.stringify(body));
  return body._id as string;
}

/** Raises a doubt of a new student about a program, and has it answered. */
async function answered(
  server: TestServer,
  { mentor, question, doubtText, result, ...more }: {
    mentor: TestPerson;
    question: string;
    doubtText: string;
    result?: RunResult;
    programShown?: "class" | "staff";
    private?: boolean;
  },
) {
  const student = await person(server);
  const runId = result && await runOf(student, question, result);
  const raised = await doubt(student, question, { doubtText, ...(runId && { runId }), ...more });
  const reply = { reply: `An answer to: ${doubtText}` };
  const { body } = await mentor.put(`/doubts/${raised._id}/reply`, reply);
  return { student, id: raised._id as string, replyId: body.conversation.at(-1)._id as string };
}

const textsOf = (body: { doubtText: string; alike?: string }[]) =>
  body.map(({ doubtText, alike }) => alike ? `${doubtText} (${alike})` : doubtText);

Deno.test("similar doubts: those whose program failed the same case, or with the same message, come first", async () => {
  await using server = await testServer();
  const [mentor, me] = [await person(server, "mentor"), await person(server)];
  const { _id: question } = await sumQuestion(mentor);
  const one = { mentor, question };
  await answered(server, { ...one, doubtText: "My loop never ends" });
  await answered(server, { ...one, doubtText: "First case", result: wrongOn(0) });
  await answered(server, {
    ...one,
    doubtText: "Second case",
    result: wrongOn(1),
    programShown: "class",
  });
  await answered(server, {
    ...one,
    doubtText: "Withheld",
    result: wrongOn(1),
    programShown: "staff",
  });
  await answered(server, { ...one, doubtText: "Hidden", result: wrongOn(1), private: true });
  const message = "use of undeclared identifier 'sum2'";
  await answered(server, {
    ...one,
    doubtText: "It does not compile",
    result: notCompiled(message),
    programShown: "class",
  });
  const similar = async (who: TestPerson, query: Record<string, string>) => {
    const params = new URLSearchParams({ assignmentId: question, ...query });
    const { status, body } = await who.get(`/doubts/similar?${params}`);
    return status === 200 ? textsOf(body) : status;
  };
  const runId = await runOf(me, question, wrongOn(1));
  const found = await similar(me, { text: "the loop never ends", runId });
  ok(Array.isArray(found));
  equals(found.slice(0, 2).sort(), ["Second case (case)", "Withheld"], "not how the latter failed");
  equals(found.slice(2), ["My loop never ends"]);
  equals(await similar(me, { text: "the loop never ends" }), ["My loop never ends"]);
  const broken = await runOf(me, question, notCompiled("use of undeclared identifier 'total'"));
  equals(await similar(me, { runId: broken }), ["It does not compile (message)"]);
  const other = await runOf(me, question, notCompiled("expected ';' after expression"));
  equals(await similar(me, { runId: other }), []);
  equals(await similar(me, { runId: await runOf(me, question, wrongOn(-1)) }), [], "it passed");
  is(await similar(await person(server), { runId }), 404, "another student's run");
  is(await similar(me, { runId: crypto.randomUUID() }), 404);

  // Beside the doubt in triage: by its own program, only answered ones that are open to the class.
  const asking = await doubt(me, question, { doubtText: "Why is my sum wrong?", runId });
  await doubt(await person(server), question, { doubtText: "Why is my sum wrong, too?" });
  const beside = async (path: string) => (await mentor.get(path)).body;
  const expected = ["Second case (case)", "Withheld (case)"];
  const query = `assignmentId=${question}&studentId=${me._id}&doubtId=${asking._id}`;
  equals(textsOf((await beside(`/desk/context?${query}`)).similar).sort(), expected);
  equals(textsOf(await beside(`/doubts/similar?doubtId=${asking._id}`)).sort(), expected);
  await me.patch(`/doubts/${asking._id}`, { private: true });
  const stranger = await (await person(server)).get(`/doubts/similar?doubtId=${asking._id}`);
  is(stranger.status, 404);
});

Deno.test("older cases are brought to today's line ends, and the doubts about them are still found", async () => {
  await using server = await testServer();
  const [mentor, me] = [await person(server, "mentor"), await person(server)];
  const today = [{ input: "1 2\n", output: "3\n" }, { input: "5\n", output: 'a\nb "c"' }];
  const before = [
    { input: "1 2", output: "3\n", hidden: true },
    { input: "5\r\n", output: 'a\r\nb "c"' },
  ];
  const { _id: question } = await sumQuestion(mentor, { testCases: JSON.stringify(today) });
  const one = { mentor, question, programShown: "class" as const };
  const { id } = await answered(server, { ...one, doubtText: "Second", result: wrongOn(1) });
  const { sql } = server.parts.database;
  const [{ failure }] = await sql`select failure from doubts where id = ${id}` as [Row];
  const old = new TextEncoder().encode(JSON.stringify([before[1]?.input, before[1]?.output]));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", old)).toHex();
  await sql`update assignments set test_cases = ${JSON.stringify(before)}::text::jsonb`;
  await sql`update doubts set failure = ${`case ${hash.slice(0, 32)}`}`;
  const migration = await Deno.readTextFile("db/migrations/0034_case_line_ends.sql");
  await sql.begin(async (tx) => {
    for (const statement of migration.split("--> statement-breakpoint")) await tx.unsafe(statement);
  });
  const { testCases } = (await mentor.get(`/assignments/${question}`)).body;
  equals(testCases, [{ ...today[0], hidden: true }, today[1]]);
  const [after] = await sql`select failure from doubts where id = ${id}`;
  is(after?.failure, failure);
  is((await me.get(`/assignments/${question}`)).body.testCases.length, 1);
});

type Row = { failure: string };

Deno.test("a person who may not see a doubt's program cannot find out by it which doubts failed in the same way", async () => {
  await using server = await testServer();
  const [mentor, me] = [await person(server, "mentor"), await person(server)];
  const { _id: question } = await sumQuestion(mentor);
  await answered(server, { mentor, question, doubtText: "Qqq", result: wrongOn(0) });
  const { id, student } = await answered(server, {
    mentor,
    question,
    doubtText: "Zzz",
    result: wrongOn(0),
    programShown: "staff",
  });
  const at = `/doubts/similar?doubtId=${id}`;
  equals((await me.get(at)).body, []);
  equals(textsOf((await student.get(at)).body).length, 1);
});

Deno.test("a reply may refer to an answered doubt that the asker may read; others are refused", async () => {
  await using server = await testServer();
  const [mentor, me, classmate] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: question } = await assignment(mentor);
  const { id: before, student } = await answered(server, { mentor, question, doubtText: "Once" });
  const secret = await answered(server, { mentor, question, doubtText: "Mine", private: true });
  const waiting = await doubt(classmate, question, { doubtText: "Not answered" });
  const { _id: id } = await doubt(me, question);
  const reply = (refersTo: unknown) =>
    mentor.put(`/doubts/${id}/reply`, { reply: "It was answered here.", refersTo });
  for (const refersTo of [secret.id, waiting._id, id, crypto.randomUUID(), "x"]) {
    const { status, body } = await reply(refersTo);
    equals([status, Object.keys(body.errors)], [400, ["refersTo"]], String(refersTo));
  }
  is((await me.get(`/doubts/${id}`)).body.conversation.length, 1, "nothing was written");
  using ear = await listen(server, { token: me.token });
  await ear.watch(id);
  const { status, body } = await reply(before);
  is(status, 200);
  is(body.conversation.at(-1).refersTo, before);
  is((await ear.next("doubt.entry")).entry.refersTo, before);
  is((await classmate.get(`/doubts/${id}`)).body.conversation.at(-1).refersTo, before);
  // The link tells nothing once the other doubt is private.
  await student.patch(`/doubts/${before}`, { private: true });
  is((await me.get(`/doubts/${before}`)).status, 404);
  is((await reply(before)).status, 400);
});

Deno.test("the owner says whether a reply helped, changes it, and those who watch see it at once", async () => {
  await using server = await testServer();
  const [mentor, classmate] = [await person(server, "mentor"), await person(server)];
  const { _id: question } = await assignment(mentor);
  const { student, id, replyId } = await answered(server, { mentor, question, doubtText: "Why?" });
  const at = `/doubts/${id}/helped`;
  using ear = await listen(server, { token: classmate.token });
  await ear.watch(id);
  const said = { doubtId: id, entryId: replyId, helped: true };
  equals((await student.put(at, { entryId: replyId, helped: true })).body, said);
  const { seq: _, ...told } = await ear.next("doubt.helped");
  equals(told, said);
  const lastOf = async () => (await classmate.get(`/doubts/${id}`)).body.conversation.at(-1);
  is((await lastOf()).helped, true);
  await student.put(at, { entryId: replyId, helped: true });
  await student.put(at, { entryId: replyId, helped: false });
  is((await ear.until("doubt.helped", ({ helped }) => helped !== true)).helped, false);
  is((await lastOf()).helped, false);
  is((await student.put(at, { entryId: replyId, helped: null })).status, 200);
  is((await lastOf()).helped, undefined);
  is((await ear.until("doubt.helped", ({ helped }) => helped === null)).helped, null);
  is(ear.of("doubt.helped").length, 3, "saying the same twice changes nothing");

  is((await classmate.put(at, { entryId: replyId, helped: true })).status, 403);
  is((await mentor.put(at, { entryId: replyId, helped: true })).status, 403);
  const [first] = (await student.get(`/doubts/${id}`)).body.conversation;
  is((await student.put(at, { entryId: first._id, helped: true })).status, 404, "not a reply");
  is((await student.put(at, { entryId: crypto.randomUUID(), helped: true })).status, 404);
  const elsewhere = await answered(server, { mentor, question, doubtText: "Other" });
  is((await student.put(at, { entryId: elsewhere.replyId, helped: true })).status, 404);
  await student.patch(`/doubts/${id}`, { private: true });
  is((await classmate.put(at, { entryId: replyId, helped: true })).status, 404);
});

Deno.test("answered doubts of a question: kept ones first, then resolved ones that helped; never private ones", async () => {
  await using server = await testServer();
  const [mentor, me] = [await person(server, "mentor"), await person(server)];
  const { _id: question } = await assignment(mentor);
  const one = { mentor, question };
  const kept = await answered(server, { ...one, doubtText: "Kept" });
  const helped = await answered(server, { ...one, doubtText: "Helped" });
  const open = await answered(server, { ...one, doubtText: "Helped, not resolved" });
  await answered(server, { ...one, doubtText: "Only answered" });
  const page = async (who: TestPerson, more = "") => {
    const { body } = await who.get(`/doubts/answers?assignmentId=${question}${more}`);
    const texts = body.answers.map(({ doubtText }: { doubtText: string }) => doubtText);
    return { ...body, texts };
  };
  equals((await page(me)).texts, []);
  using ear = await listen(server, { token: me.token });
  is((await mentor.put(`/doubts/${kept.id}/kept`, { kept: true })).body.kept, true);
  is((await ear.until("doubt.changed", ({ _id }) => _id === kept.id)).kept, true);
  await mentor.put(`/doubts/${helped.id}/reply`, { reply: "One more." });
  for (const { student, id, replyId } of [helped, open]) {
    await student.put(`/doubts/${id}/helped`, { entryId: replyId, helped: true });
  }
  await helped.student.put(`/doubts/${helped.id}/resolve`, {});
  const { body: { helped: isHelped } } = await me.get(`/doubts/${helped.id}`);
  is(isHelped, true);
  const { texts, total, answers } = await page(me);
  equals([texts, total], [["Kept", "Helped"], 2]);
  is(answers[1].answer._id, helped.replyId, "the reply that helped, not the newest");
  ok(answers[0].answer.html.includes("An answer to: Kept"));
  equals((await page(mentor)).texts, texts);
  equals((await page(me, "&page=2&limit=1")).texts, ["Helped"]);
  equals((await page(me, "&page=9")).total, 2);
  const asked = await me.get(`/doubts/asked?assignmentId=${question}`);
  equals(textsOf(asked.body).slice(0, 2), ["Kept", "Helped"], "what others asked shows them first");

  // They follow what their owners and staff say, and a private one is gone for all.
  await kept.student.patch(`/doubts/${kept.id}`, { private: true });
  is((await ear.next("doubt.hidden"))._id, kept.id);
  equals((await page(me)).texts, ["Helped"]);
  equals((await page(mentor)).texts, ["Helped"]);
  await kept.student.patch(`/doubts/${kept.id}`, { private: false });
  equals((await page(me)).texts, ["Kept", "Helped"]);
  await mentor.put(`/doubts/${kept.id}/kept`, { kept: false });
  await helped.student.put(`/doubts/${helped.id}/helped`, {
    entryId: helped.replyId,
    helped: null,
  });
  equals(await page(me), { texts: [], total: 0, answers: [] });
});

Deno.test("staff keep only answered doubts that are open to the class", async () => {
  await using server = await testServer();
  const [mentor, me] = [await person(server, "mentor"), await person(server)];
  const { _id: question } = await assignment(mentor);
  const secret = await answered(server, { mentor, question, doubtText: "Mine", private: true });
  const keep = async (who: TestPerson, id: string) => {
    const { status, body } = await who.put(`/doubts/${id}/kept`, { kept: true });
    return [status, body.code];
  };
  equals(await keep(mentor, secret.id), [409, "doubt.private"]);
  const { _id: waiting } = await doubt(me, question);
  equals(await keep(mentor, waiting), [409, "doubt.unanswered"]);
  equals(await keep(me, waiting), [403, "forbidden"]);
  equals(await keep(mentor, crypto.randomUUID()), [404, "not-found"]);
  is((await mentor.put(`/doubts/${waiting}/kept`, { kept: false })).status, 200);
});
