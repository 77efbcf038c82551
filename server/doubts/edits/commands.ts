/** Authors edit what they wrote in a thread, or take it back. */
import { and, desc, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { record } from "../../audit/writes.ts";
import { answers, comments } from "../../comments/tables.ts";
import { conflict, forbidden, notFound } from "../../kit/core/errors.ts";
import { pick } from "../../kit/db/columns.ts";
import { refuseDuplicate } from "../../kit/db/failures.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { whyNotEdited, whyNotTakenBack } from "../../threads/policy.ts";
import { failureOf } from "../answers/search.ts";
import { lockDoubt, type RenderedText } from "../commands.ts";
import { raisedAgain } from "../merges/commands.ts";
import {
  announceChanged,
  type DoubtRow,
  roomsOfDoubtReaders,
  settledRow,
  toCard,
  withWords,
} from "../queries.ts";
import { doubts, entries, entryVersions } from "../tables.ts";
import { doubtRoom } from "../topics.ts";

type EntryIds = { id: string; entryId: string };

/**
 * Changes the text of the asker's own entry. The text before is kept for staff.
 * @throws Refusal 403 for another person's entry; 409 when it is too late
 */
export async function edit(
  act: Act,
  place: EntryIds,
  { message, html }: RenderedText,
): Promise<DoubtRow> {
  const { db, now } = act;
  const { id, entryId } = place;
  const entry = await lockOwnEntry(act, place);
  if (entry.type === "resolve") throw notFound("This text");
  if (entry.message === message) return await settledRow(act, id);
  const edits = await db.$count(entryVersions, eq(entryVersions.entryId, entryId));
  const why = whyNotEdited(entry, { edits, now });
  if (why !== null) throw conflict("edit.over", why);

  await db.insert(entryVersions).values({
    entryId,
    number: edits + 1,
    message: entry.message,
    html: entry.html,
    writtenAt: entry.editedAt ?? entry.at,
  });
  const text = { message, html, editedAt: now };
  await db.update(entries).set(text).where(eq(entries.id, entryId));
  await db.update(doubts).set({
    ...(entry.type === "doubt" && { doubtText: message }),
    words: wordsOfThread(id),
    version: sql`version + 1`,
  }).where(eq(doubts.id, id));
  const row = await announceChanged(act, id);
  announce(act, "doubt.mended", [doubtRoom(id)], { doubtId: id, entryId, text });
  return row;
}

/**
 * Takes the asker's newest reply, follow-up or resolve back: the entry is deleted, with the comments
 * that it brought, and the thread is as it was before. Its notifications end with the event.
 * @throws Refusal 403 for another person's entry; 409 when it is too late or somebody has reacted
 */
export async function takeBack(act: Act, place: EntryIds): Promise<DoubtRow> {
  const { db, now } = act;
  const { id, entryId } = place;
  const entry = await lockOwnEntry(act, place);
  const before = entry.beforeNewest;
  const isNewest = entry.isNewest && before?.place === entry.place &&
    !await isAnswered(act, entryId);
  const why = whyNotTakenBack({ ...entry, isNewest }, now);
  if (why !== null || before === null) throw conflict("undo.over", why ?? "");

  const left = await settledRow(act, id);
  await db.delete(entries).where(eq(entries.id, entryId));
  const { place: _, waitingSince, ...then } = before;
  // If it waited before and still waits, the entry has not changed the wait; a merge may have.
  const isSameWait = waitingSince !== null && left.waitingSince !== null;
  const restoring = db.update(doubts).set({
    ...then,
    ...(!isSameWait && { waitingSince }),
    resolvedAt: null,
    entries: sql`entries - 1`,
    ...(then.answeredById === null && { keptAt: null }),
    ...(entry.runId !== null && { failure: await newestFailure(act, id) }),
    words: wordsOfThread(id),
    version: sql`version + 1`,
  }).where(eq(doubts.id, id));
  await refuseDuplicate(restoring, raisedAgain("The doubt cannot be opened again."));
  const row = await announceChanged(act, id);
  await record(act, "entry.deleted", {
    about: { kind: "doubt", id, title: toCard(row).assignment.title },
  });
  announce(act, "doubt.mended", roomsOfDoubtReaders(toCard(row)), {
    doubtId: id,
    entryId,
    text: null,
  });
  return row;
}

/** Locks the doubt, and returns its entry. @throws Refusal 403 if it is another person's; 404 */
async function lockOwnEntry(act: Act, { id, entryId }: EntryIds) {
  await lockDoubt(act, id);
  const [entry] = await act.db.select({
    ...pick(entries, "type", "place", "message", "html", "senderId", "runId"),
    at: entries.createdAt,
    editedAt: entries.editedAt,
    // A merged doubt is closed: that came after its newest entry.
    isNewest: sql<boolean>`${entries.place} = ${doubts.entries} and ${doubts.mergedIntoId} is null`,
    ...pick(doubts, "beforeNewest"),
  }).from(entries).innerJoin(doubts, eq(doubts.id, entries.doubtId))
    .where(and(eq(entries.id, entryId), eq(entries.doubtId, id)));
  if (!entry) throw notFound("This entry");
  if (entry.senderId !== act.me._id) throw forbidden("Only its author may change this.");
  return entry;
}

/** Whether the student has said that it helped, or somebody has reacted to a comment that it brought. */
async function isAnswered({ db }: Act, entryId: string): Promise<boolean> {
  const [helped, reacted] = await Promise.all([
    db.$count(entries, and(eq(entries.id, entryId), isNotNull(entries.helped))),
    db.$count(
      comments,
      and(
        eq(comments.entryId, entryId),
        or(
          isNotNull(comments.doneAt),
          sql`exists (select from ${answers} where ${answers.commentId} = ${comments.id})`,
        ),
      ),
    ),
  ]);
  return helped + reacted > 0;
}

async function newestFailure({ db }: Act, id: string): Promise<string | null> {
  const runs = await db.select({ id: entries.runId }).from(entries)
    .where(and(eq(entries.doubtId, id), isNotNull(entries.runId)))
    .orderBy(desc(entries.place)).limit(10);
  for (const run of runs) {
    const failure = await failureOf(db, run.id ?? undefined);
    if (failure !== null) return failure;
  }
  return null;
}

/** The search document of the thread as it is now, made as `append` makes it. */
const wordsOfThread = (id: string): SQL =>
  sql`(with recursive part as (
    select 0 as place, ''::tsvector as words
    union all
    select e.place, ${withWords(sql`part.words`, sql`e.message`)}
    from part join doubt_entries as e on e.doubt_id = ${id} and e.place = part.place + 1
  ) select words from part order by place desc limit 1)`;
