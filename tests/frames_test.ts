/**
 * One write is one small frame for each person who may receive it; staff also get `stats.changed`.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { cardOf, changedByEntry } from "../client/doubts/state.ts";
import type { Doubt } from "../server/doubts/schema.ts";
import { assignment, doubt, submit } from "./kit/assignments.ts";
import { person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen, type Listener } from "./kit/socket.ts";

/**
 * Returns the events that a write pushes to each listener, up to an announcement that all of them
 * receive.
 */
async function framesOf(
  ears: Record<string, Listener>,
  mark: () => Promise<Reply>,
  write: () => Promise<Reply>,
): Promise<Record<string, string[]>> {
  for (const ear of Object.values(ears)) ear.pushes.length = 0;
  const { status, body } = await write();
  ok(status < 300, JSON.stringify(body));
  const { _id } = (await mark()).body;
  const heard = Object.entries(ears).map(async ([name, ear]) => {
    await ear.until("announcement.saved", (saved) => saved._id === _id);
    const events = ear.pushes.map(({ event }) => event).filter((event) => event !== "presence");
    return [name, events.slice(0, -1)] as const;
  });
  return Object.fromEntries(await Promise.all(heard));
}

Deno.test("a reply, a follow-up, a review and an announcement are one frame each", async () => {
  await using server = await testServer();
  await using second = await testServer({ DATABASE_URL: server.databaseUrl });
  const [mentor, other, student, classmate] = await Promise.all([
    person(server, "mentor"),
    person(server, "mentor"),
    person(server),
    person(server),
  ]);
  const question = await assignment(mentor);
  const raised = cardOf(await doubt(student, question._id));
  const { _id } = raised;
  await submit(student, question._id);
  using watching = await listen(server, { token: classmate.token });
  using elsewhere = await listen(second, { token: classmate.token });
  using owner = await listen(server, { token: student.token });
  using outside = await listen(second, { token: classmate.token });
  using staffWatching = await listen(server, { token: other.token });
  using staff = await listen(server, { token: other.token });
  for (const ear of [watching, elsewhere, owner, staffWatching]) {
    equals((await ear.watch(_id)).ok, true);
  }
  const ears = { watching, elsewhere, owner, outside, staffWatching, staff };
  const mark = () => mentor.post("/messages/announcement", { subject: "All", body: "Heard?" });
  const frames = (write: () => Promise<Reply>) => framesOf(ears, mark, write);

  const replied = await frames(() => mentor.put(`/doubts/${_id}/reply`, { reply: "Look." }));
  equals(replied, {
    watching: ["doubt.entry"],
    elsewhere: ["doubt.entry"],
    owner: ["doubt.entry"],
    outside: ["doubt.changed"],
    staffWatching: ["doubt.entry", "stats.changed"],
    staff: ["doubt.changed", "stats.changed"],
  });
  const [entry] = watching.of("doubt.entry");
  const [changed] = outside.of("doubt.changed");
  equals(elsewhere.of("doubt.entry"), [entry]);
  // Whoever has the card can tell by the entry what people outside the thread are told.
  const told = changedByEntry({ event: "doubt.entry", data: entry }, () => raised);
  equals(told, { event: "doubt.changed", data: changed });

  equals(await frames(() => student.put(`/doubts/${_id}/followup`, { followup: "Where?" })), {
    watching: ["doubt.entry"],
    elsewhere: ["doubt.entry"],
    owner: ["doubt.entry"],
    outside: ["doubt.changed"],
    staffWatching: ["doubt.entry"],
    staff: ["doubt.changed"],
  });
  const review = { studentId: student._id, reviewStatus: "approved", mentorComment: "Good." };
  equals(await frames(() => mentor.put(`/assignments/${question._id}/review`, review)), {
    watching: [],
    elsewhere: [],
    owner: ["review.changed"],
    outside: [],
    staffWatching: ["review.changed"],
    staff: ["review.changed"],
  });
  for (const events of Object.values(await frames(mark))) equals(events, ["announcement.saved"]);
  // A card without an entry reaches the watchers of the thread, too.
  const claimed = await frames(() => mentor.post(`/doubts/${_id}/claim`, {}));
  equals([claimed.watching, claimed.outside], [["doubt.changed"], ["doubt.changed"]]);
});

Deno.test("a watcher of the thread who reconnects with `since` gets the card", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  const first = await listen(server, { token: student.token });
  await first.watch(_id);
  await mentor.put(`/doubts/${_id}/reply`, { reply: "One." });
  const { seq } = await first.next("doubt.entry");
  first.socket.disconnect();
  const { body } = await mentor.put(`/doubts/${_id}/reply`, { reply: "Two." });
  using back = await listen(server, { token: student.token, since: seq });
  // The reply that the client has seen is not sent again.
  equals(back.of("doubt.changed").map(({ entries }) => entries), [(body as Doubt).entries]);
});
