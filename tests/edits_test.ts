/** Authors edit and take back what they wrote: the rules, what follows, and who is told. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import {
  EDIT_MINUTES,
  EDITS_MOST,
  isEditable,
  REOPEN_MINUTES,
  UNDO_SECONDS,
  whyNotEdited,
  whyNotTakenBack,
} from "../server/threads/policy.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { checkDoubtRows, duplicates, listed } from "./kit/doubts.ts";
import { listOf, NOTIFIES } from "./kit/notifications.ts";
import { until } from "./kit/until.ts";
import { must, person, type Reply, type TestPerson } from "./kit/people.ts";
import { browserRun, runsOf } from "./kit/runs.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

type Body = Reply["body"];

const after = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 8) + seconds * 1000).toISOString();
const WRITTEN = after(0);

Deno.test("an author edits the newest text at any time, and any other for fifteen minutes", () => {
  const old = after(EDIT_MINUTES * 60 + 1);
  const entry = { type: "reply", at: WRITTEN } as const;
  ok(isEditable({ ...entry, isNewest: true }, old));
  ok(isEditable({ ...entry, isNewest: false }, after(EDIT_MINUTES * 60)));
  is(
    whyNotEdited({ ...entry, isNewest: false }, { edits: 0, now: old }),
    "This reply is older than 15 minutes and no longer the newest.",
  );
  is(whyNotEdited({ ...entry, isNewest: true }, { edits: EDITS_MOST - 1, now: old }), null);
  match(
    whyNotEdited({ ...entry, isNewest: true }, { edits: EDITS_MOST, now: WRITTEN }) ?? "",
    /edited 20 times/,
  );
});

Deno.test("a reply is taken back within seconds, a resolved mark within minutes, a doubt never", () => {
  const why = (type: Parameters<typeof whyNotTakenBack>[0]["type"], seconds: number) =>
    whyNotTakenBack({ type, at: WRITTEN, isNewest: true }, after(seconds));
  for (const type of ["reply", "follow-up", "comment"] as const) {
    is(why(type, UNDO_SECONDS), null);
    is(why(type, 2 * UNDO_SECONDS), `A ${type} can be taken back for 10 seconds.`);
  }
  is(why("resolve", REOPEN_MINUTES * 60), null);
  match(why("resolve", REOPEN_MINUTES * 60 + 1) ?? "", /for 15 minutes/);
  match(why("doubt", 0) ?? "", /cannot be taken back/);
  match(
    whyNotTakenBack({ type: "reply", at: WRITTEN, isNewest: false }, WRITTEN) ?? "",
    /Somebody has reacted/,
  );
});

async function setUp(server: TestServer) {
  const [mentor, student, classmate] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: assignmentId } = await assignment(mentor, { title: "Reverse a list" }, "cw");
  const { _id: id } = await doubt(student, assignmentId, { doubtText: "Why does teh loop end?" });
  const at = `/doubts/${id}`;
  const read = async (): Promise<Body> => must(await student.get(at));
  const newest = async () => `${at}/entries/${(await read()).conversation.at(-1)._id}`;
  const reply = async (text = "Look at the bound.", more = {}) =>
    must(await mentor.put(`${at}/reply`, { reply: text, ...more }));
  return { mentor, student, classmate, assignmentId, id, at, read, newest, reply };
}

function refused({ status, body }: Reply, wanted: number, code: string, says?: RegExp): void {
  equals([status, body.code], [wanted, code], JSON.stringify(body));
  if (says) match(body.msg, says);
}

Deno.test("an edited doubt: its text, card, search and those who watch have the new text, staff the old", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, at, id, read, newest } = await setUp(server);
  using watcher = await listen(server, { token: classmate.token });
  await watcher.watch(id);
  const text = "Why does **the** loop never stop?";
  const entry = await newest();
  const edited = must(await student.patch(entry, { text }));
  equals([edited.doubtText, edited.conversation[0].message], [text, text]);
  match(edited.conversation[0].html, /<strong>the<\/strong>/);
  const { seq: _, ...told } = await watcher.next("doubt.mended");
  const { message, html, editedAt } = (await read()).conversation[0];
  equals(told, {
    doubtId: id,
    entryId: edited.conversation[0]._id,
    text: { message, html, editedAt },
  });
  is((await watcher.next("doubt.changed")).doubtText, text);
  is((await listed(mentor, { text: "never stop" })).total, 1);
  is((await listed(mentor, { text: "teh" })).total, 0, "the old words are not found");

  const versions = must(await mentor.get(`${entry}/versions`));
  equals(versions.map((one: Body) => [one.text, one.at]), [
    ["Why does teh loop end?", edited.conversation[0].timestamp],
  ]);
  refused(await student.get(`${entry}/versions`), 403, "forbidden");
  must(await student.patch(entry, { text }));
  is(must(await mentor.get(`${entry}/versions`)).length, 1, "the same text is no edit");
  refused(await student.patch(entry, { text: " " }), 400, "invalid");
  refused(await student.patch(entry, { text: "x".repeat(10_001) }), 400, "invalid");
  is((await mentor.get(at)).body.entries, 1);
  await checkDoubtRows(server);
});

Deno.test("only its author edits or takes back an entry, and the server's clock decides until when", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, at, newest, reply } = await setUp(server);
  server.setClock(WRITTEN);
  await reply();
  const entry = await newest();
  for (const other of [student, classmate, await person(server, "admin")]) {
    refused(await other.patch(entry, { text: "Mine." }), 403, "forbidden");
    refused(await other.delete(entry), 403, "forbidden");
  }
  server.setClock(after(EDIT_MINUTES * 60 + 1));
  must(await mentor.patch(entry, { text: "It is the newest." }));
  must(await student.put(`${at}/followup`, { followup: "Which bound?" }));
  refused(
    await mentor.patch(entry, { text: "Too late." }),
    409,
    "edit.over",
    /^This reply is older than 15 minutes and no longer the newest\.$/,
  );
  refused(
    await mentor.patch(`${at}/entries/${crypto.randomUUID()}`, { text: "No." }),
    404,
    "not-found",
  );
});

Deno.test("a text is edited twenty times, and once for each Idempotency-Key", async () => {
  await using server = await testServer();
  const { mentor, newest, reply } = await setUp(server);
  await reply();
  const entry = await newest();
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const twice = [1, 2].map(() => mentor.patch(entry, { text: "Once." }, headers));
  for (const reply of await Promise.all(twice)) must(reply);
  for (let edit = 1; edit < EDITS_MOST; edit++) {
    must(await mentor.patch(entry, { text: `${edit}` }));
  }
  refused(await mentor.patch(entry, { text: "More." }), 409, "edit.over", /edited 20 times/);
  is(must(await mentor.get(`${entry}/versions`)).length, EDITS_MOST);
});

Deno.test("a reply that is taken back leaves nothing: the wait, the comments, the bell, the list", async () => {
  await using server = await testServer({}, NOTIFIES);
  const [mentor, student, sharer] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: assignmentId } = await assignment(mentor, {}, "cw");
  const { _id: runId } = must(await student.post(runsOf(assignmentId), browserRun()));
  const asked = { assignmentId, doubtText: "Why?", runId, programShown: "class" };
  const before = must(await student.post("/doubts", asked));
  const at = `/doubts/${before._id}`;
  must(await sharer.post(`${at}/share`));
  using ear = await listen(server, { token: student.token });
  const comments = [{ runId, from: 1, to: 1, text: "Here." }];
  const proposal = { runId, source: "int main() {}" };
  const replied = must(
    await mentor.put(`${at}/reply`, { reply: "An accident", comments, proposal }),
  );
  for (const who of [student, sharer]) is((await listOf(who)).unread, 1);

  const entryId = replied.conversation.at(-1)._id;
  must(await mentor.delete(`${at}/entries/${entryId}`));
  const { seq: _, ...told } = await ear.next("doubt.mended");
  equals(told, { doubtId: before._id, entryId, text: null });
  const now = must(await student.get(at));
  const { currentStatus, waitingSince, activeAt, entries, answeredBy } = before;
  for (
    const [name, value] of Object.entries({
      currentStatus,
      waitingSince,
      activeAt,
      entries,
      answeredBy,
    })
  ) {
    equals(now[name], value, name);
  }
  equals(must(await student.get(`/comments?doubtId=${before._id}`)), {
    comments: [],
    proposals: [],
  });
  for (const who of [student, sharer]) is((await who.get("/notifications")).body.total, 0);
  is((await listed(mentor, { text: "accident" })).total, 0);
  is((await listed(mentor, { waiting: "true" })).total, 1);
  refused(await mentor.delete(`${at}/entries/${entryId}`), 404, "not-found");
  await checkDoubtRows(server);
  await until(async () => {
    const { sql } = server.parts.database;
    const [{ count } = { count: 1 }] = await sql<{ count: number }[]>`
      select count(*)::int from notifications where cause like ${`%:${entryId}`}`;
    return count === 0;
  });
});

Deno.test("what somebody has reacted to, or was sent too long ago, stays", async () => {
  await using server = await testServer();
  const { mentor, student, at, newest, reply } = await setUp(server);
  refused(await student.delete(await newest()), 409, "undo.over", /A doubt cannot be taken back/);
  server.setClock(WRITTEN);
  await reply();
  const first = await newest();
  must(await student.put(`${at}/helped`, { entryId: first.split("/").at(-1), helped: true }));
  refused(await mentor.delete(first), 409, "undo.over", /reacted/);
  await reply("Another.");
  const second = await newest();
  must(await student.put(`${at}/followup`, { followup: "Why?" }));
  refused(await mentor.delete(second), 409, "undo.over", /reacted/);
  const again = await newest();
  server.setClock(after(2 * UNDO_SECONDS));
  refused(await student.delete(again), 409, "undo.over", /^A follow-up can be taken back for 10/);
  server.setClock(WRITTEN);
  must(await student.delete(again));
  is(must(await student.get(at)).currentStatus, "replied");
  refused(await mentor.delete(second), 409, "undo.over", /reacted/);
  await checkDoubtRows(server);
});

Deno.test("its owner opens a resolved doubt again, unless they have raised another one", async () => {
  await using server = await testServer();
  const { mentor, student, at, assignmentId, newest, reply, read } = await setUp(server);
  await reply();
  const before = await read();
  server.setClock(WRITTEN);
  must(await student.put(`${at}/resolve`));
  const entry = await newest();
  refused(await mentor.delete(entry), 403, "forbidden");
  refused(await student.patch(entry, { text: "Not yet." }), 404, "not-found");
  server.setClock(after(REOPEN_MINUTES * 60 + 1));
  refused(await student.delete(entry), 409, "undo.over", /15 minutes/);
  server.setClock(after(REOPEN_MINUTES * 60));
  const open = must(await student.delete(entry));
  equals([open.currentStatus, open.resolvedAt, open.entries], ["replied", null, before.entries]);
  must(await student.put(`${at}/resolve`));
  await doubt(student, assignmentId, { doubtText: "Another one." });
  refused(await student.delete(await newest()), 409, "doubt.raised", /raised another/);
  await checkDoubtRows(server);
});

Deno.test("the newest entry of a merged doubt stays", async () => {
  await using server = await testServer();
  const { second, merged, merge } = await duplicates(server);
  const { conversation } = must(
    await second.put(`/doubts/${merged._id}/followup`, { followup: "And?" }),
  );
  must(await merge());
  refused(
    await second.delete(`/doubts/${merged._id}/entries/${conversation.at(-1)._id}`),
    409,
    "undo.over",
    /reacted/,
  );
});

async function commented(server: TestServer) {
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: assignmentId } = await assignment(mentor, {}, "cw");
  const { _id: runId } = must(await student.post(runsOf(assignmentId), browserRun()));
  const write = async (by: TestPerson, text: string) =>
    must(await by.post(`/runs/${runId}/comments`, { from: 1, to: 1, text }));
  return { mentor, student, runId, write };
}

Deno.test("a comment on a line is edited as long as nobody has reacted, and for fifteen minutes", async () => {
  await using server = await testServer();
  const { mentor, student, runId, write } = await commented(server);
  server.setClock(WRITTEN);
  const { _id } = await write(mentor, "Teh bound.");
  const at = `/comments/${_id}`;
  using ear = await listen(server, { token: student.token });
  server.setClock(after(EDIT_MINUTES * 60 + 1));
  const edited = must(await mentor.patch(at, { text: "The **bound**." }));
  equals([edited.text, edited.version, edited.editedAt], [
    "The **bound**.",
    2,
    after(EDIT_MINUTES * 60 + 1),
  ]);
  const { seq: _, ...told } = await ear.next("comment.saved");
  equals(told, edited);
  equals(must(await student.get(`/comments?runId=${runId}`)).comments, [edited]);
  equals(must(await mentor.get(`${at}/versions`)).map((one: Body) => one.text), ["Teh bound."]);
  refused(await student.get(`${at}/versions`), 403, "forbidden");
  refused(await (await person(server, "mentor")).patch(at, { text: "No." }), 403, "forbidden");
  refused(await mentor.patch(at, { text: "x".repeat(4001) }), 400, "invalid");
  must(await student.post(`${at}/answers`, { text: "I see." }));
  refused(await mentor.patch(at, { text: "Late." }), 409, "edit.over", /^This comment is older/);
});

Deno.test("a comment that is taken back leaves the program and the bell", async () => {
  await using server = await testServer({}, NOTIFIES);
  const { mentor, student, runId, write } = await commented(server);
  using ear = await listen(server, { token: student.token });
  const { _id } = await write(mentor, "An accident.");
  is((await listOf(student)).unread, 1);
  must(await mentor.delete(`/comments/${_id}`));
  is((await ear.next("comment.withdrawn"))._id, _id);
  equals(must(await student.get(`/comments?runId=${runId}`)).comments, []);
  is((await student.get("/notifications")).body.total, 0);
  const { _id: answered } = await write(mentor, "Look.");
  must(await student.post(`/comments/${answered}/answers`, { text: "Where?" }));
  refused(await mentor.delete(`/comments/${answered}`), 409, "undo.over", /reacted/);
});
