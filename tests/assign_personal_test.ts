/**
 * Personal assignment: who can get one, who sees it, who is notified, and what happens to its
 * doubts.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment, assignTo, doubt } from "./kit/assignments.ts";
import { caller, classOf, person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

type Card = { _id: string };
const idsOf = ({ body }: Reply) => body.map((card: Card) => card._id).sort();

Deno.test("a central question becomes personal, and is visible to its current assignees only", async () => {
  await using server = await testServer();
  const { mentor, student, volunteer, classmate: other } = await classOf(server);
  const { _id } = await assignment(mentor, {}, null);
  using ear = await listen(server, { token: student.token });
  using otherEar = await listen(server, { token: other.token });
  using desk = await listen(server, { token: mentor.token });

  const given = await assignTo(mentor, _id, student, volunteer, student);
  is(given.status, 200);
  equals([given.body.distributionTag, given.body.assignmentTag, given.body.assignedBy], [
    "personal",
    "personal",
    { name: mentor.name },
  ]);
  const both = [student, volunteer].map(({ _id, name }) => ({ _id, name }));
  equals(given.body.assignedTo, both);
  const told = await ear.next("assignment.assigned");
  equals([told._id, told.assignedBy.name, "assignedTo" in told], [_id, mentor.name, false]);
  is((await ear.next("assignment.saved"))._id, _id);
  equals((await desk.next("assignment.assigned")).assignedTo, both);
  equals((await student.get(`/assignments/${_id}`)).body.assignedTo, [both[0]]);
  const [listed] = (await student.get("/assignments/personal")).body;
  equals([listed._id, listed.assignedBy.name, "assignedTo" in listed], [_id, mentor.name, false]);
  is((await other.get(`/assignments/${_id}`)).status, 404);
  equals(idsOf(await other.get("/assignments/personal")), []);

  await student.put(`/assignments/${_id}/status`, { responseStatus: "solved" });
  is((await assignTo(mentor, _id, volunteer, other)).status, 200);
  const lost = await ear.next("assignment.unassigned");
  equals([lost._id, lost.visible], [_id, false]);
  is((await otherEar.next("assignment.assigned"))._id, _id);
  is(otherEar.of("assignment.saved").length, 1, "nothing from before it was theirs");
  is((await student.get(`/assignments/${_id}`)).status, 404);
  equals(idsOf(await student.get("/assignments/personal")), []);
  is((await student.put(`/assignments/${_id}/status`, { responseStatus: "solved" })).status, 404);
  const { body: kept } = await student.get("/assignments/solved");
  is(kept.assignments[0].assignmentId, _id, "what was handed in stays its author's");
  await mentor.put(`/assignments/${_id}`, { title: "For the others" });
  await otherEar.until("assignment.saved", ({ title }) => title === "For the others");
  await mentor.put(`/assignments/${_id}/distribution`, { distributionTag: "cw" });
  await ear.until("assignment.saved", ({ distributionTag }) => distributionTag === "cw");
  ok(!ear.of("assignment.saved").some(({ version }) => version === 4), "not what it missed");
});

Deno.test("a personal question given to the class brings its doubts that are not private", async () => {
  await using server = await testServer();
  const { mentor, student, volunteer, classmate: other } = await classOf(server);
  const { _id } = await assignment(mentor, {}, null);
  await assignTo(mentor, _id, student, volunteer);
  const open = await doubt(student, _id);
  await doubt(volunteer, _id, { private: true });
  using ear = await listen(server, { token: other.token });
  const seen = async () => (await other.get("/doubts/filter-doubts")).body;
  is((await seen()).total, 0);
  await mentor.put(`/assignments/${_id}/distribution`, { distributionTag: "practice" });
  await ear.next("homework.changed");
  const { doubts } = await seen();
  equals(doubts.map((card: Card) => card._id), [open._id]);
  equals(ear.of("doubt.opened").map(({ seq: _, ...card }) => card), doubts);
});

Deno.test("a question of the class keeps its tag when it is assigned personally", async () => {
  await using server = await testServer();
  const { mentor, student, classmate: other } = await classOf(server);
  const second = await person(server, "mentor");
  const { _id, version } = await assignment(mentor);
  using ear = await listen(server, { token: student.token });
  const given = await assignTo(mentor, _id, student);
  is(given.body.distributionTag, "hw");
  equals(idsOf(await student.get("/assignments/personal")), [_id]);
  equals(idsOf(await other.get("/assignments/personal")), []);
  equals(idsOf(await second.get("/assignments/personal")), [_id]);
  equals(idsOf(await mentor.get("/assignments/personalAssigned")), [_id]);
  equals(idsOf(await second.get("/assignments/personalAssigned")), []);
  await assignTo(second, _id, other);
  const lost = await ear.next("assignment.unassigned");
  equals([lost._id, lost.visible], [_id, true]);
  is((await student.get(`/assignments/${_id}`)).status, 200);
  equals(idsOf(await mentor.get("/assignments/personalAssigned")), []);
  const [listed] = (await second.get("/assignments/personalAssigned")).body;
  equals([listed.assignedBy, listed.assignedTo], [
    { name: second.name },
    [{ _id: other._id, name: other.name }],
  ]);
  ok(!("explanation" in listed));
  const stale = await mentor.put(`/assignments/${_id}/assign-personal`, {
    assignedTo: [student._id],
    version,
  });
  equals([stale.status, stale.body.current.assignedTo[0]._id], [409, other._id]);
});

Deno.test("who has a question keeps it when another student is added, also after a deletion or with another role", async () => {
  await using server = await testServer();
  const { mentor, student, volunteer, classmate: other } = await classOf(server);
  const admin = await person(server, "admin");
  const { _id } = await assignment(mentor, {}, null);
  is((await assignTo(mentor, _id, student, volunteer)).status, 200);
  is((await admin.delete(`/users/${student._id}`)).status, 200);
  is((await admin.patch(`/users/${volunteer._id}`, { role: "mentor" })).status, 200);
  using desk = await listen(server, { token: mentor.token });

  const { status, body } = await assignTo(mentor, _id, student, volunteer, other);
  is(status, 200);
  equals(
    idsOf({ body: body.assignedTo } as Reply),
    idsOf({ body: [student, volunteer, other] } as Reply),
  );
  equals((await desk.next("assignment.assigned")).assignedTo, body.assignedTo);
  is((await assignTo(mentor, _id, other)).status, 200);
  for (const gone of [student, volunteer]) is((await assignTo(mentor, _id, gone)).status, 400);
});

Deno.test("invalid personal assignments are refused, and nothing changes", async () => {
  await using server = await testServer();
  const { mentor, student } = await classOf(server);
  const admin = await person(server, "admin");
  const { _id } = await assignment(mentor, {}, null);
  const path = `/assignments/${_id}/assign-personal`;
  for (const body of [{}, { assignedTo: [] }, { assignedTo: "me" }]) {
    const { status, body: reply } = await mentor.put(path, body);
    equals([status, reply.msg], [400, "Please select at least one student."]);
  }
  const wrong = [[mentor._id], [student._id, admin._id], [crypto.randomUUID()], ["x"]];
  for (const assignedTo of wrong) {
    is((await mentor.put(path, { assignedTo })).status, 400, assignedTo.join());
  }
  is((await mentor.put(path, { assignedTo: [student._id], assignedBy: admin._id })).status, 400);
  is((await student.put(path, { assignedTo: [student._id] })).status, 403);
  is((await student.get("/assignments/personalAssigned")).status, 403);
  is((await caller(server).get("/assignments/personal")).status, 401);
  const { body } = await mentor.get(`/assignments/${_id}`);
  equals([body.distributionTag, body.assignedTo, body.version], ["central", [], 1]);
});
