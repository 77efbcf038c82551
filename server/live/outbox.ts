/**
 * Every change to the class's data goes through `change`: one transaction in which the command
 * runs, and at its end, in the same transaction, the events that it announced are logged.
 */
import { sql } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod";
import { at, once, type Tx } from "../kit/database.ts";
import { Refusal } from "../kit/errors.ts";
import { Last } from "../kit/transaction.ts";
import type { App, Ask, Me } from "../kit/guard.ts";
import type { Parts } from "../kit/parts.ts";
import { idempotencyKeys } from "../kit/tables.ts";
import { type EventData, type EventName, movesFigures } from "./events.ts";
import { type Fitted, fitted } from "./fit.ts";
import type { Room } from "./rooms.ts";

type Announcement = { type: EventName; rooms: readonly Room[]; data: unknown };

/** A command's surroundings: its transaction, who acts, when, and what it has announced so far. */
export type Act<Who extends Me | null = Me> = Ask<Who> & {
  db: Tx;
  parts: Parts;
  announced: Announcement[];
  /** Sent with the commit, in order. */
  last: (() => PromiseLike<unknown>)[];
  /** Done once the transaction is committed; must not fail. */
  afterwards: (() => void)[];
};

/** Announces a change. What is announced is logged last, just before the commit. */
export function announce<E extends EventName>(
  act: Act<Me | null>,
  type: E,
  to: readonly Room[],
  data: EventData<E>,
): void {
  act.announced.push({ type, rooms: to, data });
}

/**
 * Leaves a statement, whose answer nothing depends on, to travel with the commit. What is read
 * before it does not see it.
 */
export function lastly(act: Act<Me | null>, send: () => PromiseLike<unknown>): void {
  act.last.push(send);
}

/** The channel on which servers tell each other that the log has grown. */
export const CHANNEL = "doubtless_events";

/** Any number; it is the same for every server on this database. */
const COMMIT_ORDER_LOCK = 7_361_118;

/**
 * Waits for this transaction's turn in the log ahead of its last statement: what is read after
 * this is as it will be at that place in the log. Others wait until the commit: read, and end.
 */
export async function takeTurn(db: Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${COMMIT_ORDER_LOCK})`);
}

/**
 * Takes the commit-order lock, logs the events, and wakes the relays. Identity values are taken
 * only after the lock, and the lock is held until the commit: so `seq` order is commit order.
 */
function log(
  db: Tx,
  announced: Fitted<Announcement>[],
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

/** Runs a command in a transaction. Its events are pushed after the commit, never before. */
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
  let told: Fitted<Announcement>[] = [];
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
    // Here, so that no command has to think of it, and a transaction says it once.
    if (announced.some(({ type, data }) => movesFigures(type, data))) {
      announced.push({ type: "stats.changed", rooms: ["staff"], data: {} });
    }
    told = announced.map(fitted);
    // Sent with the commit: one round trip. The log comes after all else: whoever has the turn in
    // it waits for nothing any more.
    return new Last(
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

/** The asker has another name by now: what this attempt did is undone. */
class Renamed extends Error {
  constructor(readonly me: Me) {
    super();
  }
}

/**
 * Runs a command for a request. With an `Idempotency-Key`, the same key from the same person,
 * however often and in parallel, runs it once; every further time gives the first one's result.
 */
export async function change<T>(c: Context<App>, work: (act: Act) => Promise<T>): Promise<T> {
  async function checked(act: Act): Promise<T> {
    // Not awaited yet, so that it travels with the command's first statement.
    const still = c.var.still(act.db);
    const result = await work(act);
    const me = await still;
    if (me && me.name !== act.me.name) throw new Renamed(me);
    return result;
  }
  try {
    return await changeOnce(c, checked);
  } catch (error) {
    if (!(error instanceof Renamed)) throw error;
    c.set("me", error.me);
    return await changeOnce(c, checked);
  }
}

/**
 * The key is kept with the result, last: an attempt that finds it taken, or that is refused for what
 * the first one did, has changed nothing. Attempts at once wait here for the first one's commit.
 */
async function changeOnce<T>(c: Context<App>, work: (act: Act) => Promise<T>): Promise<T> {
  const { parts, me } = c.var;
  const key = c.req.header("idempotency-key");
  if (key === undefined) return await transact({ parts, me, work });
  if (!keyHeader.safeParse(key).success) {
    throw new Refusal(400, "idempotency.key", "Idempotency-Key must be a UUID.");
  }
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
      // Some commands give nothing back.
      keepKey(db).execute({ ...row, result: JSON.stringify(result ?? null) }));
  } catch (error) {
    const earlier = await earlierAttempt(parts, row);
    if (!earlier) throw error;
    return earlier.result as T;
  }
}

const keepKey = (db: Tx) =>
  once(db, "keep a key", () =>
    db.insert(idempotencyKeys).values({
      personId: at("personId"),
      key: at("key"),
      request: at("request"),
      result: sql`${at("result")}::json`,
      createdAt: at("createdAt"),
    }).prepare("key"));

/** @throws Refusal 409 when the key was another request's */
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
