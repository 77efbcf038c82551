/** What grids of learners by questions share. Only what is in view is drawn; arrow keys move. */
import { type ReactNode, type RefObject, useCallback, useEffect, useState } from "react";

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
function moved(
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

/** Rows above and below the view that are drawn, too. */
const SPARE = 8;
/** Columns are drawn in blocks of so many: a new column changes every row. */
const BLOCK = 4;
const START = { top: 0, bottom: 30, left: 0, right: 12 };

/** In pixels: the height of a row; the widths of the first column and of the others, if they are fixed. */
interface Sizes {
  row: number;
  first?: number;
  column?: number;
}

type GridRef = RefObject<HTMLDivElement | null>;

/** Follows which rows and columns are in view, and brings the chosen cell into it, if there is one. */
export function useGridView(grid: GridRef, sizes: Sizes, at: At) {
  const { row, first = 0, column = Infinity } = sizes;
  const [view, setView] = useState(START);
  const look = useCallback(() => {
    const place = grid.current;
    if (place === null) return;
    const { scrollTop, clientHeight, scrollLeft, clientWidth } = place;
    const next = {
      top: Math.max(0, Math.floor(scrollTop / row) - SPARE),
      bottom: Math.ceil((scrollTop + clientHeight) / row) + SPARE,
      left: Math.floor(scrollLeft / column / BLOCK) * BLOCK,
      right: Math.ceil((scrollLeft + clientWidth - first) / column / BLOCK) * BLOCK,
    };
    setView((now) => JSON.stringify(now) === JSON.stringify(next) ? now : next);
  }, [grid, row, first, column]);
  useEffect(() => {
    const watcher = new ResizeObserver(look);
    if (grid.current !== null) watcher.observe(grid.current);
    return () => watcher.disconnect();
  }, [grid, look]);
  useEffect(() => {
    const place = grid.current;
    if (place === null || at.row < 0) return;
    const head = place.querySelector<HTMLElement>("[role=row]")?.offsetHeight ?? 0;
    const [top, height] = [at.row * row, place.clientHeight - head];
    if (top < place.scrollTop) place.scrollTop = top;
    else if (top + row > place.scrollTop + height) place.scrollTop = top + row - height;
    if (at.column === 0 || column === Infinity) return;
    const [left, width] = [(at.column - 1) * column, place.clientWidth - first];
    if (left < place.scrollLeft) place.scrollLeft = left;
    else if (left + column > place.scrollLeft + width) place.scrollLeft = left + column - width;
  }, [grid, row, first, column, at.row, at.column]);
  return { view, look };
}

/** The rows that are drawn: the chosen one, too, so that a screen reader can name its cell. */
export function drawnRows({ top, bottom }: typeof START, count: number, chosen: number): number[] {
  const places = range(top, Math.min(count, bottom));
  return chosen < count && !places.includes(chosen) ? [...places, chosen] : places;
}

interface GridProps {
  /** The beginning of its cells' ids. */
  id: string;
  label: string;
  /** `columns` are those that the keys lead to, `all` also the learners' names. */
  count: { rows: number; columns: number; all: number };
  grid: GridRef;
  at: At;
  onMove: (at: At) => void;
  onOpen: (at: At) => void;
  onScroll: () => void;
  className: string;
  children: ReactNode;
}

export function Grid({ id, label, count, grid, at, onMove, onOpen, ...rest }: GridProps) {
  return (
    <div
      {...rest}
      ref={grid}
      role="grid"
      tabIndex={0}
      data-own-arrows
      aria-label={label}
      aria-rowcount={count.rows + 1}
      aria-colcount={count.all}
      aria-activedescendant={`${id}-${at.row}-${at.column}`}
      onKeyDown={(event) => {
        const next = moved(event.key, at, count, event.ctrlKey || event.metaKey);
        const isOpened = event.key === "Enter" || event.key === " ";
        if (next === null && !isOpened) return;
        event.preventDefault();
        if (next !== null) onMove(next);
        else onOpen(at);
      }}
    />
  );
}
