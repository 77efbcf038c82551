/**
 * Every change to the class's data goes through `change`: one transaction that runs the command,
 * and at its end logs the events that the command announced.
 */
import { sql } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod";
import { at, buildOnce, type Tx } from "../kit/db/database.ts";
import { Refusal } from "../kit/core/errors.ts";
import { LastStatements } from "../kit/db/transaction.ts";
import type { App, Ask, Me } from "../kit/http/guard.ts";
import type { Parts } from "../kit/core/parts.ts";
import { idempotencyKeys } from "../kit/db/tables.ts";
import { type EventData, type EventName, movesFigures } from "./events.ts";
import { limitEventSize, type SizedEvent } from "./event_size.ts";
import type { Room } from "./rooms.ts";

type Announcement = { type: EventName; rooms: readonly Room[]; data: unknown };

/**
 * The context of a command: its transaction, the person, the time, and the events announced so far.
 */
export type Act<Who extends Me | null = Me> = Ask<Who> & {
  db: Tx;
  parts: Parts;
  announced: Announcement[];
  /** Statements that are sent with the commit, in order. */
  last: (() => PromiseLike<unknown>)[];
  /** Tasks to run after the commit. They must not fail. */
  afterwards: (() => void)[];
};

/**
 * Announces a change. The event is logged at the end of the transaction, just before the commit.
 */
export function announce<E extends EventName>(
  act: Act<Me | null>,
  type: E,
  to: readonly Room[],
  data: EventData<E>,
): void {
  act.announced.push({ type, rooms: to, data });
}

/**
 * Queues a statement to be sent with the commit. Nothing may depend on its result, and reads before
 * the commit do not see it.
 */
export function sendWithCommit(act: Act<Me | null>, send: () => PromiseLike<unknown>): void {
  act.last.push(send);
}

/** The channel on which servers notify each other that the log has grown. */
export const CHANNEL = "doubtless_events";

/** An arbitrary number, the same for every server on this database. */
const COMMIT_ORDER_LOCK = 7_361_118;

/**
 * Takes the commit-order lock before the last statement does. Reads after this call see everything
 * that comes earlier in the log. All other writers wait until the commit, so only read and finish
 * after this call.
 */
