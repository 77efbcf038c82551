/**
 * What is known of assignments: the lists on the screen, open details, the public homework. Pure
 * functions from what was known and what was pushed to what is known now; the atoms hold it.
 */
import { atom } from "jotai/vanilla";
import type * as z from "zod";
import { isGeneral } from "../../server/assignments/policy.ts";
import type {
  Assignment,
  AssignmentCard,
  HomeworkCard,
  ListedAssignment,
  practiceQuery,
  Response,
} from "../../server/assignments/schema.ts";
import { type Actor, isStaff } from "../../server/kit/roles.ts";
import type { Pushes } from "../../server/live/events.ts";
import { meAtom, personal } from "../kit/session.ts";
import { withFeedback } from "../solutions/state.ts";

type Names = Extract<
  keyof Pushes,
  `${"assignment" | "homework" | "review" | "solution"}.${string}`
>;
export type AssignmentPush = { [E in Names]: { event: E; data: Pushes[E] } }[Names];

export const isAssignmentPush = (push: { event: string }): push is AssignmentPush =>
  /^(assignment|homework|review|solution)\./.test(push.event);

export type PracticeFilter = Omit<z.output<typeof practiceQuery>, "page">;

/** A whole list, newest first: what is given to the class, everything, or what one practises. */
export interface Shelf {
  of: "general" | "all" | PracticeFilter;
  items: ListedAssignment[];
  seq: number;
  /** Something happened that only the server can place: fetch it again. */
  stale: boolean;
}

export function belongs(of: Shelf["of"], item: ListedAssignment): boolean {
  if (of === "all") return true;
  if (of === "general") return isGeneral(item);
  const { assignmentTag, difficulty, tags, responseStatus } = of;
  const wanted = (tags ?? "").toLowerCase().split(/[,\n]/).map((tag) => tag.trim()).filter(Boolean);
  const status = item.responses[0]?.responseStatus ?? "not attempted";
  return (assignmentTag === undefined || item.assignmentTag === assignmentTag) &&
    (difficulty === undefined || item.difficulty === difficulty) &&
    (responseStatus === undefined || status === responseStatus) &&
    (wanted.length === 0 ||
      item.tags.some((tag) => wanted.some((part) => tag.toLowerCase().includes(part))));
}

export function keepOnShelf(shelf: Shelf, push: AssignmentPush, me: Actor): Shelf {
  const { seq } = push.data;
  if (seq <= shelf.seq) return shelf;
  const current = { ...shelf, seq };
  switch (push.event) {
    case "assignment.saved":
      return keepCard(current, push.data);
    case "assignment.unassigned":
      return push.data.visible ? current : remove(current, push.data._id);
    case "review.waiting":
    case "review.changed":
      return push.data.student._id === me._id ? keepStatus(current, push.data, me) : current;
    case "assignment.assigned":
    case "homework.changed":
    case "solution.feedback":
    case "solution.viewed":
      return current;
  }
}

const remove = (shelf: Shelf, id: string): Shelf => ({
  ...shelf,
  items: shelf.items.filter(({ _id }) => _id !== id),
});

function keepCard(shelf: Shelf, { seq: _, ...card }: AssignmentCard & { seq: number }): Shelf {
  const known = shelf.items.find(({ _id }) => _id === card._id);
  if (known !== undefined && known.version > card.version) return shelf;
  const others = shelf.items.filter((item) => item !== known);
  const item = { ...card, responses: known?.responses ?? [] };
  // Whether it was answered is not on the card.
  const isUnsure = known === undefined && shelf.of !== "all";
  const stale = shelf.stale || isUnsure;
  if (!belongs(shelf.of, item)) return { ...shelf, items: others, stale };
  return { ...shelf, items: [...others, item].sort(newestFirst), stale };
}

function newestFirst(a: AssignmentCard, b: AssignmentCard): number {
  const [first, second] = [a.createdAt + a._id, b.createdAt + b._id];
  return first === second ? 0 : first > second ? -1 : 1;
}

type Answered = { assignmentId: string; responseStatus: Response["responseStatus"] };

