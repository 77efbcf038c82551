/** The grid of the map: a row for each learner, a cell for each question. Enter opens its run. */
import { useId } from "react";
import { Link } from "wouter";
import type { ClassSessionQuestion } from "../../../server/class-sessions/schema.ts";
import type { MapRow } from "../../../server/class-sessions/map/policy.ts";
import { type At, drawnRows, Grid, remSize, useGridView } from "../../kit/lists/grid.tsx";
import { CellLook, cellName } from "./cell-look.tsx";

/** The height of a row, in rem. */
const ROW = 2.75;

interface GridProps {
  rows: readonly MapRow[];
  questions: readonly ClassSessionQuestion[];
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
  const { view, look } = useGridView(grid, { row: px }, at);
  const columns = `minmax(5rem, 16rem) repeat(${questions.length}, minmax(2.5rem, 1fr))`;
  return (
    <div className="overflow-hidden rounded-box border border-base-300 bg-base-100">
      <Grid
        {...{ id, grid, at, onMove, onOpen }}
        label="Learners by questions"
        count={{ rows: rows.length, columns: questions.length, all: questions.length + 1 }}
        className="group/grid relative max-h-[max(24rem,100dvh-22rem)] overflow-auto -outline-offset-3"
        onScroll={look}
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
          {drawnRows(view, rows.length, at.row).map((place) => {
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
      </Grid>
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

function GridRow(props: RowProps) {
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
}
