/**
 * Many clients reconnect at once: all are served, and reading what they missed is shared.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import postgres from "postgres";
import { IS_LONG } from "../kit/chosen.ts";
import { people, type Signed } from "../bench/kit/people.ts";
import { startCounted } from "../bench/kit/statements.ts";
import { reconnectAll } from "../bench/kit/storm.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { caller, type TestPerson } from "../kit/people.ts";
import { newDatabase } from "../kit/postgres.ts";

const SOCKETS = IS_LONG ? 1000 : 200;
/** Fewer events than a server reads into memory when it starts. */
const MISSED = 450;
const MISSED_OF_THEM = 30;
/** Statements that all clients share, and the server's upkeep during this time. */
const SHARED_MOST = 80;

Deno.test(`${SOCKETS} clients reconnect at once after few or many events: all get what they missed, with two small queries each`, async () => {
  const database = await newDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  try {
    const students = await people(sql, "student", SOCKETS);
    const [mentor] = await people(sql, "mentor", 1) as [Signed];
    const { doubtId, since } = await prepare(database.url, mentor, students[0] as Signed);
    await sql`
      insert into events (type, rooms, data, created_at)
      select case when n % ${
      MISSED / MISSED_OF_THEM
    } = 0 then 'about.saved' else 'stats.changed' end,
        case when n % ${MISSED / MISSED_OF_THEM} = 0 then '{class}'::text[] else '{staff}' end,
        '{}', now()
      from generate_series(1, ${MISSED}::int) as n`;

    await using server = await startCounted(database.url);
    const tokens = students.map(({ token }) => token);
    for (const [from, missed] of [[since, MISSED_OF_THEM], [since + MISSED - 1, 1]] as const) {
      const before = server.statements();
      const storm = await reconnectAll(server.url, { tokens, since: from, doubtId });
      const asked = server.statements() - before;
      storm.close();
      for (const told of storm.missed) {
        equals(told.filter((event) => event !== "presence"), Array(missed).fill("about.saved"));
      }
      // For each client it is checked who it is, and whether it may watch the thread.
      const own = 2 * SOCKETS;
      ok(asked >= own && asked < own + SHARED_MOST, `${asked} statements`);
    }
  } finally {
    await sql.end();
    await database.drop();
  }
});

/** Creates a thread that all clients have open, and returns it with the log's end at that time. */
async function prepare(databaseUrl: string, mentor: Signed, student: Signed) {
  await using server = await startCounted(databaseUrl);
  const as = (signed: Signed): TestPerson => ({
    ...signed,
    email: "",
    ...caller(server, signed.token),
  });
  const { _id: doubtId } = await doubt(as(student), (await assignment(as(mentor)))._id);
  const { headers } = await as(mentor).get("/auth/me");
  return { doubtId, since: Number(headers.get("x-seq")) };
}
