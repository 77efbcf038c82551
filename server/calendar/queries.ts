/**
 * Reads the person of a calendar address, and the events that this person may see.
 *
 * An event's SEQUENCE is the number of changes of its row, `version - 1`. Every change of what an
 * event shows raises the row's version, so SEQUENCE rises with it. It may also rise when nothing
 * that is shown has changed.
 */
import { Buffer } from "node:buffer";
import { and, desc, eq, gte, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { isPresent, visible } from "../assignments/queries.ts";
import { assignmentTagOf, type DistributionTag } from "../assignments/schema.ts";
import { assignments } from "../assignments/tables.ts";
import { goals } from "../goals/tables.ts";
import { dayOf, later } from "../kit/core/clock.ts";
import { notFound } from "../kit/core/errors.ts";
import type { CalendarEvent } from "../kit/formats/icalendar.ts";
import { isStaff } from "../kit/core/roles.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import type { Limits } from "../kit/limits/limits.ts";
import type { Tokens } from "../kit/security/tokens.ts";
import { classSessions } from "../class-sessions/tables.ts";
import { isDisabled } from "../people/policy.ts";
import { people } from "../people/tables.ts";
import { isForMe, SECTIONS_OF_PERSON } from "../sections/queries.ts";
import { can } from "./policy.ts";
import { CALENDAR_DAYS, CALENDAR_MOST, type CalendarState } from "./schema.ts";
import { calendarFeeds } from "./tables.ts";

type Hasher = Pick<Tokens, "hashCode">;

/** Returns the token of an address, which only this secret can compute: 43 characters. */
export const feedToken = (
  { hashCode }: Hasher,
  { personId, feedId }: { personId: string; feedId: string },
): string => Buffer.from(hashCode("calendar token", personId, feedId), "hex").toString("base64url");

export const feedHash = ({ hashCode }: Hasher, token: string): string =>
  hashCode("calendar", "", token);

export async function stateOf(db: Reader, personId: string): Promise<CalendarState> {
  const [feed] = await db.select({ madeAt: calendarFeeds.madeAt }).from(calendarFeeds)
    .where(eq(calendarFeeds.personId, personId));
  return feed ?? { madeAt: null };
}

type Caller = { db: Reader; now: string; tokens: Hasher; limits: Limits; address: string };

/**
 * Returns the person whose feed the token opens. Wrong tokens count for the caller's address, and
 * right ones for the feed.
 * @throws Refusal 404 when the token is wrong or ended, or the person is disabled or deleted; 429
 */
export async function personOfFeed(
  { db, now, tokens, limits, address }: Caller,
  token: string,
): Promise<Me> {
  const [person] = await db.select({
    _id: people.id,
    name: people.name,
    role: people.role,
    sections: SECTIONS_OF_PERSON,
    disabledUntil: people.disabledUntil,
  }).from(calendarFeeds).innerJoin(people, eq(people.id, calendarFeeds.personId))
    .where(and(eq(calendarFeeds.hash, feedHash(tokens, token)), isNull(people.deletedAt)));
  if (!person || isDisabled(person, now)) {
    await limits.take("link", address);
    throw notFound("This calendar");
  }
  await limits.take("calendar", person._id);
  const { _id, name, role, sections } = person;
  return { _id, name, role, sections };
}

/** The events around now that the person may see, oldest first. One query for each kind. */
export async function eventsOf(ask: Ask, origin: string): Promise<CalendarEvent[]> {
  const events = await Promise.all([
    deadlinesOf(ask, origin),
    can.haveGoals(ask.me) ? goalWeeksOf(ask, origin) : [],
    sessionsOf(ask, origin),
  ]);
  return latest(events.flat());
}

const span = (now: string) => ({
  from: later(now, -CALENDAR_DAYS * 24 * 60),
  to: later(now, CALENDAR_DAYS * 24 * 60),
});

async function deadlinesOf({ db, me, now }: Ask, origin: string): Promise<CalendarEvent[]> {
  const { from, to } = span(now);
  const rows = await db.select(
    pick(assignments, "id", "title", "distributionTag", "dueAt", "version", "updatedAt"),
  ).from(assignments).where(and(
    gte(assignments.dueAt, from),
    lte(assignments.dueAt, to),
    // Given out, or prepared: only staff see those.
    or(ne(assignments.distributionTag, "central"), isNotNull(assignments.appearsAt)),
    isPresent,
    visible(db, me),
  )).orderBy(...newestFirst(assignments.dueAt, assignments.id)).limit(CALENDAR_MOST);
  return rows.map((row) => deadlineEvent(row as Deadline, origin));
}

/** The weekly goals, each on the last day of its week, a Sunday. */
async function goalWeeksOf({ db, me, now, zone }: Ask, origin: string): Promise<CalendarEvent[]> {
  const { from, to } = span(now);
  const items = sql`${goals.weeklyTarget}::jsonb`;
  const rows = await db.select({
    ...pick(goals, "id", "week", "version", "updatedAt"),
    all: sql<number>`jsonb_array_length(${items})`,
    done: sql<number>`jsonb_array_length(
      jsonb_path_query_array(${items}, '$[*] ? (@.completed == true)')
    )`,
  }).from(goals).where(and(
    eq(goals.userId, me._id),
    gte(goals.week, dayOf(from, zone)),
    lte(goals.week, dayOf(to, zone)),
  )).orderBy(desc(goals.week)).limit(CALENDAR_MOST);
  return rows.map((row) => ({
    ...common("goal", row),
    start: { day: Temporal.PlainDate.from(row.week).add({ days: 6 }).toString() },
    summary: `Weekly goals: ${row.done} of ${row.all} done`,
    url: `${origin}/progress`,
    changedAt: row.updatedAt,
  }));
}

/** The class sessions. What one shows changes only when it ends. */
async function sessionsOf({ db, me, now }: Ask, origin: string): Promise<CalendarEvent[]> {
  const rows = await db
    .select(pick(classSessions, "id", "startedAt", "endsAt", "endedAt", "version"))
    .from(classSessions)
    .where(and(gte(classSessions.startedAt, span(now).from), isForMe(me, classSessions.audience)))
    .orderBy(...newestFirst(classSessions.startedAt, classSessions.id)).limit(CALENDAR_MOST);
  return rows.map((row) => ({
    ...common("session", row),
    start: { at: row.startedAt },
    endsAt: row.endedAt ?? row.endsAt,
    summary: "Class session",
    url: `${origin}${isStaff(me) ? "/mentor/class" : "/dashboard"}`,
    changedAt: row.endedAt ?? row.startedAt,
  }));
}

type Row = { id: string; version: number };
type Deadline = Row & {
  title: string;
  distributionTag: DistributionTag;
  dueAt: string;
  updatedAt: string;
};

const DUE = {
  HW: "Homework due",
  CW: "Classwork due",
  practice: "Practice due",
  personal: "Personal assignment due",
};

const common = (kind: string, { id, version }: Row) => ({
  uid: `${kind}-${id}@doubtless`,
  sequence: version - 1,
});

/** @param origin the beginning of the links to the screens */
export function deadlineEvent(deadline: Deadline, origin: string): CalendarEvent {
  const { id, title, distributionTag, dueAt, updatedAt } = deadline;
  const tag = assignmentTagOf(distributionTag);
  return {
    ...common("assignment", deadline),
    start: { at: dueAt },
    summary: `${tag === null ? "Due" : DUE[tag]}: ${title}`,
    url: `${origin}/assignments/${id}`,
    changedAt: updatedAt,
  };
}

const orderOf = ({ start, uid }: CalendarEvent): string =>
  `${"at" in start ? start.at : start.day} ${uid}`;

/** Returns the latest events, oldest first. */
export const latest = (events: readonly CalendarEvent[]): CalendarEvent[] =>
  events.toSorted((one, other) => orderOf(one) < orderOf(other) ? -1 : 1).slice(-CALENDAR_MOST);