export async function lockCommitOrder(db: Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${COMMIT_ORDER_LOCK})`);
}

/**
 * Takes the commit-order lock, logs the events, and wakes the relays. Identity values are taken
 * only under the lock, and the lock is held until the commit, so the order of `seq` is the order of
 * commits.
 */
function log(
  db: Tx,
  announced: SizedEvent<Announcement>[],
  { now, from }: { now: string; from: string },
) {
  const rows = `[${announced.map(({ json }) => json).join()}]`;
  return db.execute<{ seq: string }>(sql`
    with turn as materialized (select pg_advisory_xact_lock(${COMMIT_ORDER_LOCK})),
    told as materialized (select pg_notify(${CHANNEL}, ${from}) from turn)
    insert into events (type, rooms, data, bytes, created_at)
    select event ->> 'type',
      array(select json_array_elements_text(event -> 'rooms')),
      event -> 'data',
      (event ->> 'bytes')::int,
      ${now}
    from told, json_array_elements(${rows}::json) with ordinality as announced(event, place)
    order by place
    returning seq`);
}

/** Runs a command in a transaction. Its events are pushed only after the commit. */
export async function transact<Who extends Me | null, T>(
  { parts, me, work }: { parts: Parts; me: Who; work: (act: Act<Who>) => Promise<T> },
): Promise<T> {
  return await inTransaction(parts, me, work, () => null);
}

async function inTransaction<Who extends Me | null, T>(
  parts: Parts,
  me: Who,
  work: (act: Act<Who>) => Promise<T>,
  keep: (db: Tx, result: T) => Promise<unknown> | null,
): Promise<T> {
  const { database, clock, env, live } = parts;
  const announced: Announcement[] = [];
  let told: SizedEvent<Announcement>[] = [];
  const last: Act["last"] = [];
  const afterwards: Act["afterwards"] = [];
  const now = clock();
  const { result, seqs } = await database.transaction(async (db) => {
    const result = await work({
      db,
      me,
      now,
      zone: env.classTz,
      parts,
      announced,
      last,
      afterwards,
    });
    // Done here, so that no command has to do it, and only once for a transaction.
    if (announced.some(({ type, data }) => movesFigures(type, data))) {
      announced.push({ type: "stats.changed", rooms: ["staff"], data: {} });
    }
    told = announced.map(limitEventSize);
    // Sent with the commit, in one round trip. The log is written last, so that the transaction
    // waits for nothing else while it holds the commit-order lock.
    return new LastStatements(
      async () => ({
        result,
        seqs: told.length > 0 ? await log(db, told, { now, from: live.name }) : [],
      }),
      () => Promise.all([...last.map((send) => send()), keep(db, result)]),
    );
  });
  const logged = told.map(({ type, rooms, data, bytes }, place) => ({
    seq: Number(seqs[place]?.seq),
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
 * Runs a command for a request. Requests of one person with the same `Idempotency-Key` run it only
 * once, even in parallel; the later ones get the first one's result.
 */
export function change<T>(c: Context<App>, work: (act: Act) => Promise<T>): Promise<T> {
  return changeOnce(c, async (act) => {
    // The session may have ended since the request began; both statements travel together.
    const [, result] = await Promise.all([c.var.checkSession(act.db), work(act)]);
    return result;
  });
}

/** Returns the request's `Idempotency-Key`, if it has one. @throws Refusal 400 */
export function keyOf(c: Context<App>): string | undefined {
  const key = c.req.header("idempotency-key");
  if (key === undefined || keyHeader.safeParse(key).success) return key;
  throw new Refusal(400, "idempotency.key", "Idempotency-Key must be a UUID.");
}

/**
 * Stores the key with the result, in the same transaction. An attempt that finds the key taken, or
 * that is refused because of the first attempt's change, is rolled back. Parallel attempts wait at
 * the insert of the key for the first one's commit.
 */
async function changeOnce<T>(c: Context<App>, work: (act: Act) => Promise<T>): Promise<T> {
  const { parts, me } = c.var;
  const key = keyOf(c);
  if (key === undefined) return await transact({ parts, me, work });
  const row = {
    personId: me._id,
    key,
    request: `${c.req.method} ${c.req.path}`,
    createdAt: parts.clock(),
  };
  if (c.var.isAgain) {
    const earlier = await earlierAttempt(parts, row);
    if (earlier) return earlier.result as T;
  }
  try {
    return await inTransaction(parts, me, work, (db, result) =>
      // Some commands return nothing.
      keepKey(db).execute({ ...row, result: JSON.stringify(result ?? null) }));
  } catch (error) {
    const earlier = await earlierAttempt(parts, row);
    if (!earlier) throw error;
    return earlier.result as T;
  }
}

const keepKey = (db: Tx) =>
  buildOnce(db, "keep a key", () =>
    db.insert(idempotencyKeys).values({
      personId: at("personId"),
      key: at("key"),
      request: at("request"),
      result: sql`${at("result")}::json`,
      createdAt: at("createdAt"),
    }).prepare("key"));

/**
 * Reads the stored result of an earlier attempt.
 * @throws Refusal 409 when the key belongs to another request
 */
async function earlierAttempt(
  { database: { db } }: Parts,
  { personId, key, request }: { personId: string; key: string; request: string },
): Promise<typeof idempotencyKeys.$inferSelect | undefined> {
  const [earlier] = await db.select().from(idempotencyKeys)
    .where(sql`(person_id, key) = (${personId}, ${key})`);
  if (!earlier || earlier.request === request) return earlier;
  throw new Refusal(
    409,
    "idempotency.reused",
    "This Idempotency-Key belongs to another request.",
  );
}
