/**
 * Closes a term, and sets it back. Both go on in the background, in short transactions, on
 * whichever server has the term's row: `MOVES` has a statement for each kind of row, which moves at
 * most `BATCH` rows and returns one row for each. A server that dies leaves a whole number of
 * batches, and another server goes on.
 */
import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { assignments } from "../assignments/tables.ts";
import { dayOf, later, startOf, startOfWeek } from "../kit/core/clock.ts";
import { badField, conflict, notFound } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import type { Parts } from "../kit/core/parts.ts";
import { batches } from "../kit/db/batches.ts";
import { classSessions } from "../class-sessions/tables.ts";
import { type Act, announce, transact } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { HOURS_MOST } from "../people/schema.ts";
import { lockClass, movingTerms, openArchives, termById, toTerm } from "./queries.ts";
import { undoneUntil } from "./policy.ts";
import { type CloseInput, type Term, UNDO_DAYS } from "./schema.ts";
import { termBefores, terms } from "./tables.ts";

/**
 * Begins to close the present term.
 * @throws Refusal 400, or 409 when a class session runs, or another admin changes the class
 */
export async function close(
  act: Act,
  { name, carriedOver, leftBefore }: CloseInput,
): Promise<Term> {
  const { db, me, now, zone } = act;
  await lockClass(db);
  const [known] = await db.select({ id: terms.id }).from(terms)
    .where(and(sql`lower(${terms.name}) = lower(${name})`, ne(terms.state, "undone")));
  if (known) throw badField("name", "There is a term with this name already.");
  if (leftBefore !== undefined && leftBefore > dayOf(now, zone)) {
    throw badField("leftBefore", "This day is in the future.");
  }
  await refuseClassSession(act);
  const id = newId();
  await db.insert(terms).values({ id, name, endedAt: now, byId: me._id, leftBefore, total: 0 });
  await carryOver(act, id, [...new Set(carriedOver)]);
  const [{ total } = { total: 0 }] = await db.execute<{ total: number }>(sql`select (
      (select count(*) from assignments where term_id is null and distribution_tag <> 'central')
      + (select count(*) from doubts where term_id is null)
      + (select count(*) from responses where term_id is null))::int as total`);
  await db.update(terms).set({ total }).where(eq(terms.id, id));
  const leaving = leftBefore ? `, accounts last used before ${leftBefore} are disabled` : "";
  await record(act, "term.closed", {
    detail: `${name}: ${carriedOver.length} questions carried over${leaving}`,
  });
  return await announceTerm(act, id);
}

async function refuseClassSession({ db, now }: Act): Promise<void> {
  const [running] = await db.select({ id: classSessions.id }).from(classSessions)
    .where(and(isNull(classSessions.endedAt), sql`${classSessions.endsAt} > ${now}`)).limit(1);
  if (!running) return;
  throw conflict("term.classSession", "A class session is running. End it first.");
}

/** Keeps these questions for the new term, without their due dates. */
async function carryOver({ db }: Act, termId: string, ids: string[]): Promise<void> {
  for (const some of batches(ids)) {
    const rows = await db.select({ id: assignments.id, dueAt: assignments.dueAt }).from(assignments)
      .where(and(
        inArray(assignments.id, some),
        isNull(assignments.termId),
        ne(assignments.distributionTag, "central"),
      )).orderBy(assignments.id).for("update");
    if (rows.length < some.length) {
      throw badField("carriedOver", "Not every one of these is a question that is given out now.");
    }
    await db.insert(termBefores).values(rows.map(({ id, dueAt }) => ({
      termId,
      kind: "question" as const,
      subjectId: id,
      before: { due_at: dueAt },
    })));
    await db.update(assignments).set({ dueAt: null, version: sql`version + 1` })
      .where(inArray(assignments.id, some));
  }
}

/** @throws Refusal 404, or 409 when no longer possible, or another admin changes the class */
export async function undo(act: Act, id: string): Promise<Term> {
  const { db, now } = act;
  await lockClass(db);
  const before = await termById(db, id);
  if (before.state === "undone") throw notFound("This term");
  if (undoneUntil(before.endedAt) < now) {
    throw conflict("term.late", "The closing of a term can be undone for a week only.");
  }
  await db.update(terms).set({ state: "undoing", done: 0, total: before.done })
    .where(eq(terms.id, id));
  await record(act, "term.undone", { detail: before.name });
  return await announceTerm(act, id);
}

