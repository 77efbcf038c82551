/** Turns of reads: screens are answered at once, and who reads without end comes one at a time. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { createTurns, type Turn } from "../server/kit/limits/turns.ts";
import { assignment } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const address = "203.0.113.5";

/** Lets everything run that waits for no timer. */
const settled = () => new Promise((done) => setTimeout(done));

/** Turns whose clock and timers stand still until a test moves them. */
function turnsByHand() {
  let time = 0;
  const rests: { ms: number; end: () => void }[] = [];
  const turns = createTurns({
    now: () => time,
    after: (ms, end) => void rests.push({ ms, end }),
  });
  return {
    rests,
    pass: (ms: number) => void (time += ms),
    /** Begins a read. @returns its turn, once it has one */
    read(me: string) {
      const read: { turn?: Turn } = {};
      turns.read({ me, address }).then((turn) => read.turn = turn);
      return read;
    },
  };
}

/** Begins so many reads at once, and answers them in order. @returns how many were under way at most */
async function screen({ read }: ReturnType<typeof turnsByHand>, reads: number): Promise<number> {
  const all = Array.from({ length: reads }, () => read("a"));
  let most = 0;
  for (let answered = 0; answered < reads; answered++) {
    await settled();
    most = Math.max(most, all.filter(({ turn }) => turn).length - answered);
    all[answered]?.turn?.leave();
  }
  return most;
}

Deno.test("a person who opens a screen is never delayed", async () => {
  const hand = turnsByHand();
  is(await screen(hand, 20), 3);
  is(await screen(hand, 8), 3);
  equals(hand.rests, []);
});

Deno.test("a mentor who takes the next of sixty doubts four times a second is never delayed", async () => {
  const hand = turnsByHand();
  // The thread, the one after it, similar ones, and the student's work beside it.
  for (let doubt = 0; doubt < 60; doubt++) {
    is(await screen(hand, 4), 3, `doubt ${doubt}`);
    hand.pass(250);
  }
  equals(hand.rests, []);
});

Deno.test("who reads without end has one read under way, then a rest; others do not wait", async () => {
  const hand = turnsByHand();
  is(await screen(hand, 120), 3);
  const [first, second, third] = [hand.read("a"), hand.read("a"), hand.read("a")];
  const other = hand.read("b");
  await settled();
  const begun = () => [first, second, third, other].map(({ turn }) => turn !== undefined);
  equals(begun(), [true, false, false, true]);
  hand.pass(80);
  first.turn?.leave();
  await settled();
  equals(begun(), [true, false, false, true], "a rest");
  hand.rests[0]?.end();
  await settled();
  equals(begun(), [true, true, false, true]);
  hand.pass(10_000);
  second.turn?.leave();
  equals(hand.rests.map(({ ms }) => ms), [80, 500]);
  hand.rests[1]?.end();
  await settled();
  third.turn?.leave();
});

Deno.test("a person's requests past the burst wait for their own, and another's do not", async () => {
  await using server = await testServer();
  const { turns } = server.parts;
  const [mentor, student, other] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  await assignment(mentor);
  // So many that the burst is used up, also on a slow machine. The last one has not come to its end.
  const spent = Array.from({ length: 200 }, () => turns.read({ me: student._id, address }));
  for (const turn of spent.slice(0, -1)) (await turn).leave();
  const last = await spent.at(-1);
  const done: string[] = [];
  const waiting = student.get("/assignments/general").then(() => void done.push("student"));
  for (let read = 0; read < 3; read++) is((await other.get("/assignments/general")).status, 200);
  equals(done, []);
  last?.leave();
  await waiting;
  equals(done, ["student"]);
});
