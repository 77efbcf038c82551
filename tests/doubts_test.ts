/** Doubts, as a client meets them. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

Deno.test("a doubt is raised, answered, asked again and resolved", async () => {
  await using server = await testServer();
  const [mentor, student, classmate] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: assignmentId } = await assignment(mentor);
  using ear = await listen(server, { token: classmate.token });
  const raised = await doubt(student, assignmentId);
  is(raised.currentStatus, "new");
  is((await ear.next("doubt.opened"))._id, raised._id);
  equals((await ear.watch(raised._id)).ok, true);

  const replied = await mentor.put(`/doubts/${raised._id}/reply`, { reply: "Use `i < n`." });
  is(replied.status, 200);
  is(replied.body.currentStatus, "replied");
  const entry = await ear.next("doubt.entry");
  is(entry.entry.html, "<p>Use <code>i &#x3C; n</code>.</p>");
  is((await ear.next("doubt.changed")).seq, entry.seq + 1);

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
  equals([late.status, late.body.code], [409, "doubt.resolved"]);
  const { body } = await classmate.get("/doubts/filter-doubts?status=resolved&text=loop");
  equals([body.total, body.doubts[0].resolved], [1, true]);
});
