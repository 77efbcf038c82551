/** Makes, renames and deletes sections, and puts people in and out. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { badField, stale } from "../kit/core/errors.ts";
import { refuseDuplicate } from "../kit/db/failures.ts";
import { type Act, announce } from "../live/outbox.ts";
import { sectionRoom, userRoom } from "../live/rooms.ts";
import { people } from "../people/tables.ts";
import { sectionById } from "./queries.ts";
import { announceAccess, announceSection, makeSection, nameTaken, writeMembers } from "./writes.ts";
import type { EditSectionInput, MembersInput, Section, SectionInput } from "./schema.ts";
import { sectionMembers, sections } from "./tables.ts";

/** @throws Refusal 409 when the name is taken, or there are too many */
export async function make(act: Act, input: SectionInput): Promise<Section> {
  const section = await makeSection(act, input);
  await record(act, "section.made", {
    about: { kind: "section", id: section._id, title: section.name },
  });
  return section;
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
  await refuseDuplicate(renaming, nameTaken());
  await record(act, "section.renamed", {
    about: { kind: "section", id, title: name },
    detail: `before: ${before.name}`,
  });
  // Its members see the name.
  announceAccess(act, await roomsOfMembers(act, id));
  return await announceSection(act, id);
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
