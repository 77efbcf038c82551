/**
 * Backs up and restores as docker/README.md says, with PostgreSQL's programs: no client keeps data
 * that the restored database does not have.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment } from "../kit/assignments.ts";
import { webClient } from "../kit/client.ts";
import { checkDoubtRows } from "../kit/doubts.ts";
import { person, type TestPerson } from "../kit/people.ts";
import { expectScreensUpToDate } from "./kit/follower.ts";
import { installedPostgres } from "./kit/installed.ts";
import { openSchool, startServer } from "./kit/servers.ts";
import { retryingCaller } from "./kit/steady.ts";
import { startWriters } from "./kit/writers.ts";

/** The database commands of docker/README.md; Compose runs them in its container. */
const BACKUP = ["pg_dump", "--format=custom"];
const RESTORE = ["pg_restore", "--exit-on-error", "--no-owner"];

Deno.test("a backup made while people write is restored, and clients that saw later events fetch everything again", async () => {
  const readme = await Deno.readTextFile("docker/README.md");
  for (const command of [BACKUP, RESTORE]) ok(readme.includes(command.join(" ")), command[0]);
  ok(readme.includes("docker/restored.sql"));

  await using postgres = await installedPostgres();
  const dump = await Deno.makeTempFile({ prefix: "doubtless-", suffix: ".dump" });
  await using server = await startServer(postgres.url);
  {
    await using school = await openSchool(postgres.url, server);
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
    await postgres.run(BACKUP[0] as string, ...BACKUP.slice(1), "--file", dump, "doubtless");
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
    await postgres.run("dropdb", "--force", "doubtless");
    await postgres.run("createdb", "doubtless");
    await postgres.run(RESTORE[0] as string, ...RESTORE.slice(1), "--dbname", "doubtless", dump);
    const script = new URL("../../docker/restored.sql", import.meta.url).pathname;
    await postgres.run("psql", "--set=ON_ERROR_STOP=1", "--file", script, "doubtless");
    await server.start();

    await using restored = await openSchool(postgres.url, server);
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
  await Deno.remove(dump);
});

async function entriesOf(
  sql: Awaited<ReturnType<typeof openSchool>>["parts"]["database"]["sql"],
): Promise<string[]> {
  return (await sql<{ id: string }[]>`select id from doubt_entries order by id`)
    .map(({ id }) => id);
}
