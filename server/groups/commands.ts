/** Each student gets the text in their own thread, in one transaction of few statements. */
import { and, eq, sql } from "drizzle-orm";
import { visibleAssignment } from "../assignments/queries.ts";
import { afterEntry, usualShown } from "../doubts/policy.ts";
import {
  type AddedEntry,
  announceEntry,
  type DoubtRow,
  IS_UNRESOLVED,
  selectDoubts,
  withWords,
} from "../doubts/queries.ts";
import { ENTRIES_MOST, type Entry } from "../doubts/schema.ts";
import { doubts, entries } from "../doubts/tables.ts";
import { badField, conflict } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { someone } from "../kit/core/roles.ts";
import { claims } from "../kit/db/tables.ts";
import { type Act, announce } from "../live/outbox.ts";
import { runs } from "../runs/tables.ts";
import { sharedFailure, titleOf, toldOf } from "./grouping.ts";
import { type FailingMember, splitMembers } from "./queries.ts";
import type { GroupAnswer, GroupAnswerInput, GroupAnswerReply } from "./schema.ts";
import { groupAnswers, groupMembers } from "./tables.ts";

/** All copies of one answer together have at most this many bytes of HTML. */
const COPIES_MOST = 8 * 1024 * 1024;
/** How often the threads are looked for again when students resolve them at the same moment. */
const TRIES = 3;

/**
 * Answers the members who still fail in the group's way. The others are left out and named in the
 * reply.
 * @throws Refusal 409 when nobody of them fails in this way any more
 */
export async function answer(
  act: Act,
  input: GroupAnswerInput,
  html: string,
): Promise<GroupAnswerReply> {
  const { db, me, now } = act;
  const { assignmentId, key, answer: message, open = false } = input;
  const assignment = await visibleAssignment(act, assignmentId, { lock: true });
  const { failing, others } = await splitMembers(db, input);
  if (failing.length * html.length > COPIES_MOST) {
    const long = `This answer is too long for ${failing.length} students. Shorten it.`;
    throw badField("answer", long);
  }
  const programShown = usualShown(assignment, now);
  const start = { assignmentId, private: !open, programShown };
  const { rows, isNew } = await threadsOf(act, failing, start);
  const reached = rows.filter(({ entries }) => entries < ENTRIES_MOST);
  const full = rows.filter(({ entries }) => entries >= ENTRIES_MOST)
    .map(({ student }) => ({ studentId: student._id, why: "full" as const }));
  if (reached.length === 0) {
    const nobody = "No student in this group fails in this way any more, so nothing was sent.";
    throw conflict("group.empty", nobody);
  }
  const runOf = new Map(failing.map(({ studentId, runId }) => [studentId, runId]));
  await reply(act, { message, html }, {
    rows: reached,
    runOf: (row) => isNew.has(row._id) ? runOf.get(row.student._id) : undefined,
  });
  const members = reached.map(({ student }) => student._id).sort();
  const [first] = failing;
  if (!first) throw new Error("an answer without members");
  const failure = sharedFailure(failing.map((member) => member.failure), first.failure);
  const row: GroupAnswer = {
    _id: newId(),
    assignmentId,
    key,
    title: titleOf(failure, members.length),
    answer: message,
    by: someone(me),
    open,
    members,
    createdAt: now,
  };
  await storeAnswer(act, row, reached);
  announce(act, "group.answered", ["staff"], row);
  return { ...row, left: [...others, ...full] };
}

type ThreadStart = Pick<typeof doubts.$inferInsert, "assignmentId" | "private" | "programShown">;