async function announceTerm(act: Act, id: string): Promise<Term> {
  const term = await termById(act.db, id);
  announce(act, "term.changed", ["admins"], term);
  return term;
}

/** The batches of one round, so that a stop need not wait for long, and others get their turn. */
const BATCHES = 10;
const BATCH = 200;

/** Goes on with each term under way. Every server calls it again and again. */
export async function moveTerms(parts: Parts): Promise<void> {
  for (const id of await movingTerms(parts.database.db)) {
    for (let batch = 0; batch < BATCHES; batch++) {
      if (!await transact(parts, (act) => moveBatch(act, id))) break;
    }
  }
}

/** Forgets what rows had before, a day after the last moment to undo: clocks of servers differ. */
export async function forgetBefores({ database: { db }, clock }: Parts): Promise<void> {
  const before = later(clock(), -(UNDO_DAYS + 1) * 24 * 60);
  await db.execute(sql`delete from term_befores using terms
    where terms.id = term_id and ended_at < ${before} and state in ('closed', 'undone')`);
}

/** @returns whether there may be more to move, and no other server does it */
async function moveBatch(act: Act<null>, id: string): Promise<boolean> {
  const { db, now, zone } = act;
  const [term] = await db.select().from(terms)
    .where(and(eq(terms.id, id), inArray(terms.state, ["closing", "undoing"])))
    .for("update", { skipLocked: true });
  if (!term) return false;
  await openArchives(db);
  const isClosing = term.state === "closing";
  const moves = isClosing ? closing(term, zone) : undoing(term, now);
  let rows: BatchRow[] = [];
  for (const move of moves) {
    rows = await db.execute<BatchRow>(move);
    if (rows.length > 0) break;
  }
  for (const { person, epoch } of rows) {
    if (!isClosing || person == null) continue;
    announce(act, "session.ended", [userRoom(person)], { reason: "disabled", epoch });
  }
  const done = term.done + rows.length;
  const isDone = rows.length === 0;
  const after = {
    ...term,
    done,
    total: isDone ? done : Math.max(done, term.total),
    ...(isDone && { state: isClosing ? "closed" as const : "undone" as const }),
  };
  await db.update(terms).set(after).where(eq(terms.id, id));
  // Visitors see the announcements and the homework, too.
  announce(act, "term.changed", [isDone ? "home" : "admins"], toTerm(after));
  return !isDone;
}

type Row = typeof terms.$inferSelect;
/** A row that was moved; of a person, who it is, and the number of their sessions. */
type BatchRow = { person?: string | null; epoch: number };

const limit = sql.raw(`limit ${BATCH}`);

