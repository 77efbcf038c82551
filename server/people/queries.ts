/** Lists the people that the asker may see, and converts rows to views. */
import { and, desc, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL } from "drizzle-orm";
import { contains, pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { fileUrl } from "../kit/files/files.ts";
import type { Ask } from "../kit/http/guard.ts";
import { span } from "../kit/core/schema.ts";
import { later } from "../kit/core/clock.ts";
import { visits } from "../auth/tables.ts";
import { SECTIONS_OF_PERSON } from "../sections/queries.ts";
import { can } from "./policy.ts";
import {
  type Account,
  HERE_MINUTES,
  PEOPLE_MOST,
  type PeopleQuery,
  type PersonHere,
  type Recipient,
  RECIPIENT_ROLES,
  SEARCH_MOST,
  type Student,
  type StudentQuery,
  type TeamMember,
} from "./schema.ts";
import { people } from "./tables.ts";

const isActive = () => and(isNull(people.deletedAt), isNotNull(people.verifiedAt));
const matches = (text: string | undefined): SQL | undefined =>
  text === undefined ? undefined : or(contains(people.name, text), contains(people.email, text));
const byName = [people.name, people.id] as const;

export async function listAccounts(
  { db }: Ask,
  { role, search, ...part }: PeopleQuery,
): Promise<Account[]> {
  const { offset, limit } = span({ ...part, limit: PEOPLE_MOST });
  const rows = await db.select({
    account: people,
    sections: SECTIONS_OF_PERSON,
    signedInAt: visits.signedInAt,
  })
    .from(people).leftJoin(visits, eq(visits.personId, people.id))
    .where(and(isNull(people.deletedAt), role && eq(people.role, role), matches(search)))
    .orderBy(...byName).offset(offset).limit(limit);
  return rows.map(({ account, sections, signedInAt }) => ({
    ...accountView(account),
    sections,
    ...(signedInAt !== null && { signedInAt }),
  }));
}

/** The people who are here now, by name. If they are too many: those who were seen last. */
export async function listPresent({ db, now }: Ask): Promise<PersonHere[]> {
  // A subquery of its own, so that PostgreSQL reads the newest visits and not all people by name.
  const here = db.select().from(visits).where(gte(visits.seenAt, later(now, -HERE_MINUTES)))
    .orderBy(desc(visits.seenAt)).limit(PEOPLE_MOST).as("here");
  return await db.select({
    _id: people.id,
    name: people.name,
    role: people.role,
    seenAt: here.seenAt,
  }).from(here).innerJoin(people, eq(people.id, here.personId))
    .where(isNull(people.deletedAt)).orderBy(...byName);
}

/** The people that the asker may write to, for everyone except admins. */
export async function listRecipients(
  { db, me }: Ask,
  { role, search, ...part }: PeopleQuery,
): Promise<Recipient[]> {
  const roles = RECIPIENT_ROLES.filter((one) => role === undefined || role === one);
  if (roles.length === 0) return [];
  const { offset, limit } = span({ ...part, limit: PEOPLE_MOST });
  const seesAddresses = can.seeAddresses(me);
  // A person who may not see addresses must not find them out by searching.
  const found = search === undefined || seesAddresses
    ? matches(search)
    : contains(people.name, search);
  const rows = await db
    .select({ _id: people.id, name: people.name, role: people.role, email: people.email })
    .from(people).where(and(isActive(), inArray(people.role, roles), found))
    .orderBy(...byName).offset(offset).limit(limit);
  return rows.map(({ email, ...person }) => seesAddresses ? { ...person, email } : person);
}

export async function listStudents(
  { db }: Ask,
  { search, ...part }: StudentQuery,
): Promise<Student[]> {
  const { offset, limit } = span({ ...part, limit: search ? SEARCH_MOST : PEOPLE_MOST });
  return await db
    .select({ _id: people.id, ...pick(people, "name", "email", "branch", "year") })
    .from(people).where(and(isActive(), eq(people.role, "student"), matches(search)))
    .orderBy(...byName).offset(offset).limit(limit);
}

export async function listTeam(db: Reader): Promise<TeamMember[]> {
  const rows = await db
    .select({
      _id: people.id,
      ...pick(people, "name", "role", "email"),
      image: people.profileImage,
      linkedin: people.linkedin,
      github: people.github,
    })
    .from(people).where(and(isActive(), inArray(people.role, ["mentor", "admin"])))
    .orderBy(...byName).limit(PEOPLE_MOST);
  return rows.map(({ image, ...member }) => ({ ...member, image: image && fileUrl(image) }));
}

/** Whether somebody can administer now. */
export const isAdminNow = (now: string) =>
  and(
    eq(people.role, "admin"),
    isActive(),
    or(isNull(people.disabledUntil), lte(people.disabledUntil, now)),
  );

/** The accounts that can administer now, locked in one order to prevent deadlocks. */
export async function lockAdmins(db: Reader, now: string): Promise<string[]> {
  const rows = await db.select({ id: people.id }).from(people).where(isAdminNow(now))
    .orderBy(people.id).for("update");
  return rows.map(({ id }) => id);
}

export function accountView(row: typeof people.$inferSelect): Account {
  return {
    _id: row.id,
    ...pick(row, "name", "role", "email", "branch", "year", "linkedin", "github"),
    profileImage: row.profileImage && fileUrl(row.profileImage),
    verified: row.verifiedAt !== null,
    ...pick(row, "disabledUntil", "mailRefused", "createdAt", "version"),
  };
}
