/** Concurrency: retries, races and load leave one legal outcome, and the log keeps its order. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Doubt } from "../../server/doubts/schema.ts";
import { connect, POOL } from "../../server/kit/db/database.ts";
import { announce, COMMIT_ORDER_LOCK, onlyLogging, runTask } from "../../server/live/outbox.ts";
import { countTrips } from "../bench/kit/proxy.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { checkDoubtRows } from "../kit/doubts.ts";
import { person, type Reply, type TestPerson } from "../kit/people.ts";
import { whileHeld } from "../kit/postgres.ts";
import { browserRun } from "../kit/runs.ts";
import { type TestServer, testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";

const times = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();

/** Creates three mentors, a student, a question and a doubt. */
async function classOf(server: TestServer) {
  const mentors = await times(3, () => person(server, "mentor"));
  const [mentor] = mentors as [TestPerson];
  const student = await person(server);
  const question = await assignment(mentor);
  const { _id } = await doubt(student, question._id);
  return { mentors, mentor, student, question, _id };
}

const threadOf = async (who: TestPerson, id: string): Promise<Doubt> =>
  (await who.get(`/doubts/${id}`)).body;

const noFault = ({ logged }: TestServer) =>
  equals(logged.filter(({ level }) => level === "error"), []);

Deno.test("an idempotency key is its person's own, and a refusal does not use it up", async () => {
  await using server = await testServer();
  const { mentor, mentors, student, _id } = await classOf(server);
  const headers = { "idempotency-key": crypto.randomUUID() };
  is((await mentor.put(`/doubts/${_id}/reply`, { reply: "Once" }, headers)).status, 200);
  const other = await mentors[1]?.put(`/doubts/${_id}/reply`, { reply: "Mine" }, headers);
  equals([other?.status, other?.body.entries], [200, 3]);

  // A refusal is not stored: the same key may try again.
  const again = { "idempotency-key": crypto.randomUUID() };
  const refused = await times(
    5,
    () => student.put(`/doubts/${_id}/followup`, { followup: "x", version: 99 }, again),
  );
  equals(statuses(refused), [409, 409, 409, 409, 409]);
  is((await student.put(`/doubts/${_id}/followup`, { followup: "x" }, again)).status, 200);
  await checkDoubtRows(server);
  noFault(server);
});

Deno.test("a repeat of a write on a thread gets the first reply, and its key holds no entry", async () => {
  await using server = await testServer();
  const { mentor, mentors, student, question, _id } = await classOf(server);
  const asker = await person(server);
  const { _id: duplicate } = await doubt(asker, question._id);
  const text = "The text of an entry.";
  const reply = (id: string, reply = text) => mentors[1]?.put(`/doubts/${id}/reply`, { reply });
  for (const id of [_id, duplicate]) await reply(id);
  type Headers = Record<string, string>;
  const writes: ((headers: Headers) => Promise<Reply>)[] = [
    (key) => mentor.put(`/doubts/${_id}/reply`, { reply: text }, key),
    (key) => student.put(`/doubts/${_id}/followup`, { followup: text }, key),
    (key) => student.put(`/doubts/${_id}/program`, { shown: "staff" }, key),
    (key) => mentor.put(`/doubts/${duplicate}/merge`, { into: _id }, key),
    (key) => mentor.delete(`/doubts/${duplicate}/merge`, undefined, key),
    (key) => student.patch(`/doubts/${_id}`, { private: true }, key),
    (key) => student.put(`/doubts/${_id}/resolve`, {}, key),
  ];
  const done = [];
  for (const write of writes) {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const { status, body } = await write(headers);
    is(status, 200, `${write}: ${JSON.stringify(body)}`);
    ok(JSON.stringify(body.conversation).includes(text), String(write));
    done.push({ write, headers, body });
    // The threads grow between the writes and their repeats.
    await reply(_id, "More.");
  }
  await reply(duplicate, "More.");
  for (const { write, headers, body } of done) {
    const repeated = await write(headers);
    equals([repeated.status, repeated.body], [200, body], String(write));
  }
  const { sql } = server.parts.database;
  const keys = await sql`select request, result::text from idempotency_keys`;
  is(keys.length, writes.length);
  for (const { request, result } of keys) ok(!result.includes(`"html"`), request);
  noFault(server);
});

