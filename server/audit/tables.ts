/** The audit trail. db/repeatable/audit.sql refuses every change of a row. */
import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { KINDS, type Verb } from "./schema.ts";

/**
 * Names and titles are those of that time, and nothing refers to other tables: a row stays readable
 * after its things are gone. The name of a deleted person stays, too, until its rows are old enough to
 * be removed: otherwise nobody could read who deleted whom.
 */
export const audit = pgTable("audit", {
  id: uuid().primaryKey(),
  at: instant().notNull(),
  verb: text().$type<Verb>().notNull(),
  byId: uuid(),
  byName: text(),
  kind: text({ enum: KINDS }),
  aboutId: uuid(),
  title: text(),
  detail: text().notNull(),
  address: text(),
  device: text(),
}, (row) => {
  const isAboutPerson = sql`kind = 'account'`;
  // One for each filter, so that a page costs the same however long the trail is.
  return [
    index().on(row.at, row.id),
    index().on(row.verb, row.at, row.id),
    index().on(row.byId, row.at, row.id),
    index().on(row.byId, row.verb, row.at, row.id),
    index("audit_about").on(row.aboutId, row.at, row.id).where(isAboutPerson),
    index("audit_about_verb").on(row.aboutId, row.verb, row.at, row.id).where(isAboutPerson),
    index("audit_failures").on(row.address, row.at)
      .where(sql`verb in ('session.refused', 'session.more-refused')`),
  ];
});
