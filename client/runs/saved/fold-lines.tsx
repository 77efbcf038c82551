/** Decides which lines of a program to show: those that matter, with the lines around them. */

/** A program with at most so many lines is not folded. */
export const LINES_WHOLE = 16;
/** The lines that are shown before and after a line that matters. */
const AROUND = 3;
/** The lines that a program begins with where none matters. */
const BEGIN = 12;
/** Opening a gap shows at most so many lines at once, and so does the whole program. */
const LINES_AT_ONCE = 2000;

export interface Part {
  isShown: boolean;
  from: number;
  to: number;
}

interface FoldOptions {
  matters: readonly number[];
  /** First lines of gaps that were opened. */
  opened: readonly number[];
  isWhole: boolean;
}

/** Splits the lines 1 to `count` into parts that are shown and gaps between them, in order. */
export function foldLines(count: number, { matters, opened, isWhole }: FoldOptions): Part[] {
  if (count <= LINES_WHOLE) return [{ isShown: true, from: 1, to: count }];
  const within = matters.filter((line) => line >= 1 && line <= count);
  const isShown = new Array<boolean>(count + 1).fill(false);
  isShown[0] = true;
  const show = (from: number, to: number) =>
    isShown.fill(true, Math.max(1, from), Math.min(count, to) + 1);
  for (const line of within) show(line - AROUND, line + AROUND);
  if (within.length === 0) show(1, BEGIN);
  if (isWhole) show(1, LINES_AT_ONCE);
  // In order, because a gap that was opened in part has another one behind it.
  for (const from of [...opened].sort((a, b) => a - b)) {
    let to = from;
    while (to < count && to < from + LINES_AT_ONCE && !isShown[to + 1]) to += 1;
    show(from, to);
  }
  // A gap of one line takes as much room as the line.
  const isAlone = (line: number) => isShown[line - 1] !== false && isShown[line + 1] !== false;
  const parts: Part[] = [];
  for (let line = 1; line <= count; line++) {
    const last = parts.at(-1);
    const shown = isShown[line] === true || isAlone(line);
    if (last?.isShown === shown) last.to = line;
    else parts.push({ isShown: shown, from: line, to: line });
  }
  return parts;
}