/** What the closing of a term moves, in this order: see the table in schema.ts. */
function closing({ id, endedAt, leftBefore }: Row, zone: string) {
  const ofTerm = sql`in (select id from assignments where term_id = ${id})`;
  const carried = sql`in (
    select subject_id from term_befores where term_id = ${id} and kind = 'question')`;
  const archived = (table: SQL, which: SQL) =>
    sql`update ${table} set term_id = ${id} where id in (
      select id from ${table} where term_id is null and ${which}
      order by id ${limit} for update) returning id`;
  const hasAppeared = sql`appears_at is null`;
  return [
    archived(
      sql`assignments`,
      sql`distribution_tag <> 'central' and given_out_at <= ${endedAt} and id not ${carried}`,
    ),
    sql`with chosen as materialized (
        select id, waiting_since from doubts
        where term_id is null and (assignment_id ${ofTerm}
          or assignment_id ${carried} and created_at <= ${endedAt} and kept_at is null
            and not (helped_at is not null and stage = 'resolved'))
        order by id ${limit} for update
      ), kept as (
        insert into term_befores (term_id, kind, subject_id, before)
        select ${id}::uuid, 'doubt', id, json_build_object('waiting_since', waiting_since)
        from chosen where waiting_since is not null
      )
      update doubts set term_id = ${id}, waiting_since = null, version = version + 1
      from chosen where doubts.id = chosen.id returning doubts.id`,
    sql`update responses set term_id = ${id} where (assignment_id, student_id) in (
      select assignment_id, student_id from responses
      where term_id is null and assignment_id ${ofTerm}
      order by assignment_id, student_id ${limit} for update) returning student_id`,
    sql`with gone as (
        delete from responses where (assignment_id, student_id) in (
          select assignment_id, student_id from responses
          where term_id is null and assignment_id ${carried} and submitted_at <= ${endedAt}
          order by assignment_id, student_id ${limit} for update) returning responses.*
      )
      insert into term_befores (term_id, kind, subject_id, before)
      select ${id}::uuid, 'response', assignment_id, to_jsonb(gone) from gone returning subject_id`,
    archived(sql`briefings`, sql`${hasAppeared} and day < ${dayOf(endedAt, zone)}`),
    archived(sql`goals`, sql`week < ${dayOf(startOfWeek(endedAt, zone), zone)}`),
    archived(sql`announcements`, sql`${hasAppeared} and created_at <= ${endedAt}`),
    ...(leftBefore === null ? [] : [
      sql`with chosen as materialized (
          select p.id from people as p left join visits as v on v.person_id = p.id
          where p.role = 'student' and p.deleted_at is null
            and (p.disabled_until is null or p.disabled_until <= ${endedAt})
            and greatest(p.created_at, v.seen_at) < ${startOf(leftBefore, zone)}
          order by p.id ${limit} for update of p
        ), kept as (
          insert into term_befores (term_id, kind, subject_id) select ${id}::uuid, 'person', id from chosen
        )
        update people set disabled_until = ${later(endedAt, HOURS_MOST * 60)},
          version = version + 1, epoch = epoch + 1
        from chosen where people.id = chosen.id returning people.id as person, epoch`,
    ]),
  ];
}

/** What sets a term back, in this order. The questions are last: until then nothing is written. */
function undoing({ id, endedAt }: Row, now: string) {
  const taken = (kind: typeof termBefores.$inferInsert["kind"]) =>
    sql`delete from term_befores where ctid in (
      select ctid from term_befores where term_id = ${id} and kind = ${kind} ${limit})
      returning subject_id, before`;
  const back = (table: "responses" | "briefings" | "goals" | "announcements" | "assignments") =>
    sql`update ${sql.raw(table)} set term_id = null where ctid in (
      select ctid from ${sql.raw(table)} where term_id = ${id} ${limit} for update) returning 1`;
  return [
    sql`with chosen as (${taken("person")}), there as (
        update people set disabled_until = null, version = version + 1 from chosen
        where people.id = subject_id
          and disabled_until = ${later(endedAt, HOURS_MOST * 60)}
      ) select 1 from chosen`,
    sql`with chosen as (${taken("response")}), there as (
        insert into responses select (jsonb_populate_record(null::responses, before)).* from chosen
        on conflict do nothing
      ) select 1 from chosen`,
    sql`with chosen as materialized (
        select d.id, b.before, d.stage <> 'resolved' and not d.aside and exists (
          select from doubts as n where n.assignment_id = d.assignment_id
            and n.student_id = d.student_id and n.stage <> 'resolved' and not n.aside
            and n.term_id is null) as is_replaced
        from doubts as d left join term_befores as b
          on b.term_id = ${id} and b.kind = 'doubt' and b.subject_id = d.id
        where d.term_id = ${id} order by d.id ${limit} for update of d
      )
      update doubts set term_id = null, version = version + 1,
        stage = case when is_replaced then 'resolved' else stage end,
        resolved_at = case when is_replaced then ${now}::timestamptz else resolved_at end,
        waiting_since = case when not is_replaced then (before ->> 'waiting_since')::timestamptz end
      from chosen where doubts.id = chosen.id returning 1`,
    back("responses"),
    back("briefings"),
    back("goals"),
    back("announcements"),
    sql`with chosen as (${taken("question")}), there as (
        update assignments set due_at = coalesce(due_at, (before ->> 'due_at')::timestamptz),
          version = version + 1
        from chosen where assignments.id = subject_id
      ) select 1 from chosen`,
    sql`with chosen as (${taken("doubt")}) select 1 from chosen`,
    back("assignments"),
  ];
}
