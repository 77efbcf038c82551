/** `change`: one transaction runs the command, and logs at its end what it announced. */
import { type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod";
import type { Tx } from "../kit/db/database.ts";
import { codeOf, textOf } from "../kit/core/error_codes.ts";
import type { Env } from "../kit/core/env.ts";
import { conflict, Refusal } from "../kit/core/errors.ts";
import { refuseReader } from "../kit/http/asker.ts";
import { type App, type Ask, type Claims, claimsOf, type Me } from "../kit/http/guard.ts";
import { type RequestSource, requestSource } from "../kit/http/request_source.ts";
import type { Live, Parts } from "../kit/core/parts.ts";
import { idempotencyKeys } from "../kit/db/tables.ts";
import { sessionEnded } from "../kit/security/tokens.ts";
import { type EventData, type EventName, movesFigures } from "../events.ts";
import { limitEventSize, type SizedEvent } from "./event_size.ts";
import type { Room } from "./rooms.ts";

type Announcement = { type: EventName; rooms: readonly Room[]; data: unknown };

export type WriteParts = Pick<Parts, "database" | "clock" | "live"> & {
  env: Pick<Env, "classTz">;
};

/** A command's transaction, person, time, and the events announced so far. */
export type Act<Who extends Me | null = Me, P extends WriteParts = Parts> = Ask<Who> & {
  db: Tx;
  parts: P;
  /** Where the request came from; null when the server itself acts. */
  place: RequestSource | null;
  announced: Announcement[];
  /** Tasks to run after the commit. They must not fail. */
  afterwards: (() => void)[];
};

/** Announces a change. It is logged at the end of the transaction, before the commit. */
export function announce<E extends EventName>(
  act: Act<Me | null, WriteParts>,
  type: E,
  to: readonly Room[],
  data: EventData<E>,
): void {
  act.announced.push({ type, rooms: to, data });
}

/** The channel on which servers notify each other that the log has grown. */
export const CHANNEL = "doubtless_events";

/** An arbitrary number, the same for every server on this database. */
export const COMMIT_ORDER_LOCK = 7_361_118;

/** For a process that logs events and serves no sockets: all servers read them from the log. */
export const onlyLogging = (name: string): Live => ({
  name,
  head: () => 0,
  committed: () => {},
});

/**
 * Takes the commit-order lock before the last statement does. Reads after this call see everything
 * that comes earlier in the log. All other writers wait until the commit, so only read and finish
 * after this call.
 */
export async function lockCommitOrder(db: Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${COMMIT_ORDER_LOCK})`);
}

/**
 * The last statement of a transaction: takes the commit-order lock, checks the session, logs the
 * events, and wakes the relays of other servers. Identity values are taken only under the lock, and
 * the lock is held until the commit, so the order of `seq` is the order of commits. So a session's
 * events never come after the event of its end.
 */
async function log(
  { db, now, parts: { live } }: Act<Me | null, WriteParts>,
  announced: readonly SizedEvent<Announcement>[],
  session: Claims | null,
): Promise<{ seq: string }[]> {
  if (announced.length === 0) {
    if (session) await db.execute(sql`select ${required(session, now)}`);
    return [];
  }
  return await db.execute(sql`
    with turn as materialized (select pg_advisory_xact_lock(${COMMIT_ORDER_LOCK})),
    checked as materialized (select ${session ? required(session, now) : sql`null`} from turn),
    told as materialized (
      select pg_notify(${CHANNEL}, ${live.name}) from checked
    )
    insert into events (type, rooms, data, bytes, created_at)
    select event ->> 'type',
      array(select json_array_elements_text(event -> 'rooms')),
      event -> 'data',
      (event ->> 'bytes')::int,
      ${now}
    from told, json_array_elements(${
    JSON.stringify(announced)
  }::json) with ordinality as announced(event, place)
    order by place
    returning seq`);
}

/** The check of a session, which fails when the session has ended (db/repeatable/sessions.sql). */
const required = ({ sub, session }: Claims, now: string): SQL =>
  sql`require_session(${sub}::uuid, ${session}::uuid, ${now}::timestamptz)`;

/** The code with which `require_session` fails. */
const SESSION_ENDED = "DS401";
/** The code with which `refuse_ended` refuses a write to an ended term (db/repeatable/terms.sql). */
const TERM_ENDED = "DS409";

type Task<Who extends Me | null, T, P extends WriteParts> = {
  parts: P;
  me: Who;
  place: RequestSource | null;
  work: (act: Act<Who, P>) => Promise<T>;
};

type LastSteps<T> = {
  storeResult?: (db: Tx, result: T) => Promise<unknown>;
  /** The session without which nothing is written; null when the work needs none. */
  session?: Claims | null;
};

/** Statements that were made so far are on their way to the database after this. */
const sent = () => new Promise<void>((done) => setImmediate(done));

/** Runs a command of no signed-in person in a transaction, as `runTask` does. */
export function transact<T, P extends WriteParts>(
  parts: P,
  work: (act: Act<null, P>) => Promise<T>,
  place: RequestSource | null = null,
): Promise<T> {
  return runTask({ parts, me: null, place, work });
}

/** Runs a command in a transaction. Its events are pushed only after the commit. */
export async function runTask<Who extends Me | null, T, P extends WriteParts>(
  { parts, me, place, work }: Task<Who, T, P>,
  { storeResult, session = null }: LastSteps<T> = {},
): Promise<T> {
  const { database, clock, env, live } = parts;
  const announced: Announcement[] = [];
  const afterwards: Act["afterwards"] = [];
  let events: SizedEvent<Announcement>[] = [];
  let storing: Promise<unknown> | undefined;
  let logging: Promise<{ seq: string }[]> | undefined;
  const run = async (db: Tx): Promise<T> => {
    const now = clock();
    const act = { db, me, now, zone: env.classTz, parts, place, announced, afterwards };
    const result = await work(act);
    // Done here, so that no command has to do it, and only once for a transaction.
    if (announced.some(({ type, data }) => movesFigures(type, data))) {
      announced.push({ type: "stats.changed", rooms: ["staff"], data: {} });
    }
    events = announced.map(limitEventSize);
    // The commit follows without a round trip between: all other writers wait for it. If one of
    // these statements fails, PostgreSQL rolls back instead.
    if (storeResult) {
      storing = Promise.resolve(storeResult(db, result));
      storing.catch(() => {});
      // So a key that another attempt has taken is waited for before the lock.
      await sent();
    }
    logging = log(act, events, session);
    logging.catch(() => {});
    await sent();
    return result;
  };
  let result: T;
  let seqs: { seq: string }[] | undefined;
  try {
    result = await database.writers.add(() => database.db.transaction(run));
    await storing;
    seqs = await logging;
  } catch (error) {
    if (codeOf(error) === SESSION_ENDED) throw sessionEnded();
    throw codeOf(error) === TERM_ENDED ? conflict("term.ended", textOf(error)) : error;
  }
  const logged = events.map(({ type, rooms, data, bytes }, nth) => ({
    seq: Number(seqs?.[nth]?.seq),
    type,
    rooms: [...rooms],
    data,
    bytes,
  }));
  if (logged.length > 0) live.committed(logged);
  for (const task of afterwards) task();
  return result;
}

const keyHeader = z.uuid();

/**
 * Runs a command with this input for a request. Requests of one person with the same `Idempotency-Key` run it only
 * once, even in parallel; the later ones get the first one's result. Nothing is written if the
 * session ends before the commit: the statement that logs the events checks it.
 */
export async function change<T, Input extends unknown[]>(
  c: Context<App>,
  command: (act: Act, ...input: Input) => Promise<T>,
  ...input: Input
): Promise<T> {
  // Of reads, too: the first look at a solution counts.
  refuseReader(c);
  return await noteRead(c, (act) => command(act, ...input));
}

/** As `change`, for what a read only records: an API token that only reads may cause it. */
export async function noteRead<T>(
  c: Context<App>,
  work: (act: Act) => Promise<T>,
): Promise<T> {
  return await changeOnce(c, work, await claimsOf(c));
}

/** As `change`, for commands that may end their own session: it is checked before. */
export function changeSessions<T, Input extends unknown[]>(
  c: Context<App>,
  command: (act: Act, ...input: Input) => Promise<T>,
  ...input: Input
): Promise<T> {
  return changeOnce(c, async (act) => {
    await c.var.checkSession(act.db);
    return await command(act, ...input);
  }, null);
}

/** Returns the `Idempotency-Key` of a write, if it has one. @throws Refusal 400 */
export function keyOf(c: Context<App>): string | undefined {
  // A read that notes something takes no key.
  if (c.req.method === "GET") return undefined;
  const key = c.req.header("idempotency-key");
  if (key === undefined || keyHeader.safeParse(key).success) return key;
  throw new Refusal(400, "idempotency.key", "Idempotency-Key must be a UUID.");
}

/**
 * Makes the change when the person's earlier ones are made: one at a time, so others need not wait.
 * Stores the key with the result, in the same transaction. An attempt that finds the key taken, or
 * that is refused because of the first attempt's change, is rolled back. Parallel attempts wait at
 * the insert of the key for the first one's commit.
 */
async function changeOnce<T>(
  c: Context<App>,
  work: (act: Act) => Promise<T>,
  session: Claims | null,
): Promise<T> {
  const { parts, me } = c.var;
  const key = keyOf(c);
  const task = { parts, me, place: requestSource(c), work };
  return await parts.queues.write.run(me._id, async () => {
    if (key === undefined) return await runTask(task, { session });
    const request = `${c.req.method} ${c.req.path}`;
    const row = { personId: me._id, key, request, createdAt: parts.clock() };
    const storeResult = (db: Tx, result: T) =>
      db.insert(idempotencyKeys).values({ ...row, result: result as unknown ?? null });
    return await runTask(task, { storeResult, session }).catch(async (error) => {
      const earlier = await earlierAttempt(parts, row);
      if (!earlier) throw error;
      return earlier.result as T;
    });
  });
}

/** An earlier attempt's result. @throws Refusal 409 when the key belongs to another request */
async function earlierAttempt(
  { database: { db } }: Parts,
  { personId, key, request }: { personId: string; key: string; request: string },
): Promise<typeof idempotencyKeys.$inferSelect | undefined> {
  const [earlier] = await db.select().from(idempotencyKeys)
    .where(sql`(person_id, key) = (${personId}, ${key})`);
  if (!earlier || earlier.request === request) return earlier;
  throw conflict("idempotency.reused", "This Idempotency-Key belongs to another request.");
}
