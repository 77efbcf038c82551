/** The grid of the gradebook. Enter opens the response, or in the first column the student's row. */
import { memo, useId, useMemo } from "react";
import { Link } from "wouter";
import type { GradebookQuestion, GradebookRow } from "../../server/gradebook/schema.ts";
import { mediaHook } from "../kit/layout/media.ts";
import { type At, drawnRows, Grid, range, remSize, useGridView } from "../kit/lists/grid.tsx";
import { CellLook, cellName } from "./cell-look.tsx";

/** Sizes in rem, on a phone and on larger screens. */
const SMALL = { row: 3, head: 3.5, first: 7.5, column: 5.25 };
const LARGE = { row: 3, head: 3.5, first: 15, column: 6.25 };

interface GridProps {
  rows: readonly GradebookRow[];
  questions: readonly GradebookQuestion[];
  now: number;
  /** Column 0 is the students' own, 1 the first question's. */
  at: At;
  onMove: (at: At) => void;
  onOpen: (at: At) => void;
  grid: React.RefObject<HTMLDivElement | null>;
}

export const responsePath = (question: GradebookQuestion, row: GradebookRow): string =>
  `/solutions?item=${question._id}.${row._id}`;

export function GradebookGrid({ rows, questions, now, at, onMove, onOpen, grid }: GridProps) {
  const id = useId();
  const size = useSizes();
  const { view, look } = useGridView(grid, size, at);
  const columns = range(view.left, Math.min(questions.length, view.right));
  const width = widthOf(questions, size);
  return (
    <Grid
      {...{ id, grid, at, onMove, onOpen }}
      label="Students by questions"
      count={{ rows: rows.length, columns: questions.length + 1, all: questions.length + 1 }}
      className="group/grid relative print:hidden max-h-[max(24rem,100dvh-19rem)] overflow-auto overscroll-contain rounded-box border border-base-300 bg-base-100 -outline-offset-3"
      onScroll={look}
    >
      <div
        role="row"
        aria-rowindex={1}
        className="sticky top-0 z-20 border-b border-base-300 bg-base-200 text-sm font-bold"
        style={{ width, height: size.head }}
      >
        <span
          role="columnheader"
          aria-colindex={1}
          className="sticky left-0 z-10 flex h-full items-center border-r border-base-300 bg-base-200 px-2"
          style={{ width: size.first }}
        >
          Student
        </span>
        {columns.map((place) => {
          const { _id, title } = questions[place] as GradebookQuestion;
          return (
            <span
              key={_id}
              role="columnheader"
              aria-colindex={place + 2}
              className="absolute inset-y-0 flex items-center px-1"
              style={{ left: size.first + place * size.column, width: size.column }}
            >
              <Link
                href={`/assignments/${_id}`}
                tabIndex={-1}
                title={title}
                className="line-clamp-2 leading-tight break-words hover:underline"
              >
                {title}
              </Link>
            </span>
          );
        })}
      </div>
      <div role="rowgroup" className="relative" style={{ width, height: rows.length * size.row }}>
        {drawnRows(view, rows.length, at.row).map((place) => (
          <Row
            key={rows[place]?._id}
            {...{ place, questions, now, onOpen, id, size }}
            row={rows[place] as GradebookRow}
            from={view.left}
            to={Math.min(questions.length, view.right)}
            chosen={at.row === place ? at.column : null}
          />
        ))}
      </div>
    </Grid>
  );
}

interface RowProps extends Pick<GridProps, "questions" | "now" | "onOpen"> {
  row: GradebookRow;
  place: number;
  from: number;
  to: number;
  /** The chosen column, if it is in this row. */
  chosen: number | null;
  id: string;
  size: typeof SMALL;
}

const widthOf = ({ length }: GridProps["questions"], { first, column }: typeof SMALL): number =>
  first + length * column;

const CHOSEN =
  "z-[1] outline-2 -outline-offset-2 outline-base-content/40 group-focus-visible/grid:outline-3 group-focus-visible/grid:outline-primary";

/** While the grid is scrolled down, only the rows that come into view are drawn. */
const Row = memo(function Row(props: RowProps) {
  const { row, place, questions, now, onOpen, from, to, chosen, id, size } = props;
  const columns = range(from, to);
  if (chosen !== null && chosen > 0 && !columns.includes(chosen - 1)) columns.push(chosen - 1);
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className="absolute left-0 border-b border-base-300/60"
      style={{ top: place * size.row, height: size.row, width: widthOf(questions, size) }}
    >
      <span
        id={`${id}-${place}-0`}
        role="rowheader"
        aria-colindex={1}
        aria-selected={chosen === 0}
        className={`sticky left-0 z-10 flex h-full cursor-pointer flex-col justify-center border-r border-base-300 bg-base-100 px-2 leading-tight hover:bg-base-200 ${
          chosen === 0 ? CHOSEN : ""
        }`}
        style={{ width: size.first }}
        onClick={() => onOpen({ row: place, column: 0 })}
      >
        <span className="truncate font-semibold" title={row.name}>{row.name}</span>
        <span className="truncate text-xs text-muted">
          {row.solved} of {questions.length} <span className="max-sm:sr-only">solved</span>
        </span>
      </span>
      {columns.map((column) => {
        const question = questions[column] as GradebookQuestion;
        const look = { cell: row.cells[question._id], question, now };
        return (
          <span
            key={question._id}
            id={`${id}-${place}-${column + 1}`}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={chosen === column + 1}
            className={`absolute inset-y-0 p-0.5 ${look.cell ? "cursor-pointer" : ""} ${
              chosen === column + 1 ? CHOSEN : ""
            }`}
            style={{ left: size.first + column * size.column, width: size.column }}
            onClick={() => onOpen({ row: place, column: column + 1 })}
          >
            <span className="sr-only">{`${row.name}, ${question.title}: ${cellName(look)}`}</span>
            <CellLook {...look} />
          </span>
        );
      })}
    </div>
  );
});

const useIsPhone = mediaHook("(max-width: 39.99rem)");

function useSizes(): typeof SMALL {
  const isPhone = useIsPhone();
  return useMemo(() => {
    const rem = remSize();
    const { row, head, first, column } = isPhone ? SMALL : LARGE;
    return { row: row * rem, head: head * rem, first: first * rem, column: column * rem };
  }, [isPhone]);
}
