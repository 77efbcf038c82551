/** Inserts the demo class's doubts: their programs, the comments on lines and the proposed changes. */
import { sql } from "drizzle-orm";
import { comments, proposals } from "../../server/comments/tables.ts";
import { stageAfter } from "../../server/doubts/policy.ts";
import { CLAIM_MINUTES } from "../../server/doubts/schema.ts";
import { doubts, entries } from "../../server/doubts/tables.ts";
import { failureOf } from "../../server/doubts/answers/search.ts";
import { later } from "../../server/kit/core/clock.ts";
import { newId } from "../../server/kit/core/ids.ts";
import { wordsOf } from "../../server/kit/db/search.ts";
import { claims } from "../../server/kit/db/tables.ts";
import { idOf, runKey, type SeedContext } from "./insert_work.ts";
import type { DemoThread } from "./shape.ts";

export async function insertDoubts(seeding: SeedContext): Promise<void> {
  const { db, demo: { threads }, now, personIds } = seeding;
  for (const thread of threads) {
    const { doubt, steps } = await threadRows(seeding, thread);
    const newest = steps.findLast(({ runId }) => runId !== null)?.runId ?? undefined;
    await db.insert(doubts).values({ ...doubt, failure: await failureOf(db, newest) });
    await db.insert(entries).values(steps);
    const { commented, proposed } = await notesOf(seeding, { thread, steps });
    if (commented.length > 0) await db.insert(comments).values(commented);
    if (proposed.length > 0) await db.insert(proposals).values(proposed);
    if (!thread.claimedBy) continue;
    await db.insert(claims).values({
      kind: "doubt",
      subjectId: doubt.id,
      studentId: doubt.studentId,
      byId: idOf(personIds, thread.claimedBy),
      until: later(now, CLAIM_MINUTES),
    });
  }
}

async function threadRows(seeding: SeedContext, thread: DemoThread) {
  const { now, personIds, questionIds } = seeding;
  const id = newId();
  const at = (minutesAgo: number) => later(now, -minutesAgo);
  const [first] = thread.entries;
  const last = thread.entries.at(-1);
  if (!first || !last) throw new Error(`the demo's thread on ${thread.question} is empty`);
  const steps = await stepsOf(seeding, { thread, id });
  const helped = thread.entries.findLastIndex((entry) => entry.helped === true);
  const doubt = {
    id,
    assignmentId: idOf(questionIds, thread.question),
    studentId: idOf(personIds, thread.student),
    doubtText: first.message,
    private: thread.private,
    anonymous: thread.anonymous,
    programShown: thread.programShown,
    ...stateOf(seeding, thread),
    activeAt: at(last.minutesAgo),
    keptAt: thread.kept === undefined ? null : at(thread.kept),
    helpedAt: helped < 0 ? null : at(last.minutesAgo),
    helpedId: steps[helped]?.id ?? null,
    entries: thread.entries.length,
    words: sql`${wordsOf(thread.entries.map(({ message }) => message).join("\n"))}`,
    version: thread.entries.length,
    createdAt: at(first.minutesAgo),
  };
  return { doubt, steps };
}

/** The columns that follow from the entries. */
function stateOf({ now, personIds }: SeedContext, { entries }: DemoThread) {
  const at = (minutesAgo: number) => later(now, -minutesAgo);
  let stage: ReturnType<typeof stageAfter> = "new";
  let waitingSince: string | null = null;
  let answeredById: string | null = null;
  for (const { type, by, minutesAgo } of entries) {
    stage = stageAfter(stage, type);
    waitingSince = stage === "replied" || stage === "resolved"
      ? null
      : waitingSince ?? at(minutesAgo);
    if (type === "reply") answeredById = idOf(personIds, by);
  }
  const resolvedAt = stage === "resolved" ? at(entries.at(-1)?.minutesAgo ?? 0) : null;
  return { stage, waitingSince, answeredById, resolvedAt };
}

interface Whole {
  thread: DemoThread;
  id: string;
}

function stepsOf({ now, personIds, runIds, texts }: SeedContext, { thread, id }: Whole) {
  const at = (minutesAgo: number) => later(now, -minutesAgo);
  let waited: string | null = null;
  return Array.fromAsync(thread.entries, async (entry, place) => {
    const { type, by, code, helped, message, minutesAgo } = entry;
    const waitedSince = type === "reply" ? waited : null;
    waited = type === "reply" || type === "resolve" ? null : waited ?? at(minutesAgo);
    return {
      id: newId(),
      doubtId: id,
      place: place + 1,
      type,
      message,
      html: await texts.text(message, "message"),
      senderId: idOf(personIds, by),
      runId: code === undefined
        ? null
        : idOf(runIds, runKey(thread.question, thread.student, code)),
      helped: helped ?? null,
      waitedSince,
      createdAt: at(minutesAgo),
    };
  });
}

interface Steps {
  thread: DemoThread;
  steps: Awaited<ReturnType<typeof stepsOf>>;
}

/** The comments and the proposed changes of the replies: they belong to the newest program so far. */
async function notesOf({ personIds, texts }: SeedContext, { thread, steps }: Steps) {
  const placed = steps.map(({ id, createdAt }, place) => ({
    entry: thread.entries[place],
    place: {
      entryId: id,
      runId: steps.slice(0, place).findLast(({ runId }) => runId !== null)?.runId ?? "",
      authorId: idOf(personIds, thread.entries[place]?.by ?? ""),
      createdAt,
    },
  }));
  const written = placed.flatMap(({ entry, place }) =>
    (entry?.comments ?? []).map((comment) => ({ ...comment, place }))
  );
  const commented = await Array.fromAsync(
    written,
    async ({ from, to = from, text, done, place }) => ({
      id: newId(),
      ...place,
      fromLine: from,
      toLine: to,
      text,
      html: await texts.text(text, "text"),
      doneAt: done ? place.createdAt : null,
    }),
  );
  const proposed = placed.flatMap(({ entry, place }) =>
    entry?.proposal === undefined ? [] : [{
      id: newId(),
      ...place,
      source: entry.proposal.code,
      passed: entry.proposal.passed,
      total: entry.proposal.total,
      kit: "demo",
    }]
  );
  return { commented, proposed };
}
