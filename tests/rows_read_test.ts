/**
 * The rows that PostgreSQL reads for each call, in a class of 600 people with 20,000 responses: no
 * call may read a whole large table.
 * `deno task bench calls` measures the time, in a class fifty times as large.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import postgres from "postgres";
import { CALLS, type Who } from "./bench/calls.ts";
import { openPlanReader } from "./bench/kit/plans.ts";
import { fillSchool } from "./bench/kit/school.ts";
import { startCounted } from "./bench/kit/statements.ts";
import { newDatabase } from "./kit/postgres.ts";

/**
 * Enough for every list: the totals of the lists are counted up to a ceiling of 1,000 rows, and the
 * total of the line up to 5,000. The large tables have 10,000 to 28,000 rows.
 */
const ROWS_MOST = 6000;
/**
 * In pages of 8 KB. A scan of an index by its second column reads the whole index and counts only
 * the rows that match; page 40 of a list reads the rows of all pages before it.
 */
const PAGES_MOST = 10_000;

Deno.test("no call reads a whole large table", async (t) => {
  const { url, drop } = await newDatabase();
  try {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    const { tokens, ids } = await fillSchool(sql, 1);
    // As in production, and not as for other tests.
    await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set plan_cache_mode = auto`);
    await sql.end();
    await using server = await startCounted(url);
    await using plans = openPlanReader(url);
    for (const [who, paths] of Object.entries(CALLS) as [Who, (typeof CALLS)[Who]][]) {
      const headers: HeadersInit = who === "nobody" ? {} : { "x-auth-token": tokens[who] };
      for (const path of paths) {
        const address = typeof path === "string" ? path : path(ids);
        await t.step(`GET ${address} as ${who}`, async () => {
          const before = server.sent.length;
          const reply = await fetch(`${server.url}/api${address}`, { headers });
          await reply.body?.cancel();
          ok(reply.ok, String(reply.status));
          const reads = server.sent.slice(before)
            .filter(({ text }) => /^\s*(select|with)\b/i.test(text));
          ok(reads.length > 0 || who === "nobody");
          const { scanned, pages } = await plans.explain(reads);

          equals([...scanned].filter(([, rows]) => rows > ROWS_MOST), []);
          ok(pages <= PAGES_MOST, `${pages} pages`);
        });
      }
    }
  } finally {
    await drop();
  }
});
