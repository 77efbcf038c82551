/** Lists of people, limited to whom the asker may see; rows to views. */
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { contains } from "../kit/columns.ts";
import type { Reader } from "../kit/database.ts";
import { fileUrl } from "../kit/files.ts";
import type { Ask } from "../kit/guard.ts";
import { span } from "../kit/schema.ts";
import { can } from "./policy.ts";
import {
  type Account,
  PEOPLE_MOST,
  type PeopleQuery,
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
/** Found by a search before they are put in order: a class. */
const FOUND_MOST = 600;
const byName = [people.name, people.id] as const;

/** Everybody, for admins. */
export async function listAccounts(
  { db }: Ask,
  { role, search, page }: PeopleQuery,
): Promise<Account[]> {
  const { offset, limit } = span({ page, limit: PEOPLE_MOST });
  const rows = await db.select().from(people)
    .where(and(isNull(people.deletedAt), role && eq(people.role, role), matches(search)))
    .orderBy(...byName).offset(offset).limit(limit);
  return rows.map(accountView);
}

/** Whom somebody may write to, for everyone else. */
export async function listRecipients(
  { db, me }: Ask,
  { role, search, page }: PeopleQuery,
): Promise<Recipient[]> {
  const roles = RECIPIENT_ROLES.filter((one) => role === undefined || role === one);
  if (roles.length === 0) return [];
  const { offset, limit } = span({ page, limit: PEOPLE_MOST });
  const seesAddresses = can.seeAddresses(me);
  // Who may not see addresses may not find out about them by searching, either.
  const found = search === undefined || seesAddresses
    ? matches(search)
    : contains(people.name, search);
  const rows = await db
    .select({ _id: people.id, name: people.name, role: people.role, email: people.email })
    .from(people).where(and(isActive(), inArray(people.role, roles), found))
    .orderBy(...byName).offset(offset).limit(limit);
  return rows.map(({ email, ...person }) => seesAddresses ? { ...person, email } : person);
}

/**
 * With a search, the first by name of those that it finds; of what hundreds have it finds some, so
 * that it costs the same in a school of any size.
 */
export async function listStudents(
  { db }: Ask,
  { search, page }: StudentQuery,
): Promise<Student[]> {
  const { offset, limit } = span({ page, limit: search ? SEARCH_MOST : PEOPLE_MOST });
  const found = db
    .select({
      _id: people.id,
      name: people.name,
      email: people.email,
      branch: people.branch,
      year: people.year,
    })
    .from(people).where(and(isActive(), eq(people.role, "student"), matches(search)));
  if (!search) return await found.orderBy(...byName).offset(offset).limit(limit);
  const some = found.limit(FOUND_MOST).as("some");
  return await db.select().from(some).orderBy(some.name, some._id).offset(offset).limit(limit);
}

/** The team on the About page: mentors and admins. */
export async function listTeam(db: Reader): Promise<TeamMember[]> {
  const rows = await db
    .select({
      _id: people.id,
      name: people.name,
      role: people.role,
      email: people.email,
      image: people.profileImage,
      linkedin: people.linkedin,
      github: people.github,
    })
    .from(people).where(and(isActive(), inArray(people.role, ["mentor", "admin"])))
    .orderBy(...byName).limit(PEOPLE_MOST);
  return rows.map(({ image, ...member }) => ({ ...member, image: image && fileUrl(image) }));
}

/** The accounts that can administer now, locked; the same order everywhere, so nobody deadlocks. */
export async function lockAdmins(db: Reader, now: string): Promise<string[]> {
  const rows = await db.select({ id: people.id }).from(people).where(and(
    eq(people.role, "admin"),
    isActive(),
    sql`(disabled_until is null or disabled_until <= ${now})`,
  )).orderBy(people.id).for("update");
  return rows.map(({ id }) => id);
}

/** The account as admins see it. */
export function accountView(row: typeof people.$inferSelect): Account {
  return {
    _id: row.id,
    name: row.name,
    role: row.role,
    email: row.email,
    branch: row.branch,
    year: row.year,
    profileImage: row.profileImage && fileUrl(row.profileImage),
    linkedin: row.linkedin,
    github: row.github,
    verified: row.verifiedAt !== null,
    disabledUntil: row.disabledUntil,
    mailRefused: row.mailRefused,
    createdAt: row.createdAt,
    version: row.version,
  };
}
