/**
 * The order of the line: a doubt that more learners have rises when a place becomes free, and no
 * place ever moves back because of something newer.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { later } from "../server/kit/core/clock.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { checkProperty, randomRuns } from "./kit/random.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

type Card = { _id: string; student: { _id: string }; waitingSince: string; sharers: number };

/** A class with a question. Each call happens one second after the one before. */
async function aClass(server: TestServer, learners: number) {
  const start = new Date().toISOString();
  let seconds = 0;
  server.setClock(start);
  const mentor = await person(server, "mentor");
  const { _id: question } = await assignment(mentor);
  const students: TestPerson[] = [];
  for (let nth = 0; nth < learners; nth++) students.push(await person(server));
  return {
    mentor,
    question,
    students,
    pass: () => server.setClock(later(start, ++seconds / 60)),
    line: async (): Promise<Card[]> =>
      (await mentor.get("/doubts/filter-doubts?order=queue&waiting=true&limit=100")).body.doubts,
  };
}

/** A class in which the first learners wait with a doubt, in their order. */
async function aLine(
  server: TestServer,
  { learners, waiting }: { learners: number; waiting: number },
) {
  const made = await aClass(server, learners);
  const ids: string[] = [];
  for (const student of made.students.slice(0, waiting)) {
    made.pass();
    ids.push((await doubt(student, made.question))._id);
  }
  const order = async () => (await made.line()).map(({ _id }) => ids.indexOf(_id));
  return { ...made, ids, order };
}

Deno.test("me too moves no place; a free place goes to the doubt that most have, past one for each", async () => {
  await using server = await testServer();
  const { ids, order, mentor, students, line } = await aLine(server, { learners: 9, waiting: 6 });
  const haveToo = async (doubt: number, count: number) => {
    for (const student of students.slice(-count)) {
      is((await student.post(`/doubts/${ids[doubt]}/share`)).status, 200);
    }
  };
  await haveToo(5, 3);
  await haveToo(4, 2);
  equals(await order(), [0, 1, 2, 3, 4, 5], "nobody moves when somebody has a doubt, too");
  using ear = await listen(server, { token: mentor.token });
  const owner = students[4] as TestPerson;
  using own = await listen(server, { token: owner.token });
  is((await own.socket.timeout(5000).emitWithAck("watch", { lineOf: owner._id })).ok, true);

  // Two have the fifth, too, so it cannot pass three. Three have the last, but four are before it.
  await mentor.put(`/doubts/${ids[0]}/reply`, { reply: "So." });
  equals(await order(), [1, 2, 3, 4, 5]);
  await mentor.put(`/doubts/${ids[1]}/reply`, { reply: "So." });
  equals(await order(), [5, 2, 3, 4], "the last has passed three");
  const risen = await ear.until("doubt.changed", ({ _id, risenTo }) => _id === ids[5] && risenTo);
  is(risen.sharers, 3);
  // A place is taken once: the next to leave it lets all others move up.
  await mentor.put(`/doubts/${ids[5]}/reply`, { reply: "So." });
  equals(await order(), [2, 3, 4]);
  await students[2]?.put(`/doubts/${ids[2]}/resolve`, {});
  equals(await order(), [4, 3], "resolving frees a place, too");
  await own.until("line", ({ doubts }) => doubts[0]?.place === 1);
  // A new wait begins at the end, and may rise again.
  await students[5]?.put(`/doubts/${ids[5]}/followup`, { followup: "Why?" });
  const last = (await line()).at(-1);
  equals([last?._id, last && "risenTo" in last], [ids[5], false]);
});

