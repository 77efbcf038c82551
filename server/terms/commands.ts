/** Closes the present term, and sets a closed one back: each in one transaction. */
import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { assignments } from "../assignments/tables.ts";
import { dayOf, later, startOf, startOfWeek } from "../kit/core/clock.ts";
import { badField, conflict } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import type { Parts } from "../kit/core/parts.ts";
import { classSessions } from "../class-sessions/tables.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { HOURS_MOST } from "../people/schema.ts";
import { lockClass, openArchives, termById } from "./queries.ts";
import { undoneUntil } from "./policy.ts";
import { type CloseInput, type Term, UNDO_DAYS } from "./schema.ts";
import { termBefores, terms } from "./tables.ts";

/**
 * Closes the present term.
 * @throws Refusal 400, or 409 when a class session runs, or another admin changes the class
 */
export async function close(
  act: Act,
  { name, carriedOver, leftBefore }: CloseInput,
): Promise<Term> {
  const { db, me, now, zone } = act;
  await lockClass(db);
  const [known] = await db.select({ id: terms.id }).from(terms)
    .where(sql`lower(${terms.name}) = lower(${name})`);
  if (known) throw badField("name", "There is a term with this name already.");
  if (leftBefore !== undefined && leftBefore > dayOf(now, zone)) {
    throw badField("leftBefore", "This day is in the future.");
  }
  await refuseClassSession(act);
  const id = newId();
  await db.insert(terms).values({ id, name, endedAt: now, byId: me._id });
  await takeTime(act);
  await carryOver(act, id, [...new Set(carriedOver)]);
  await archive(act, id);
  if (leftBefore !== undefined) await disableLeavers(act, id, leftBefore);
  const leaving = leftBefore ? `, accounts last used before ${leftBefore} are disabled` : "";
  await record(act, "term.closed", {
    detail: `${name}: ${carriedOver.length} questions carried over${leaving}`,
  });
  const term = await termById(db, id);
  // Visitors see the announcements and the homework, too.
  announce(act, "term.changed", ["home"], term);
  return term;
}

/** A term has many rows: its statements may take longer than others. */
const takeTime = ({ db }: Act) => db.execute(sql`set local statement_timeout = '2min'`);

async function refuseClassSession({ db, now }: Act): Promise<void> {
  const [running] = await db.select({ id: classSessions.id }).from(classSessions)
    .where(and(isNull(classSessions.endedAt), sql`${classSessions.endsAt} > ${now}`)).limit(1);
  if (!running) return;
  throw conflict("term.classSession", "A class session is running. End it first.");
}

/** Keeps these questions for the new term, without their due dates. */
async function carryOver({ db }: Act, termId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db.select({ id: assignments.id, dueAt: assignments.dueAt }).from(assignments)
    .where(and(
      inArray(assignments.id, ids),
      isNull(assignments.termId),
      ne(assignments.distributionTag, "central"),
    )).orderBy(assignments.id).for("update");
  if (rows.length < ids.length) {
    throw badField("carriedOver", "Not every one of these is a question that is given out now.");
  }
  await db.insert(termBefores).values(rows.map(({ id, dueAt }) => ({
    termId,
    kind: "question" as const,
    subjectId: id,
    before: { due_at: dueAt },
  })));
  await db.update(assignments).set({ dueAt: null, version: sql`version + 1` })
    .where(inArray(assignments.id, ids));
}

/** @throws Refusal 404, or 409 when no longer possible, or another admin changes the class */
export async function undo(act: Act, id: string): Promise<void> {
  const { db, now } = act;
  await lockClass(db);
  const { name, endedAt } = await termById(db, id);
  if (undoneUntil(endedAt) < now) {
    throw conflict("term.late", "The closing of a term can be undone for a week only.");
  }
  await takeTime(act);
  await setBack(act, { id, endedAt });
  await db.delete(terms).where(eq(terms.id, id));
  await record(act, "term.undone", { detail: name });
  announce(act, "term.changed", ["home"], { _id: id, removed: true });
}

/** Forgets what rows had before, a day after the last moment to undo: clocks of servers differ. */
export async function forgetBefores({ database: { db }, clock }: Parts): Promise<void> {
  const before = later(clock(), -(UNDO_DAYS + 1) * 24 * 60);
  await db.execute(sql`delete from term_befores using terms
    where terms.id = term_id and ended_at < ${before}`);
}

