/** Maps the values of a record. When no value changes, it returns the same object. */

export function mapValues<T>(
  all: Readonly<Record<string, T>>,
  edit: (one: T, key: string) => T,
): Readonly<Record<string, T>> {
  let edited: Record<string, T> | undefined;
  for (const [key, one] of Object.entries(all)) {
    const next = edit(one, key);
    if (next !== one) (edited ??= { ...all })[key] = next;
  }
  return edited ?? all;
}
