/** Whether uploads can be kept where the settings say: seen at the start, not at the first upload. */
import type { Env } from "./env.ts";
import { SettingsError } from "./errors.ts";
import type { FileStore } from "./files.ts";
import type { Log } from "./log.ts";
import { StoreError } from "./s3.ts";

/** Written at each start, over the one before: a store may let nobody delete. */
const PROBE = "start-check";
const PATIENCE_MS = 5000;

/**
 * @throws SettingsError when no upload will ever be kept there. A store that does not answer may
 * come later: that is only logged.
 */
export async function checkStore(
  { files: place }: Pick<Env, "files">,
  { store, log }: { store: FileStore; log: Log },
): Promise<void> {
  if (!place.startsWith("s3:")) return await checkFolder(place);
  const late = AbortSignal.timeout(PATIENCE_MS);
  const tooLate = new Promise<never>((_, fail) => {
    late.addEventListener("abort", () => fail(new Error("it did not answer in time")));
  });
  try {
    await Promise.race([store.put(PROBE, new Uint8Array(1)), tooLate]);
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

async function checkFolder(folder: string): Promise<void> {
  const probe = `${folder}/${PROBE}`;
  try {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeFile(probe, new Uint8Array(1));
    await Deno.remove(probe);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/ ?\(os error.*/s, "") : error;
    throw new SettingsError(
      `Uploads cannot be kept in ${folder}: ${why}. Name a folder in FILES that may be written to.`,
    );
  }
}
