/** Permissions for comments and changes, and how comments follow their lines between versions. */
import { type Actor, isStaff } from "../kit/core/roles.ts";

type About = { studentId: string };

const isTheirs = (me: Actor | null, { studentId }: About): boolean =>
  me !== null && me._id === studentId;

export const can = {
  /** Outside of a thread: a thread's program is for those to whom the thread shows it. */
  read: (me: Actor | null, about: About): boolean => isStaff(me) || isTheirs(me, about),
  write: (me: Actor | null): boolean => isStaff(me),
  answer: (me: Actor | null, about: About): boolean => isStaff(me) || isTheirs(me, about),
  /** Only the student says whether a comment is done. */
  finish: (me: Actor | null, about: About): boolean => isTheirs(me, about),
};

/** The number of lines of a program. A line end at its end begins no line. */
export const countLines = (source: string): number => linesOf(source).length;

export const linesOf = (source: string): string[] => source.replace(/\r?\n$/, "").split(/\r?\n/);

/** A range of lines; the first line is 1. */
export type Lines = { from: number; to: number };

/** A part of a diff: as many lines of both programs if equal, else those of one. */
export type DiffPart = { added: boolean; removed: boolean; count: number };

/** The same lines in a newer version; null if one has changed, or one was inserted between. */
export function followLines({ from, to }: Lines, diff: readonly DiffPart[]): Lines | null {
  let [before, after] = [0, 0];
  for (const { added, removed, count } of diff) {
    if (added) after += count;
    else {
      const isHere = before < from && from <= before + count;
      if (isHere && (removed || to > before + count)) return null;
      if (isHere) return { from: from - before + after, to: to - before + after };
      before += count;
      if (!removed) after += count;
    }
  }
  return null;
}
