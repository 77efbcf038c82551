/** Asks the server for a file, and saves it. */
import { asker } from "../net/api.ts";
import { clientOf, LIMITS } from "../net/http-client.ts";

/** Calls for files, which the server may send for half an hour. */
export const downloads = clientOf("/api", asker, { ...LIMITS, answered: 30 * 60_000 });

/** A browser begins to save the file within this time, in ms. */
const SAVED_AFTER = 60_000;

interface Answer {
  headers: Headers;
  blob(): Promise<Blob>;
}

/** Resolves when the browser has the whole file. Nobody saves a part of one that is cut off. */
export async function saveFile(answer: Answer, otherwise: string): Promise<void> {
  const [, name = otherwise] =
    answer.headers.get("content-disposition")?.match(/filename="([^"]+)"/) ?? [];
  saveBlob(await answer.blob(), name);
}

export function saveBlob(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVED_AFTER);
}
