/** Redis or Valkey stopped and started: what is durable does not notice, and presence returns. */
import { ok, strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "../kit/assignments.ts";
import { person } from "../kit/people.ts";
import { startRedis } from "../kit/redis.ts";
import { testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";

Deno.test("presence and typing cross servers through Redis, and come back after it was away", async () => {
  await using redis = await startRedis();
  await using one = await testServer({ REDIS_URL: redis.url });
  await using two = await testServer({ DATABASE_URL: one.databaseUrl, REDIS_URL: redis.url });
  const [mentor, student] = [await person(one, "mentor"), await person(one)];
  const { _id: assignmentId } = await assignment(mentor);
  const raised = await doubt(student, assignmentId);
  using near = await listen(one, { token: student.token });
  using far = await listen(two, { token: mentor.token });
  await near.watch(raised._id);
  await far.watch(raised._id);
  await near.until("presence", ({ people }) => people.length === 2);
  far.socket.emit("typing", { doubtId: raised._id });
  is((await near.next("typing")).person.name, mentor.name);

  await redis.stop();
  await mentor.put(`/doubts/${raised._id}/reply`, { reply: "Durable all the same." });
  is((await far.next("doubt.entry")).entry.message, "Durable all the same.");
  is((await near.next("doubt.entry")).entry.message, "Durable all the same.");

  await redis.start();
  const before = near.of("presence").length;
  const again = await eventually(async () => {
    far.socket.emit("unwatch", { doubtId: raised._id });
    await far.watch(raised._id);
    await new Promise((wait) => setTimeout(wait, 800));
    return near.of("presence").slice(before).some(({ people }) => people.length === 2);
  });
  ok(again, "presence did not come back");
});

async function eventually(check: () => Promise<boolean>, tries = 15): Promise<boolean> {
  for (let n = 0; n < tries; n++) if (await check()) return true;
  return false;
}
