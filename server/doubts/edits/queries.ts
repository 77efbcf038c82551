/** Reads the earlier versions of entries. */
import { and, asc, eq } from "drizzle-orm";
import { notFound } from "../../kit/core/errors.ts";
import type { Ask } from "../../kit/http/guard.ts";
import type { EarlierVersion } from "../../threads/schema.ts";
import { entries, entryVersions } from "../tables.ts";

/** The texts of an entry before its edits, oldest first. For staff, who may read every doubt. */
export async function earlierVersions(
  { db }: Ask,
  { id, entryId }: { id: string; entryId: string },
): Promise<EarlierVersion[]> {
  const [entry] = await db.select({ id: entries.id }).from(entries)
    .where(and(eq(entries.id, entryId), eq(entries.doubtId, id)));
  if (!entry) throw notFound("This entry");
  return await db.select({
    text: entryVersions.message,
    html: entryVersions.html,
    at: entryVersions.writtenAt,
  }).from(entryVersions).where(eq(entryVersions.entryId, entryId)).orderBy(
    asc(entryVersions.number),
  );
}
