/** Makes invitations, and takes them back. */
import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { record } from "../../audit/writes.ts";
import { instantOf, inWords, later } from "../../kit/core/clock.ts";
import { originOf } from "../../kit/core/env.ts";
import { badField, conflict, Refusal } from "../../kit/core/errors.ts";
import { newId } from "../../kit/core/ids.ts";
import { takeLock } from "../../kit/db/locks.ts";
import { sendMail } from "../../kit/security/codes.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { people } from "../../people/tables.ts";
import { hashOf, invitationById, tokenOf } from "./queries.ts";
import {
  ENDS_WITHIN_DAYS,
  type Invitation,
  type InvitationInput,
  INVITATIONS_MOST,
} from "./schema.ts";
import { invitations } from "./tables.ts";

const DAY = 24 * 60;

/**
 * Makes an invitation. For a person, its link is mailed, and an earlier one for the address ends. The
 * reply that is kept for the request's key has no token: the route computes it.
 */
export async function make(
  act: Act,
  { name, email, usesMost = 1, endsAt }: InvitationInput,
): Promise<Invitation> {
  const { db, me, now, parts: { tokens } } = act;
  const end = endOf(act, endsAt);
  await takeLock(db, "invitations");
  if (email !== undefined) {
    await refuseAccount(act, email);
    await takeBackWhere(act, eq(invitations.email, email));
  }
  await makeRoom(act);
  const id = newId();
  const token = tokenOf(tokens, id);
  await db.insert(invitations).values({
    id,
    hash: hashOf(tokens, token),
    name,
    email: email ?? null,
    usesMost,
    endsAt: end,
    madeAt: now,
    madeById: me._id,
  });
  const made = await invitationById(db, id);
  if (email !== undefined) await sendMail(act, mailOf(act, made, token));
  await record(act, "invitation.made", {
    detail: email === undefined ? "for a class" : "for one address",
  });
  announce(act, "invitation.changed", ["staff"], made);
  return made;
}

/** It lets nobody in from now on. Those who came in with it stay. */
export async function takeBack(act: Act, id: string): Promise<Invitation> {
  const { db } = act;
  const hasEnded = await takeBackWhere(act, eq(invitations.id, id));
  if (hasEnded) await record(act, "invitation.taken-back");
  return await invitationById(db, id);
}

/** @returns whether there was one that had not been taken back */
async function takeBackWhere(act: Act, which: ReturnType<typeof eq>): Promise<boolean> {
  const { db, now } = act;
  const ended = await db.update(invitations).set({ takenBackAt: now })
    .where(and(which, isNull(invitations.takenBackAt))).returning({ id: invitations.id });
  for (const { id } of ended) {
    announce(act, "invitation.changed", ["staff"], await invitationById(db, id));
  }
  return ended.length > 0;
}

/** The end, in UTC. Without a zone it is a time of the class's zone. @throws Refusal 400 */
function endOf({ now, zone }: Act, wanted: string): string {
  const endsAt = instantOf(wanted, { zone, field: "endsAt" });
  if (endsAt <= now) throw badField("endsAt", "The end must be in the future.");
  if (endsAt > later(now, ENDS_WITHIN_DAYS * DAY)) {
    throw badField("endsAt", `The end must be within ${ENDS_WITHIN_DAYS} days.`);
  }
  return endsAt;
}

/** @throws Refusal 409 when the address has an account already */
async function refuseAccount({ db }: Act, email: string): Promise<void> {
  const [known] = await db.select({ id: people.id }).from(people).where(eq(people.email, email));
  if (!known) return;
  const sentence = "An account with this email address exists already.";
  throw new Refusal(409, "user.exists", sentence, { errors: { email: sentence } });
}

/** Deletes the oldest invitation that has ended if there are too many. @throws Refusal 409 */
async function makeRoom({ db, now }: Act): Promise<void> {
  if (await db.$count(invitations) < INVITATIONS_MOST) return;
  const oldest = db.select({ id: invitations.id }).from(invitations).where(or(
    sql`taken_back_at is not null or uses >= uses_most`,
    lte(invitations.endsAt, now),
  )).orderBy(invitations.madeAt).limit(1);
  const gone = await db.delete(invitations).where(inArray(invitations.id, oldest))
    .returning({ id: invitations.id });
  if (gone.length > 0) return;
  const sentence = `${INVITATIONS_MOST} invitations are open. Revoke one first.`;
  throw conflict("invitation.many", sentence);
}

function mailOf({ me, zone, parts }: Act, { name, email, endsAt }: Invitation, token: string) {
  return {
    to: { name, address: email ?? "" },
    subject: "You are invited to Doubtless",
    text: `Hello ${name},

${me.name} invites you to register at Doubtless. This link is for your address only. It works until
${inWords(endsAt, zone)} (${zone}):

${originOf(parts.env)}/register#invitation=${token}`,
  };
}
