/** Files by their link. */
import { eq } from "drizzle-orm";
import type { Reader } from "../kit/database.ts";
import { files } from "../kit/tables.ts";

export async function fileById(db: Reader, id: string) {
  const [file] = await db.select().from(files).where(eq(files.id, id));
  return file;
}
