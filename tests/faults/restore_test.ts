/**
 * Backs up while people write, and restores: no client keeps data that the restored database does
 * not have. PostgreSQL is the machine's own, which is older than ours.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment } from "../kit/assignments.ts";
import { webClient } from "../kit/client.ts";
import { checkDoubtRows } from "../kit/doubts.ts";
import { person, type TestPerson } from "../kit/people.ts";
import { expectScreensUpToDate } from "./kit/follower.ts";
import { start } from "../kit/process.ts";
import { TEST_SECRET } from "../kit/server.ts";
import { installedPostgres } from "./kit/installed.ts";
import { openSchool, startServer } from "./kit/servers.ts";
import { retryingCaller } from "./kit/steady.ts";
import { startWriters } from "./kit/writers.ts";

Deno.test("a backup made while people write is restored, and clients that saw later events fetch everything again", async () => {
  await using postgres = await installedPostgres();
  const folder = await Deno.makeTempDir({ prefix: "doubtless-backup-" });
  const backup = `${folder}/backup.tar.gz`;
  const env = { DATABASE_URL: postgres.url, AUTH_SECRET: TEST_SECRET, FILES: `${folder}/files` };
  const task = async (file: string, ...args: string[]) => {
    await using program = start(file, { args, env });
    is(await program.end(), 0, program.output());
  };
  await using server = await startServer(postgres.url);
  {
    await using school = openSchool(postgres.url, server);
    const { sql } = school.parts.database;
    const mentors = [await person(school, "mentor")];
    const students = [await person(school), await person(school)];
    const [mentor] = mentors as [TestPerson];
    const questions = await Promise.all(students.map(async () => (await assignment(mentor))._id));
    const people = { urls: [server.url], mentors, students, questions, gap: 5 };
    const screens = await Promise.all([mentor, ...students].map(async (me, place) => {
      const screen = webClient(server, { ...me, ...retryingCaller([server.url], me.token) }, place);
      await screen.fetchAll();
      await screen.connect();
      return screen;
    }));
    const writers = startWriters(people);
    await writers.more(40);
    const [before = []] = [await entriesOf(sql)];
    await task("db/backup.ts", backup);
    const after = await entriesOf(sql);
    await writers.more(60);
    await writers.stop();
    for (const screen of screens) {
      const [newest] = (await screen.me.get("/doubts/filter-doubts?limit=1")).body.doubts;
      await screen.open(newest._id);
      await screen.until(screen.position());
      screen.disconnect();
    }
    const seen = Math.max(...screens.map((screen) => screen.position()));

    is(await server.end("SIGTERM"), 0);
    await sql.end();
    await task("db/restore.ts", backup, "--replace", "--keep-sessions");
    await server.start();

    await using restored = openSchool(postgres.url, server);
    const kept = await entriesOf(restored.parts.database.sql);
    // The backup has all entries acknowledged before it began, and none written after it ended.
    equals(before.filter((id) => !kept.includes(id)), []);
    equals(kept.filter((id) => !after.includes(id)), []);
    await checkDoubtRows(restored);
    // More events are written than were lost, so that the log is longer than before when clients
    // return.
    const again = startWriters({
      ...people,
      mentors: [await person(restored, "mentor")],
      students: [await person(restored), await person(restored)],
    });
    await again.more(200);
    await again.stop();
    const [log] = await restored.parts.database.sql`
      select max(seq)::float as last, count(*)::int as events from events`;
    ok(log?.last > seen && log?.events > 200);
    for (const screen of screens) await screen.connect();
    await expectScreensUpToDate(restored, screens);
    for (const screen of screens) screen.disconnect();
  }
  await Deno.remove(folder, { recursive: true });
});

async function entriesOf(
  sql: Awaited<ReturnType<typeof openSchool>>["parts"]["database"]["sql"],
): Promise<string[]> {
  return (await sql<{ id: string }[]>`select id from doubt_entries order by id`)
    .map(({ id }) => id);
}
