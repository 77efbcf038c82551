/** Idempotency keys for what is sent from a form: one for each content, however often it is sent. */
import { v4 as uuid } from "uuid";

/**
 * Makes a function that gives the same key for the same content as last time, and a new one for
 * anything else: a retry is harmless, and what was changed after a failure is not ignored.
 */
export function contentKey(): (fields: unknown, files?: readonly File[]) => string {
  let key = uuid();
  let last: string | undefined;
  return (fields, files = []) => {
    const content = JSON.stringify([
      fields,
      files.map(({ name, size, lastModified }) => [name, size, lastModified]),
    ]);
    if (last !== undefined && last !== content) key = uuid();
    last = content;
    return key;
  };
}