/** Archives what is not carried over: see the table in schema.ts. */
async function archive({ db, now, zone }: Act, id: string): Promise<void> {
  const ofTerm = sql`in (select id from assignments where term_id = ${id})`;
  const carried = sql`in (
    select subject_id from term_befores where term_id = ${id} and kind = 'question')`;
  const move = (table: SQL, which: SQL) =>
    db.execute(sql`update ${table} set term_id = ${id} where term_id is null and ${which}`);
  await move(
    sql`assignments`,
    sql`distribution_tag <> 'central' and given_out_at <= ${now} and id not ${carried}`,
  );
  await db.execute(sql`
    with chosen as materialized (
      select id, waiting_since from doubts
      where term_id is null and (assignment_id ${ofTerm}
        or assignment_id ${carried} and created_at <= ${now} and kept_at is null
          and not (helped_at is not null and stage = 'resolved'))
      for update
    ), kept as (
      insert into term_befores (term_id, kind, subject_id, before)
      select ${id}::uuid, 'doubt', id, json_build_object('waiting_since', waiting_since)
      from chosen where waiting_since is not null
    )
    update doubts set term_id = ${id}, waiting_since = null, version = version + 1
    from chosen where doubts.id = chosen.id`);
  await move(sql`responses`, sql`assignment_id ${ofTerm}`);
  await db.execute(sql`
    with gone as (
      delete from responses
      where term_id is null and assignment_id ${carried} and submitted_at <= ${now}
      returning responses.*
    )
    insert into term_befores (term_id, kind, subject_id, before)
    select ${id}::uuid, 'response', assignment_id, to_jsonb(gone) from gone`);
  await move(sql`briefings`, sql`appears_at is null and day < ${dayOf(now, zone)}`);
  await move(sql`goals`, sql`week < ${dayOf(startOfWeek(now, zone), zone)}`);
  await move(sql`announcements`, sql`appears_at is null and created_at <= ${now}`);
}

/** Until when the students who left with a term are disabled. */
const disabledUntil = (endedAt: string): string => later(endedAt, HOURS_MOST * 60);

/** Disables the accounts of students who were last here before a day. */
async function disableLeavers(act: Act, id: string, leftBefore: string): Promise<void> {
  const { db, now, zone } = act;
  const rows = await db.execute<{ person: string; epoch: number }>(sql`
    with chosen as materialized (
      select p.id from people as p left join visits as v on v.person_id = p.id
      where p.role = 'student' and p.deleted_at is null
        and (p.disabled_until is null or p.disabled_until <= ${now})
        and greatest(p.created_at, v.seen_at) < ${startOf(leftBefore, zone)}
      for update of p
    ), kept as (
      insert into term_befores (term_id, kind, subject_id) select ${id}::uuid, 'person', id from chosen
    )
    update people set disabled_until = ${disabledUntil(now)}, version = version + 1,
      epoch = epoch + 1
    from chosen where people.id = chosen.id returning people.id as person, epoch`);
  for (const { person, epoch } of rows) {
    announce(act, "session.ended", [userRoom(person)], { reason: "disabled", epoch });
  }
}

/** Sets back what the closing of a term has set. */
async function setBack(
  { db, now }: Act,
  { id, endedAt }: { id: string; endedAt: string },
): Promise<void> {
  await openArchives(db);
  const isOfTerm = (kind: typeof termBefores.$inferInsert["kind"]) =>
    sql`term_befores.term_id = ${id} and kind = ${kind}`;
  await db.execute(sql`update people set disabled_until = null, version = version + 1
    from term_befores where ${isOfTerm("person")} and people.id = subject_id
      and disabled_until = ${disabledUntil(endedAt)}`);
  await db.execute(sql`
    insert into responses select (jsonb_populate_record(null::responses, before)).*
    from term_befores where ${isOfTerm("response")} on conflict do nothing`);
  await db.execute(sql`
    with chosen as materialized (
      select d.id, b.before, d.stage <> 'resolved' and not d.aside and exists (
        select from doubts as n where n.assignment_id = d.assignment_id
          and n.student_id = d.student_id and n.stage <> 'resolved' and not n.aside
          and n.term_id is null) as is_replaced
      from doubts as d left join term_befores as b
        on b.term_id = ${id} and b.kind = 'doubt' and b.subject_id = d.id
      where d.term_id = ${id} for update of d
    )
    update doubts set term_id = null, version = version + 1,
      stage = case when is_replaced then 'resolved' else stage end,
      resolved_at = case when is_replaced then ${now}::timestamptz else resolved_at end,
      waiting_since = case when not is_replaced then (before ->> 'waiting_since')::timestamptz end
    from chosen where doubts.id = chosen.id`);
  await db.execute(sql`
    update assignments set due_at = coalesce(due_at, (before ->> 'due_at')::timestamptz),
      version = version + 1
    from term_befores where ${isOfTerm("question")} and assignments.id = subject_id`);
  for (const table of ["responses", "briefings", "goals", "announcements", "assignments"]) {
    await db.execute(sql`update ${sql.identifier(table)} set term_id = null where term_id = ${id}`);
  }
}
