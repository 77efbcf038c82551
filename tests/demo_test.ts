/** The demo class as files that a teacher edits: a mistake is named, and the class goes in whole. */
import { ok, rejects, strictEqual as is } from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { readDemoClass } from "../db/seed/read.ts";
import { fillEmpty } from "../db/seed.ts";
import { testServer } from "./kit/server.ts";

const MISTAKES: [file: string, right: string, wrong: string, named: RegExp][] = [
  [
    "questions/01-roll-and-name.md",
    "difficulty: easy",
    "difficulty: trivial",
    /db\/demo\/questions\/01-roll-and-name\.md: difficulty: /,
  ],
  ["people.yaml", "role: admin", "rule: admin", /db\/demo\/people\.yaml: 0/],
  ["about.yaml", "year: 2020", "year: [", /db\/demo\/about\.yaml: /],
  [
    "doubts/own-vector.yaml",
    "type: doubt",
    "type: question",
    /db\/demo\/doubts\/own-vector\.yaml: 0\.entries\.0\.type: /,
  ],
];

Deno.test("a mistake in the demo class is told with its file and field", async (t) => {
  for (const [file, right, wrong, named] of MISTAKES) {
    await t.step(file, async () => {
      const folder = await mkdtemp(`${tmpdir()}/doubtless-demo-`);
      try {
        await cp("db/demo", folder, { recursive: true });
        const text = await Deno.readTextFile(`${folder}/${file}`);
        ok(text.includes(right));
        await Deno.writeTextFile(`${folder}/${file}`, text.replace(right, wrong));
        await rejects(readDemoClass(pathToFileURL(`${folder}/`)), named);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  }
});

Deno.test("the whole demo class goes into an empty database, once", async () => {
  await using server = await testServer();
  const { database } = server.parts;
  is(await fillEmpty(database, { zone: "Asia/Kolkata" }), true);
  is(await fillEmpty(database, { zone: "Asia/Kolkata" }), false);
  const demo = await readDemoClass();
  const counted = {
    people: demo.people,
    assignments: demo.questions,
    responses: demo.responses,
    doubts: demo.threads,
    doubt_entries: demo.threads.flatMap(({ entries }) => entries),
    attempts: demo.responses.flatMap(({ earlier }) => [...earlier, null]),
    briefings: demo.briefings,
    announcements: demo.announcements,
    messages: demo.messages,
    goals: demo.goals,
  };
  for (const [table, rows] of Object.entries(counted)) {
    const [found] = await database.sql`select count(*)::int as rows from ${database.sql(table)}`;
    is(found?.rows, rows.length, table);
  }
});
