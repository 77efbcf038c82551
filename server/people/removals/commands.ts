/** Takes deleted accounts back, and removes what is a deleted person's alone. */
import { and, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { openArchives } from "../../terms/queries.ts";
import { record } from "../../audit/writes.ts";
import { registrations } from "../../auth/tables.ts";
import { contactMessages } from "../../contact/tables.ts";
import { doubts, sharers } from "../../doubts/tables.ts";
import { conflict, notFound, Refusal } from "../../kit/core/errors.ts";
import type { Me } from "../../kit/core/roles.ts";
import { refuseDuplicate } from "../../kit/db/failures.ts";
import { files } from "../../kit/db/tables.ts";
import type { Act } from "../../live/outbox.ts";
import { TABLE_RULES } from "../../personal/retention/queries.ts";
import { announceAccount, announceName, announceTeam } from "../writes.ts";
import type { Account } from "../schema.ts";
import { people } from "../tables.ts";
import { backHash, isOpen } from "./queries.ts";
import type { Report } from "./schema.ts";
import { removals } from "./tables.ts";

/** An admin takes a deleted account back. @throws Refusal 404, 409 when its address has an account */
export const takeBack = (act: Act, id: string): Promise<Account> =>
  restore(act, eq(removals.personId, id), notFound("This deleted account"));

/** Takes it back with the mailed token. @throws Refusal 404, or 409 if the address has one */
export async function takeOwnBack(act: Act<null>, token: string): Promise<void> {
  const sentence =
    "This link does not work any more, or it is not complete. Ask an admin for help.";
  const hash = backHash(act.parts.tokens, token);
  await restore(act, eq(removals.hash, hash), new Refusal(404, "not-found", sentence));
}

async function restore(act: Act<Me | null>, which: SQL, missing: Refusal): Promise<Account> {
  const { db, now } = act;
  const [removal] = await db.select().from(removals).where(and(which, isOpen(now))).for("update");
  if (!removal || removal.email === null) throw missing;
  const { personId, email, passwordHash } = removal;
  const restoring = db.update(people)
    .set({ email, passwordHash, deletedAt: null, updatedAt: now, version: sql`version + 1` })
    .where(eq(people.id, personId)).returning();
  const sentence = "Another account has this email address by now.";
  const [row] = await refuseDuplicate(restoring, conflict("user.exists", sentence));
  if (!row) throw missing;
  await db.delete(removals).where(eq(removals.personId, personId));
  const { id, name } = row;
  await record(act, "account.taken-back", {
    about: { kind: "account", id, title: name },
    ...(act.me === null && { by: row }),
  });
  announceTeam(act, [row]);
  return announceAccount(act, row);
}

/** Removes what is one person's alone, and their name from what stays, when the days are over. */
export async function removePerson(act: Act<null>, personId: string): Promise<void> {
  const { db, now } = act;
  const [removal] = await db.select().from(removals).where(
    and(eq(removals.personId, personId), isNull(removals.removedAt), lte(removals.dueAt, now)),
  ).for("update", { skipLocked: true });
  const [before] = removal
    ? await db.select().from(people).where(eq(people.id, personId)).for("update")
    : [];
  if (!removal || !before) return;
  // What is theirs goes from ended terms, too.
  await openArchives(db);
  await forgetAddress(act, removal.email);
  await leaveShared(act, personId);
  const stored = await db.select({ id: files.id }).from(files)
    .where(eq(files.ownerId, personId));
  const report = await removeRows(act, personId);
  const [after] = await db.update(people).set({
    ...{ name: `A former ${before.role}`, branch: null, year: null, profileImage: null },
    ...{ linkedin: null, github: null, mailRefused: null },
    ...{ updatedAt: now, version: sql`version + 1` },
  }).where(eq(people.id, personId)).returning();
  if (!after) return;
  await db.update(removals)
    .set({ email: null, passwordHash: null, hash: null, removedAt: now, report })
    .where(eq(removals.personId, personId));
  const { id, name: title } = after;
  const about = { kind: "account", id, title } as const;
  await record(act, "account.removed", { about, detail: inWords(report) });
  await announceName(act, before, after);
  announceTeam(act, [after]);
  removeStored(act, stored);
}

/** What refers to the address, and not to the account. */
async function forgetAddress({ db }: Act<null>, email: string | null): Promise<void> {
  if (email === null) return;
  await db.delete(contactMessages).where(sql`lower(${contactMessages.email}) = ${email}`);
  await db.delete(registrations).where(eq(registrations.email, email));
}

/** The doubts that they had, too, are had by one less. */
async function leaveShared({ db }: Act<null>, personId: string): Promise<void> {
  const shared = db.select({ id: sharers.doubtId }).from(sharers)
    .where(eq(sharers.studentId, personId));
  await db.update(doubts).set({ sharers: sql`sharers - 1` }).where(inArray(doubts.id, shared));
}

/** Deletes what goes, table by table, and counts what stays. */
async function removeRows({ db }: Act<null>, personId: string): Promise<Report> {
  const report: Report = { gone: {}, stays: {} };
  const add = (to: Record<string, number>, what: string, count: number) => {
    if (count > 0) to[what] = (to[what] ?? 0) + count;
  };
  for (const { table, what, people: columns } of TABLE_RULES) {
    const known = getTableColumns(table);
    const staying: SQL[] = [];
    for (const [name, { does, unless }] of Object.entries(columns)) {
      const column = known[name];
      if (!column) throw new Error(`${what} have no column ${name}`);
      const theirs = eq(column, personId);
      if (does === "stays" || unless) staying.push(theirs);
      if (does === "stays") continue;
      const isAlone = unless ? sql`not (${unless})` : undefined;
      const [gone] = await db.execute<{ count: number }>(sql`
        with gone as (delete from ${table} where ${and(theirs, isAlone)} returning 1)
        select count(*)::int as count from gone`);
      add(report.gone, what, gone?.count ?? 0);
    }
    // The account's own row always stays.
    if (staying.length > 0 && table !== people) {
      add(report.stays, what, await db.$count(table, or(...staying)));
    }
  }
  return report;
}

/** Removes the bytes of files whose rows are gone, after the commit. */
function removeStored({ afterwards, parts }: Act<null>, own: readonly { id: string }[]): void {
  const remove = async () => {
    for (const { id } of own) {
      const stays = await parts.database.db.$count(files, eq(files.id, id)) > 0;
      if (!stays) await parts.files.remove(id);
    }
  };
  afterwards.push(() =>
    void remove().catch((error) => parts.log.warn({ error }, "a file was not removed"))
  );
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);

/** The report in a few words; the list of deleted accounts has all of it. */
const inWords = ({ gone, stays }: Report): string =>
  `${sum(gone)} rows are gone, ${sum(stays)} stay without the name`;
