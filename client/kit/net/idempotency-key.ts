/** Idempotency keys for forms: one key for each content, for any number of sends. */
import { v4 as uuid } from "uuid";

/**
 * Makes a function that returns the same key for the same content as last time, and a new key for
 * any other content. So a retry has no second effect, and a text that was changed after a failure
 * is not ignored.
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
