/** Redis or Valkey is stopped and started: durable data is not affected, and presence returns. */
import { strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "../kit/assignments.ts";
import { person } from "../kit/people.ts";
import { startRedis } from "../kit/redis.ts";
import { PACE, testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";
import { until } from "../kit/until.ts";

Deno.test("presence and typing cross servers through Redis, and return after an outage of Redis", async () => {
  await using redis = await startRedis();
  await using one = await testServer({ ...PACE, REDIS_URL: redis.url });
  await using two = await testServer({
    ...PACE,
    DATABASE_URL: one.databaseUrl,
    REDIS_URL: redis.url,
  });
  const [mentor, student] = [await person(one, "mentor"), await person(one)];
  const { _id: assignmentId } = await assignment(mentor);
  const raised = await doubt(student, assignmentId);
  using near = await listen(one, { token: student.token });
  using far = await listen(two, { token: mentor.token });
  await near.watch(raised._id);
  await far.watch(raised._id);
  await near.until("presence", ({ people }) => people.length >= 2);
  far.socket.emit("typing", { doubtId: raised._id });
  is((await near.next("typing")).person.name, mentor.name);

  await redis.stop();
  // Meanwhile each server shows only the people connected to it.
  const another = await person(one);
  using beside = await listen(one, { token: another.token });
  await beside.watch(raised._id);
  const isThere = ({ people }: { people: { _id: string }[] }) =>
    people.some(({ _id }) => _id === another._id);
  await near.until("presence", isThere);
  beside.socket.emit("typing", { doubtId: raised._id });
  is(
    (await near.until("typing", ({ person }) => person._id === another._id)).person.name,
    another.name,
  );
  await mentor.put(`/doubts/${raised._id}/reply`, { reply: "Durable all the same." });
  is((await far.next("doubt.entry")).entry.html, "<p>Durable all the same.</p>");
  is((await near.next("doubt.entry")).entry.html, "<p>Durable all the same.</p>");

  await redis.start();
  const before = near.of("presence").length;
  await until(async () => {
    far.socket.emit("unwatch", { doubtId: raised._id });
    await far.watch(raised._id);
    await new Promise((wait) => setTimeout(wait, 800));
    return near.of("presence").slice(before).some(({ people }) => people.length >= 2);
  }, "presence");
});

Deno.test("a server that stops while people are in a thread sends no more presence queries to Redis", async () => {
  await using redis = await startRedis();
  await using server = await testServer({ ...PACE, REDIS_URL: redis.url });
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const raised = await doubt(student, (await assignment(mentor))._id);
  using near = await listen(server, { token: student.token });
  await near.watch(raised._id);
  await near.next("presence");
  await server.stop();
  // An error in work that is left over would end the process.
  await new Promise((done) => setTimeout(done, 1000));
  is(near.socket.connected, false);
});
