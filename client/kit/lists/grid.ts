/** What the grids of learners by questions share: places, the keys that move, and sizes. */

/** A row and a column, both from 0. */
export interface At {
  row: number;
  column: number;
}

const PAGE = 10;

/**
 * Returns the place after a key; null for a key that does not move.
 * @param isFar Home and End lead to the first and the last row, too
 */
export function moved(
  key: string,
  { row, column }: At,
  { rows, columns }: { rows: number; columns: number },
  isFar = false,
): At | null {
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const to = (row: number, column: number): At => ({
    row: Math.max(0, Math.min(lastRow, row)),
    column: Math.max(0, Math.min(lastColumn, column)),
  });
  const steps: Record<string, At> = {
    ArrowDown: to(row + 1, column),
    ArrowUp: to(row - 1, column),
    ArrowRight: to(row, column + 1),
    ArrowLeft: to(row, column - 1),
    PageDown: to(row + PAGE, column),
    PageUp: to(row - PAGE, column),
    Home: to(isFar ? 0 : row, 0),
    End: to(isFar ? lastRow : row, lastColumn),
  };
  return steps[key] ?? null;
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth);

/** One rem, in pixels. */
export const remSize = (): number =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
