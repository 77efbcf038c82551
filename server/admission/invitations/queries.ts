/** Reads invitations, and checks their tokens. */
import { Buffer } from "node:buffer";
import { desc, eq } from "drizzle-orm";
import { badField, conflict, notFound, Refusal } from "../../kit/core/errors.ts";
import type { Parts } from "../../kit/core/parts.ts";
import { pick } from "../../kit/db/columns.ts";
import type { Reader } from "../../kit/db/database.ts";
import type { Tokens } from "../../kit/security/tokens.ts";
import { people } from "../../people/tables.ts";
import { ENDING_SENTENCES, endingOf } from "./policy.ts";
import { type Invitation, INVITATIONS_MOST } from "./schema.ts";
import { invitations } from "./tables.ts";

type Hasher = Pick<Tokens, "hashCode">;

/** Returns the token of an invitation, which only this secret can compute: 43 characters. */
export const tokenOf = ({ hashCode }: Hasher, id: string): string =>
  Buffer.from(hashCode("invitation token", "", id), "hex").toString("base64url");

export const hashOf = ({ hashCode }: Hasher, token: string): string =>
  hashCode("invitation", "", token);

const select = (db: Reader) =>
  db.select({
    _id: invitations.id,
    ...pick(invitations, "name", "email", "uses", "usesMost", "endsAt", "madeAt"),
    madeBy: { _id: people.id, name: people.name, role: people.role },
    takenBackAt: invitations.takenBackAt,
  }).from(invitations).innerJoin(people, eq(people.id, invitations.madeById));

/** All invitations, newest first: they are few. */
export const listInvitations = (db: Reader): Promise<Invitation[]> =>
  select(db).orderBy(desc(invitations.madeAt), desc(invitations.id)).limit(INVITATIONS_MOST);

/** @throws Refusal 404 */
export async function invitationById(db: Reader, id: string): Promise<Invitation> {
  const [found] = await select(db).where(eq(invitations.id, id));
  if (!found) throw notFound("This invitation");
  return found;
}

/**
 * Returns the invitation that a token opens. Wrong tokens count for the caller's address.
 * @throws Refusal 404 when the token is wrong, 409 when the invitation has ended, 429
 */
export async function openedBy(
  { database: { db }, tokens, clock, limits }: Parts,
  { token, address }: { token: string; address: string },
): Promise<Invitation> {
  const [found] = await select(db).where(eq(invitations.hash, hashOf(tokens, token)));
  if (!found) {
    await limits.take("link", address);
    const sentence = "This invitation does not exist. Please check that its link is complete.";
    throw new Refusal(404, "invitation.unknown", sentence);
  }
  refuseEnded(found, clock());
  return found;
}

/** Returns the id of the newest personal invitation of an address that still admits it, or null. */
export async function openInvitationFor(
  { database: { db }, clock }: Pick<Parts, "database" | "clock">,
  email: string,
): Promise<string | null> {
  const personal = await select(db).where(eq(invitations.email, email))
    .orderBy(desc(invitations.madeAt)).limit(INVITATIONS_MOST);
  const now = clock();
  return personal.find((one) => endingOf(one, now) === null)?._id ?? null;
}

/** @throws Refusal 409 when it has ended */
export function refuseEnded(invitation: Parameters<typeof endingOf>[0], now: string): void {
  const ending = endingOf(invitation, now);
  if (ending) throw conflict("invitation.ended", ENDING_SENTENCES[ending]);
}

/** @throws Refusal 400 at the field `email` when the invitation is for another address */
export function requireInvited({ email: invited }: Invitation, email: string): void {
  if (invited === null || invited === email) return;
  throw badField("email", "This invitation is for another address.", "auth.invited");
}
