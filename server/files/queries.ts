/** Reads the metadata of a file. */
import { eq } from "drizzle-orm";
import type { Reader } from "../kit/db/database.ts";
import { files } from "../kit/db/tables.ts";

export async function fileById(db: Reader, id: string) {
  const [file] = await db.select().from(files).where(eq(files.id, id));
  return file;
}
