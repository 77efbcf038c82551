/** Assignments: their cards, the list on the screen, open details, and the public homework. */
import { atom } from "jotai/vanilla";
import { isGeneral } from "../../server/assignments/policy.ts";
import type {
  Assignment,
  AssignmentCard,
  HomeworkCard,
  ListedAssignment,
} from "../../server/assignments/schema.ts";
import type { Response } from "../../server/assignments/responses/schema.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import type { ReviewItem } from "../../server/reviews/schema.ts";
import type { RunCard } from "../../server/runs/schema.ts";
import {
  type Freshness,
  liveQuery,
  liveRecord,
  markStale,
  type Values,
} from "../kit/data/live-query.ts";
import { byText, type LiveList, liveList, newestFirst, nextFirst } from "../kit/data/live-list.ts";
import { perUserAtom } from "../kit/net/session.ts";
import { responseRunOf } from "../runs/state.ts";

// Cards: one for each assignment, by its id

export interface KnownAssignment extends Freshness {
  /** The card, with the status of the signed-in person's own response. */
  item: ListedAssignment;
}

export const assignmentsAtom = perUserAtom<Values<KnownAssignment>>({});

export const assignments = liveRecord({
  atom: assignmentsAtom,
  reduce: {
    "assignment.saved": (known, { seq: _, ...card }) =>
      card._id === known.item._id
        ? { ...known, item: { ...card, responses: known.item.responses } }
        : known,
  },
  add({ event, data }) {
    if (event !== "assignment.saved") return undefined;
    const { seq, ...card } = data;
    return [card._id, { item: { ...card, responses: [] }, seq, stale: false }];
  },
});

export const assignmentsById = (items: readonly ListedAssignment[], seq: number) =>
  Object.fromEntries(items.map((item) => [item._id, { item, seq, stale: false }]));

// The shelf: the list of assignments on the screen, whole

export interface AssignmentShelf extends Freshness {
  /** All that the person may see, or the general assignments (given to the class). */
  of: "general" | "all";
  ids: readonly string[];
}

const keptShelfAtom = perUserAtom<AssignmentShelf | null>(null);

export const shelf = liveQuery({
  atom: keptShelfAtom,
  reduce: {
    "assignment.saved": (known: AssignmentShelf, card, me) => {
      const isHere = known.ids.includes(card._id);
      const isWanted = known.of === "all" || isGeneral(card);
      if (isHere === isWanted) return known;
      const others = known.ids.filter((id) => id !== card._id);
      const placed = { ...known, ids: isWanted ? [...others, card._id] : others };
      // The event does not tell the person's own status: fetch a row that is new to the shelf.
      return isStaff(me) || isHere ? placed : markStale(placed);
    },
    "assignment.unassigned": (known, { _id, visible }) =>
      visible || !known.ids.includes(_id)
        ? known
        : { ...known, ids: known.ids.filter((id) => id !== _id) },
  },
  stale: ["review.changed", "run.finished", "run.verified"],
  // The status of the person's own response.
  isAbout: (_, { student }, me) => !isStaff(me) && student._id === me?._id,
});

export const onShelf = (
  { ids }: AssignmentShelf,
  cards: Values<KnownAssignment>,
): ListedAssignment[] => ids.flatMap((id) => cards[id]?.item ?? []).sort(newestFirst);

export const shelfAtom = atom((get) => {
  const shelf = get(keptShelfAtom);
  return shelf && { ...shelf, items: onShelf(shelf, get(assignmentsAtom)) };
});

// Details: open assignments

interface Detail extends Freshness {
  assignment: Assignment;
}

export const detailsAtom = perUserAtom<Values<Detail>>({});

const withReview = (
  detail: Detail,
  { seq: _, assignmentId, assignmentTitle: __, waitingSince: ___, submittedAt: ____, ...response }:
    & ReviewItem
    & { seq: number },
): Detail =>
  assignmentId === detail.assignment._id
    ? { ...detail, assignment: withResponse(detail.assignment, response) }
    : detail;

/** Changes the run of the responses that refer to it, and the learner's own newest run. */
function withRun(detail: Detail, card: RunCard, me: Actor | null): Detail {
  const { assignment } = detail;
  const { student, verdict, createdAt: at } = card;
  // The server's word counts, where there is one.
  const { passed, total } = card.verified ?? card;
  const isNewest = student._id === me?._id && !isStaff(me) && verdict !== null &&
    card.assignmentId === assignment._id && at >= (assignment.lastRun?.at ?? "");
  const isIts = ({ run }: Response) => run?._id === card._id;
  if (!isNewest && !assignment.responses.some(isIts)) return detail;
  const responses = assignment.responses.map((one) =>
    isIts(one) ? { ...one, run: responseRunOf(card) } : one
  );
  const lastRun = isNewest && { lastRun: { passed, total, at } };
  return { ...detail, assignment: { ...assignment, responses, ...lastRun } };
}

export const details = liveRecord({
  atom: detailsAtom,
  reduce: {
    "review.waiting": withReview,
    "review.changed": withReview,
    "run.finished": withRun,
    "run.verified": withRun,
  },
  stale: [
    "assignment.saved",
    "assignment.assigned",
    "assignment.unassigned",
    "solution.viewed",
    "solution.feedback",
  ],
  isAbout: ({ assignment }, data) =>
    assignment._id === ("assignmentId" in data ? data.assignmentId : data._id),
});

export function withResponse(assignment: Assignment, response: Response): Assignment {
  const known = assignment.responses.find(({ student }) => student._id === response.student._id);
  if (known !== undefined && known.version > response.version) return assignment;
  const others = assignment.responses.filter((one) => one !== known);
  return { ...assignment, responses: [...others, response] };
}

// Homework, which is public

export type Homework = LiveList<HomeworkCard>;

export const homeworkAtom = atom<Homework | null>(null);

export const homework = liveList({
  atom: homeworkAtom,
  order: (a, b) => byText(b.givenOutAt + b._id, a.givenOutAt + a._id),
  rows: { "homework.changed": (card) => "removed" in card ? null : card },
});

export const ownResponse = (assignment: Assignment, me: Actor): Response | undefined =>
  isStaff(me) ? undefined : assignment.responses.find(({ student }) => student._id === me._id);

// Prepared assignments, for staff

export type ScheduledQuestion = AssignmentCard & { appearsAt: string };

export const scheduledAtom = perUserAtom<LiveList<ScheduledQuestion> | null>(null);

export const asScheduled = (card: AssignmentCard): ScheduledQuestion | null =>
  card.prepared ? { ...card, appearsAt: card.prepared.appearsAt } : null;

export const scheduled = liveList({
  atom: scheduledAtom,
  order: nextFirst,
  rows: { "assignment.saved": asScheduled },
});
