/** The gradebook of the class, for staff: students by questions, filtered by the address. */
import { useAtomValue } from "jotai";
import type { ExtractAtomValue } from "jotai/vanilla";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { ASSIGNMENT_TAGS, DIFFICULTIES } from "../../server/assignments/schema.ts";
import { GRADEBOOK_ORDERS } from "../../server/gradebook/schema.ts";
import { Export } from "../exports/export.tsx";
import { isSameFilter, useLoad } from "../kit/data/query.ts";
import { store } from "../kit/net/store.ts";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { FilterBar, FilterChoice } from "../kit/lists/filter-bar.tsx";
import { searchWords, sectionOf } from "../kit/lists/search-words.ts";
import { choiceOf, FilterText, useUrlFilter } from "../kit/lists/url-filter.tsx";
import { useNow } from "../kit/ui/format-time.ts";
import { Empty, NotLoaded, Page } from "../kit/ui/page.tsx";
import { plural } from "../kit/ui/plural.ts";
import { STUDENT_PAGE } from "../people/person-name.tsx";
import SectionFilter from "../sections/filter.tsx";
import { loadGradebook } from "./actions.ts";
import { Legend } from "./cell-look.tsx";
import type { At } from "../kit/lists/grid.tsx";
import { GradebookGrid, responsePath } from "./grid.tsx";
import { chosenAtom, gradebookAtom, type KnownBook } from "./state.ts";
import StudentRow from "./student-row.tsx";

const gradebookParts = {
  search: searchWords,
  assignmentTag: choiceOf(ASSIGNMENT_TAGS),
  difficulty: choiceOf(DIFFICULTIES),
  assignmentTitle: searchWords,
  order: choiceOf(GRADEBOOK_ORDERS),
  section: sectionOf,
};

const ORDERS = [
  ["fewest", "Fewest solved first"],
  ["most", "Most solved first"],
] as const;

/** Whether something is missing depends on the time, which is looked at this often, in ms. */
const LOOK_EVERY = 60_000;

export default function GradebookPage() {
  return (
    <Page title="Gradebook" dense aside={<Export lists={{ gradebook: "Gradebook" }} />}>
      <FilterBar
        label="Filter the gradebook"
        first={<FilterText name="search" label="Student" placeholder="Name, email or branch" />}
      >
        <SectionFilter />
        <FilterText name="assignmentTitle" label="Question" />
        <FilterChoice name="assignmentTag" label="Tag" all="Class" options={ASSIGNMENT_TAGS} />
        <FilterChoice name="difficulty" label="Difficulty" all="Any" options={DIFFICULTIES} />
        <FilterChoice name="order" label="Order" all="By name" options={ORDERS} />
      </FilterBar>
      <LoadedGrid />
    </Page>
  );
}

function LoadedGrid() {
  const filter = useUrlFilter(gradebookParts);
  const known = useAtomValue(gradebookAtom);
  const isCurrent = isSameFilter(known?.filter, filter);
  const loading = useLoad(
    loadGradebook,
    "Failed to load the gradebook.",
    isCurrent && known?.stale,
    filter,
  );
  if (known === null) {
    return (
      <NotLoaded
        loading={loading}
        label="Loading the gradebook..."
        skeleton="h-[70vh] rounded-box"
      />
    );
  }
  return (
    <div className={isCurrent ? "" : "opacity-60"} aria-busy={!isCurrent}>
      <Book key={JSON.stringify(known.filter)} book={known.book} />
    </div>
  );
}

/** The first cell, unless one of this book was chosen before. */
function placeOf(
  chosen: ExtractAtomValue<typeof chosenAtom>,
  { rows, questions }: KnownBook["book"],
): At {
  const row = rows.findIndex(({ _id }) => _id === chosen?.student);
  if (row === -1) return { row: 0, column: 1 };
  return { row, column: questions.findIndex(({ _id }) => _id === chosen?.question) + 1 };
}

function Book({ book }: Pick<KnownBook, "book">) {
  const { rows, questions } = book;
  const now = useNow(LOOK_EVERY);
  const [at, setAt] = useState<At>(() => placeOf(store.get(chosenAtom), book));
  useEffect(() => {
    const [student, question] = [rows[at.row]?._id, questions[at.column - 1]?._id];
    store.set(chosenAtom, { ...(student && { student }), ...(question && { question }) });
  }, [at]);
  const [opened, setOpened] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const [, go] = useLocation();
  const open = useCallback(({ row: place, column }: At) => {
    const [row, question] = [rows[place], questions[column - 1]];
    setAt({ row: place, column });
    if (row === undefined) return;
    if (question === undefined) setOpened(row._id);
    else if (row.cells[question._id]) go(responsePath(question, row));
  }, [rows, questions, go]);
  useShortcuts([
    { keys: ["m"], name: "Go to the gradebook", run: () => grid.current?.focus() },
    {
      ...STUDENT_PAGE,
      run: () => {
        const row = rows[at.row];
        if (row !== undefined) go(`/students/${row._id}`);
      },
    },
  ], "Gradebook");
  const row = rows.find(({ _id }) => _id === opened);
  if (rows.length === 0) return <Empty>No student matches this filter.</Empty>;
  if (questions.length === 0) return <Empty>No question matches this filter.</Empty>;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <Counts book={book} />
        <Legend />
      </div>
      <GradebookGrid
        {...{ rows, questions, now, grid }}
        at={{ ...at, row: Math.min(at.row, rows.length - 1) }}
        onMove={setAt}
        onOpen={open}
      />
      <p className="hidden print:block">
        The gradebook is too wide for paper. Export it, and print the table.
      </p>
      {row && <StudentRow {...{ row, questions, now }} onClose={() => setOpened(null)} />}
    </div>
  );
}

function Counts(
  { book: { rows, questions, studentsTotal, questionsTotal } }: Pick<KnownBook, "book">,
) {
  const isPart = studentsTotal > rows.length || questionsTotal > questions.length;
  return (
    <p className="text-sm text-muted">
      {plural(rows.length, "student")}, {plural(questions.length, "question")}, the newest first.
      {isPart && " There are more: narrow the filter to see them."}
    </p>
  );
}