/** The members' unresolved threads, locked. Who has none gets one that does not wait for staff. */
async function threadsOf(
  { db, now }: Act,
  failing: readonly FailingMember[],
  start: ThreadStart,
): Promise<{ rows: DoubtRow[]; isNew: Set<string> }> {
  const students = failing.map(({ studentId }) => studentId);
  const isTheirs = and(
    eq(doubts.assignmentId, start.assignmentId),
    sql`${doubts.studentId} = any(${sql.param(students)}::uuid[])`,
    IS_UNRESOLVED,
  );
  const isNew = new Set<string>();
  if (students.length === 0) return { rows: [], isNew };
  const wanted = failing.toSorted((a, b) => a.studentId < b.studentId ? -1 : 1)
    .map(({ studentId, failure }) => ({
      id: newId(),
      ...start,
      studentId,
      doubtText: toldOf(failure),
      mentorFirst: true,
      stage: "replied" as const,
      activeAt: now,
      entries: 0,
      words: sql`''`,
      createdAt: now,
    }));
  for (let tries = 0; tries < TRIES; tries++) {
    const begun = await db.insert(doubts).values(wanted).onConflictDoNothing()
      .returning({ id: doubts.id });
    for (const { id } of begun) isNew.add(id);
    const locked = await db.select({ studentId: doubts.studentId }).from(doubts).where(isTheirs)
      .orderBy(doubts.id).for("update");
    if (locked.length === students.length) break;
  }
  const rows = await selectDoubts(db, now).where(isTheirs).orderBy(doubts.id);
  return { rows, isNew };
}

type AnswerText = { message: string; html: string };
type Threads = { rows: readonly DoubtRow[]; runOf: (row: DoubtRow) => string | undefined };

/** Adds the reply to all threads, as `append` does for one. Of the waits, the longest counts. */
async function reply(act: Act, { message, html }: AnswerText, { rows, runOf }: Threads) {
  const { db, me, now } = act;
  const longest = rows.reduce<string | null>(
    (first, { waitingSince: at }) => first === null || at !== null && at < first ? at : first,
    null,
  );
  const counted = rows.find(({ waitingSince }) => longest !== null && waitingSince === longest);
  const added = rows.map((row) => {
    const after = { ...row, ...afterEntry(row, { type: "reply", by: someone(me), at: now }) };
    const runId = runOf(row);
    const entry: Entry = {
      _id: newId(),
      place: after.entries,
      type: "reply",
      message,
      html,
      sender: someone(me),
      timestamp: now,
      ...(rows.length > 1 && { sentToSeveral: true }),
      ...(runId !== undefined && { run: { _id: runId } }),
    };
    return { row, after, entry };
  });
  await storeEntries(act, added, { text: { message, html }, counted });
  const ids = rows.map(({ _id }) => _id);
  await db.execute(sql`
    update doubts set stage = 'replied', active_at = ${now}, waiting_since = null,
      entries = entries + 1, version = version + 1, answered_by_id = ${me._id},
      words = ${withWords(sql`words`, message)}
    where id = any(${sql.param(ids)}::uuid[])`);
  await db.delete(claims).where(and(
    eq(claims.kind, "doubt"),
    eq(claims.byId, me._id),
    sql`${claims.subjectId} = any(${sql.param(ids)}::uuid[])`,
  ));
  for (const one of added) announceEntry(act, one);
}

/** In one statement: their number in the figures is one (db/repeatable/figures.sql). */
const storeEntries = (
  { db, me, now }: Act,
  added: readonly AddedEntry[],
  { text, counted }: { text: AnswerText; counted: DoubtRow | undefined },
) =>
  db.insert(entries).values(added.map(({ row, after, entry }) => ({
    id: entry._id,
    doubtId: row._id,
    place: after.entries,
    type: "reply" as const,
    ...text,
    senderId: me._id,
    runId: entry.run && sql`(select id from ${runs} where id = ${entry.run._id})`,
    sentToSeveral: added.length > 1,
    waitedSince: row === counted ? row.waitingSince : null,
    createdAt: now,
  })));

async function storeAnswer(act: Act, kept: GroupAnswer, rows: readonly DoubtRow[]) {
  const { db, me } = act;
  const { _id: id, assignmentId, key, title, answer: message, open, members, createdAt } = kept;
  await db.insert(groupAnswers).values({
    ...{ id, assignmentId, key, title, message, open, createdAt },
    byId: me._id,
    receivers: members.length,
  });
  await db.insert(groupMembers).values(
    rows.map(({ _id, student }) => ({ answerId: id, studentId: student._id, doubtId: _id })),
  );
}
