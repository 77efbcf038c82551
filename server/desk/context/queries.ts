/** What a mentor wants to know beside an open item. Each list has a bound. */
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { attempts, isOfWork, responses } from "../../assignments/tables.ts";
import { similarDoubts } from "../../doubts/answers/search.ts";
import { selectDoubts, toListed } from "../../doubts/queries.ts";
import type { SimilarDoubt } from "../../doubts/schema.ts";
import { doubts } from "../../doubts/tables.ts";
import { pick } from "../../kit/db/columns.ts";
import { newestFirst } from "../../kit/db/newest_first.ts";
import type { Ask } from "../../kit/http/guard.ts";
import { passedOfRun } from "../../runs/queries.ts";
import { runs } from "../../runs/tables.ts";
import { type Context, CONTEXT_MOST, type ContextQuery } from "../schema.ts";

/** The longest text for which similar doubts are looked up. */
const TEXT_MOST = 2000;

export async function contextOf(ask: Ask, query: ContextQuery): Promise<Context> {
  const [response, newestRuns, tried, asked] = await Promise.all([
    responseOf(ask, query),
    runsOf(ask, query),
    attemptsOf(ask, query),
    askedBy(ask, query),
  ]);
  const similar = await similarTo(ask, { ...query, text: response?.learningNotes });
  const source = newestRuns[0]?.source ?? null;
  const handedIn = response?.studentSolutionSource ?? null;
  return {
    response: response &&
      pick(response, "responseStatus", "learningNotes", "reviewStatus", "submittedAt"),
    program: source !== null
      ? { source, from: "run", createdAt: newestRuns[0]?.createdAt ?? "" }
      : response && handedIn
      ? { source: handedIn, from: "attempt", createdAt: response.submittedAt }
      : null,
    runs: newestRuns.map(({ source: _, ...run }) => run),
    attempts: tried,
    asked,
    similar,
  };
}

async function responseOf({ db }: Ask, key: ContextQuery) {
  const [row] = await db.select({
    ...pick(responses, "responseStatus", "learningNotes", "reviewStatus", "submittedAt"),
    studentSolutionSource: responses.studentSolutionSource,
  }).from(responses).where(isOfWork(responses, key));
  return row ?? null;
}

/** The newest runs; only the first has its source. */
async function runsOf({ db }: Ask, key: ContextQuery) {
  const order = newestFirst(runs.createdAt, runs.id);
  const isFirst = sql`row_number() over (order by ${sql.join(order, sql`, `)}) = 1`;
  return await db.select({
    _id: runs.id,
    verdict: runs.verdict,
    ...passedOfRun,
    createdAt: runs.createdAt,
    source: sql<string | null>`case when ${isFirst} then ${runs.source} end`,
  }).from(runs).where(isOfWork(runs, key)).orderBy(...order).limit(CONTEXT_MOST);
}

async function attemptsOf({ db }: Ask, key: ContextQuery) {
  return await db.select({
    _id: attempts.id,
    responseStatus: attempts.responseStatus,
    createdAt: attempts.createdAt,
    ...passedOfRun,
  }).from(attempts).leftJoin(runs, eq(runs.id, attempts.runId))
    .where(isOfWork(attempts, key))
    .orderBy(desc(attempts.id)).limit(CONTEXT_MOST);
}

async function askedBy({ db, me, now }: Ask, { studentId, doubtId }: ContextQuery) {
  const isOther = doubtId === undefined ? undefined : ne(doubts.id, doubtId);
  const rows = await selectDoubts(db, now).where(and(eq(doubts.studentId, studentId), isOther))
    .orderBy(...newestFirst(doubts.activeAt, doubts.id)).limit(CONTEXT_MOST);
  return rows.map((row) => toListed(row, me));
}

/** Answered doubts like the open one; like the notes of the response if no doubt is open. */
async function similarTo(
  ask: Ask,
  { assignmentId, doubtId, text }: ContextQuery & { text?: string | null | undefined },
): Promise<SimilarDoubt[]> {
  const written = (text ?? "").slice(0, TEXT_MOST);
  const query = doubtId === undefined ? { assignmentId, text: written } : { doubtId, text: "" };
  const found = await similarDoubts(ask, query);
  return found.filter(({ answeredBy }) => answeredBy !== null);
}
