/** Claims on doubts: one mentor at a time holds one, for ten minutes. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { endLapsedClaims } from "../server/doubts/commands.ts";
import { later } from "../server/kit/core/clock.ts";
import { transact } from "../server/live/outbox.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person, type Reply, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen, type Listener } from "./kit/socket.ts";
import { noteTransactions } from "./kit/transactions.ts";

const as = ({ _id, name, role }: TestPerson) => ({ _id, name, role });
const refused = ({ status, body }: Reply) => [status, body.code];
const sweep = ({ parts }: TestServer) => transact(parts, endLapsedClaims);

/** Creates a doubt, its student, a mentor and an admin. `status` and `claim` fetch the doubt. */
async function claimed(server: TestServer) {
  const start = new Date().toISOString();
  server.setClock(start);
  const [first, second] = [await person(server, "mentor"), await person(server, "admin")];
  const student = await person(server);
  const { _id } = await doubt(student, (await assignment(first))._id);
  const status = async () => (await student.get(`/doubts/${_id}`)).body.currentStatus;
  const claim = async () => (await second.get(`/doubts/${_id}`)).body.claim;
  return { first, second, student, _id, start, status, claim, path: `/doubts/${_id}/claim` };
}

/** Returns the names of the pushed events; for `claim.changed` the holder's name, or null. */
const told = (ear: Listener) =>
  ear.pushes.filter(({ event }) => event !== "ready" && event !== "stats.changed")
    .map(({ event, data }) => event === "claim.changed" ? data.by?.name ?? null : event);

/** Waits until a mentor has received every event that was logged for mentors. */
async function settled({ parts }: TestServer, ear: Listener): Promise<void> {
  const [last] = await parts.database.sql<{ type: string; seq: number }[]>`
    select type, seq::int from events where rooms && '{staff,class}' order by seq desc limit 1`;
  if (last) await ear.until(last.type, ({ seq }) => seq === last.seq);
}

Deno.test("a claim is a lease of ten minutes, renewed by claiming again", async () => {
  await using server = await testServer();
  const { first, student, start, status, claim, path, _id } = await claimed(server);
  using staff = await listen(server, { token: first.token });
  using other = await listen(server, { token: student.token });
  const made = await first.post(path, {});
  equals([made.status, made.body], [200, { claim: { by: as(first), until: later(start, 10) } }]);
  equals([await status(), await claim()], ["review", made.body.claim]);
  server.setClock(later(start, 9));
  const renewed = await first.post(path);
  equals(renewed.body.claim, { by: as(first), until: later(start, 19) });
  equals(await claim(), renewed.body.claim);
  await settled(server, staff);
  equals(told(staff), [first.name, "doubt.changed", first.name]);
  equals(
    staff.of("claim.changed").map(({ seq: _, ...rest }) => rest),
    [10, 19].map((minutes) => ({
      kind: "doubt",
      id: _id,
      studentId: student._id,
      by: as(first),
      until: later(start, minutes),
    })),
  );
  // The class learns that the doubt is in review, but not who holds the claim.
  is((await other.next("doubt.changed")).currentStatus, "review");
  equals(told(other), ["doubt.changed"]);
  is("claim" in (await student.get(`/doubts/${_id}`)).body, false);
  is("claim" in (await student.get("/doubts/filter-doubts")).body.doubts[0], false);
});

Deno.test("a claimed doubt is refused with its holder and expiry, unless it is taken over", async () => {
  await using server = await testServer();
  const { first, second, student, start, claim, path } = await claimed(server);
  await first.post(path, {});
  server.setClock(later(start, 1));
  for (const body of [{}, undefined, { takeOver: false }]) {
    const { status, body: { msg, code, by, until } } = await second.post(path, body);
    equals(
      [status, code, by, until, msg],
      [409, "claimed", as(first), later(start, 10), `${first.name} has claimed this.`],
    );
  }
  equals((await claim()).by, as(first));
  using staff = await listen(server, { token: first.token });
  const taken = await second.post(path, { takeOver: true });
  equals(taken.body.claim, { by: as(second), until: later(start, 11) });
  equals(refused(await first.post(path, {})), [409, "claimed"]);
  // The first mentor can no longer release the claim.
  is((await first.delete(path)).status, 200);
  equals((await claim()).by, as(second));
  await settled(server, staff);
  equals(told(staff), [second.name], "it was in review, and still is");
  is((await student.post(path, {})).status, 403);
  is((await student.delete(path)).status, 403);
  is((await first.post(`/doubts/${crypto.randomUUID()}/claim`, {})).status, 404);
  is((await first.delete(`/doubts/${crypto.randomUUID()}/claim`)).status, 404);
});

