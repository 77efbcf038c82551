/** Who looks at a program together now. The text itself is never stored. */
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { doubts } from "../doubts/tables.ts";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";

/** At most one row for each doubt. A row whose time is over counts as none. */
export const togethers = pgTable("doubt_togethers", {
  doubtId: uuid().primaryKey().references(() => doubts.id, { onDelete: "cascade" }),
  id: uuid().notNull().unique(),
  askedById: uuid().notNull().references(() => people.id),
  mentorId: uuid().references(() => people.id),
  state: text({ enum: ["asked", "on"] }).notNull(),
  until: instant().notNull(),
}, (one) => [index().on(one.askedById), index().on(one.mentorId)]);
