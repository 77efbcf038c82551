/** Reads the messages that the asker may see, and converts rows to views. */
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { forbidden, notFound } from "../kit/core/errors.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { span } from "../kit/core/schema.ts";
import { ADDRESS, people } from "../people/tables.ts";
import { can, isOpen } from "./policy.ts";
import {
  type ListQuery,
  type Message,
  RECENT_MOST,
  seenBy,
  type StaffListQuery,
} from "./schema.ts";
import { messages } from "./tables.ts";

export const selectMessages = (db: Reader) =>
  db.select({
    _id: messages.id,
    ...pick(messages, "subject", "body", "isPublic"),
    recipients: sql<Message["recipients"]>`(
      select coalesce(
        json_agg(
          json_strip_nulls(json_build_object('_id', r.id, 'name', r.name,
            'email', case when r.deleted_at is null then r.email end))
          order by r.name
        ),
        '[]'
      )
      from message_recipients as m join people as r on r.id = m.person_id
      where m.message_id = ${messages.id})`,
    sender: {
      _id: people.id,
      name: people.name,
      role: messages.senderRole,
      email: ADDRESS,
    },
    links: messages.links,
    createdAt: messages.createdAt,
  }).from(messages).innerJoin(people, eq(people.id, messages.senderId));

/** The whole message; `seenBy` removes the parts that one reader may not see. */
export function toMessage(row: Awaited<ReturnType<typeof selectMessages>>[number]): Message {
  const { email, ...sender } = row.sender;
  return { ...row, sender: email === null || isOpen(row) ? sender : { ...sender, email } };
}

/** Reads one message. @throws Refusal 404 */
export async function readableMessage({ db, me }: Ask, id: string): Promise<Message> {
  const [row] = await selectMessages(db).where(eq(messages.id, id));
  if (!row || !can.read(me, row)) throw notFound("This message");
  return seenBy(toMessage(row), me);
}

const PUBLIC_FROM_STAFF = sql`select id, created_at from messages where audience = 'everyone'`;
const PUBLIC_FROM_LEARNERS = sql`select id, created_at from messages where audience = 'staff'`;
const EVERY = sql`select id, created_at from messages`;
const sentBy = (id: string) => sql`select id, created_at from messages where sender_id = ${id}`;
const sentPersonallyBy = (id: string) => sql`${sentBy(id)} and not is_public`;
const receivedBy = (id: string) =>
  sql`select message_id as id, created_at from message_recipients where person_id = ${id}`;

const NEWEST_FIRST = sql`order by created_at desc, id desc`;

/** All sources' messages, newest first, no more of each than the page may need. */
async function listed(
  { db, me }: Pick<Ask<Me | null>, "db" | "me">,
  sources: SQL[],
  paging: ListQuery,
): Promise<Message[]> {
  const { offset, limit, end } = span(paging);
  const newest = sources.map((source) => sql`(${source} ${NEWEST_FIRST} limit ${end})`);
  const found = sql`(
    select id from (${sql.join(newest, sql` union `)}) as newest
    ${NEWEST_FIRST} offset ${offset} limit ${limit}) as found`;
  const rows = await selectMessages(db).innerJoin(found, sql`found.id = ${messages.id}`)
    .orderBy(...newestFirst(messages.createdAt, messages.id));
  return rows.map((row) => seenBy(toMessage(row), me));
}

/** What a learner may read: public messages of staff, those they sent or received. */
export function messagesForLearner(ask: Ask, paging: ListQuery): Promise<Message[]> {
  const { _id } = ask.me;
  return listed(ask, [PUBLIC_FROM_STAFF, sentBy(_id), receivedBy(_id)], paging);
}

/** The personal messages that the asker sent or received. */
export function personalMessages(ask: Ask, paging: ListQuery): Promise<Message[]> {
  const { _id } = ask.me;
  return listed(ask, [sentPersonallyBy(_id), receivedBy(_id)], paging);
}

/** For an admin all; for a mentor those sent or received, and public ones of learners. */
export async function messagesForStaff(
  ask: Ask,
  { sender, ...paging }: StaffListQuery,
): Promise<Message[]> {
  const { me } = ask;
  if (me.role === "admin") return await listed(ask, [sender ? sentBy(sender) : EVERY], paging);
  if (sender !== undefined && sender !== me._id) {
    throw forbidden("You may list only the messages that you sent yourself.");
  }
  const sources = sender
    ? [sentBy(sender)]
    : [sentBy(me._id), receivedBy(me._id), PUBLIC_FROM_LEARNERS];
  return await listed(ask, sources, paging);
}

/** The public messages from mentors and admins. */
export function publicMessages(
  { db }: Pick<Ask, "db">,
  paging: ListQuery,
): Promise<Message[]> {
  return listed({ db, me: null }, [PUBLIC_FROM_STAFF], paging);
}

export function recentMessages(ask: Pick<Ask, "db">): Promise<Message[]> {
  return publicMessages(ask, { page: 1, limit: RECENT_MOST });
}

/** The people with these ids, with the columns that a policy needs. */
export function peopleToWriteTo(db: Reader, ids: string[]) {
  return db.select({ _id: people.id, role: people.role }).from(people)
    .where(and(inArray(people.id, ids), isNull(people.deletedAt)));
}