Deno.test("a claim ends when it is released", async () => {
  await using server = await testServer();
  const { first, second, status, claim, path } = await claimed(server);
  await first.post(path, {});
  using staff = await listen(server, { token: second.token });
  const released = await first.delete(path);
  equals([released.status, released.body], [200, { claim: null }]);
  equals([await status(), await claim()], ["new", null]);
  await settled(server, staff);
  equals(told(staff), [null, "doubt.changed"]);
  is((await first.delete(path)).status, 200, "again: nothing to end");
  is((await second.post(path, {})).status, 200);
  await settled(server, staff);
  equals(told(staff), [null, "doubt.changed", second.name, "doubt.changed"]);
});

Deno.test("a claim ends with its holder's reply, but not with another's, which is accepted", async () => {
  await using server = await testServer();
  const { first, second, student, status, claim, path, _id } = await claimed(server);
  await first.post(path, {});
  using staff = await listen(server, { token: second.token });
  const others = await second.put(`/doubts/${_id}/reply`, { reply: "I was quicker" });
  equals([others.status, others.body.currentStatus], [200, "review"]);
  equals((await claim()).by, as(first));
  is((await student.put(`/doubts/${_id}/followup`, { followup: "And?" })).status, 200);
  equals([await status(), (await claim()).by], ["review", as(first)]);
  const own = await first.put(`/doubts/${_id}/reply`, { reply: "So" });
  equals([own.status, own.body.currentStatus, own.body.claim], [200, "replied", null]);
  equals([await status(), await claim()], ["replied", null]);
  await settled(server, staff);
  equals(told(staff), ["doubt.changed", "doubt.changed", "doubt.changed", null]);
  equals(staff.of("doubt.changed").map((card) => card.currentStatus), [
    "review",
    "review",
    "replied",
  ]);
});

Deno.test("resolving a doubt ends its claim, whoever holds it", async () => {
  await using server = await testServer();
  const { first, second, student, claim, path, _id } = await claimed(server);
  await first.post(path, {});
  using staff = await listen(server, { token: second.token });
  is((await student.put(`/doubts/${_id}/resolve`)).body.currentStatus, "resolved");
  is(await claim(), null);
  await settled(server, staff);
  equals(told(staff), ["doubt.changed", null]);
});

Deno.test("an expired claim has no holder, and the sweep announces that once", async () => {
  await using server = await testServer();
  const { first, second, student, start, status, claim, path, _id } = await claimed(server);
  await first.post(path, {});
  server.setClock(later(start, 9.99));
  await sweep(server);
  equals([await status(), (await claim())?.by], ["review", as(first)]);
  using staff = await listen(server, { token: second.token });
  using other = await listen(server, { token: student.token });
  server.setClock(later(start, 10));
  equals([await status(), await claim()], ["new", null], "whether it is swept or not");
  await Promise.all([sweep(server), sweep(server)]);
  await settled(server, staff);
  equals(told(staff), [null, "doubt.changed"], "once");
  const { currentStatus, version } = await other.next("doubt.changed");
  equals([currentStatus, version], ["new", 1]);
  equals(staff.of("claim.changed").map(({ id, kind, until }) => [id, kind, until]), [
    [_id, "doubt", null],
  ]);
});

Deno.test("a sweep ends several claims with as many statements as one", async () => {
  await using server = await testServer();
  const start = new Date().toISOString();
  server.setClock(start);
  const mentor = await person(server, "mentor");
  const swept = async (count: number, at: string) => {
    for (let nth = 0; nth < count; nth++) {
      const { _id } = await doubt(await person(server), (await assignment(mentor))._id);
      is((await mentor.post(`/doubts/${_id}/claim`, {})).status, 200);
    }
    server.setClock(at);
    using ear = await listen(server, { token: mentor.token });
    const transactions = noteTransactions(server);
    await sweep(server);
    await settled(server, ear);
    is(ear.of("doubt.changed").length, count);
    return transactions[0]?.length;
  };
  is(await swept(3, later(start, 10)), await swept(1, later(start, 20)));
});

Deno.test("a doubt whose claim has expired and is not swept yet can be claimed by another", async () => {
  await using server = await testServer();
  const { first, second, start, claim, path } = await claimed(server);
  await first.post(path, {});
  server.setClock(later(start, 10.5));
  using staff = await listen(server, { token: second.token });
  is((await second.post(path, {})).status, 200);
  await sweep(server);
  equals((await claim()).by, as(second), "the sweep leaves it alone");
  await settled(server, staff);
  equals(told(staff).slice(-2), [second.name, "doubt.changed"]);
});
