/** Live topics: the socket server serves any topic that it is given, by the key of its id. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { createServer } from "node:http";
import * as z from "zod";
import { identify } from "../server/auth/queries.ts";
import { doubtTopic } from "../server/doubts/topics.ts";
import { startRelay } from "../server/live/relay.ts";
import { openSockets } from "../server/live/sockets/sockets.ts";
import type { Topic } from "../server/live/topics/topics.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

/** A topic that students and staff watch until the announcement is deleted, and then only staff. */
const notes: Topic = {
  name: "note",
  key: "noteId",
  id: z.uuid(),
  whoMayWatch: (_db, _id) => Promise.resolve(({ role }) => role !== "volunteer"),
  tellsPresence: true,
  revokedBy: { "announcement.deleted": ({ _id }) => ({ id: _id, keeps: ["staff"] }) },
};

/** Starts a second socket server with these topics, on the server's database. */
async function liveServer({ parts }: TestServer, topics: Topic[]) {
  const { database, tokens, limits, clock, log } = parts;
  const http = createServer();
  const sockets = openSockets(http, {
    personOf: async (token) => (await tokens.readSession(token)).sub,
    identify: (token) => identify({ db: database.db, tokens, now: clock() }, token),
    topics,
    db: database.db,
    limits,
    allowsOrigin: () => true,
    addressOf: () => "203.0.113.5",
    relay: () => relay,
    cluster: null,
    heartbeatMs: 10_000,
    log,
  });
  const relay = await startRelay({ database, log, deliver: sockets.deliver });
  await new Promise<void>((ready) => http.listen(0, "127.0.0.1", ready));
  const { port } = http.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await relay.stop();
      await sockets.close();
    },
  };
}

Deno.test("a message selects a topic by the key of its id, and each topic has its own access rules", async () => {
  await using server = await testServer();
  await using live = await liveServer(server, [notes, doubtTopic]);
  const mentor = await person(server, "mentor");
  const [student, volunteer] = [await person(server), await person(server, "volunteer")];
  const { _id: doubtId } = await doubt(student, (await assignment(mentor))._id);
  using one = await listen(live, { token: student.token });
  using other = await listen(live, { token: volunteer.token });
  using staff = await listen(live, { token: mentor.token });
  const watch = async (ear: typeof one, body: object) => {
    const { ok, code } = await ear.ask("watch", body);
    return ok ? "ok" : code;
  };
  const noteId = crypto.randomUUID();
  is(await watch(one, { noteId }), "ok");
  is(await watch(staff, { noteId }), "ok");
  is(await watch(other, { noteId }), "not-found");
  is(await watch(other, { noteId: "none" }), "invalid");
  is(await watch(other, { nothing: noteId }), "invalid");
  is(await watch(other, { doubtId }), "ok");
  is(await watch(other, { doubtId: noteId }), "not-found");
  // The same id in another topic is another room.
  is(await watch(one, { doubtId }), "ok");
  await one.until("presence", ({ doubtId: id, people }) => id === doubtId && people.length === 2);
  await one.until("presence", ({ noteId: id, people }) => id === noteId && people.length === 2);
  equals(other.of("presence").filter(({ noteId }) => noteId), []);
  // The topic of notes does not announce who is typing; that of doubts does.
  one.socket.emit("typing", { noteId });
  one.socket.emit("typing", { doubtId });
  equals(await other.next("typing"), { doubtId, person: personOf(student) });
  await watch(staff, { noteId });
  equals(staff.of("typing"), []);
});

Deno.test("an event that revokes access to a topic removes the sockets concerned from its room", async () => {
  await using server = await testServer();
  await using live = await liveServer(server, [notes]);
  const [mentor, late] = [await person(server, "mentor"), await person(server, "mentor")];
  const student = await person(server);
  const post = await mentor.post("/messages/announcement", { subject: "Hi", body: "All." });
  const noteId = post.body._id;
  using one = await listen(live, { token: student.token });
  using staff = await listen(live, { token: mentor.token });
  for (const ear of [one, staff]) await ear.ask("watch", { noteId });
  await one.until("presence", ({ people }) => people.length === 2);
  const before = one.of("presence").length;
  is((await mentor.delete(`/messages/announcement/${noteId}`)).status, 200);
  await one.next("announcement.deleted");
  const { people: left } = await staff.until("presence", ({ people }) => people.length === 1);
  equals(left, [personOf(mentor)], "those who stay are told who is left");
  using third = await listen(live, { token: late.token });
  await third.ask("watch", { noteId });
  const { people } = await third.next("presence");
  equals(people.map(({ _id }: { _id: string }) => _id).sort(), [mentor._id, late._id].sort());
  is(one.of("presence").length, before, "who has left is told nothing more");
});

const personOf = ({ _id, name, role }: { _id: string; name: string; role: string }) => ({
  _id,
  name,
  role,
});
