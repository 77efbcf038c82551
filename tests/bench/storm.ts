/**
 * Measures a thousand sockets that reconnect at once, each with missed events and an open thread,
 * compared with as many bare `ws` sockets that only open; and counts the server's database
 * statements meanwhile.
 */
import postgres from "postgres";
import { newId } from "../../server/kit/core/ids.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, percentile, round, table } from "./kit/figures.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { startBare, startDoubtless } from "./kit/process.ts";
import { startCounted } from "./kit/statements.ts";
import { openBare, reconnectAll, type Storm } from "./kit/storm.ts";

type Options = { sockets?: number; rounds?: number; missed?: number; far?: number };
type Way = { name: string; ratio: boolean; start(): Promise<Storm> };

/** The pause between two storms, for the server to finish the work of the last one. */
const QUIET_MS = 1500;

/** @returns a report in Markdown */
export async function storm(
  cluster: Cluster,
  { sockets = 1000, rounds = 5, missed = 60, far = 9000 }: Options = {},
): Promise<string> {
  const databaseUrl = await cluster.newDatabase("storm");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const students = await people(sql, "student", sockets);
  const [mentor] = await people(sql, "mentor", 1) as [Signed];
  const tokens = students.map(({ token }) => token);
  const { doubtId, long, short } = await live(databaseUrl, { mentor, students, missed, far, sql });
  await sql.end();

  await using floor = await startBare("floor.ts", {});
  await using doubtless = await startDoubtless(databaseUrl);
  const back = (name: string, since: number): Way => ({
    name,
    ratio: true,
    start: () => reconnectAll(doubtless.url, { tokens, since, doubtId }),
  });
  const ways: Way[] = [
    { name: "bare ws, opened", ratio: false, start: () => openBare(floor.url, sockets) },
    back(`Doubtless, ${missed} events missed`, short),
    back(`Doubtless, ${far + missed} events ago`, long),
  ];
  const all: number[][] = ways.map(() => []);
  const half: number[][] = ways.map(() => []);
  for (let turn = 0; turn <= rounds; turn++) {
    for (const [place, { start }] of ways.entries()) {
      const { live, close } = await start();
      close();
      await new Promise((done) => setTimeout(done, QUIET_MS));
      // The first round is a warm-up.
      if (turn === 0) continue;
      all[place]?.push(Math.max(...live));
      half[place]?.push(percentile(live, 0.5));
    }
  }
  const [floorAll, floorHalf] = [median(all[0] ?? []), median(half[0] ?? [])];
  const rows = ways.map(({ name, ratio }, place) => {
    const [last, middle] = [median(all[place] ?? []), median(half[place] ?? [])];
    const beside = (value: number, floor: number) => ratio ? `× ${round(value / floor, 1)}` : "";
    return [
      name,
      round(middle, 0),
      beside(middle, floorHalf),
      round(last, 0),
      beside(last, floorAll),
    ];
  });
  const statements = await countStatements(databaseUrl, { tokens, doubtId, sinces: [short, long] });
  return [
    `### Reconnect storm (${machine()})`,
    `**${sockets} sockets** at once; milliseconds until they are live, median of ${rounds} storms in turn:`,
    table(["", "half of them", "", "all of them", ""], rows),
    `Statements to PostgreSQL for all of them: **${statements[0]}**, and from far **${
      statements[1]
    }**: one a person to see who it is, everything else once.`,
  ].join("\n\n");
}

type Before = {
  mentor: Signed;
  students: Signed[];
  missed: number;
  far: number;
  sql: postgres.Sql;
};

/**
 * Writes the events that the clients miss: replies to a thread that all have open, and many events
 * for staff.
 */
async function live(
  databaseUrl: string,
  { mentor, students, missed, far, sql }: Before,
): Promise<{ doubtId: string; long: number; short: number }> {
  await using server = await startDoubtless(databaseUrl);
  const as = (signed: Signed) => testPerson(server, signed);
  const me = as(mentor);
  const { _id: doubtId } = await doubt(as(students[0] as Signed), (await assignment(me))._id);
  const head = async () => Number((await sql`select max(seq) as seq from events`)[0]?.seq);
  const long = await head();
  await sql`
    insert into events (type, rooms, data, created_at)
    select 'stats.changed', '{staff}', '{}', now() from generate_series(1, ${far}::int)`;
  const short = await head();
  // A reply is two events: an entry for the thread's watchers, and a card for everybody.
  for (let at = 0; at < missed / 2; at++) {
    const { status } = await me.put(`/doubts/${doubtId}/reply`, { reply: `Reply ${at}` }, {
      "idempotency-key": newId(),
    });
    if (status !== 200) throw new Error(`a reply was answered ${status}`);
  }
  return { doubtId, long, short };
}

/** Counts statements, with a server in this process. Times are not measured here. */
async function countStatements(
  databaseUrl: string,
  { tokens, doubtId, sinces }: { tokens: string[]; doubtId: string; sinces: number[] },
): Promise<number[]> {
  await using server = await startCounted(databaseUrl);
  const counts: number[] = [];
  for (const since of sinces) {
    const before = server.statements();
    const { close } = await reconnectAll(server.url, { tokens, since, doubtId });
    counts.push(server.statements() - before);
    close();
  }
  return counts;
}
