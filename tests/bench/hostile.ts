/**
 * Measures a mentor's reply with code while ten students post the worst known texts, compared with
 * the same reply without them: both in turn in the same run, so that noise of the machine affects
 * both alike.
 */
import postgres from "postgres";
import { newId } from "../../server/kit/core/ids.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { HOSTILE } from "../kit/hostile.ts";
import type { TestPerson } from "../kit/people.ts";
import type { Cluster } from "./kit/cluster.ts";
import { AIM } from "./floods.ts";
import { machine, median, percentile, round, table } from "./kit/figures.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { type Process, startDoubtless } from "./kit/process.ts";
import { pause } from "./kit/replies.ts";

type Options = { rounds?: number; replies?: number; students?: number; length?: number };
type Posted = { accepted: number; refused: number; limited: number; slowest: number };

/**
 * Replies to one thread before the next one is used: each reply opens the thread, so it stays
 * short.
 */
const THREAD = 10;
/**
 * The assignments that each student posts about in turn, so that no thread of theirs grows long.
 */
const ASSIGNMENTS = 40;
const QUIET_MS = 50;
/** The time until the students' texts wait in a queue. */
const ATTACK_MS = 1500;
/** The time until the work and garbage of the attack are gone. */
const REST_MS = 1500;

const LOOP = `    for (int i = 0; i <= n; i++) {
        if (a[i] > largest && i % 2 == 0) largest = a[i];
        std::cout << "at " << i << ": " << a[i] << std::endl;
    }
`;
/** Longer than the length up to which a text is rendered at once. */
const REPLY = `The loop runs once too often: \`i <= n\` reads **one past the end**. Compare:

\`\`\`cpp
#include <iostream>
int main() {
    int n, a[100], largest = 0;
${LOOP.repeat(4)}}
\`\`\`

- What is in \`a[n]\`?
- What does [the manual](https://en.cppreference.com/w/cpp/language/for) say?`;

/** @returns a report in Markdown */
export async function hostile(
  cluster: Cluster,
  { rounds = 4, replies = 25, students = 10, length = 9990 }: Options = {},
): Promise<string> {
  const databaseUrl = await cluster.newDatabase("hostile");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await using server = await startDoubtless(databaseUrl);
  const as = (signed: Signed) => testPerson(server, signed);
  const [mentor] = (await people(sql, "mentor", 1)).map(as) as [TestPerson];
  const attackers = (await people(sql, "student", students)).map(as);
  const count = Math.ceil((2 * rounds + 2) * replies / THREAD);
  const owners = (await people(sql, "student", count)).map(as);
  await sql.end();

  const assignments: string[] = [];
  for (let at = 0; at < ASSIGNMENTS; at++) assignments.push((await assignment(mentor))._id);
  const threads: string[] = [];
  for (const owner of owners) threads.push((await doubt(owner, assignments[0] ?? ""))._id);
  let replied = 0;
  const reply = async () => {
    await pause(QUIET_MS);
    const start = performance.now();
    const path = `/doubts/${threads[Math.floor(replied++ / THREAD)]}/reply`;
    const { status, body } = await mentor.put(path, { reply: REPLY }, {
      "idempotency-key": newId(),
    });
    if (status !== 200) throw new Error(`a reply was answered ${status} ${body.msg}`);
    return performance.now() - start;
  };
  const manyReplies = async () => {
    const all: number[] = [];
    for (let at = 0; at < replies; at++) all.push(await reply());
    return all;
  };

  await manyReplies();
  await manyReplies();
  const [quiet, attacked]: number[][] = [[], []];
  const memory = { before: server.memory(), most: 0, after: [] as number[] };
  const posted: Posted = { accepted: 0, refused: 0, limited: 0, slowest: 0 };
  const worst = Object.values(HOSTILE).map((make) => make(length));
  for (let turn = 0; turn < rounds; turn++) {
    quiet?.push(...await manyReplies());
    const attack = startAttack(attackers, { assignments, worst, server, memory, posted, turn });
    await pause(ATTACK_MS);
    attacked?.push(...await manyReplies());
    await attack.stop();
    await pause(REST_MS);
    memory.after.push(server.memory());
  }
  const figures = [quiet ?? [], attacked ?? []].map((all) => [median(all), percentile(all, 0.95)]);
  const [[quietHalf = NaN, quietMost = NaN] = [], [half = NaN, most = NaN] = []] = figures;
  const beside = (value: number, floor: number) => `× ${round(value / floor)}`;
  return [
    `### Hostile texts (${machine()})`,
    `A mentor's reply with ${REPLY.length} characters, ${
      rounds * replies
    } times each, milliseconds; ` +
    `the aim is at most × ${AIM} for p95:`,
    table(["", "median", "", "p95", ""], [
      ["quiet", round(quietHalf, 1), "", round(quietMost, 1), ""],
      [
        `while ${students} students post the worst ${length} characters`,
        round(half, 1),
        beside(half, quietHalf),
        round(most, 1),
        beside(most, quietMost),
      ],
    ]),
    `Their texts: **${posted.accepted}** accepted, **${posted.refused}** refused, ` +
    `${posted.limited} rate-limited; the longest wait for an answer was ${
      round(posted.slowest / 1000, 1)
    } s.`,
    table(["memory, MB", ""], [
      ["before the first round", round(memory.before, 0)],
      ["the peak meanwhile", round(memory.most, 0)],
      ["after the first round", round(memory.after[0] ?? NaN, 0)],
      ["after the last round", round(memory.after.at(-1) ?? NaN, 0)],
    ]),
  ].join("\n\n");
}

type Attack = {
  assignments: string[];
  worst: string[];
  server: Process;
  memory: { most: number };
  posted: Posted;
  turn: number;
};

/** Lets each student post the next text when the last is answered, until stopped. */
function startAttack(
  attackers: TestPerson[],
  { assignments, worst, server, memory, posted, turn }: Attack,
): { stop(): Promise<void> } {
  let isOver = false;
  const timer = setInterval(() => memory.most = Math.max(memory.most, server.memory()), 100);
  const all = Promise.all(attackers.map(async (attacker, place) => {
    // Each student starts at another text, in every round.
    for (let at = 7 * place + 13 * turn; !isOver; at++) {
      const start = performance.now();
      const { status } = await attacker.post("/doubts", {
        assignmentId: assignments[at % assignments.length],
        doubtText: worst[at % worst.length],
      });
      posted.slowest = Math.max(posted.slowest, performance.now() - start);
      if (status === 429) {
        posted.limited++;
        await pause(1000);
      } else if (status === 400) posted.refused++;
      else if (status < 300) posted.accepted++;
      else throw new Error(`a text was answered ${status}`);
    }
  }));
  all.catch(() => {});
  return {
    async stop() {
      isOver = true;
      clearInterval(timer);
      await all;
    },
  };
}
