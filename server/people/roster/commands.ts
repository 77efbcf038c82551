/** Imports a roster, and undoes an import. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { record } from "../../audit/writes.ts";
import { passwordOff } from "../../auth/oidc/queries.ts";
import { originOf } from "../../kit/core/env.ts";
import { conflict } from "../../kit/core/errors.ts";
import { newId } from "../../kit/core/ids.ts";
import type { Role } from "../../kit/core/roles.ts";
import { batches } from "../../kit/db/batches.ts";
import { refuseDuplicate } from "../../kit/db/failures.ts";
import { queueMails } from "../../kit/mail/mail.ts";
import { visits } from "../../auth/tables.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { makeSection, writeMembers } from "../../sections/writes.ts";
import { lockClass } from "../../terms/queries.ts";
import { lockAdmins } from "../queries.ts";
import { announceName, announceTeam } from "../writes.ts";
import { closeQuietly } from "../removals/writes.ts";
import { people } from "../tables.ts";
import type { RowPlan } from "./policy.ts";
import { importById, judgeRoster, rowView, undoableSince, withoutPassword } from "./queries.ts";
import type { ImportInput, ImportReply, RosterImport, RosterInput, UndoReply } from "./schema.ts";
import { type Former, rosterChanges, rosterImports } from "./tables.ts";

type Row = typeof people.$inferSelect;

/**
 * Imports the new and the changed people, as they are judged now: an account may have changed since
 * the preview.
 * @throws Refusal 409 when somebody else imports, or there are too many sections
 */
export async function importRoster(
  act: Act,
  { mail, ...roster }: ImportInput,
): Promise<ImportReply> {
  const { db, me, now } = act;
  await lockClass(act.db);
  await lockAdmins(db, now);
  const judged = await judgeForImport(act, roster);
  const added = await addPeople(act, judged);
  const changed = await changePeople(act, judged.flatMap(changeOf));
  await placePeople(act, judged, [...added, ...changed]);
  const id = newId();
  const counts = { added: added.length, changed: changed.length };
  await db.insert(rosterImports).values({ id, byId: me._id, at: now, ...counts });
  for (const some of batches([...added, ...changed])) {
    await db.insert(rosterChanges).values(some.map((one) => ({ importId: id, ...one })));
  }
  const mailed = mail ? await mailPeople(act, withoutPassword(judged)) : 0;
  const detail = `${counts.added} new, ${counts.changed} changed`;
  await record(act, "roster.imported", { detail: mail ? `${detail}, ${mailed} mailed` : detail });
  const left = judged.filter(({ fate }) => fate === "wrong" || fate === "asked").map(rowView);
  return { import: announceImport(act, await importById(db, id)), left, mailed };
}

/** Locks the accounts, and makes the missing sections if that is wanted. */
async function judgeForImport(act: Act, roster: RosterInput): Promise<RowPlan[]> {
  const { judged, newSections } = await judgeRoster(act, roster, { isLocking: true });
  if (!roster.makeSections || newSections.length === 0) return judged;
  for (const name of newSections) {
    const { _id } = await makeSection(act, { name });
    await record(act, "section.made", { about: { kind: "section", id: _id, title: name } });
  }
  return (await judgeRoster(act, roster, { isLocking: true })).judged;
}

/** @param off why they may not use a password */
const wayIn = (origin: string, off: string | null): string =>
  off === null
    ? `Choose a password at
${origin}/forgot-password
There you enter this address, and get a code by mail.`
    : `${off}
Choose it at ${origin}/login`;

/** Tells people how to set a password, without a code: a list may be read days later. */
async function mailPeople(act: Act, rows: readonly RowPlan[]): Promise<number> {
  const { db, me, now, parts } = act;
  const origin = originOf(parts.env);
  const ways = new Map<Role, string>();
  const sealed: string[] = [];
  for (const { person, account: known } of rows) {
    if (!person) continue;
    const { name, email, role = known?.role ?? "student" } = person;
    const way = ways.get(role) ?? wayIn(origin, await passwordOff(act, { role }));
    ways.set(role, way);
    const text =
      `Hello ${name},\n\n${me.name} has put you on the list of a class at Doubtless. ${way}`;
    const to = { name, address: email };
    sealed.push(await parts.tokens.seal({ to, subject: "Your account at Doubtless", text }));
  }
  await queueMails(db, sealed, now);
  act.afterwards.push(parts.postman.nudge);
  return sealed.length;
}

