/** Rows of statements that are built once are mapped faster than drizzle maps them, and alike. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { eq, sql } from "drizzle-orm";
import { assignments } from "../server/assignments/tables.ts";
import { selectDoubts } from "../server/doubts/queries.ts";
import { doubts } from "../server/doubts/tables.ts";
import { at, buildOnce } from "../server/kit/db/database.ts";
import { people } from "../server/people/tables.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

type Prepared = { execute(values?: Record<string, unknown>): Promise<unknown[]> };
type Inside = { customResultMapper?: unknown };

Deno.test("arrays are written and read without asking a new connection for its types", async () => {
  await using server = await testServer();
  const { sql } = server.parts.database;
  const texts = ["", "a, b", '"', "\\", "{}", "NULL", "two\nlines", "é"];
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  const [row] = await sql`select
    ${texts}::text[] as texts, ${ids}::uuid[] as ids, ${[1, -2]}::int[] as numbers,
    array[true, false] as flags, ${[]}::text[] as none, '{a,null}'::text[] as missing`;
  equals({ ...row }, {
    texts,
    ids,
    numbers: [1, -2],
    flags: [true, false],
    none: [],
    missing: ["a", null],
  });
  // postgres.js would ask in a query that nobody awaits.
  is(sql.options.fetch_types, false);
});

Deno.test("a statement that is built once gives the rows that drizzle gives", async () => {
  await using server = await testServer();
  const { db } = server.parts.database;
  const [mentor, student, other] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id } = await assignment(mentor);
  const [answered, claimed] = [await doubt(student, _id), await doubt(other, _id)];
  await mentor.put(`/doubts/${answered._id}/reply`, { reply: "Look." });
  await mentor.post(`/doubts/${claimed._id}/claim`, {});

  const statements: Record<string, [build: () => Prepared, values: Record<string, unknown>]> = {
    "objects of left joins": [
      () => selectDoubts(db, at("now")).orderBy(doubts.id).prepare("doubts"),
      { now: server.parts.clock() },
    ],
    "a whole table": [() => db.select().from(people).orderBy(people.id).prepare("people"), {}],
    "an object of two tables": [
      () =>
        db.select({
          both: { text: doubts.answeredById, title: assignments.title },
          count: sql<number>`count(*) over ()`.mapWith(Number).as("count"),
        }).from(doubts).leftJoin(assignments, eq(assignments.id, doubts.assignmentId))
          .prepare("both"),
      {},
    ],
    "what an insert returns": [
      () =>
        db.update(people).set({ name: at("name") as unknown as string })
          .where(eq(people.id, student._id)).returning().prepare("renamed"),
      { name: "Ana" },
    ],
  };
  for (const [name, [build, values]] of Object.entries(statements)) {
    const [drizzles, ours] = [build(), buildOnce(db, `rows: ${name}`, build)];
    is((drizzles as Inside).customResultMapper, undefined);
    ok(
      (ours as Inside).customResultMapper,
      `${name}: drizzle's insides are not as rows.ts knows them`,
    );
    const rows = await drizzles.execute(values);
    ok(rows.length > 0, name);
    const mapped = await ours.execute(values);
    equals(mapped, rows, name);
    equals(Object.keys(mapped[0] as object), Object.keys(rows[0] as object));
  }
  const [[row], [, second]] = [
    await selectDoubts(db, server.parts.clock()).where(eq(doubts.id, answered._id)),
    await selectDoubts(db, server.parts.clock()).orderBy(doubts.id),
  ];
  // The rows above have objects that are there and objects that are not.
  equals([row?.answeredBy?._id, row?.holder], [mentor._id, null]);
  equals([second?.answeredBy, second?.holder?._id], [null, mentor._id]);
});
