/** Sections and their members as other features write them, and who hears of it. */
import { inArray } from "drizzle-orm";
import { conflict, Refusal } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import type { Me } from "../kit/http/guard.ts";
import { batches } from "../kit/db/batches.ts";
import { refuseDuplicate } from "../kit/db/failures.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, announce } from "../live/outbox.ts";
import { NO_SECTION, type Room, sectionRoom, userRoom } from "../live/rooms.ts";
import type { Audience } from "./policy.ts";
import { type Section, type SectionInput, SECTIONS_MOST } from "./schema.ts";
import { sectionMembers, sections } from "./tables.ts";
import { sectionById, select } from "./queries.ts";

/** Those it is no longer for fetch everything again. Announce this before the thing itself. */
export async function announceNarrowed(
  act: Act<Me | null>,
  { before, after }: { before: Audience; after: Audience },
): Promise<void> {
  if (!after) return;
  const all = await act.db.select({ id: sections.id }).from(sections);
  const had = before ?? all.map(({ id }) => id);
  const lost: Room[] = had.filter((id) => !after.includes(id)).map(sectionRoom);
  announceAccess(act, before ? lost : [...lost, NO_SECTION, "visitors"]);
}

/** Tells the people in these rooms that what they may see has changed. */
export function announceAccess(act: Act<Me | null>, rooms: readonly Room[]): void {
  for (let from = 0; from < rooms.length; from += ROOMS_EACH) {
    announce(act, "access.changed", rooms.slice(from, from + ROOMS_EACH), {});
  }
}

const ROOMS_EACH = 500;

/** Its audit row is the command's. @throws Refusal 409 if the name is taken, or too many */
export async function makeSection(act: Act, { name }: SectionInput): Promise<Section> {
  const { db, now } = act;
  await takeLock(db, "sections");
  if (await db.$count(sections) >= SECTIONS_MOST) {
    const sentence = `There are ${SECTIONS_MOST} sections already. Delete one first.`;
    throw conflict("section.many", sentence);
  }
  const id = newId();
  await refuseDuplicate(db.insert(sections).values({ id, name, createdAt: now }), nameTaken());
  return await announceSection(act, id);
}

export function nameTaken(): Refusal {
  const sentence = "There is a section with this name already.";
  return new Refusal(409, "section.exists", sentence, { errors: { name: sentence } });
}

export async function announceSection(act: Act, id: string): Promise<Section> {
  const section = await sectionById(act.db, id);
  announce(act, "section.changed", ["staff"], section);
  return section;
}

type Sections = readonly string[];

/**
 * Writes the sections of people whose accounts are locked. Tells them, and tells staff the new counts.
 * @param after returns the sections that a person is in from now on
 * @returns the sections before and after, by person, of those who have moved
 */
export async function writeMembers<One extends { id: string }>(
  act: Act<Me | null>,
  all: readonly One[],
  after: (own: Sections, one: One) => Sections,
): Promise<Map<string, { before: Sections; after: Sections }>> {
  const { db } = act;
  const rows = await db.select().from(sectionMembers)
    .where(inArray(sectionMembers.personId, all.map(({ id }) => id)));
  const own = Map.groupBy(rows, ({ personId }) => personId);
  const moves = new Map<string, { before: Sections; after: Sections }>();
  const [added, changed]: [typeof rows, Set<string>] = [[], new Set()];
  for (const one of all) {
    const before = own.get(one.id)?.map(({ sectionId }) => sectionId).sort() ?? [];
    const wanted = [...new Set(after(before, one))].sort();
    if (String(before) === String(wanted)) continue;
    moves.set(one.id, { before, after: wanted });
    added.push(...wanted.map((sectionId) => ({ personId: one.id, sectionId })));
    for (const id of [...before, ...wanted]) changed.add(id);
  }
  if (moves.size === 0) return moves;
  await db.delete(sectionMembers).where(inArray(sectionMembers.personId, [...moves.keys()]));
  for (const some of batches(added)) await db.insert(sectionMembers).values(some);
  announceAccess(act, Array.from(moves.keys(), userRoom));
  for (const section of await select(db).where(inArray(sections.id, [...changed]))) {
    announce(act, "section.changed", ["staff"], section);
  }
  return moves;
}

/** Whoever becomes a student is in one section at most: those who were in several are in none. */
export const leaveSeveral = (act: Act<Me | null>, students: readonly { id: string }[]) =>
  writeMembers(act, students, (own) => own.length > 1 ? [] : own);