/**
 * Undoes an import: removes the accounts it made that have never signed in, and gives the others
 * their former values, unless they have signed in or were changed since.
 * @throws Refusal 404, or 409 when it cannot be undone
 */
export async function undo(act: Act, id: string): Promise<UndoReply> {
  const { db, now } = act;
  await lockClass(act.db);
  const done = await importById(db, id);
  refuseUndoing(done, now);
  const admins = await lockAdmins(db, now);
  const changes = await db.select().from(rosterChanges).where(eq(rosterChanges.importId, id));
  const accounts = await lockAccounts(act, changes.map(({ personId }) => personId));
  const signedInAt = await signIns(act, [...accounts.keys()]);
  const [gone, back]: [Row[], Change[]] = [[], []];
  for (const { personId, before, version } of changes) {
    const account = accounts.get(personId);
    if (!account) continue;
    const signedIn = signedInAt.get(personId) ?? null;
    if (before === null) {
      if (signedIn === null) gone.push(account);
    } else if ((signedIn === null || signedIn <= done.at) && account.version === version) {
      const { id, name, branch, year, role, verifiedAt } = account;
      const isVerified = verifiedAt !== null;
      const { sections, ...after } = before;
      back.push({ account: { id, name, branch, year, role, isVerified, sections }, after });
    }
  }
  refuseNoAdmin(admins, gone, back);
  await removePeople(act, gone);
  const restored = await changePeople(act, back);
  await writeMembers(
    act,
    back.map(({ account }) => account),
    (own, { sections }) =>
      sections && String(own) === String(sections.after) ? sections.before : own,
  );
  await db.update(rosterImports).set({ undoneAt: now }).where(eq(rosterImports.id, id));
  await record(act, "roster.undone", {
    detail: `${gone.length} removed, ${restored.length} changed back`,
  });
  return {
    import: announceImport(act, await importById(db, id)),
    removed: gone.length,
    restored: restored.length,
    kept: changes.length - gone.length - restored.length,
  };
}

type UndoRow = { personId: string; before: Former | null; version: number };

/** Puts people into the sections that their rows name, and notes where they were before. */
async function placePeople(act: Act, judged: readonly RowPlan[], done: UndoRow[]): Promise<void> {
  const { db } = act;
  const wanted = new Map(judged.map((row) => [row.person?.email, row.sections]));
  const accounts = [];
  for (const some of batches(done)) {
    accounts.push(
      ...await db.select({ id: people.id, email: people.email, role: people.role }).from(people)
        .where(inArray(people.id, some.map(({ personId }) => personId))),
    );
  }
  const moves = await writeMembers(act, accounts, (own, { email, role }) => {
    const after = wanted.get(email) ?? own;
    return role === "student" && after.length > 1 ? [] : after;
  });
  for (const one of done) {
    if (one.before) one.before.sections = moves.get(one.personId);
  }
}

/** Makes accounts without a password. @throws Refusal 409 if an address has an account by now */
async function addPeople({ db, now }: Act, judged: readonly RowPlan[]): Promise<UndoRow[]> {
  const rows = judged.flatMap(({ fate, person }) =>
    fate === "new" && person
      ? [{ role: "student" as const, ...person, id: newId(), createdAt: now, updatedAt: now }]
      : []
  );
  const late = "Somebody has just registered with an address of this list. Import it again.";
  const added: UndoRow[] = [];
  for (const some of batches(rows)) {
    const inserting = db.insert(people).values(some)
      .returning({ personId: people.id, version: people.version });
    const made = await refuseDuplicate(inserting, conflict("class.busy", late));
    added.push(...made.map((one) => ({ ...one, before: null })));
  }
  return added;
}

