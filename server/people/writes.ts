/** Announces accounts, the team and new names to those who see them. */
import { and, eq, isNotNull, or } from "drizzle-orm";
import { doubts } from "../doubts/tables.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Me } from "../kit/http/guard.ts";
import { isStaff, type Role } from "../kit/core/roles.ts";
import { type Act, announce } from "../live/outbox.ts";
import { type Room, sectionRoom, userRoom } from "../live/rooms.ts";
import { messages, recipients } from "../messages/tables.ts";
import { accountView } from "./queries.ts";
import type { Account } from "./schema.ts";

/** Announces an account to admins, as they see it. */
export function announceAccount(
  act: Act<Me | null>,
  row: Parameters<typeof accountView>[0],
): Account {
  const account = accountView(row);
  announce(act, "user.changed", ["admins"], account);
  return account;
}

/** Announces a change of the public team if one of these people is in it. Clients fetch it. */
export function announceTeam(act: Act<Me | null>, people: readonly { role: Role }[]): void {
  if (people.some(isStaff)) announce(act, "team.changed", ["home"], {});
}

type NewName = { name: string; role: Role };

/**
 * Announces a new name to those whose screens may show it: a name of the staff, and of a learner
 * with a doubt that the class may read, to everyone who is signed in; another learner's name to
 * staff, to the learner, to the sections that may read a doubt of theirs, and to those to whom the
 * learner has written.
 */
export async function announceName(
  act: Act<Me | null>,
  before: NewName,
  after: NewName & { id: string },
): Promise<void> {
  const { id: _id, name } = after;
  if (name === before.name) return;
  const isOfStaff = [before, after].some(isStaff);
  const audiences = isOfStaff ? [null] : await doubtAudiences(act.db, _id);
  const isOfClass = audiences.includes(null);
  const readers = isOfClass
    ? []
    : await act.db.selectDistinct({ id: recipients.personId }).from(messages)
      .innerJoin(recipients, eq(recipients.messageId, messages.id))
      .where(eq(messages.senderId, _id));
  const rooms: Room[] = isOfClass ? ["class"] : [
    "staff",
    userRoom(_id),
    ...audiences.flatMap((audience) => audience?.map(sectionRoom) ?? []),
    ...readers.map(({ id }) => userRoom(id)),
  ];
  announce(act, "person.renamed", rooms, { _id, name });
}

/** The audiences that may read a doubt with the student's name; null is the class. */
async function doubtAudiences(db: Reader, studentId: string): Promise<(string[] | null)[]> {
  const rows = await db.selectDistinct({ openTo: doubts.openTo }).from(doubts)
    .where(and(
      eq(doubts.studentId, studentId),
      eq(doubts.anonymous, false),
      or(doubts.open, isNotNull(doubts.openTo)),
    ));
  return rows.map(({ openTo }) => openTo);
}
