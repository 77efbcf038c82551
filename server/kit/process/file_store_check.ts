/** Checks at the start that uploads can be stored in the place that FILES names. */
import type { Env } from "../core/env.ts";
import { SettingsError } from "../core/errors.ts";
import { within } from "../core/within.ts";
import type { FileStore } from "../files/files.ts";
import type { Log } from "../core/log.ts";
import { StoreError } from "../files/s3.ts";

/** The same file at each start, because a store may forbid deletes. */
const PROBE = "start-check";
const PATIENCE_MS = 5000;

/**
 * @throws SettingsError when uploads can never be stored there. A store that does not answer may
 *   come back: that is only logged.
 */
export async function checkFileStore(
  { files: place, data }: Pick<Env, "files" | "data">,
  { store, log }: { store: FileStore; log: Log },
): Promise<void> {
  if (!place.startsWith("s3:")) {
    return await checkFolder(place, place === `${data}/files` ? { DATA: data } : { FILES: place });
  }
  try {
    await within(
      PATIENCE_MS,
      store.put(PROBE, new Uint8Array(1)),
      () => new Error("it did not answer in time"),
    );
  } catch (error) {
    if (error instanceof StoreError && error.status < 500) {
      const why = error.status === 404 ? "there is no such bucket" : "the credentials are refused";
      throw new SettingsError(
        `Uploads cannot be kept in ${place}: ${why} (${error.status}). See FILES and the AWS_ variables.`,
      );
    }
    log.warn({ error }, "the file store does not answer: uploads fail until it does");
  }
}

async function checkFolder(folder: string, named: Record<string, string>): Promise<void> {
  const [[setting, place] = []] = Object.entries(named);
  // Several servers that share the folder may start at once, and each removes its file.
  const probe = `${folder}/${PROBE}-${crypto.randomUUID()}`;
  try {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeFile(probe, new Uint8Array(1));
    await Deno.remove(probe);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) {
      throw new SettingsError(
        `Uploads cannot be kept in ${folder}: the server may only use .data. To allow ${setting}, set ALLOW="--allow-read=${place} --allow-write=${place}".`,
      );
    }
    const why = error instanceof Error ? error.message.replace(/ ?\(os error.*/s, "") : error;
    throw new SettingsError(
      `Uploads cannot be kept in ${folder}: ${why}. Name a folder in ${setting} that may be written to.`,
    );
  }
}