type Change = { account: Former & { id: string; isVerified: boolean }; after: Former };

function changeOf({ fate, account: known, person }: RowPlan): Change[] {
  if (fate !== "changed" || !known || !person) return [];
  const { _id: id, name, branch, year, role, verified: isVerified } = known;
  const before = { name, branch, year, role };
  const given = Object.entries(person).filter(([column, value]) =>
    column !== "email" && column !== "section" && value !== undefined
  );
  const after = { ...before, ...Object.fromEntries(given) };
  return [{ account: { id, isVerified, ...before }, after }];
}

/** Writes accounts that are locked. A new role ends the account's sessions. */
async function changePeople(act: Act, changes: readonly Change[]): Promise<UndoRow[]> {
  const { db, now } = act;
  const done: UndoRow[] = [];
  for (const some of batches(changes)) {
    const values = JSON.stringify(some.map(({ account: { id }, after }) => ({ id, ...after })));
    const rows = await db.execute<{ id: string; version: number; epoch: number }>(sql`
      update people set name = wanted.name, branch = wanted.branch, year = wanted.year,
        role = wanted.role, updated_at = ${now}, version = version + 1,
        epoch = epoch + case when people.role = wanted.role then 0 else 1 end
      from json_to_recordset(${values}::json)
        as wanted(id uuid, name text, branch text, year int, role text)
      where people.id = wanted.id
      returning people.id, people.version, people.epoch`);
    const written = new Map(rows.map((row) => [row.id, row]));
    for (const { account: { id, isVerified, ...before }, after } of some) {
      const row = written.get(id);
      if (!row) throw new Error("an account that is locked is missing");
      done.push({ personId: id, before, version: row.version });
      if (before.role !== after.role) {
        announce(act, "session.ended", [userRoom(id)], {
          reason: "role-changed",
          epoch: row.epoch,
        });
      }
      // Before the first password, only the admins' list names a person.
      if (isVerified) await announceName(act, before, { ...after, id });
    }
  }
  announceTeam(act, changes.flatMap(({ account, after }) => [account, after]));
  return done;
}

/** Removes accounts as a deletion does: their addresses become free. */
async function removePeople(act: Act, accounts: readonly Row[]): Promise<void> {
  await writeMembers(act, accounts, () => []);
  for (const some of batches(accounts)) await closeQuietly(act, some);
  announceTeam(act, accounts);
}

function refuseUndoing({ at, undoneAt }: RosterImport, now: string): void {
  if (undoneAt !== null) {
    throw conflict("roster.undone", "This import has been undone already.");
  }
  if (at > undoableSince(now)) return;
  throw conflict("roster.late", "An import can be undone for a day only.");
}

function refuseNoAdmin(admins: string[], gone: Row[], back: Change[]): void {
  const lost = new Set([
    ...gone.map(({ id }) => id),
    ...back.filter(({ after }) => after.role !== "admin").map(({ account }) => account.id),
  ]);
  if (admins.some((id) => !lost.has(id)) || back.some(({ after }) => after.role === "admin")) {
    return;
  }
  const sentence = "This would leave nobody who is an admin. Make somebody else an admin first.";
  throw conflict("user.last-admin", sentence);
}

/** Locks accounts that are not deleted, always in the same order. */
async function lockAccounts({ db }: Act, ids: string[]): Promise<Map<string, Row>> {
  const rows = await db.select().from(people)
    .where(and(inArray(people.id, ids), isNull(people.deletedAt))).orderBy(people.id).for("update");
  return new Map(rows.map((row) => [row.id, row]));
}

async function signIns({ db }: Act, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await db.select().from(visits).where(inArray(visits.personId, ids));
  return new Map(rows.map(({ personId, signedInAt }) => [personId, signedInAt]));
}

/** The accounts are too many for an event each, so admins fetch them again. */
function announceImport(act: Act, done: RosterImport): RosterImport {
  announce(act, "roster.changed", ["admins"], done);
  return done;
}