function keepStatus(shelf: Shelf, { assignmentId, responseStatus }: Answered, me: Actor): Shelf {
  const known = shelf.items.find(({ _id }) => _id === assignmentId);
  if (known === undefined) {
    const isByStatus = typeof shelf.of === "object" && shelf.of.responseStatus !== undefined;
    return { ...shelf, stale: shelf.stale || isByStatus };
  }
  const item = { ...known, responses: [{ student: me._id, responseStatus }] };
  const items = belongs(shelf.of, item)
    ? shelf.items.with(shelf.items.indexOf(known), item)
    : shelf.items.filter((one) => one !== known);
  return { ...shelf, items };
}

/** The tag that a mentor has just chosen, shown before the server has answered. */
export function retag(shelf: Shelf, card: AssignmentCard): Shelf {
  return keepCard(shelf, { ...card, seq: shelf.seq });
}

export interface Detail {
  assignment: Assignment;
  /** As the server has last told all of it: a card tells only a part, and a form needs the rest. */
  whole: Assignment;
  seq: number;
  /** More has changed than a card tells. */
  stale: boolean;
}

export function keepInDetail(detail: Detail, push: AssignmentPush): Detail {
  const { assignment } = detail;
  if (push.data.seq <= detail.seq) return detail;
  switch (push.event) {
    case "assignment.saved": {
      const { seq, ...card } = push.data;
      if (card._id !== assignment._id) return detail;
      return { ...detail, assignment: { ...assignment, ...card }, seq, stale: true };
    }
    case "assignment.assigned":
    case "assignment.unassigned":
      return push.data._id === assignment._id ? { ...detail, stale: true } : detail;
    case "review.waiting":
    case "review.changed": {
      const { seq: _, assignmentId, assignmentTitle: __, waitingSince: ___, ...response } =
        push.data;
      if (assignmentId !== assignment._id) return detail;
      return { ...detail, assignment: keepResponse(assignment, response) };
    }
    case "solution.viewed": {
      const { seq: _, assignmentId, ...giveUp } = push.data;
      if (assignmentId !== assignment._id) return detail;
      const others = assignment.gaveUp.filter(({ student }) => student._id !== giveUp.student._id);
      return { ...detail, assignment: { ...assignment, gaveUp: [...others, giveUp] } };
    }
    case "solution.feedback": {
      const { seq: _, assignmentId, solutionId: __, ...feedback } = push.data;
      if (assignmentId !== assignment._id || !assignment.solution) return detail;
      const solution = withFeedback(assignment.solution, feedback);
      return { ...detail, assignment: { ...assignment, solution } };
    }
    case "homework.changed":
      return detail;
  }
}

export function keepResponse(assignment: Assignment, response: Response): Assignment {
  const known = assignment.responses.find(({ student }) => student._id === response.student._id);
  if (known !== undefined && known.version > response.version) return assignment;
  const others = assignment.responses.filter((one) => one !== known);
  return { ...assignment, responses: [...others, response] };
}

export interface Homework {
  items: HomeworkCard[];
  seq: number;
}

export function keepHomework(homework: Homework, push: AssignmentPush): Homework {
  if (push.event !== "homework.changed" || push.data.seq <= homework.seq) return homework;
  const { seq, ...card } = push.data;
  const others = homework.items.filter(({ _id }) => _id !== card._id);
  if ("removed" in card) return { seq, items: others };
  return { seq, items: [...others, card].sort(lastGivenFirst) };
}

function lastGivenFirst(a: HomeworkCard, b: HomeworkCard): number {
  const [first, second] = [a.givenOutAt + a._id, b.givenOutAt + b._id];
  return first === second ? 0 : first > second ? -1 : 1;
}

// What this browser holds

export const shelfAtom = personal<Shelf | null>(null);
export const detailsAtom = personal<Readonly<Record<string, Detail>>>({});
export const homeworkAtom = atom<Homework | null>(null);

/** What was pushed, kept wherever it is shown. */
export const keepAssignmentPush = atom(null, (get, set, push: AssignmentPush) => {
  set(homeworkAtom, (homework) => homework === null ? null : keepHomework(homework, push));
  const me = get(meAtom);
  if (me === null) return;
  set(shelfAtom, (shelf) => shelf === null ? null : keepOnShelf(shelf, push, me));
  set(detailsAtom, (details) =>
    Object.fromEntries(
      Object.entries(details).map(([id, detail]) => [id, keepInDetail(detail, push)]),
    ));
});

/** The signed-in learner's response; staff have none. */
export const ownResponse = (assignment: Assignment, me: Actor): Response | undefined =>
  isStaff(me) ? undefined : assignment.responses.find(({ student }) => student._id === me._id);
