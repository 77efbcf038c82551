/** Changes a mentor's limits, and writes, edits and deletes saved replies. */
import { someone } from "../kit/core/roles.ts";
import { and, eq, sql } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { badField, conflict, forbidden, notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, announce } from "../live/outbox.ts";
import { type Room, userRoom } from "../live/rooms.ts";
import { can } from "./policy.ts";
import { selectReplies } from "./queries.ts";
import {
  type Limits,
  REPLIES_EACH,
  type SavedReply,
  type SavedReplyChange,
  type SavedReplyInput,
} from "./schema.ts";
import { deskLimits, savedReplies } from "./tables.ts";

export async function setLimits(act: Act, limits: Limits): Promise<Limits> {
  const { db, me } = act;
  await db.insert(deskLimits).values({ personId: me._id, ...limits })
    .onConflictDoUpdate({ target: deskLimits.personId, set: limits });
  announce(act, "desk.limits", [userRoom(me._id)], limits);
  return limits;
}

/** Saves a reply. The same text once more is the reply that exists. */
export async function saveReply(act: Act, input: SavedReplyInput) {
  const { db, me, now } = act;
  await takeLock(act.db, "replies", act.me._id);
  const own = await selectReplies(db).where(eq(savedReplies.ownerId, me._id));
  const same = own.find(({ text }) => text === input.text);
  if (same) return { reply: same, isNew: false };
  if (own.length >= REPLIES_EACH) {
    throw conflict("reply.full", `You have ${REPLIES_EACH} saved replies. Delete one first.`);
  }
  refuseTakenKey(own, input);
  const owner = someone(me);
  const reply: SavedReply = { _id: newId(), ...input, owner, createdAt: now, version: 1 };
  await db.insert(savedReplies)
    .values({ id: reply._id, ...input, ownerId: me._id, createdAt: now });
  announce(act, "saved-reply.saved", readersOf(reply), reply);
  return { reply, isNew: true };
}

export async function editReply(
  act: Act,
  id: string,
  { version, ...input }: SavedReplyChange,
): Promise<SavedReply> {
  const { db, me } = act;
  await takeLock(act.db, "replies", act.me._id);
  const before = await ownReply(act, id);
  if (version !== undefined && version !== before.version) throw stale(before);
  const own = await selectReplies(db)
    .where(and(eq(savedReplies.ownerId, me._id), sql`saved_replies.key is not null`));
  refuseTakenKey(own, { ...input, _id: id });
  const reply: SavedReply = { ...before, ...input, version: before.version + 1 };
  await db.update(savedReplies).set({ ...input, version: reply.version })
    .where(eq(savedReplies.id, id));
  if (before.shared && !reply.shared) announce(act, "saved-reply.removed", ["staff"], { _id: id });
  announce(act, "saved-reply.saved", readersOf(reply), reply);
  return reply;
}

export async function deleteReply(act: Act, id: string): Promise<void> {
  await takeLock(act.db, "replies", act.me._id);
  const before = await ownReply(act, id);
  await act.db.delete(savedReplies).where(eq(savedReplies.id, id));
  await record(act, "saved-reply.deleted", {
    about: { kind: "saved reply", id, title: before.name },
  });
  announce(act, "saved-reply.removed", readersOf(before), { _id: id });
}

const readersOf = ({ shared, owner }: SavedReply): Room[] =>
  shared ? ["staff"] : [userRoom(owner._id)];

/** @throws Refusal 404, or 403 when another person shares it */
async function ownReply({ db, me }: Act, id: string): Promise<SavedReply> {
  const [reply] = await selectReplies(db).where(eq(savedReplies.id, id));
  if (!reply || !can.use(me, reply)) throw notFound("This saved reply");
  if (!can.edit(me, reply)) throw forbidden("Only its owner may change a saved reply.");
  return reply;
}

function refuseTakenKey(
  own: readonly SavedReply[],
  { _id, key }: { _id?: string; key: SavedReply["key"] },
): void {
  const other = own.find((reply) => reply.key === key && reply._id !== _id);
  if (key !== null && other) throw badField("key", `The key ${key} inserts “${other.name}”.`);
}
