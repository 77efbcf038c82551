/** State of a learner's page for staff: the page, one page of a list, and the staff's notes. */
import type {
  Attempt,
  Note,
  OpenWork,
  StudentPage,
  StudentReview,
} from "../../server/students/schema.ts";
import type { ListedDoubt } from "../../server/doubts/schema.ts";
import { type Freshness, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type ListName = "open" | "attempts" | "doubts" | "reviews";

interface KnownStudent extends Freshness {
  id: string;
  page: StudentPage;
}

export type Rows =
  | { open: readonly OpenWork[] }
  | { attempts: readonly Attempt[] }
  | { doubts: readonly ListedDoubt[] }
  | { reviews: readonly StudentReview[] };

interface KnownList extends Freshness {
  id: string;
  name: ListName;
  filter: { page: number; limit: number };
  data: Rows & { total: number };
}

export interface KnownNotes extends Freshness {
  id: string;
  page: number;
  notes: readonly Note[];
  total: number;
}

export const studentAtom = perUserAtom<KnownStudent | null>(null);
export const listAtom = perUserAtom<KnownList | null>(null);
export const notesAtom = perUserAtom<KnownNotes | null>(null);

/** Without a student, the event is about all of them. */
const isTheirs = ({ id }: { id: string }, data: { student: { _id: string } } | object): boolean =>
  !("student" in data) || data.student._id === id;

/** The events that change a learner's work. */
const OF_WORK = [
  "review.waiting",
  "review.changed",
  "homework.changed",
  "assignment.assigned",
  "assignment.unassigned",
] as const;

export const student = liveQuery({
  atom: studentAtom,
  stale: OF_WORK,
  isAbout: isTheirs,
});

export const list = liveQuery({
  atom: listAtom,
  stale: [...OF_WORK, "doubt.opened", "doubt.changed"],
  isAbout: isTheirs,
});

export const notes = liveQuery({
  atom: notesAtom,
  stale: ["note.saved", "note.deleted"],
  isAbout: ({ id }, { studentId }) => id === studentId,
});
