/**
 * Texts that expand, or take long: their author is told, nothing is stored, and others do not wait.
 */
import { deepStrictEqual as equals, ok, rejects, strictEqual as is } from "node:assert/strict";
import { CAPS } from "../../server/kit/limits/queues.ts";
import { createRenderer } from "../../server/kit/content/render.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { IS_LONG } from "../kit/chosen.ts";
import { HOSTILE } from "../kit/hostile.ts";
import { person } from "../kit/people.ts";
import { testServer } from "../kit/server.ts";

const hostile = (name: keyof typeof HOSTILE, length = 9990) => HOSTILE[name](length);
const PLEASE = /^This text .+\. Please simplify it\.$/;

Deno.test("a text that would expand is refused in every field, by name, and nothing is stored", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await assignment(mentor);
  const raised = await doubt(student, _id);
  const stored = async () => {
    const { sql } = server.parts.database;
    const [row] = await sql`
      select (select count(*) from doubt_entries) as entries, (select count(*) from events) as events,
        (select count(*) from responses) as responses, (select count(*) from briefings) as briefings`;
    return row;
  };
  const before = await stored();
  const grows = [
    hostile("one long address, used often"),
    hostile("a table of many columns, its rows empty"),
    hostile("one note, named often"),
  ];
  const more = { classQuestions: "a", homeworkQuestions: "b" };
  const calls: [string, (text: string) => ReturnType<typeof mentor.post>][] = [
    ["doubtText", (text) => student.post("/doubts", { assignmentId: _id, doubtText: text })],
    ["followup", (text) => student.put(`/doubts/${raised._id}/followup`, { followup: text })],
    ["reply", (text) => mentor.put(`/doubts/${raised._id}/reply`, { reply: text })],
    ["classSummary", (text) => mentor.post("/dailyBriefing", { classSummary: text, ...more })],
    ["explanation", (text) => mentor.put(`/assignments/${_id}`, { explanation: text })],
    [
      "content",
      (text) => mentor.put(`/assignments/${_id}/solution`, { content: text, title: "a" }),
    ],
    [
      "studentSolution",
      (text) =>
        student.put(`/assignments/${_id}/status`, {
          responseStatus: "solved",
          studentSolution: `<p>\n\n${text}`,
        }),
    ],
  ];
  // Every field refuses one of the texts, and every text is refused in two fields; in a long run,
  // every field refuses every text.
  for (const [nth, [field, call]] of calls.entries()) {
    for (const text of IS_LONG ? grows : grows.slice(nth % grows.length).slice(0, 1)) {
      const { status, body } = await call(text);
      equals([status, Object.keys(body.errors ?? {})], [400, [field]], JSON.stringify(body));
      ok(PLEASE.test(body.msg), body.msg);
    }
  }
  equals(await stored(), before);
});

Deno.test("a solution of 30 KB renders to at most four times that and 64 KB", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await assignment(mentor);
  for (const name of ["code of numbers", "many small pieces of code", "boxes to tick"] as const) {
    const code = hostile(name, 30_000);
    const { status, body } = await student.put(`/assignments/${_id}/status`, {
      responseStatus: "solved",
      studentSolution: code,
    });
    ok(status === 200 || status === 400, `${name}: ${status}`);
    if (status === 200) ok(body.studentSolution.length <= 4 * code.length + 64 * 1024, name);
  }
});

Deno.test("pictures in pictures, however deep, are rendered or refused", async () => {
  await using server = await testServer();
  const [volunteer, mentor] = [await person(server, "volunteer"), await person(server, "mentor")];
  const deep = [
    ...[200, 1000, 2400].flatMap((times) => [
      "![](".repeat(times),
      "![](".repeat(times).slice(0, 4900) + ")".repeat(times),
    ]),
    "![".repeat(2000) + "](a)".repeat(1490),
    // Simple texts, which are rendered without a thread.
    `${"![](".repeat(13)}${" ".repeat(700)}`,
    `${"![".repeat(13)}a${"](b)".repeat(13)}`,
  ];
  for (const text of deep) {
    const { status, body } = await volunteer.post("/dailyBriefing", {
      classSummary: text,
      classQuestions: text,
      homeworkQuestions: "a",
    });
    ok(status === 201 || (status === 400 && PLEASE.test(body.msg)), `${status} ${body.msg}`);
    if (status === 201) await mentor.delete(`/dailyBriefing/${body._id}`);
  }
});

Deno.test("code with tens of thousands of runs of backticks is rendered", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await assignment(mentor);
  const { status } = await student.put(`/assignments/${_id}/status`, {
    responseStatus: "solved",
    studentSolution: "a`".repeat(50_000),
  });
  is(status, 200);
});

Deno.test("a person may have 600 texts waiting; more are refused, and others do not wait", async () => {
  // A busy machine must not make texts late: this is about their number.
  const render = createRenderer({ patience: () => 60_000 });
  const text = "A *text* of one's own.";
  try {
    const own = Array.from(
      { length: CAPS.text.each + CAPS.text.waiting },
      () => render.by({ _id: "one", role: "student" }).text(text, "reply"),
    );
    await rejects(render.by({ _id: "one", role: "student" }).text(text, "reply"), {
      status: 429,
      code: "too-many",
      details: { retryAfter: 5 },
    });
    let done = 0;
    for (const each of own) each.then(() => done++, () => {});
    ok(
      (await render.by({ _id: "another", role: "student" }).text(text, "reply")).includes(
        "<em>text</em>",
      ),
    );
    ok(done < own.length / 2, `another waited for ${done} texts`);
    await Promise.allSettled(own);
  } finally {
    render.stop();
  }
});
