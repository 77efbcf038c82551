/** Asks to look at a program together, agrees, and ends it. */
import { eq } from "drizzle-orm";
import { conflict, forbidden, Refusal } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { isStaff } from "../kit/core/roles.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { can } from "./policy.ts";
import { lockDoubt, togetherOf, togethersOf } from "./queries.ts";
import { ASKED_MS, type Together, TOGETHER_EACH, TOGETHER_MS } from "./schema.ts";
import { togethers } from "./tables.ts";

/** A doubt has at most one question or session at a time. @throws Refusal 409 */
export async function ask(act: Act, doubtId: string): Promise<Together> {
  const { db, me } = act;
  const doubt = await lockDoubt(act, doubtId);
  if (doubt.resolved) throw conflict("doubt.resolved", "This doubt is resolved.");
  const before = await togetherOf(act, doubtId);
  if (before) throw alreadyTaken(before);
  await takeLock(db, "togethers", me._id);
  if ((await togethersOf(act)).length >= TOGETHER_EACH) {
    const sentence = `You have ${TOGETHER_EACH} of these open. End one first.`;
    throw conflict("together.many", sentence);
  }
  const row = {
    id: newId(),
    askedById: me._id,
    mentorId: isStaff(me) ? me._id : null,
    state: "asked" as const,
    until: later(act, ASKED_MS),
  };
  await db.insert(togethers).values({ doubtId, ...row })
    .onConflictDoUpdate({ target: togethers.doubtId, set: row });
  return await announceTogether(act, { doubtId, student: doubt.student._id });
}

/**
 * @param id the question that is agreed to
 * @throws Refusal 403, or 409 when it is over
 */
export async function agree(act: Act, doubtId: string, id: string): Promise<Together> {
  const { db, me } = act;
  const doubt = await lockDoubt(act, doubtId);
  const before = await togetherOf(act, doubtId);
  // The same answer twice, such as after a lost reply.
  if (before?._id === id && before.state === "on" && can.join(me, before)) return before;
  if (before?._id !== id || before.state !== "asked") {
    throw conflict("together.over", "This question is over. Ask anew.");
  }
  if (!can.agree(me, before)) throw forbidden("Only the other side can agree.");
  const mentorId = before.mentor?._id ?? me._id;
  await db.update(togethers).set({ state: "on", mentorId, until: later(act, TOGETHER_MS) })
    .where(eq(togethers.doubtId, doubtId));
  return await announceTogether(act, { doubtId, student: doubt.student._id });
}

/** Ends the session, takes the question back, or says no to it. */
export async function end(act: Act, doubtId: string): Promise<void> {
  const { db, me } = act;
  const doubt = await lockDoubt(act, doubtId);
  const before = await togetherOf(act, doubtId);
  if (!before) return;
  if (!can.end(me, before)) throw forbidden("Only one of the two can end this.");
  await db.delete(togethers).where(eq(togethers.doubtId, doubtId));
  announce(act, "doubt.together", roomsOf(doubt.student._id), {
    doubtId,
    together: null,
    ended: before._id,
  });
}

const later = ({ now }: Act, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

const roomsOf = (student: string) => ["staff" as const, userRoom(student)];

async function announceTogether(
  act: Act,
  { doubtId, student }: { doubtId: string; student: string },
): Promise<Together> {
  const one = await togetherOf(act, doubtId) as Together;
  announce(act, "doubt.together", roomsOf(student), { doubtId, together: one, ended: null });
  return one;
}

function alreadyTaken({ state, mentor, student }: Together): Refusal {
  const sentence = state === "asked"
    ? "There is a question already. It waits for an answer."
    : `${mentor?.name} and ${student.name} look at it already.`;
  return conflict("together.taken", sentence);
}
