/** The part in which two versions of a text differ. */

export interface ChangedPart {
  /** The part of the old text that is replaced. */
  from: number;
  to: number;
  insert: string;
}

const isHalf = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
};

/** The smallest part to replace, or null. It cuts no surrogate pair: half of one cannot be sent. */
export function changedPart(before: string, after: string): ChangedPart | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  if (isHalf(before, from) || isHalf(after, from)) from--;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same++;
  if (isHalf(before, before.length - same) || isHalf(after, after.length - same)) same--;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
