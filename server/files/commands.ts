/** Records a file whose bytes are stored. */
import { fileUrl, insertFiles, type KeptFile } from "../kit/files/files.ts";
import type { Act } from "../live/outbox.ts";
import type { UploadedFile } from "./schema.ts";

export async function record({ db }: Act, kept: KeptFile): Promise<UploadedFile> {
  await insertFiles(db, [kept]);
  return { url: fileUrl(kept.id) };
}