Deno.test("without keys every reply is an entry, and watchers get them in order", async () => {
  await using server = await testServer();
  const { mentors, mentor, _id } = await classOf(server);
  using ear = await listen(server, { token: mentor.token });
  await ear.watch(_id);
  const replies = await times(
    20,
    (at) => (mentors[at % 3] as TestPerson).put(`/doubts/${_id}/reply`, { reply: `Reply ${at}` }),
  );
  equals(new Set(statuses(replies)), new Set([200]));
  // Each reply has the thread as it was at that moment.
  equals(
    replies.map(({ body }) => body.entries).sort((a, b) => a - b),
    replies.map((_, at) => at + 2),
  );
  const { conversation, version } = await threadOf(mentor, _id);
  equals([conversation.length, version], [21, 21]);
  equals(
    new Set(conversation.map(({ message }) => message)).size,
    21,
  );
  await ear.until("doubt.entry", ({ entry }) => entry.place === 21);
  // Watchers receive the entries in that order.
  equals(
    ear.of("doubt.entry").map(({ entry }) => entry._id),
    conversation.slice(1).map((e) => e._id),
  );
  equals(ear.of("doubt.entry").map(({ version }) => version), replies.map((_, at) => at + 2));
  await checkDoubtRows(server);
  noFault(server);
});

Deno.test("replies that race with the resolving come before it, or are refused", async () => {
  await using server = await testServer();
  const { mentors, student, question, _id } = await classOf(server);
  for (let round = 0; round < 5; round++) {
    const id = round === 0 ? _id : (await doubt(student, question._id))._id;
    const [resolves, replies] = await Promise.all([
      times(3, () => student.put(`/doubts/${id}/resolve`)),
      times(
        9,
        (at) => (mentors[at % 3] as TestPerson).put(`/doubts/${id}/reply`, { reply: `${at}` }),
      ),
    ]);
    equals(statuses(resolves), [200, 409, 409]);
    for (const { status, body } of [...resolves, ...replies]) {
      ok(status === 200 || body.code === "doubt.resolved", JSON.stringify(body));
    }
    const { conversation } = await threadOf(student, id);
    equals(conversation.filter(({ type }) => type === "resolve").length, 1);
    is(conversation.at(-1)?.type, "resolve");
    is(conversation.length, 2 + replies.filter(({ status }) => status === 200).length);
  }
  await checkDoubtRows(server);
  noFault(server);
});

Deno.test("doubts raised concurrently by one student on one assignment are one doubt", async () => {
  await using server = await testServer();
  const { mentor, student } = await classOf(server);
  for (let round = 0; round < 4; round++) {
    const { _id: assignmentId } = await assignment(mentor);
    const raised = await times(
      12,
      (at) =>
        student.post("/doubts", { assignmentId, doubtText: `Text ${at}`, private: at % 5 === 4 }),
    );
    equals(statuses(raised), [...Array(11).fill(200), 201]);
    equals(new Set(raised.map(({ body }) => body._id)).size, 1);
    const { conversation, private: isPrivate } = await threadOf(student, raised[0]?.body._id);
    equals(conversation.map(({ type }) => type), ["doubt", ...Array(11).fill("follow-up")]);
    is(isPrivate, true);
  }
  // A doubt raised while the old one is being resolved lands in its thread or in a new one.
  const { _id: assignmentId } = await assignment(mentor);
  for (let round = 0; round < 5; round++) {
    const { _id } = await doubt(student, assignmentId);
    const [, ...raised] = await Promise.all([
      student.put(`/doubts/${_id}/resolve`),
      ...Array.from(
        { length: 4 },
        (_, at) =>
          student.post("/doubts", { assignmentId, doubtText: "More", private: at % 2 === 1 }),
      ),
    ]);
    for (const { status, body } of raised) ok(status <= 201, JSON.stringify(body));
  }
  await checkDoubtRows(server);
  noFault(server);
});

