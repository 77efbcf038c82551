/** The comments and the change of a reply or review. Checked here; writes.ts stores them. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { attempts, isOfWork } from "../../assignments/tables.ts";
import { entries } from "../../doubts/tables.ts";
import type { Texts } from "../../kit/content/render.ts";
import { bytesOf } from "../../kit/content/render_budget.ts";
import { badField, conflict } from "../../kit/core/errors.ts";
import { pick } from "../../kit/db/columns.ts";
import type { Reader } from "../../kit/db/database.ts";
import { type Act } from "../../live/outbox.ts";
import { runs } from "../../runs/tables.ts";
import { countLines } from "../policy.ts";
import {
  type AttachedComment,
  type AttachedProposal,
  type Attachments,
  PLACE_MOST,
  PROPOSALS_MOST,
} from "../schema.ts";
import { comments, proposals } from "../tables.ts";

export type Comments = {
  comments: (AttachedComment & { html: string })[];
  proposal?: AttachedProposal | undefined;
};

/** Renders the comments, before the transaction. */
export async function prepare(
  render: Texts,
  { comments = [], proposal }: Attachments,
): Promise<Comments> {
  const rendered = await Promise.all(
    comments.map(async (comment, at) => ({
      ...comment,
      html: await render.text(comment.text, `comments.${at}.text`),
    })),
  );
  return { comments: rendered, proposal };
}

/** The thread or the response that the comments are written in. */
export type Within = { doubtId: string } | { assignmentId: string; studentId: string };

export type Base = { id: string; assignmentId: string; studentId: string; lines: number };

/**
 * Checks that every comment and the proposed change are about a program of this thread or response,
 * and that the commented lines exist.
 * @throws Refusal 400 naming the field; 409 when the place has too many comments
 */
export async function checkAttached(
  act: Pick<Act, "db">,
  within: Within,
  { comments: written, proposal }: Comments,
): Promise<Map<string, Base>> {
  const { db } = act;
  const ids = [...new Set([...written, ...proposal ? [proposal] : []].map(({ runId }) => runId))];
  if (ids.length === 0) return new Map();
  const found = await basesOf(db, within, ids);
  const bases = new Map(found.map((base) => [base.id, base]));
  const missing = "doubtId" in within
    ? "This program is not in this thread."
    : "This program was not handed in with this response.";
  for (const [at, comment] of written.entries()) {
    const base = bases.get(comment.runId);
    if (!base) throw badField(`comments.${at}.runId`, missing);
    refuseLines(comment, base, `comments.${at}.to`);
  }
  if (proposal && !bases.has(proposal.runId)) throw badField("proposal.runId", missing);
  await refuseFullPlace(db, within, { comments: written, proposal });
  return bases;
}

/** @throws Refusal 400 when the program has no such line */
export function refuseLines({ to }: { to: number }, { lines }: { lines: number }, field: string) {
  if (to <= lines) return;
  throw badField(field, `The program has ${lines === 1 ? "1 line" : `${lines} lines`}.`);
}

/** The programs among these that belong to the thread or the response. */
async function basesOf(db: Reader, within: Within, ids: string[]): Promise<Base[]> {
  const isWithin = "doubtId" in within
    ? inArray(
      runs.id,
      db.select({ id: entries.runId }).from(entries).where(eq(entries.doubtId, within.doubtId)),
    )
    : and(
      eq(runs.studentId, within.studentId),
      inArray(
        runs.id,
        db.select({ id: attempts.runId }).from(attempts).where(isOfWork(attempts, within)),
      ),
    );
  const rows = await db.select(pick(runs, "id", "assignmentId", "studentId", "source")).from(runs)
    .where(and(inArray(runs.id, ids), isWithin)).for("key share");
  return rows.map(({ source, ...base }) => ({ ...base, lines: countLines(source) }));
}

/** @throws Refusal 409 when the place would have too many comments or proposed changes */
async function refuseFullPlace(db: Reader, within: Within, more: Comments): Promise<void> {
  const isWithin = (table: typeof comments | typeof proposals): SQL =>
    "doubtId" in within
      ? sql`${table.entryId} in (select id from doubt_entries where doubt_id = ${within.doubtId})`
      : sql`${table.reviewId} in (select id from reviews
          where assignment_id = ${within.assignmentId} and student_id = ${within.studentId})`;
  await Promise.all([
    refuseFull(db, isWithin(comments), more.comments),
    more.proposal ? refuseMore(db, isWithin(proposals)) : null,
  ]);
}

type NewText = { text: string; html: string }[];

/** @throws Refusal 409 when these comments are too many for their place */
export async function refuseFull(db: Reader, which: SQL | undefined, more: NewText): Promise<void> {
  const count = await refuseBytes(db, which, more);
  if (count + more.length > PLACE_MOST.comments) throw full();
}

/**
 * @returns how many there are
 * @throws Refusal 409 when these comments are too long for their place
 */
export async function refuseBytes(db: Reader, which: SQL | undefined, more: NewText) {
  const [{ count = 0, bytes = 0 } = {}] = await db.select({
    count: sql<number>`count(*)::int`,
    bytes: sql<number>`coalesce(sum(
      octet_length(${comments.text}) + octet_length(${comments.html})
    ), 0)::int`,
  }).from(comments).where(which);
  const added = more.reduce((sum, { text, html }) => sum + bytesOf(text) + bytesOf(html), 0);
  if (bytes + added > PLACE_MOST.bytes) throw full();
  return count;
}

const full = () =>
  conflict(
    "comments.full",
    `There are too many comments here. A program has room for ${PLACE_MOST.comments}.`,
  );

async function refuseMore(db: Reader, which: SQL): Promise<void> {
  if (await db.$count(proposals, which) < PROPOSALS_MOST) return;
  throw conflict(
    "proposals.full",
    `There are ${PROPOSALS_MOST} proposed changes here, and no more are possible.`,
  );
}
