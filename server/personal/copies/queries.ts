/**
 * What a copy has: its sections, each a list of rows that the person wrote or that are about them.
 * A row has what the person's screens show: no notes of staff about them, no hidden cases, no model
 * solutions, and of others what stands in threads and messages that they may read.
 *
 * In a page, `title` is a row's heading, `html` its text as it was rendered, and `program` a link to
 * its file.
 */
import { and, asc, eq, or, sql } from "drizzle-orm";
import { assignments } from "../../assignments/tables.ts";
import { comments, commentVersions } from "../../comments/tables.ts";
import { contactMessages } from "../../contact/tables.ts";
import { doubts, entries, entryVersions, sharers } from "../../doubts/tables.ts";
import { files } from "../../kit/db/tables.ts";
import { messages, recipients } from "../../messages/tables.ts";
import { pick } from "../../kit/db/columns.ts";
import { alone, ofQuestion, other, own, question, type Section } from "../sections/queries.ts";
import { account } from "../account/queries.ts";
import { staff } from "../staff/queries.ts";
import { work } from "../work/queries.ts";

const talk: Section[] = [
  {
    name: "doubts",
    title: "Your doubts",
    select: ofQuestion(doubts, {
      id: doubts.id,
      text: doubts.doubtText,
      private: doubts.private,
      anonymous: doubts.anonymous,
      status: doubts.stage,
      ...pick(doubts, "createdAt", "resolvedAt", "mergedAt"),
    }, { whose: own(doubts.studentId), order: doubts.createdAt }),
  },
  {
    name: "threads",
    title: "The threads of your doubts, and what you wrote in others",
    select: (db, me) =>
      db.select({
        title: question,
        doubtId: entries.doubtId,
        by: other.name,
        type: entries.type,
        text: entries.message,
        ...pick(entries, "html", "createdAt", "editedAt"),
      }).from(entries).innerJoin(doubts, eq(doubts.id, entries.doubtId))
        .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
        .innerJoin(other, eq(other.id, entries.senderId))
        .where(or(eq(doubts.studentId, me._id), eq(entries.senderId, me._id)))
        .orderBy(asc(entries.doubtId), asc(entries.place)),
  },
  {
    name: "earlier-texts",
    title: "Your texts before you changed them",
    select: (db, me) =>
      db.select({
        text: entryVersions.message,
        html: entryVersions.html,
        at: entryVersions.writtenAt,
      })
        .from(entryVersions).innerJoin(entries, eq(entries.id, entryVersions.entryId))
        .where(eq(entries.senderId, me._id))
        .orderBy(asc(entryVersions.entryId), asc(entryVersions.number)),
  },
  {
    name: "earlier-comments",
    title: "Your comments before you changed them",
    select: (db, me) =>
      db.select({
        text: commentVersions.text,
        html: commentVersions.html,
        at: commentVersions.writtenAt,
      }).from(commentVersions).innerJoin(comments, eq(comments.id, commentVersions.commentId))
        .where(eq(comments.authorId, me._id))
        .orderBy(asc(commentVersions.commentId), asc(commentVersions.number)),
  },
  {
    name: "doubts-shared",
    title: "Doubts of others that you have, too",
    select: (db, me) =>
      db.select({ title: question, doubtId: sharers.doubtId, at: sharers.createdAt }).from(sharers)
        .innerJoin(doubts, eq(doubts.id, sharers.doubtId))
        .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
        .where(eq(sharers.studentId, me._id)).orderBy(asc(sharers.createdAt)),
  },
  {
    name: "messages",
    title: "Messages that you sent or received",
    select: (db, me) =>
      db.select({
        title: messages.subject,
        from: other.name,
        to: sql<string[]>`array(select name from message_recipients
          join people on people.id = person_id
          where message_id = ${messages.id} and ${messages.senderId} = ${me._id} order by name)`,
        text: messages.body,
        ...pick(messages, "links", "isPublic", "createdAt"),
      }).from(messages).innerJoin(other, eq(other.id, messages.senderId))
        .where(or(
          eq(messages.senderId, me._id),
          sql`exists (select from ${recipients} where ${
            and(eq(recipients.messageId, messages.id), eq(recipients.personId, me._id))
          })`,
        )).orderBy(asc(messages.createdAt), asc(messages.id)),
  },
  {
    name: "contact",
    title: "Messages of the contact form with your address",
    select: alone(contactMessages, {
      title: contactMessages.name,
      text: contactMessages.message,
      at: contactMessages.createdAt,
    }, {
      whose: (me) => sql`lower(${contactMessages.email}) = ${me.email}`,
      order: contactMessages.createdAt,
    }),
  },
];

/** Files that the person uploaded. Their bytes are in the folder `files`. */
const uploads: Section = {
  name: "files",
  title: "Files that you uploaded",
  select: alone(files, {
    id: files.id,
    title: files.name,
    ...pick(files, "type", "size", "createdAt"),
  }, { whose: own(files.ownerId), order: files.createdAt }),
};
export const UPLOADS = uploads.name;

export const SECTIONS: readonly Section[] = [...account, ...talk, ...work, ...staff, uploads];