Deno.test("of concurrent claims one succeeds", async () => {
  await using server = await testServer();
  const { mentors, _id } = await classOf(server);
  for (let round = 0; round < 5; round++) {
    const claims = await Promise.all(mentors.map((who) => who.post(`/doubts/${_id}/claim`, {})));
    equals(statuses(claims), [200, 409, 409]);
    const winner = claims.find(({ status }) => status === 200)?.body.claim.by;
    for (const { status, body } of claims) {
      if (status === 409) equals([body.code, body.by], ["claimed", winner]);
    }
    await mentors.find(({ _id }) => _id === winner._id)?.delete(`/doubts/${_id}/claim`);
  }
  noFault(server);
});

Deno.test("many mixed concurrent commands end in legal threads, without an error", async () => {
  await using server = await testServer();
  const { mentors, mentor } = await classOf(server);
  const students = await times(4, () => person(server));
  const questions = await times(3, () => assignment(mentor));
  const doubts = await Promise.all(
    students.flatMap((student) =>
      questions.map(async ({ _id }) => ({ student, id: (await doubt(student, _id))._id, of: _id }))
    ),
  );
  const pick = <T>(all: T[], at: number) => all[at % all.length] as T;
  const replies = await times(260, async (at) => {
    const { student, id, of } = pick(doubts, at * 7 % 5);
    const mentor = pick(mentors, at);
    const path = `/doubts/${id}`;
    switch (at % 11) {
      case 0:
      case 1:
        return await mentor.put(`${path}/reply`, { reply: `Reply ${at}` });
      case 2:
      case 3:
        return await student.put(`${path}/followup`, { followup: `Again ${at}` });
      case 4:
        return await mentor.post(`${path}/claim`, { takeOver: at % 2 === 0 });
      case 5:
        return await mentor.delete(`${path}/claim`);
      case 6:
        return await student.patch(path, { private: at % 2 === 0 });
      case 7:
        return await student.post("/doubts", { assignmentId: of, doubtText: `More ${at}` });
      case 8:
        return await mentor.put(`/assignments/${of}/distribution`, {
          distributionTag: pick(["hw", "cw", "practice"], at),
        });
      case 9:
        return await student.put(`/assignments/${of}/status`, { responseStatus: "solved" });
      default:
        return at > 200
          ? await student.put(`${path}/resolve`)
          : await mentor.get("/doubts/filter-doubts?text=again");
    }
  });
  const wrong = replies.filter(({ status, body }) =>
    status > 201 && !["doubt.resolved", "claimed"].includes(body.code)
  );
  equals(wrong.map(({ status, body }) => [status, body]), []);
  await checkDoubtRows(server);
  noFault(server);
  // A deadlock would have been logged as an error; a leaked lock would still block a query.
  const waiting = await server.parts.database.sql`
    select pid from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`;
  equals([...waiting], []);
});

