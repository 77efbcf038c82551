/** State of a learner's page for staff: the page, one page of a list, and the staff's notes. */
import type {
  Attempt,
  Note,
  OpenWork,
  StudentPage,
  StudentReview,
} from "../../server/students/schema.ts";
import type { ListedDoubt } from "../../server/doubts/schema.ts";
import { type Freshness, liveQuery, markStale } from "../kit/data/live-query.ts";
import { newestFirst } from "../kit/data/live-list.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const LISTS = ["open", "attempts", "doubts", "reviews"] as const;
export type ListName = typeof LISTS[number];

export interface KnownStudent extends Freshness {
  id: string;
  page: StudentPage;
}

export type Rows =
  | { name: "open"; rows: readonly OpenWork[] }
  | { name: "attempts"; rows: readonly Attempt[] }
  | { name: "doubts"; rows: readonly ListedDoubt[] }
  | { name: "reviews"; rows: readonly StudentReview[] };

export interface KnownList extends Freshness {
  id: string;
  filter: { page: number; limit: number };
  list: Rows;
  total: number;
}

export interface KnownNotes extends Freshness {
  id: string;
  filter: { page: number; limit: number };
  notes: readonly Note[];
  total: number;
}

export const studentAtom = perUserAtom<KnownStudent | null>(null);
export const listAtom = perUserAtom<KnownList | null>(null);
export const notesAtom = perUserAtom<KnownNotes | null>(null);

type About = { student: { _id: string } };

/** The value has to be fetched again if the event is about its learner. */
const ifTheirs = <T extends Freshness & { id: string }>(known: T, { student }: About): T =>
  student._id === known.id ? markStale(known) : known;

export const student = liveQuery({
  atom: studentAtom,
  reduce: {
    "review.waiting": ifTheirs,
    "review.changed": ifTheirs,
    "homework.changed": markStale,
    "assignment.assigned": markStale,
    "assignment.unassigned": markStale,
  },
});

export const list = liveQuery({
  atom: listAtom,
  reduce: {
    "doubt.opened": ifTheirs,
    "doubt.changed": ifTheirs,
    "review.waiting": ifTheirs,
    "review.changed": ifTheirs,
    "homework.changed": markStale,
    "assignment.assigned": markStale,
    "assignment.unassigned": markStale,
  },
});

export const notes = liveQuery({
  atom: notesAtom,
  reduce: {
    "note.saved": (known, { seq: _, ...note }) => {
      if (note.studentId !== known.id || known.notes.some(({ _id }) => _id === note._id)) {
        return known;
      }
      if (known.filter.page > 1) return markStale(known);
      const all = [...known.notes, note].sort(newestFirst).slice(0, known.filter.limit);
      return { ...known, notes: all, total: known.total + 1 };
    },
    "note.deleted": (known, { _id, studentId }) => {
      if (studentId !== known.id) return known;
      const left = known.notes.filter((note) => note._id !== _id);
      // On a page that does not show it, the rows move up by one.
      const isShort = left.length === known.notes.length || known.total > known.notes.length;
      const next = { ...known, notes: left, total: Math.max(0, known.total - 1) };
      return isShort ? markStale(next) : next;
    },
  },
});
