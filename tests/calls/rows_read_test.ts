/**
 * The rows that PostgreSQL reads for each call, in a class of 600 people with 20,000 responses: no
 * call may read a whole large table.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import postgres from "postgres";
import { openPlanReader } from "../bench/kit/plans.ts";
import { fillSchool, type School } from "../bench/kit/school.ts";
import { startCounted } from "../bench/kit/statements.ts";
import { newDatabase } from "../kit/postgres.ts";

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

type Who = "nobody" | keyof School["tokens"];

/** Each call that reads, as somebody who may make it. */
const CALLS: Record<Who, (string | ((ids: School["ids"]) => string))[]> = {
  nobody: [
    "/assignments/home",
    "/messages/announcement",
    "/messages/recent-mentor",
    "/dailyBriefing/current",
    "/dailyBriefing/recent",
    "/users/menters",
    "/about",
  ],
  student: [
    "/auth/me",
    "/dashboard/student",
    "/assignments/general",
    "/assignments/personal",
    "/assignments/practice",
    "/assignments/practice?responseStatus=not+attempted",
    "/assignments/practice?responseStatus=solved",
    "/assignments/practice?difficulty=hard&assignmentTag=CW",
    "/assignments/practice?tags=tag42",
    "/assignments/solved",
    ({ assignment }) => `/assignments/${assignment}`,
    ({ assignment }) => `/assignments/${assignment}/solution`,
    ({ assignment, student }) => `/assignments/${assignment}/responses/${student}/history`,
    "/doubts/filter-doubts",
    "/doubts/filter-doubts?scope=mine",
    "/doubts/filter-doubts?page=40",
    "/doubts/filter-doubts?assignmentTitle=recursion",
    ({ assignment }) => `/doubts/similar?assignmentId=${assignment}&text=eee+bhd`,
    ({ doubt }) => `/doubts/${doubt}`,
    "/users",
    "/messages/allForStudent",
    "/messages/personal",
    "/messages/public",
    "/dailyBriefing/archive",
    "/dashboard/day",
    "/notifications",
    "/search?find=recursion",
    "/doubts/followed",
    ({ assignment }) => `/doubts/asked?assignmentId=${assignment}`,
    ({ assignment }) => `/doubts/answers?assignmentId=${assignment}`,
    ({ doubt }) => `/doubts/${doubt}/entries?before=3`,
    ({ assignment }) => `/assignments/${assignment}/runs`,
    ({ run }) => `/runs/${run}`,
    ({ run }) => `/comments?runId=${run}`,
    "/quick-questions/current",
  ],
  mentor: [
    "/dashboard/mentor",
    "/desk",
    "/desk/week",
    "/desk/replies",
    ({ assignment, student }) => `/desk/context?assignmentId=${assignment}&studentId=${student}`,
    ({ student }) => `/students/${student}`,
    ({ student }) => `/students/${student}/open`,
    ({ student }) => `/students/${student}/attempts`,
    ({ student }) => `/students/${student}/doubts`,
    ({ student }) => `/students/${student}/reviews`,
    ({ student }) => `/students/${student}/notes`,
    "/search?find=asha",
    "/assignments/prepared",
    "/class-sessions",
    "/class-sessions/running",
    ({ classSession }) => `/class-sessions/${classSession}/map`,
    ({ classSession }) => `/class-sessions/${classSession}/wall`,
    ({ doubt }) => `/doubts/${doubt}`,
    ({ doubt }) => `/doubts/${doubt}/merge`,
    "/assignments/allResource",
    "/assignments/personal",
    "/assignments/personalAssigned",
    ({ assignment }) => `/assignments/${assignment}`,
    "/assignments/reviews",
    "/assignments/reviews?reviewStatus=pending",
    "/assignments/reviews?reviewStatus=approved&page=40",
    "/assignments/reviews?studentName=asha",
    "/assignments/reviews?assignmentTitle=recursion",
    "/assignments/reviews?assignmentTitle=recursion&studentName=asha",
    "/assignments/reviews?reviewStatus=approved&studentName=rao",
    "/assignments/solved",
    ({ student }) => `/assignments/solved?studentId=${student}`,
    "/doubts/filter-doubts?order=queue",
    "/doubts/filter-doubts?status=unsatisfied",
    "/users/students",
    "/users/students?search=asha",
    ({ mentor }) => `/goals/user/${mentor}`,
    "/messages/allForMentor",
    ({ mentor }) => `/messages/allForMentor?sender=${mentor}`,
    ({ message }) => `/messages/${message}`,
  ],
  admin: [
    "/dashboard/admin",
    "/users",
    "/users?search=rao",
    "/messages/allForMentor",
    "/contact",
    "/contact?page=10",
    "/dashboard/answers",
    "/users/here",
    "/audit",
    "/audit?verb=account.disabled",
    "/audit?first=2026-01-01&last=2026-01-31",
    ({ mentor }) => `/audit?person=${mentor}&verb=account.disabled`,
    ({ student }) => `/audit?person=${student}`,
  ],
};

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
