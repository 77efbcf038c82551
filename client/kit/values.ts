/** Records of values that change: where none did, it is the same record. */

export function mapValues<T>(
  all: Readonly<Record<string, T>>,
  edit: (one: T) => T,
): Readonly<Record<string, T>> {
  return Object.entries(all).reduce((edited, [key, one]) => {
    const next = edit(one);
    return next === one ? edited : { ...edited, [key]: next };
  }, all);
}
