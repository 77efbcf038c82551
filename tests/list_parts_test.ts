/**
 * Lists of more than one part: a part begins at any row, so parts may overlap, and no row is missed
 * when another one is deleted between two parts.
 */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import postgres from "postgres";
import { fetchAllPages } from "../client/kit/net/fetch-pages.ts";
import { ASSIGNMENTS_PER_PAGE } from "../server/assignments/schema.ts";
import { PEOPLE_MOST } from "../server/people/schema.ts";
import { assignment } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const MORE = 70;
const COPIES = Math.max(ASSIGNMENTS_PER_PAGE, PEOPLE_MOST) + MORE;

/** Copies the only row with this id, each copy a second older than the one before. */
const copyRow = async (sql: postgres.Sql, table: string, id: string): Promise<void> => {
  const email = table === "people" ? `|| jsonb_build_object('email', at || '@copies.test')` : "";
  await sql.unsafe(
    `insert into ${table} overriding user value
      select copied.* from ${table} as one, generate_series(1, ${COPIES}) as at,
        jsonb_populate_record(one, jsonb_build_object(
          'id', gen_random_uuid(), 'created_at', one.created_at - at * interval '1 second'
        ) ${email}) as copied
      where one.id = '${id}'`,
  );
};

/** The calls that answer with a list in parts, and the most rows of a part. */
const LISTS: [path: string, who: "admin" | "mentor" | "student", most: number][] = [
  ["/assignments/general", "student", ASSIGNMENTS_PER_PAGE],
  ["/assignments/allResource", "mentor", ASSIGNMENTS_PER_PAGE],
  ["/assignments/practice", "student", ASSIGNMENTS_PER_PAGE],
  ["/users", "admin", PEOPLE_MOST],
  ["/users/students", "mentor", PEOPLE_MOST],
];

Deno.test("a list of more than one part can be read from any row, and misses none", async (t) => {
  await using server = await testServer();
  const people = {
    admin: await person(server, "admin"),
    mentor: await person(server, "mentor"),
    student: await person(server, "student"),
  };
  const { _id } = await assignment(people.mentor, {}, "practice");
  const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await copyRow(sql, "assignments", _id);
    await copyRow(sql, "people", (await person(server, "student"))._id);
    for (const [path, role, most] of LISTS) {
      await t.step(path, async () => {
        const part = (from: string) => partOf(people[role], path, from);
        const [first, second] = [await part("0"), await part(String(most - 20))];
        is(first.length, most);
        equals(first.slice(-20), second.slice(0, 20), "the parts overlap");
        equals(await part("100000"), []);
        // As with a page, another value counts as none.
        for (const wrong of ["-1", "x", "1.5", "1000000000000"]) {
          equals(await part(wrong), first, wrong);
        }
        const table = path.startsWith("/users") ? "people" : "assignments";
        const all = [...new Set([...first, ...second])];
        const gone = first.slice(10, 40);
        const read = await fetchAllPages(most, async (from) => {
          const data = (await part(from)).map((_id) => ({ _id }));
          // What another person deletes between two parts.
          if (from === "0") await sql.unsafe(`delete from ${table} where id = any($1)`, [gone]);
          return { data, seq: 0 };
        });
        const ids = new Set(read.data.map(({ _id }) => _id));
        equals(all.filter((id) => !ids.has(id)), []);
      });
    }
  } finally {
    await sql.end();
  }
});

async function partOf(me: TestPerson, path: string, from: string): Promise<string[]> {
  const { status, body } = await me.get(`${path}?from=${from}`);
  is(status, 200);
  return body.map(({ _id }: { _id: string }) => _id);
}
