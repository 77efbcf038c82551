/**
 * The demo class as files that a teacher edits: an error names its file, and the import is
 * complete.
 */
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
  [
    "runs/gcd-tiles.yaml",
    "verdict: wrong",
    "verdict: false",
    /db\/demo\/runs\/gcd-tiles\.yaml: 1\.cases\.2\.verdict: /,
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

Deno.test("an error in the demo class is reported with its file and field", async (t) => {
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

Deno.test("the whole demo class is imported into an empty database, once", async () => {
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
    runs: demo.runs,
    line_comments: demo.threads.flatMap(({ entries }) =>
      entries.flatMap(({ comments }) => comments)
    ),
    proposals: demo.threads.flatMap(({ entries }) => entries.filter(({ proposal }) => proposal)),
    rubrics: demo.questions.filter(({ rubric }) => rubric.length > 0),
    jobs: demo.runs.filter(({ waitingFor }) => waitingFor !== undefined),
  };
  for (const [table, rows] of Object.entries(counted)) {
    const [found] = await database.sql`select count(*)::int as rows from ${database.sql(table)}`;
    is(found?.rows, rows.length, table);
  }
  const [shown] = await database.sql`
    select count(*) filter (where failure is not null)::int as failing,
      count(*) filter (where kept_at is not null)::int as kept,
      count(*) filter (where helped_id is not null)::int as helped from doubts`;
  ok(shown?.failing > 3 && shown?.kept > 1 && shown?.helped > 1, JSON.stringify(shown));
  const inUse = await database.sql`
    select count(*)::int as attempts from attempts join runs on runs.id = attempts.run_id
    where runs.source = attempts.student_solution_source and runs.student_id = attempts.student_id`;
  const handedIn = demo.responses.flatMap((response) =>
    [response, ...response.earlier].filter(({ code }) =>
      demo.runs.some((run) =>
        run.code === code && run.student === response.student && run.question === response.question
      )
    )
  );
  ok(handedIn.length > 10);
  is(inUse[0]?.attempts, handedIn.length);
});
