/**
 * The map of a class of 600, five questions each, is scrolled while 200 runs arrive in one burst.
 * The learners are made by SQL; the runs are posted as browsers post them.
 */
import { execFileSync } from "node:child_process";
import process from "node:process";
import { expect } from "@playwright/test";
import postgres from "postgres";
import { casesOf } from "../../../server/runs/policy.ts";
import { caseResult, claim, SUM, SUMS } from "../../kit/runs.ts";
import { chooseForSession, endSession, send as call, startSession } from "../school.ts";
import { newQuestion, openPageAs, type Site, test } from "../site.ts";
import { scroll, swiftly } from "./main-thread-tasks.ts";

const LEARNERS = 600;
const QUESTIONS = 5;
const BURST = 200;
/** Different wrong outputs of each question: so many groups. */
const WAYS = 12;

interface Signed {
  _id: string;
  token: string;
}

function makeLearners({ databaseUrl }: Site): Signed[] {
  const script = ["run", "-A", "--no-check", "tests/kit/learners.ts", databaseUrl];
  return JSON.parse(execFileSync(process.execPath, [...script, String(LEARNERS)], TEXT));
}

const TEXT = { encoding: "utf8", maxBuffer: 2 ** 24 } as const;

async function run(site: Site, { token }: Signed, question: string, way: number): Promise<void> {
  const output = way === 0 ? "10" : String(way + 10);
  const last = caseResult({ verdict: way === 0 ? "passed" : "wrong", output });
  const result = claim([{ output: "3" }, last]);
  const reply = await fetch(`${site.url}/api/assignments/${question}/runs`, {
    method: "POST",
    headers: { "x-auth-token": token, "content-type": "application/json" },
    body: JSON.stringify({ source: SUM, kit: result.kit, cases: casesOf(result), diagnostics: [] }),
  });
  await reply.body?.cancel();
  expect(reply.status).toBe(201);
}

test("the map of 600 learners scrolls while 200 runs arrive", async ({ browser, site }) => {
  test.setTimeout(900_000);
  await endSession(site);
  const titles = Array.from({ length: QUESTIONS }, (_, at) => `Sums no. ${at + 1}`);
  const questions: string[] = [];
  for (const title of titles) {
    const id = await newQuestion(site, title);
    await call(site, "Asha Rao", `/assignments/${id}`, { testCases: SUMS }, "PUT");
    questions.push(id);
  }
  const sql = postgres(site.databaseUrl, { max: 1, onnotice: () => {} });
  const learners = makeLearners(site);
  const page = await openPageAs(browser, site, "Asha Rao");
  await chooseForSession(page, titles);
  await startSession(page);
  // Everybody has a cell on every question, each failing in one of the ways.
  for (const [nth, question] of questions.entries()) {
    for (let way = 1; way <= WAYS; way++) {
      const first = learners[way - 1] as Signed;
      await run(site, first, question, way);
      const others = learners.filter((_, at) => at % WAYS === way - 1).map(({ _id }) => _id);
      await sql`
        insert into lesson_signs (lesson_id, student_id, assignment_id, opened_at, run_id, ran_at,
          verdict, passed, total, best, stepped_at, repeats, failure)
        select lesson_id, id, assignment_id, opened_at, run_id, ran_at, verdict, passed, total,
          best, stepped_at - ${nth} * interval '1 minute', repeats, failure
        from lesson_signs, unnest(${others}::uuid[]) as id
        where student_id = ${first._id} and assignment_id = ${question}
        on conflict do nothing`;
    }
  }
  await sql.end();
  await page.reload({ waitUntil: "commit" });
  // On a busy machine the reply takes longer than an expectation waits. It has 1.5 MB.
  const reply = await page.waitForResponse(/\/api\/lessons\/[^/]+\/map$/, { timeout: 0 });
  await reply.finished();
  const grid = page.getByRole("grid", { name: "Learners by questions" });
  // With the head, and with the three learners of the other tests if they were online lately.
  await expect(grid).toHaveAttribute("aria-rowcount", /^60[1-4]$/);
  await expect(page.getByText(/^\d+ fail case 2/).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
  await grid.hover();
  await swiftly(page, "the map: scrolling", { acts: [() => scroll(page, 400)], most: 4 });
  const send = (nth: number) => {
    const learner = learners[nth * 7 % LEARNERS] as Signed;
    return run(site, learner, questions[nth % QUESTIONS] as string, nth % (WAYS + 1));
  };
  const all = Array.from({ length: BURST }, (_, nth) => nth);
  // As often as 600 learners who run code every 30 s: each run is drawn by itself.
  const inTurn = async () => {
    const runs = all.map(async (nth) => {
      await page.waitForTimeout(50 * nth);
      await send(nth);
    });
    await Promise.all(runs);
  };
  const burst = async () => void await Promise.all(all.map(send));
  await swiftly(page, `the map: ${BURST} runs in turn`, { acts: [inTurn], most: 4 });
  await swiftly(page, `the map: scrolling, and ${BURST} runs`, {
    acts: [() => scroll(page, -400), burst],
    most: 4,
  });
  await endSession(site);
});
