/** Doubts, as a client of the API sees them: the thread, the permissions and the refusals. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { NO_DETAILS } from "../server/doubts/schema.ts";
import { assignment, doubt, givePersonally } from "./kit/assignments.ts";
import { person, type Reply, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const refused = ({ status, body }: Reply) => [status, body.code];

async function classOf(server: TestServer) {
  const [mentor, admin, student, classmate, volunteer] = await Promise.all([
    person(server, "mentor"),
    person(server, "admin"),
    person(server),
    person(server),
    person(server, "volunteer"),
  ]);
  const question = await assignment(mentor);
  return { mentor, admin, student, classmate, volunteer, question };
}

Deno.test("a doubt is raised, answered, asked again and resolved", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, question } = await classOf(server);
  using ear = await listen(server, { token: classmate.token });
  const raised = await doubt(student, question._id);
  is(raised.currentStatus, "new");
  is((await ear.next("doubt.opened"))._id, raised._id);
  equals((await ear.watch(raised._id)).ok, true);

  const replied = await mentor.put(`/doubts/${raised._id}/reply`, { reply: "Use `i < n`." });
  is(replied.status, 200);
  is(replied.body.currentStatus, "replied");
  const entry = await ear.next("doubt.entry");
  is(entry.entry.html, "<p>Use <code>i &#x3C; n</code>.</p>");
  // A watcher who holds the card does not get it separately.
  equals([entry.doubtId, entry.currentStatus, entry.entry.place], [raised._id, "replied", 2]);
  equals(ear.of("doubt.changed"), []);

  const again = await student.put(`/doubts/${raised._id}/followup`, { followup: "And for n = 0?" });
  is(again.body.currentStatus, "unsatisfied");
  const resolved = await student.put(`/doubts/${raised._id}/resolve`);
  is(resolved.status, 200);
  is(resolved.body.resolved, true);
  equals(
    resolved.body.conversation.map((entry: { type: string }) => entry.type),
    ["doubt", "reply", "follow-up", "resolve"],
  );
  const late = await mentor.put(`/doubts/${raised._id}/reply`, { reply: "One more thing" });
  equals(refused(late), [409, "doubt.resolved"]);
  const { body } = await classmate.get("/doubts/filter-doubts?status=resolved&text=loop");
  equals([body.total, body.doubts[0].resolved], [1, true]);
});

Deno.test("the status follows from the thread", async () => {
  await using server = await testServer();
  server.setClock("2026-12-01T06:00:00.000Z");
  const { mentor, student, question } = await classOf(server);
  const { _id } = await doubt(student, question._id, { doubtText: NO_DETAILS });
  const at = (minute: number) => `2026-12-01T06:${String(minute).padStart(2, "0")}:00.000Z`;
  const steps: [() => Promise<Reply>, string, string | null][] = [
    [() => student.put(`/doubts/${_id}/followup`, { followup: "Hello?" }), "new", at(0)],
    [() => mentor.put(`/doubts/${_id}/reply`, { reply: "Which line?" }), "replied", null],
    [() => mentor.put(`/doubts/${_id}/reply`, { reply: "Never mind." }), "replied", null],
    [() => student.put(`/doubts/${_id}/followup`, { followup: "The 2nd" }), "unsatisfied", at(4)],
    [() => student.put(`/doubts/${_id}/followup`, { followup: "Still" }), "unsatisfied", at(4)],
    [() => mentor.put(`/doubts/${_id}/reply`, { reply: "It is `<=`." }), "replied", null],
    [() => student.put(`/doubts/${_id}/resolve`), "resolved", null],
  ];
  for (const [minute, [act, status, waitingSince]] of steps.entries()) {
    server.setClock(at(minute + 1));
    const { body } = await act();
    equals(
      [body.currentStatus, body.waitingSince, body.activeAt, body.entries, body.version],
      [status, waitingSince, at(minute + 1), minute + 2, minute + 2],
    );
    equals([body.resolved, body.resolvedAt], [
      status === "resolved",
      status === "resolved" ? at(minute + 1) : null,
    ]);
    const { claim: _, ...seen } = body;
    equals((await student.get(`/doubts/${_id}`)).body, seen);
  }
  const { body } = await mentor.get(`/doubts/${_id}`);
  is(body.student.email, student.email);
  equals(body.answeredBy, { _id: mentor._id, name: mentor.name, role: "mentor" });
  equals(body.assignment, {
    _id: question._id,
    title: question.title,
    distributionTag: "hw",
    assignmentTag: "HW",
    difficulty: "easy",
  });
});

Deno.test("a resolved doubt refuses every change", async () => {
  await using server = await testServer();
  const { mentor, student, question } = await classOf(server);
  const { _id } = await doubt(student, question._id);
  is((await student.put(`/doubts/${_id}/resolve`)).status, 200);
  const { body: before } = await student.get(`/doubts/${_id}`);
  const late = [
    mentor.put(`/doubts/${_id}/reply`, { reply: "But" }),
    student.put(`/doubts/${_id}/followup`, { followup: "But" }),
    student.put(`/doubts/${_id}/resolve`),
    mentor.post(`/doubts/${_id}/claim`, {}),
    mentor.post(`/doubts/${_id}/claim`, { takeOver: true }),
  ];
  for (const reply of await Promise.all(late)) equals(refused(reply), [409, "doubt.resolved"]);
  equals((await student.get(`/doubts/${_id}`)).body, before);
  // A new doubt can be raised.
  const next = await student.post("/doubts", { assignmentId: question._id, doubtText: "Another" });
  equals([next.status, next.body._id !== _id], [201, true]);
});

Deno.test("only the owner resolves a doubt or asks again, only staff reply", async () => {
  await using server = await testServer();
  const { mentor, admin, student, classmate, volunteer, question } = await classOf(server);
  const { _id } = await doubt(student, question._id);
  const calls: Record<string, (who: TestPerson) => Promise<Reply>> = {
    reply: (who) => who.put(`/doubts/${_id}/reply`, { reply: "Yes" }),
    followup: (who) => who.put(`/doubts/${_id}/followup`, { followup: "Why?" }),
    hide: (who) => who.patch(`/doubts/${_id}`, { private: false }),
    claim: (who) => who.post(`/doubts/${_id}/claim`, {}),
    release: (who) => who.delete(`/doubts/${_id}/claim`),
    resolve: (who) => who.put(`/doubts/${_id}/resolve`),
  };
  const may: Record<string, TestPerson[]> = {
    reply: [mentor, admin],
    followup: [student],
    hide: [student],
    claim: [mentor],
    release: [mentor, admin],
    resolve: [student],
  };
  for (const [verb, call] of Object.entries(calls)) {
    const others = [mentor, admin, student, classmate, volunteer].filter((who) =>
      verb !== "claim" || who !== admin
    );
    // The owner is last, because their call may resolve the doubt.
    for (const who of others.sort((a) => a === student ? 1 : -1)) {
      const { status } = await call(who);
      is(status, may[verb]?.includes(who) ? 200 : 403, `${verb} by ${who.role} ${who.name}`);
    }
  }
  for (const who of [mentor, admin]) {
    const raised = await who.post("/doubts", { assignmentId: question._id, doubtText: "I too" });
    equals(refused(raised), [403, "forbidden"]);
  }
  is((await volunteer.post("/doubts", { assignmentId: question._id, doubtText: "?" })).status, 201);
});

Deno.test("a doubt cannot be raised on an assignment that the student cannot see", async () => {
  await using server = await testServer();
  const { mentor, student, classmate } = await classOf(server);
  const central = await assignment(mentor, {}, null);
  const personal = await assignment(mentor, {}, null);
  await givePersonally(server, personal._id, [student]);
  const raise = (who: TestPerson, assignmentId: string) =>
    who.post("/doubts", { assignmentId, doubtText: "How?" });
  equals(refused(await raise(student, central._id)), [404, "not-found"]);
  equals(refused(await raise(classmate, personal._id)), [404, "not-found"]);
  equals(refused(await raise(student, crypto.randomUUID())), [404, "not-found"]);
  const raised = await raise(student, personal._id);
  equals([raised.status, raised.body.assignment.assignmentTag], [201, "personal"]);
});

Deno.test("a second doubt on the same assignment joins the first one's thread", async () => {
  await using server = await testServer();
  const { student, classmate, volunteer, mentor, question } = await classOf(server);
  using ear = await listen(server, { token: classmate.token });
  using staff = await listen(server, { token: mentor.token });
  const first = await doubt(student, question._id, { doubtText: "First" });
  const raise = (doubtText: string, more = {}) =>
    student.post("/doubts", { assignmentId: question._id, doubtText, ...more });
  const second = await raise("Second");
  equals([second.status, second.body._id, second.body.private], [200, first._id, false]);
  const third = await raise("Third", { private: true });
  equals([third.status, third.body._id, third.body.private], [200, first._id, true]);
  const fourth = await raise("Fourth", { private: false });
  equals([fourth.status, fourth.body.private], [200, true], "it stays as private as it was");
  equals(
    fourth.body.conversation.map((entry: Reply["body"]) => [entry.type, entry.message]),
    [["doubt", "First"], ["follow-up", "Second"], ["follow-up", "Third"], ["follow-up", "Fourth"]],
  );
  is(fourth.body.doubtText, "First");
  // Other people get threads of their own.
  const other = await volunteer.post("/doubts", { assignmentId: question._id, doubtText: "Mine" });
  equals([other.status, other.body._id !== first._id], [201, true]);
  await ear.until("doubt.opened", (card) => card._id === other.body._id);
  is((await ear.next("doubt.hidden"))._id, first._id);
  const told = ear.pushes.filter(({ data }) => data._id === first._id).map((push) => push.event);
  equals(told, ["doubt.opened", "doubt.changed", "doubt.hidden"]);
  const last = await staff.until("doubt.changed", (card) => card.version === fourth.body.version);
  equals([last.private, last.entries], [true, 4]);
});

Deno.test("invalid fields are refused by name", async () => {
  await using server = await testServer();
  const { mentor, student, question } = await classOf(server);
  const { _id } = await doubt(student, question._id);
  const wrong: [Promise<Reply>, string[]][] = [
    [student.post("/doubts", { assignmentId: "7", doubtText: "  " }), [
      "assignmentId",
      "doubtText",
    ]],
    [student.post("/doubts", {}), ["assignmentId", "doubtText"]],
    [student.post("/doubts", [1]), ["body"]],
    [mentor.put(`/doubts/${_id}/reply`, { reply: " \n " }), ["reply"]],
    [mentor.put(`/doubts/${_id}/reply`, { reply: "x".repeat(10_001) }), ["reply"]],
    [mentor.put(`/doubts/${_id}/reply`, { reply: "a\0b" }), ["reply"]],
    [mentor.put(`/doubts/${_id}/reply`, { reply: "x", version: "1" }), ["version"]],
    [student.put(`/doubts/${_id}/followup`, { followup: "" }), ["followup"]],
    [student.patch(`/doubts/${_id}`, {}), ["private"]],
    [mentor.post(`/doubts/${_id}/claim`, { takeOver: "yes" }), ["takeOver"]],
  ];
  for (const [asked, fields] of wrong) {
    const { status, body } = await asked;
    equals([status, body.code], [400, "invalid"]);
    equals(Object.keys(body.errors).sort(), fields.sort());
    ok(Object.values(body.errors).every((sentence) => typeof sentence === "string" && sentence));
  }
  is((await mentor.get(`/doubts/${_id}`)).body.entries, 1);
});

Deno.test("messages are rendered as safe HTML, with C++ highlighted", async () => {
  await using server = await testServer();
  const { mentor, student, question } = await classOf(server);
  const { _id, conversation } = await doubt(student, question._id, {
    doubtText: "```cpp\nint main() { return 0; }\n```",
  });
  const [{ html, message }] = conversation;
  ok(html.includes('<span class="hljs-type">int</span>'), html);
  is(message, "```cpp\nint main() { return 0; }\n```");
  const attacks = [
    "<script>alert(1)</script>",
    '<img src="x" onerror="alert(1)">',
    "[click](javascript:alert(1))",
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href=" &#106;avascript:alert(1)">x</a>',
    '<iframe src="https://example.com"></iframe>',
    "<svg onload=alert(1)><animate /></svg>",
    '<svg><use href="data:image/svg+xml,x"/></svg>',
    '<img src="data:text/html;base64,PHN2Zz4=">',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<form action="/api"><input name="x"><button>go</button></form>',
    '<p style="position:fixed" onclick="alert(1)" id="app">x</p>',
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    '<object data="x"></object><embed src="x"><link rel="stylesheet" href="x"><base href="//x">',
    "<template><script>alert(1)</script></template><noscript><p title='</noscript><script>'>",
  ];
  const unsafeTag =
    /<(script|iframe|svg|use|style|object|embed|link|base|form|button|math|template|noscript)|<[^>]*\s(on\w+|style)=/i;
  const unsafeLink = /<[^>]*(href|src)="[^"]*(javascript|data):/i;
  for (const attack of attacks) {
    const { status, body } = await mentor.put(`/doubts/${_id}/reply`, { reply: attack });
    is(status, 200);
    const { html, message } = body.conversation.at(-1);
    // Text in quotation marks is no markup.
    ok(!unsafeTag.test(html.replace(/"[^"]*"/g, '""')), `${attack} → ${html}`);
    // Ids get a prefix, so that none equals an id of the page.
    ok(!html.includes('id="app"'), html);
    ok(!unsafeLink.test(html), `${attack} → ${html}`);
    is(message, attack);
  }
  const deep = await mentor.put(`/doubts/${_id}/reply`, { reply: "> ".repeat(4_900) + "x" });
  ok([200, 400].includes(deep.status), "nested deeply");
});

Deno.test("a long doubt is cut on the card, between characters, and complete in the thread", async () => {
  await using server = await testServer();
  const { mentor, student, question } = await classOf(server);
  const doubtText = `${"a".repeat(279)}🙂${"b".repeat(50)}`;
  const raised = await student.post("/doubts", { assignmentId: question._id, doubtText });
  equals([raised.status, raised.body.doubtText], [201, doubtText]);
  const { body } = await mentor.get("/doubts/filter-doubts");
  is(body.doubts[0].doubtText, `${"a".repeat(279)}…`);
});
