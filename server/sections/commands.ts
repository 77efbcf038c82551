/** Makes, renames and deletes sections, and puts people in and out. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { record } from "../audit/record.ts";
import { badField, Refusal, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { refuseDuplicate } from "../kit/db/failures.ts";
import { takeTurn } from "../kit/db/turns.ts";
import { type Act, announce } from "../live/outbox.ts";
import { sectionRoom, userRoom } from "../live/rooms.ts";
import { people } from "../people/tables.ts";
import { announceAccess, sectionById, writeMembers } from "./queries.ts";
import {
  type EditSectionInput,
  type MembersInput,
  type Section,
  type SectionInput,
  SECTIONS_MOST,
} from "./schema.ts";
import { sectionMembers, sections } from "./tables.ts";

/** @throws Refusal 409 when the name is taken, or there are too many */
export async function make(act: Act, { name }: SectionInput): Promise<Section> {
  const { db, now } = act;
  await takeTurn(db, "sections");
  if (await db.$count(sections) >= SECTIONS_MOST) {
    const sentence = `There are ${SECTIONS_MOST} sections already. Delete one first.`;
    throw new Refusal(409, "section.many", sentence);
  }
  const id = newId();
  await refuseDuplicate(db.insert(sections).values({ id, name, createdAt: now }), taken());
  await record(act, "section.made", { about: { kind: "section", id, title: name } });
  return await announced(act, id);
}

/** @throws Refusal 404, or 409 when the name is taken or the caller's version is not the present one */
export async function rename(
  act: Act,
  id: string,
  { name, version }: EditSectionInput,
): Promise<Section> {
  const { db } = act;
  const before = await lock(act, id);
  if (version !== undefined && version !== before.version) throw stale(before);
  if (name === before.name) return before;
  const renaming = db.update(sections).set({ name, version: before.version + 1 })
    .where(eq(sections.id, id));
  await refuseDuplicate(renaming, taken());
  await record(act, "section.renamed", {
    about: { kind: "section", id, title: name },
    detail: `before: ${before.name}`,
  });
  // Its members see the name.
  announceAccess(act, await roomsOfMembers(act, id));
  return await announced(act, id);
}

/** Deletes a section. Its members stay. What was only for it is for nobody but staff then. */
export async function remove(act: Act, id: string): Promise<void> {
  const { db } = act;
  const { name } = await lock(act, id);
  const members = await roomsOfMembers(act, id);
  await db.delete(sections).where(eq(sections.id, id));
  await record(act, "section.deleted", { about: { kind: "section", id, title: name } });
  announceAccess(act, [sectionRoom(id), ...members]);
  announce(act, "section.changed", ["staff"], { _id: id, removed: true });
}

/** Puts people in and out. A student who is put in leaves the section before. */
export async function changeMembers(
  act: Act,
  id: string,
  { in: added = [], out = [] }: MembersInput,
): Promise<Section> {
  const { db } = act;
  const { name } = await lock(act, id);
  const found = await db.select({ id: people.id, role: people.role }).from(people)
    .where(and(inArray(people.id, [...added, ...out]), isNull(people.deletedAt)))
    .orderBy(people.id).for("update");
  const known = new Map(found.map((one) => [one.id, one.role]));
  for (const [field, ids] of Object.entries({ in: added, out })) {
    if (ids.every((one) => known.has(one))) continue;
    throw badField(field, "One of these people does not exist any more.");
  }
  await writeMembers(act, found, (own, one) => {
    const others = own.filter((other) => other !== id);
    if (!added.includes(one.id)) return others;
    return one.role === "student" ? [id] : [...others, id];
  });
  await record(act, "section.members", {
    about: { kind: "section", id, title: name },
    detail: `${added.length} in, ${out.length} out`,
  });
  return await sectionById(db, id);
}

async function lock({ db }: Act, id: string): Promise<Section> {
  await db.select({ id: sections.id }).from(sections).where(eq(sections.id, id)).for("update");
  return await sectionById(db, id);
}

async function roomsOfMembers({ db }: Act, id: string) {
  const rows = await db.select({ id: sectionMembers.personId }).from(sectionMembers)
    .where(eq(sectionMembers.sectionId, id));
  return rows.map((one) => userRoom(one.id));
}

function taken(): Refusal {
  const sentence = "There is a section with this name already.";
  return new Refusal(409, "section.exists", sentence, { errors: { name: sentence } });
}

async function announced(act: Act, id: string): Promise<Section> {
  const section = await sectionById(act.db, id);
  announce(act, "section.changed", ["staff"], section);
  return section;
}
