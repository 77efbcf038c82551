/**
 * The grid of the map: a row for each learner, a cell for each question. Only the rows in view are
 * in the document. The arrow keys move, Enter opens the cell's run.
 */
import { memo, useCallback, useEffect, useId, useState } from "react";
import { Link } from "wouter";
import type { LessonQuestion } from "../../../server/lessons/schema.ts";
import type { MapRow } from "../../../server/lessons/map/policy.ts";
import { type At, moved, range, remSize } from "../../kit/lists/grid.ts";
import { CellLook, cellName } from "./cell-look.tsx";

/** The height of a row, in rem. */
const ROW = 2.75;
/** Extra rows above and below the view. */
const SPARE = 8;

interface GridProps {
  rows: readonly MapRow[];
  questions: readonly LessonQuestion[];
  now: number;
  at: At;
  onMove: (at: At) => void;
  onOpen: (at: At) => void;
  /** The key of the row whose run stands beside the map. */
  opened: string | null;
  grid: React.RefObject<HTMLDivElement | null>;
}

export function MapGrid(props: GridProps) {
  const { rows, questions, now, at, onMove, onOpen, opened, grid } = props;
  const id = useId();
  const px = ROW * remSize();
  const { from, to, look } = useView(grid, px, at.row);
  const columns = `minmax(5rem, 16rem) repeat(${questions.length}, minmax(2.5rem, 1fr))`;
  const places = range(Math.max(0, from), Math.min(rows.length, to));
  // The chosen row stays in the document, so that a screen reader can name its cell.
  if (at.row < rows.length && !places.includes(at.row)) places.push(at.row);
  return (
    <div className="overflow-hidden rounded-box border border-base-300 bg-base-100">
      <div
        ref={grid}
        role="grid"
        tabIndex={0}
        data-own-arrows
        aria-label="Learners by questions"
        aria-rowcount={rows.length + 1}
        aria-colcount={questions.length + 1}
        aria-activedescendant={`${id}-${at.row}-${at.column}`}
        className="group/grid relative max-h-[max(24rem,100dvh-22rem)] overflow-auto -outline-offset-3"
        onScroll={look}
        onKeyDown={(event) => {
          const next = moved(event.key, at, { rows: rows.length, columns: questions.length });
          if (next !== null) {
            event.preventDefault();
            onMove(next);
          } else if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            onOpen(at);
          }
        }}
      >
        <div
          role="row"
          aria-rowindex={1}
          className="sticky top-0 z-10 grid gap-1 border-b border-base-300 bg-base-200 px-2 py-1.5 text-sm font-bold"
          style={{ gridTemplateColumns: columns }}
        >
          <span role="columnheader" aria-colindex={1}>Learner</span>
          {questions.map(({ _id, title }, place) => (
            <span
              key={_id}
              role="columnheader"
              aria-colindex={place + 2}
              aria-label={title}
              title={title}
              className="@container truncate text-center"
            >
              {place + 1}
              <span className="hidden @min-[4rem]:inline">. {title}</span>
            </span>
          ))}
        </div>
        <div role="rowgroup" className="relative" style={{ height: rows.length * px }}>
          {places.map((place) => {
            const row = rows[place];
            if (row === undefined) return null;
            return (
              <GridRow
                key={row.learner._id}
                {...{ row, place, questions, now, onOpen, id, px, columns }}
                chosen={at.row === place ? at.column : null}
                isOpen={opened === row.learner._id}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface RowProps extends Pick<GridProps, "questions" | "now" | "onOpen"> {
  row: MapRow;
  place: number;
  /** The column of the chosen cell, if it is in this row. */
  chosen: number | null;
  isOpen: boolean;
  id: string;
  px: number;
  columns: string;
}

/** While the grid is scrolled, only the rows that come into view are drawn. */
const GridRow = memo(function GridRow(props: RowProps) {
  const { row: { learner, known }, place, questions, now, chosen, isOpen, id, px } = props;
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className={`absolute inset-x-0 grid items-stretch gap-1 px-2 py-0.5 ${
        isOpen ? "bg-primary/10" : "hover:bg-base-200"
      }`}
      style={{ top: place * px, height: px, gridTemplateColumns: props.columns }}
    >
      <span
        role="rowheader"
        aria-colindex={1}
        className={`self-center truncate font-semibold ${learner.isHere ? "" : "text-muted"}`}
        title={learner.name}
      >
        {/* Not a tab stop: the grid is one, and the opened student's name is a link, too. */}
        <Link href={`/students/${learner._id}`} tabIndex={-1} className="hover:underline">
          {learner.name}
        </Link>
        {!learner.isHere && <span className="sr-only">, not online</span>}
      </span>
      {questions.map((question, column) => {
        const one = known[column];
        if (one === undefined) return null;
        return (
          <span
            key={question._id}
            id={`${id}-${place}-${column}`}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={chosen === column}
            className={`@container relative min-w-0 cursor-pointer rounded-field ${
              chosen === column
                ? "outline-2 outline-base-content/40 group-focus-visible/grid:outline-3 group-focus-visible/grid:outline-primary"
                : ""
            }`}
            onClick={() => props.onOpen({ row: place, column })}
          >
            <span className="sr-only">
              {`${learner.name}, ${cellName({ known: one, question, now })}`}
            </span>
            <CellLook known={one} question={question} now={now} />
          </span>
        );
      })}
    </div>
  );
});

/** Follows which rows are in view, and brings the chosen row into it. */
function useView(grid: GridProps["grid"], px: number, row: number) {
  const [[from, to], setRange] = useState<readonly [number, number]>([0, 30]);
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = grid.current ?? {};
    const first = Math.max(0, Math.floor(scrollTop / px) - SPARE);
    const last = Math.ceil((scrollTop + clientHeight) / px) + SPARE;
    setRange((now) => now[0] === first && now[1] === last ? now : [first, last]);
  }, [grid, px]);
  useEffect(() => {
    const watcher = new ResizeObserver(look);
    if (grid.current !== null) watcher.observe(grid.current);
    return () => watcher.disconnect();
  }, [grid, look]);
  useEffect(() => {
    const view = grid.current;
    if (view === null) return;
    const head = view.firstElementChild?.clientHeight ?? 0;
    const top = row * px;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top + px > view.scrollTop + view.clientHeight - head) {
      view.scrollTop = top + px - view.clientHeight + head;
    }
  }, [grid, px, row]);
  return { from, to, look };
}