Deno.test("nobody passes a doubt that as many have, and a merge gives its place to its target", async () => {
  await using server = await testServer();
  const { ids, order, mentor, students } = await aLine(server, { learners: 7, waiting: 5 });
  for (const [who, which] of [[5, 1], [5, 2], [6, 4], [5, 4]] as const) {
    await students[who]?.post(`/doubts/${ids[which]}/share`);
  }
  await mentor.put(`/doubts/${ids[0]}/reply`, { reply: "So." });
  equals(await order(), [1, 2, 3, 4], "as many have the next one");
  // The target stands where the duplicate stood, and nobody else moves back.
  is((await mentor.put(`/doubts/${ids[1]}/merge`, { into: ids[3] })).status, 200);
  equals(await order(), [3, 2, 4]);
  is((await mentor.delete(`/doubts/${ids[1]}/merge`)).status, 200);
  equals(await order(), [1, 2, 3, 4], "taking it back restores all places");
  // An answered target has no place: the duplicate's place is free.
  await mentor.put(`/doubts/${ids[3]}/reply`, { reply: "So." });
  is((await mentor.put(`/doubts/${ids[1]}/merge`, { into: ids[3] })).status, 200);
  equals(await order(), [4, 2]);
});

const step = fc.record({
  what: fc.constantFrom("ask", "ask", "too", "too", "too", "not too", "reply", "resolve", "merge"),
  who: fc.nat(),
  which: fc.nat(),
});

/** The beginning of each run: six wait, and one more has the third doubt, too. */
const BEGIN = [
  ...Array.from({ length: 6 }, (_, who) => ({ what: "ask", who, which: 0 })),
  { what: "too", who: 7, which: 2 },
  { what: "reply", who: 0, which: 0 },
];

Deno.test("no place ever moves back, and the doubt at place n is passed at most n - 1 times", async () => {
  await using server = await testServer();
  const { mentor, question, students, pass, line } = await aClass(server, 8);
  let risen = 0;
  await checkProperty(
    "line: no place moves back",
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 35 }), async (steps) => {
      const { sql } = server.parts.database;
      await sql`update doubts set stage = 'resolved', waiting_since = null, risen_to = null`;
      /** For each wait, at which place it began and how often it was passed. */
      const waits = new Map<string, { began: number; passed: number }>();
      const keyOf = ({ _id, waitingSince }: Card) => `${_id} ${waitingSince}`;
      for (const { what, who, which } of [...BEGIN, ...steps]) {
        pass();
        const before = await line();
        const student = students[who % students.length] as TestPerson;
        const one = before[which % Math.max(1, before.length)];
        const other = before[(which + 1 + who) % Math.max(1, before.length)];
        if (what === "ask") await doubt(student, question);
        if (one && what === "too") await student.post(`/doubts/${one._id}/share`);
        if (one && what === "not too") await student.delete(`/doubts/${one._id}/share`);
        if (one && what === "reply") await mentor.put(`/doubts/${one._id}/reply`, { reply: "So." });
        const owner = students.find(({ _id }) => _id === one?.student._id);
        if (one && what === "resolve") await owner?.put(`/doubts/${one._id}/resolve`, {});
        if (one && other && what === "merge") {
          await mentor.put(`/doubts/${one._id}/merge`, { into: other._id });
        }
        const after = await line();
        const placeIn = (all: Card[], id: string) => all.findIndex(({ _id }) => _id === id);
        if (what === "too" || what === "not too") {
          equals(after.map(keyOf), before.map(keyOf), "me too moves no place");
        }
        for (const [at, card] of before.entries()) {
          const now = placeIn(after, card._id);
          if (now === -1) continue;
          ok(now <= at, `${what}: ${at + 1} became ${now + 1}`);
          const passing = after.slice(0, now).filter(({ _id }) => placeIn(before, _id) > at);
          const wait = waits.get(keyOf(card));
          if (passing.length === 0 || what === "merge" || !wait) continue;
          wait.passed += passing.length;
          ok(
            wait.passed < wait.began,
            `it was at ${wait.began}, and was passed ${wait.passed} times`,
          );
        }
        for (const [at, card] of after.entries()) {
          const was = placeIn(before, card._id);
          const passed = before.slice(0, was).filter(({ _id }) => placeIn(after, _id) > at).length;
          if (what !== "merge" && was > -1) ok(passed <= card.sharers, "one for each who has it");
          if (passed > 0 && what !== "merge") risen++;
          if (!waits.has(keyOf(card))) waits.set(keyOf(card), { began: at + 1, passed: 0 });
        }
      }
    }),
    { numRuns: randomRuns(8), endOnFailure: true },
  );
  ok(risen > 0, "some have risen");
});