Deno.test("the log is in commit order: a second server misses no event and repeats none", async () => {
  await using server = await testServer();
  await using second = await testServer({ DATABASE_URL: server.databaseUrl });
  const { mentor } = await classOf(server);
  const writers = await times(16, () => person(server));
  const questions = await times(3, () => assignment(mentor));
  const reader = await person(second, "mentor");
  using here = await listen(server, { token: reader.token });
  using there = await listen(second, { token: reader.token });
  const start = server.relay.head();

  // A reader that only polls `seq > cursor`, as fast as it can.
  const { sql } = second.parts.database;
  let [cursor, writing] = [start, true];
  const followed: number[] = [];
  const follow = async () => {
    for (let last = false; !last;) {
      last = !writing;
      for (
        const { seq } of await sql`select seq::int from events where seq > ${cursor} order by seq`
      ) {
        followed.push(seq);
        cursor = seq;
      }
    }
  };
  const following = follow();
  // Writes on both servers.
  await Promise.all(writers.map(async (writer, at) => {
    const where = at % 2 === 0 ? server : second;
    const call = (path: string, body: unknown) =>
      fetch(`${where.url}/api${path}`, {
        method: "POST",
        headers: { "x-auth-token": writer.token, "content-type": "application/json" },
        body: JSON.stringify(body),
      }).then(async (reply) => {
        const { status } = reply;
        await reply.body?.cancel();
        return status;
      });
    for (let round = 0; round < 6; round++) {
      const assignmentId = questions[round % 3]?._id;
      const status = await call("/doubts", { assignmentId, doubtText: `Round ${round}` });
      is(status, round < 3 ? 201 : 200);
    }
  }));
  writing = false;
  await following;
  const logged = await sql<{ seq: number; type: string; rooms: string[] }[]>`
    select seq::int, type, rooms from events where seq > ${start} order by seq`;
  is(logged.filter(({ type }) => type.startsWith("doubt.")).length, 16 * 6 * 2);
  equals(followed, logged.map(({ seq }) => seq));
  const forMentors = logged.filter(({ rooms }) =>
    rooms.includes("class") || rooms.includes("staff")
  );
  const last = forMentors.at(-1);
  for (const ear of [here, there]) {
    await ear.until(last?.type ?? "", ({ seq }) => seq === last?.seq);
    const got = ear.pushes.filter(({ data }) => data.seq > start);
    equals(
      got.map(({ event, data }) => [event, data.seq]),
      forMentors.map(({ type, seq }) => [type, seq]),
    );
  }
  noFault(server);
  noFault(second);
});

Deno.test("the result of a write, its events and the commit are sent together", async () => {
  await using server = await testServer();
  using proxy = countTrips(server.databaseUrl);
  const database = connect(proxy.url, { max: 1 });
  const parts = { ...server.parts, database, live: onlyLogging("a test") };
  const write = () =>
    runTask({
      parts,
      me: null,
      place: null,
      work: async (act) => {
        await act.db.execute(sql`select 1`);
        announce(act, "team.changed", ["home"], {});
      },
    }, { storeResult: (db) => db.execute(sql`select 2`) });
  // The first time, each statement is described.
  await write();
  const before = proxy.trips();
  await write();
  is(proxy.trips() - before, 3, "the begin, the work's statement, and all of these");
  await database.close();
});

Deno.test("a write whose key is taken waits before the log, and others write meanwhile", async () => {
  await using server = await testServer();
  const { student, mentor, _id, question } = await classOf(server);
  const path = `/assignments/${question._id}/runs`;
  const key = crypto.randomUUID();
  const hold = `insert into idempotency_keys (person_id, key, request, result, created_at)
    values ('${student._id}', '${key}', 'POST /api${path}', '{"of": "the first attempt"}', now())`;
  const { body } = await whileHeld(server, hold, {
    work: () => student.post(path, browserRun(), { "idempotency-key": key }),
    async meanwhile() {
      is((await mentor.put(`/doubts/${_id}/reply`, { reply: "Meanwhile" })).status, 200);
    },
  });
  equals(body, { of: "the first attempt" });
  equals((await student.get(path)).body, []);
});

Deno.test("a read is answered while more writes wait for their turn in the log than there are connections", async () => {
  await using server = await testServer();
  const { question, mentor } = await classOf(server);
  const students = await times(POOL + 2, () => person(server));
  let raising: Promise<unknown> = Promise.resolve();
  const hold = `select pg_advisory_xact_lock(${COMMIT_ORDER_LOCK})`;
  await whileHeld(server, hold, {
    work: () => raising = Promise.all(students.map((one) => doubt(one, question._id))),
    async meanwhile() {
      // Each write has the time to take a connection, if there is one for it.
      const read = () => mentor.get("/doubts/filter-doubts");
      for (let nth = 0; nth < 5; nth++) is((await read()).status, 200);
    },
  });
  await raising;
  noFault(server);
});
