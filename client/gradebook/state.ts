/** State of the gradebook: students by questions, and which of the students have new cells. */
import type { Gradebook, GradebookFilter } from "../../server/gradebook/schema.ts";
import { type Freshness, liveQuery, markStale } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export interface KnownBook extends Freshness {
  filter: GradebookFilter;
  book: Gradebook;
  /** The students whose cells have changed since; null if the questions may have. */
  changed: readonly string[] | null;
  /** How often everything had been fetched again when this was fetched. */
  resyncs: number;
}

export const gradebookAtom = perUserAtom<KnownBook | null>(null);

/** The chosen cell: a mentor who comes back from a response goes on there. */
export const chosenAtom = perUserAtom<{ student?: string; question?: string } | null>(null);

type Cell = { assignmentId: string; student: { _id: string } };

function withChanged(known: KnownBook, { assignmentId, student: { _id } }: Cell): KnownBook {
  const { questions, rows } = known.book;
  const isHere = questions.some((question) => question._id === assignmentId) &&
    rows.some((row) => row._id === _id);
  if (!isHere) return known;
  const changed = known.changed?.includes(_id) ? known.changed : known.changed?.concat(_id) ?? null;
  return markStale({ ...known, changed });
}

export const gradebook = liveQuery({
  atom: gradebookAtom,
  reduce: {
    "review.waiting": withChanged,
    "review.changed": withChanged,
    "run.verified": withChanged,
    "assignment.saved": (known) => markStale({ ...known, changed: null }),
  },
});
