/** Visibility: lists, threads, similar doubts and the live channel, for every kind of doubt. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { assignments } from "../server/assignments/tables.ts";
import { can as canAssignment } from "../server/assignments/policy.ts";
import { DISTRIBUTION_TAGS, type DistributionTag } from "../server/assignments/schema.ts";
import { can, isOpenToClass } from "../server/doubts/policy.ts";
import { newId } from "../server/kit/core/ids.ts";
import { migrate } from "../server/kit/db/migrate.ts";
import { assignment, doubt, givePersonally } from "./kit/assignments.ts";
import { classOf, type Reply, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";
import { checkProperty } from "./kit/random.ts";

Deno.test("only its owner and staff can read a private or personal doubt, by any path", async () => {
  await using server = await testServer();
  const { mentor, admin, student, classmate, volunteer } = await classOf(server);
  const everybody = [mentor, admin, student, classmate, volunteer];
  const central = await assignment(mentor, {}, null);
  const personal = await assignment(mentor, {}, null);
  // The volunteer has the same personal assignment, but does not see the student's doubt.
  await givePersonally(server, personal._id, [student, volunteer]);
  const doubts = {
    general: await doubt(student, (await assignment(mentor))._id),
    practice: await doubt(student, (await assignment(mentor, {}, "practice"))._id),
    private: await doubt(student, (await assignment(mentor))._id, { private: true }),
    personal: await doubt(student, personal._id),
    central: await doubt(student, (await assignment(mentor))._id),
  };
  // This doubt's assignment is central again after it was distributed.
  const { sql } = server.parts.database;
  await sql`update doubts set assignment_id = ${central._id} where id = ${doubts.central._id}`;
  const forAll = [doubts.general._id, doubts.practice._id];
  const readable = (who: TestPerson) =>
    [mentor, admin, student].includes(who) ? Object.values(doubts).map(({ _id }) => _id) : forAll;
  const ids = (list: Reply["body"][]) => list.map(({ _id }) => _id).sort();

  for (const who of everybody) {
    const mine = readable(who).sort();
    const { body: list } = await who.get("/doubts/filter-doubts");
    equals([ids(list.doubts), list.total], [mine, mine.length], who.role);
    const { body: found } = await who.get("/doubts/filter-doubts?text=loop");
    equals([ids(found.doubts), found.total], [mine, mine.length]);
    const { body: titled } = await who.get("/doubts/filter-doubts?assignmentTitle=array");
    equals([ids(titled.doubts), titled.total], [mine, mine.length]);
    equals(ids((await who.get("/doubts/similar?text=loop+runs+once+too+often")).body), mine);
    using ear = await listen(server, { token: who.token });
    for (const [kind, { _id }] of Object.entries(doubts)) {
      const about = `${kind} for ${who.role} ${who.name}`;
      const may = mine.includes(_id);
      const { status, body } = await who.get(`/doubts/${_id}`);
      equals([status, body.code], may ? [200, undefined] : [404, "not-found"], about);
      const watched = await ear.watch(_id);
      equals([watched.ok, watched.code], may ? [true, undefined] : [false, "not-found"], about);
      if (may) continue;
      // A hidden doubt cannot be distinguished from a missing one.
      const { body: missing } = await who.get(`/doubts/${crypto.randomUUID()}`);
      equals(body, missing);
      is((await who.put(`/doubts/${_id}/followup`, { followup: "x" })).status, 404, about);
      is((await who.put(`/doubts/${_id}/resolve`)).status, 404, about);
      is((await who.patch(`/doubts/${_id}`, { private: false })).status, 404, about);
    }
  }
  const stranger = await listen(server);
  is(
    await stranger.socket.timeout(300).emitWithAck("watch", { doubtId: doubts.general._id })
      .catch(() => "no answer"),
    "no answer",
  );
  stranger.socket.disconnect();
  is((await fetch(`${server.url}/api/doubts/filter-doubts`)).status, 401);
  is((await fetch(`${server.url}/api/doubts/${doubts.general._id}`)).status, 401);
});

Deno.test("a doubt made private disappears for the class; made public again, it reappears", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, volunteer } = await classOf(server);
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  const people = { mentor, student, classmate, volunteer };
  const ears = {
    mentor: await listen(server, { token: mentor.token }),
    student: await listen(server, { token: student.token }),
    classmate: await listen(server, { token: classmate.token }),
    volunteer: await listen(server, { token: volunteer.token }),
  };
  for (const ear of Object.values(ears)) is((await ear.watch(_id)).ok, true);
  const since = server.relay.head();
  const { status, body } = await student.patch(`/doubts/${_id}`, { private: true });
  equals([status, body.private, body.version], [200, true, 2]);
  await mentor.put(`/doubts/${_id}/reply`, { reply: "Only for you" });
  // A visible doubt, so that everyone receives an event after the others.
  const other = await doubt(classmate, (await assignment(mentor))._id);
  const names = async (who: keyof typeof ears) => {
    await ears[who].until("doubt.opened", (card) => card._id === other._id);
    return ears[who].pushes
      .filter(({ event, data }) =>
        data.seq > since && /^doubt/.test(event) && data._id !== other._id
      )
      .map(({ event }) => event);
  };
  // The first change is the private mark. The reply tells what it changes on the card.
  const all = ["doubt.hidden", "doubt.changed", "doubt.entry"];
  equals(await names("mentor"), all);
  equals(await names("student"), all);
  equals(await names("classmate"), ["doubt.hidden"]);
  equals(await names("volunteer"), ["doubt.hidden"]);
  equals({ ...ears.classmate.of("doubt.hidden")[0], seq: 0 }, {
    _id,
    student: student._id,
    seq: 0,
  });
  is((await ears.classmate.watch(_id)).ok, false);

  // A client that reconnects is sent nothing of it.
  using late = await listen(server, { token: classmate.token, since: 0 });
  equals(late.pushes.map(({ event }) => event), ["resync", "ready"]);
  using own = await listen(server, { token: student.token, since: 0 });
  equals(
    own.pushes.filter(({ data }) => data._id === _id).map(({ event }) => event),
    ["doubt.opened", "doubt.hidden", "doubt.changed", "doubt.changed"],
  );

  // A write that changes nothing announces nothing.
  const same = await student.patch(`/doubts/${_id}`, { private: true });
  equals([same.status, same.body.version], [200, 3]);
  const opened = await student.patch(`/doubts/${_id}`, { private: false });
  equals([opened.body.private, opened.body.version], [false, 4]);
  for (const who of ["classmate", "mentor"] as const) {
    const card = await ears[who].until(
      "doubt.opened",
      ({ _id: id, version }) => id === _id && version === 4,
    );
    is(card.entries, 2);
    is((await people[who].get(`/doubts/${_id}`)).status, 200);
  }
  is((await ears.classmate.watch(_id)).ok, true);
  for (const ear of Object.values(ears)) ear.socket.disconnect();
});

Deno.test("a personal assignment's doubt is never pushed to the class", async () => {
  await using server = await testServer();
  const { mentor, student, classmate } = await classOf(server);
  const personal = await assignment(mentor, {}, null);
  await givePersonally(server, personal._id, [student, classmate]);
  using ear = await listen(server, { token: classmate.token });
  using own = await listen(server, { token: student.token });
  const { _id } = await doubt(student, personal._id);
  for (const isPrivate of [true, false]) {
    await student.patch(`/doubts/${_id}`, { private: isPrivate });
  }
  const last = await doubt(student, (await assignment(mentor))._id);
  await ear.until("doubt.opened", (card) => card._id === last._id);
  equals(ear.pushes.filter(({ data }) => data._id === _id), []);
  await own.until("doubt.opened", (card) => card._id === last._id);
  equals(own.pushes.filter(({ data }) => data._id === _id).map(({ event }) => event), [
    "doubt.opened",
    "doubt.changed",
    "doubt.changed",
  ]);
});

type Row = { owner: number; tag: DistributionTag; private: boolean; assigned: number[] };
const row: fc.Arbitrary<Row> = fc.record({
  owner: fc.nat(2),
  tag: fc.constantFrom(...DISTRIBUTION_TAGS),
  private: fc.boolean(),
  assigned: fc.uniqueArray(fc.nat(2)),
});

Deno.test("lists hold exactly the rows that the policy lets each role read", async () => {
  await using server = await testServer();
  const { mentor, admin, student, classmate, volunteer } = await classOf(server);
  const learners = [student, classmate, volunteer];
  const { db, sql } = server.parts.database;

  async function write(rows: Row[]) {
    await sql`truncate doubts, doubt_entries, assignees, responses, assignments cascade`;
    const now = server.parts.clock();
    return await Promise.all(rows.map(async ({ owner, tag, private: isPrivate, assigned }) => {
      const [question, raised] = [newId(), newId()];
      await db.insert(assignments).values({
        id: question,
        title: "Random",
        explanation: "",
        explanationSource: "",
        testCases: [],
        difficulty: "easy",
        tags: [],
        repoCategory: "question",
        majorTopic: "STL",
        similarQuestions: [],
        files: [],
        distributionTag: tag,
        createdById: mentor._id,
        lastModifiedById: mentor._id,
        createdAt: now,
        updatedAt: now,
      });
      for (const at of assigned) {
        await sql`insert into assignees values (${question}, ${learners[at]?._id ?? ""})`;
      }
      await sql`
        insert into doubts (id, assignment_id, student_id, doubt_text, private, stage, active_at,
          entries, words, created_at)
        values (${raised}, ${question}, ${
        learners[owner]?._id ?? ""
      }, 'needle', ${isPrivate}, 'new',
          ${now}, 1, to_tsvector('class_english', 'needle'), ${now})`;
      const assignedTo = assigned.map((at) => ({ _id: learners[at]?._id ?? "" }));
      const given = { distributionTag: tag, assignedTo };
      return {
        question: { _id: question, ...given },
        doubt: {
          _id: raised,
          student: { _id: learners[owner]?._id ?? "" },
          private: isPrivate,
          resolved: false,
          assignment: given,
        },
      };
    }));
  }
  const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id).sort();

  await checkProperty(
    "lists agree with the policies",
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const written = await write(rows);
      await Promise.all([mentor, admin, ...learners].map(async (who) => {
        const readable = ids(
          written.map(({ doubt }) => doubt).filter((doubt) => can.read(who, doubt)),
        );
        const about = `${who.role} ${learners.indexOf(who)}`;
        const queries = [
          "",
          "&text=needle",
          "&assignmentTitle=random",
          "&status=new",
          "&resolved=false",
          "&waiting=true",
          "&timeframe=week",
          "&order=queue",
        ];
        for (const query of queries) {
          const { body } = await who.get(`/doubts/filter-doubts?limit=100${query}`);
          equals([ids(body.doubts), body.total], [readable, readable.length], about + query);
        }
        const { body: alike } = await who.get("/doubts/similar?text=needle");
        is(alike.length, Math.min(5, readable.length), about);
        ok(ids(alike).every((id) => readable.includes(id)), about);

        const given = written.map(({ question }) => question);
        const visible = ids(given.filter((question) => canAssignment.read(who, question)));
        equals(ids((await who.get("/assignments/practice")).body), visible, about);
        const general = ids(
          given.filter((question) =>
            isOpenToClass({ student: who, private: false, resolved: false, assignment: question })
          ),
        );
        equals(ids((await who.get("/assignments/general")).body), general, about);
        const whole = await who.get("/assignments/allResource");
        if (whole.status === 200) equals(ids(whole.body), visible, about);
        else equals([whole.status, learners.includes(who)], [403, true]);
        for (const { _id } of given.slice(0, 3)) {
          const { status } = await who.get(`/assignments/${_id}`);
          is(status, visible.includes(_id) ? 200 : 404, about);
        }
      }));
    }),
    { numRuns: 10 },
  );
});

Deno.test("a doubt's visibility follows its assignment, and a migration repairs older rows", async () => {
  await using server = await testServer();
  const { mentor, student, classmate } = await classOf(server);
  const { _id } = await assignment(mentor);
  const raised = await doubt(student, _id);
  const { sql } = server.parts.database;
  const total = async (who = classmate) => (await who.get("/doubts/filter-doubts")).body.total;
  for (const [tag, seen] of [["central", 0], ["pw", 1], ["personal", 0], ["cw", 1]] as const) {
    await sql`update assignments set distribution_tag = ${tag} where id = ${_id}`;
    equals([await total(), await total(student)], [seen, 1], tag);
    is((await classmate.get(`/doubts/${raised._id}`)).status, seen ? 200 : 404);
  }
  // The state that a server leaves that does not know the column `open`.
  await sql`update doubts set open = false`;
  await sql`comment on table doubts is null`;
  is(await total(), 0);
  await migrate(server.parts.database);
  is(await total(), 1);
});
