/** The cost of one person's searches, measured in connections and pages rather than in time. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import postgres from "postgres";
import { similarDoubts } from "../../server/doubts/answers/search.ts";
import { BRIEF, POOL } from "../../server/kit/db/database.ts";
import { openPlanReader } from "../bench/kit/plans.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { ENFORCED, fieldsOf } from "../kit/calls.ts";
import { person } from "../kit/people.ts";
import { waitingForLocks } from "../kit/postgres.ts";
import { ROUTES } from "../kit/routes.ts";
import { type TestServer, testServer } from "../kit/server.ts";

const AT_ONCE = 30;

/** Returns the query parameters of a call that take any text. One that must be there is no search. */
const textsOf = (key: string): string[] =>
  Object.entries(fieldsOf(ENFORCED.get(key)?.query))
    .filter(([, shape]) => "maxLength" in (shape as object))
    .filter(([, shape]) => !["format", "minLength"].some((one) => one in (shape as object)))
    .map(([name]) => name);

/** Those below something else, such as a term, need it first; they take the same turn. */
const SEARCHES = Object.keys(ROUTES).flatMap((key) =>
  key.startsWith("GET ") && !key.includes(":")
    ? textsOf(key).map((field) => [key, field] as const)
    : []
);

/** The searches that are sent while a person types, and the table that they wait for here. */
const TYPED: Record<string, string> = {
  "GET /doubts/similar": "doubts",
  "GET /search": "assignments",
};

/** Locks tables while the work runs, so that searches wait and can be counted. */
async function whileLocked<T>(server: TestServer, tables: string, work: () => Promise<T>) {
  const other = postgres(server.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return await other.begin(async (tx) => {
      await tx.unsafe(`lock table ${tables} in access exclusive mode`);
      return await work();
    });
  } finally {
    await other.end();
  }
}

/**
 * Starts a server on which a search while a person types is not cancelled after a second: on a busy
 * machine, the searches that are refused meanwhile need longer to arrive.
 */
async function patientServer(): Promise<TestServer> {
  const { ms } = BRIEF;
  BRIEF.ms = 60_000;
  const server = await testServer();
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      BRIEF.ms = ms;
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Returns the number of connections that wait for the lock, once this number is stable. */
async function waitingConnections({ databaseUrl }: TestServer): Promise<number> {
  const watcher = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    for (let [before, same, time] = [-1, 0, 0]; time < 200; time++) {
      await new Promise((again) => setTimeout(again, 50));
      const count = await waitingForLocks(watcher);
      same = count === before && count > 0 ? same + 1 : 0;
      before = count;
      if (same === 5) return count;
    }
    throw new Error("Nothing waits.");
  } finally {
    await watcher.end();
  }
}

Deno.test("one person's concurrent searches leave connections for others", async (t) => {
  await using server = await patientServer();
  ok(SEARCHES.length >= 9, String(SEARCHES));
  for (const [key, field] of SEARCHES) {
    await t.step(`${key}?${field}`, async () => {
      const me = await person(server, ROUTES[key]?.may.includes("student") ? "student" : "mentor");
      const search = (at = 0) => me.get(`${key.split(" ")[1]}?${field}=loop+${at}`);
      // From here on, the server knows who asks.
      is((await search()).status, 200);
      const { replies, waiting } = await whileLocked(
        server,
        // For searches while a person types, `people` stays unlocked: the session check reads it,
        // also for a refused call.
        TYPED[key] ?? "assignments, responses, people",
        async () => {
          const replies = Array.from({ length: AT_ONCE }, (_, at) => search(at));
          return { replies, waiting: await waitingConnections(server) };
        },
      );
      const statuses = (await Promise.all(replies)).map(({ status }) => status);
      ok(waiting <= POOL - 3, `${waiting} of ${POOL} connections`);
      ok(statuses.every((status) => status === 200 || status === 429), String(statuses));
    });
  }
});

Deno.test("a slow search for similar doubts is cancelled, and finds none", async () => {
  await using server = await testServer();
  const student = await person(server);
  const { _id } = await doubt(student, (await assignment(await person(server, "mentor")))._id);
  const text = "a+loop+that+runs+once+too+often";
  is((await student.get(`/doubts/similar?text=${text}`)).body[0]?._id, _id);
  const late = await whileLocked(
    server,
    "doubts",
    async () => await student.get(`/doubts/similar?text=${text}`),
  );
  equals([late.status, late.body], [200, []]);
  is((await student.get(`/doubts/similar?text=${text}`)).body[0]?._id, _id);
  is(server.logged.filter(({ level }) => level === "error").length, 0);
});

Deno.test("a search for similar doubts reads about as many pages with long threads as with short ones", async () => {
  await using server = await testServer();
  const { sql } = server.parts.database;
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: question } = await assignment(mentor);
  for (let at = 0; at < 20; at++) {
    const asker = await person(server);
    await doubt(asker, question, { doubtText: `Why does loop ${at} never end?` });
  }
  await using reading = openPlanReader(server.databaseUrl);
  const text = "Does my loop end?";
  const pages = async () => {
    await sql`analyze doubts`;
    const asked = await reading.statements(
      student,
      (ask) => similarDoubts(ask, { text, assignmentId: question }),
    );
    return (await reading.explain(asked)).pages;
  };
  const short = await pages();
  // The greatest size of a thread's search document.
  await sql`update doubts set words = (
    select array_to_tsvector(array_agg(md5(id::text || n))) from generate_series(1, 9000) as n)`;
  await sql`vacuum full doubts`;
  const long = await pages();
  ok(long < 3 * short, `${short} pages with short threads, ${long} with long ones`);
});

Deno.test("a search with a long text uses a limited number of its longest words", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: question } = await assignment(mentor);
  const { _id } = await doubt(student, question, { doubtText: "cat" });
  const words = (count: number) =>
    Array.from({ length: count }, (_, at) => `elephants${String.fromCharCode(97 + at % 26)}${at}`);
  const find = async (text: string) => {
    const { status, body } = await student.get(`/doubts/similar?${new URLSearchParams({ text })}`);
    is(status, 200);
    return body.map(({ _id }: { _id: string }) => _id);
  };
  equals(await find(["cat", ...words(20)].join(" ")), [_id]);
  equals(await find(["cat", ...words(100)].join(" ")), []);
  equals(await find("the and 'cat' \\ & | ! <-> :* (".repeat(20)), [_id]);
});
