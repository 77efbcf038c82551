/**
 * Records what happened, for the commands of all features. A row has no code, token, password or
 * text of a person: the trail is kept long, and nobody can take anything out of it.
 */
import { and, eq, gt, sql } from "drizzle-orm";
import { later } from "../kit/core/clock.ts";
import { newId } from "../kit/core/ids.ts";
import type { Parts } from "../kit/core/parts.ts";
import type { Me } from "../kit/core/roles.ts";
import type { Reader } from "../kit/db/database.ts";
import type { RequestSource } from "../kit/http/request_source.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, transact, type WriteParts } from "../live/outbox.ts";
import { FAILURES_MOST, type KINDS, TITLE_MOST, type Verb } from "./schema.ts";
import { audit } from "./tables.ts";

export type Facts = {
  about?: { kind: typeof KINDS[number]; id: string; title: string };
  /** A few words in plain text, such as "student → mentor". */
  detail?: string;
  /** Whoever did it, if nobody is signed in yet. */
  by?: { id: string; name: string };
};

/** Adds a row in the command's transaction: a change that is refused or fails leaves none. */
export async function record(
  act: Act<Me | null, WriteParts>,
  verb: Verb,
  { about, detail = "", ...facts }: Facts = {},
): Promise<void> {
  const { db, me, now, place } = act;
  const by = facts.by ?? (me && { id: me._id, name: me.name });
  await db.insert(audit).values({
    id: newId(),
    at: now,
    verb,
    byId: by?.id ?? null,
    byName: by ? cut(by.name) : null,
    kind: about?.kind ?? null,
    aboutId: about?.id ?? null,
    title: about ? cut(about.title) : null,
    detail: cut(detail),
    address: place?.address ?? null,
    device: place?.device ?? null,
  });
}

const cut = (text: string): string =>
  text.length <= TITLE_MOST
    ? text
    : `${[...text.slice(0, TITLE_MOST)].slice(0, TITLE_MOST - 2).join("")}…`;

/**
 * Records a failed sign-in. Strangers could fill the trail with them, so of one address at most
 * FAILURES_MOST a minute are recorded, and then one row that says that there were more. What was
 * typed as the address is not recorded: it may be a password in the wrong field.
 */
export async function recordFailedSignIn(
  parts: Parts,
  { place, ...facts }: Facts & { place: RequestSource },
): Promise<void> {
  const { database, clock } = parts;
  // First without a lock: a flood must not wait in line with connections of the pool.
  if ((await recentFailures(database.db, place, clock())).isFull) return;
  await transact(parts, async (act) => {
    await takeLock(act.db, "audit", place.address);
    const { rows, isFull } = await recentFailures(act.db, place, act.now);
    if (isFull) return;
    if (rows < FAILURES_MOST) await record(act, "session.refused", facts);
    else await record(act, "session.more-refused");
  }, place);
}

async function recentFailures(db: Reader, { address }: RequestSource, now: string) {
  const [recent] = await db.select({
    rows: sql<number>`count(*)::int`,
    isFull: sql<boolean>`coalesce(bool_or(${audit.verb} = 'session.more-refused'), false)`,
  }).from(audit).where(and(
    eq(audit.address, address),
    gt(audit.at, later(now, -1)),
    // As the index has it.
    sql`verb in ('session.refused', 'session.more-refused')`,
  ));
  return recent ?? { rows: 0, isFull: false };
}
