/** The tables of a mentor's desk: the limits of a long wait, and saved replies. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";
import { REPLY_KEYS } from "./schema.ts";

/** After how many minutes a wait is long, and too long, for one mentor. */
export const deskLimits = pgTable("desk_limits", {
  personId: uuid().primaryKey().references(() => people.id),
  long: integer().notNull(),
  tooLong: integer().notNull(),
});

export const savedReplies = pgTable("saved_replies", {
  id: uuid().primaryKey(),
  ownerId: uuid().notNull().references(() => people.id),
  name: text().notNull(),
  text: text().notNull(),
  key: text({ enum: REPLY_KEYS }),
  shared: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
}, (reply) => [
  index().on(reply.ownerId, reply.id),
  index("saved_replies_shared").on(reply.id).where(sql`shared`),
  // A person's key inserts one reply.
  uniqueIndex("saved_replies_key").on(reply.ownerId, reply.key).where(sql`key is not null`),
]);
