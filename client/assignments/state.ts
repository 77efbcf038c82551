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
import type { ResponseRun, RunCard } from "../../server/runs/schema.ts";
import {
  type Freshness,
  liveQuery,
  liveRecord,
  markStale,
  type Values,
} from "../kit/data/live-query.ts";
import { mapValues } from "../kit/data/map-values.ts";
import { type LiveList, liveList, newestFirst, nextFirst } from "../kit/data/live-list.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { responseRunOf } from "../runs/state.ts";
import { withFeedback } from "../solutions/state.ts";

const me = (): Actor | null => store.get(meAtom);

// Cards: one for each assignment, by its id

export interface KnownAssignment extends Freshness {
  /** The card, with the status of the signed-in person's own response. */
  item: ListedAssignment;
}

export const assignmentsAtom = perUserAtom<Values<KnownAssignment>>({});

type OwnAnswer = Pick<Response, "responseStatus" | "run" | "late"> & {
  assignmentId: string;
  student: { _id: string };
};

function withAnswer(known: KnownAssignment, answer: OwnAnswer, me: Actor | null): KnownAssignment {
  const { assignmentId, student, responseStatus, run, late } = answer;
  if (assignmentId !== known.item._id || student._id !== me?._id) return known;
  const own = {
    ...{ student: me._id, responseStatus },
    ...(late && { late }),
    ...(run && { run }),
  };
  return { ...known, item: { ...known.item, responses: [own] } };
}

/** Updates the run of the responses that refer to it. Without one, the same array is returned. */
function withRun<R extends { run?: ResponseRun | null | undefined }>(
  responses: R[],
  run: ResponseRun,
): R[] {
  if (!responses.some((one) => one.run?._id === run._id)) return responses;
  return responses.map((one) => (one.run?._id === run._id ? { ...one, run } : one));
}

function withItemRun(known: KnownAssignment, card: RunCard): KnownAssignment {
  const responses = withRun(known.item.responses, responseRunOf(card));
  return responses === known.item.responses
    ? known
    : { ...known, item: { ...known.item, responses } };
}

export const assignments = liveRecord({
  atom: assignmentsAtom,
  context: me,
  reduce: {
    "assignment.saved": (known, { seq: _, ...card }) =>
      card._id === known.item._id
        ? { ...known, item: { ...card, responses: known.item.responses } }
        : known,
    "review.waiting": withAnswer,
    "review.changed": withAnswer,
    "run.finished": withItemRun,
    "run.verified": withItemRun,
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

/** Adds a changed card to the shelf, or removes it, by whether it belongs there now. */
function place(
  shelf: AssignmentShelf,
  id: string,
  cards: Values<KnownAssignment>,
): AssignmentShelf {
  const item = cards[id]?.item;
  const isHere = shelf.ids.includes(id);
  const isWanted = item !== undefined && (shelf.of === "all" || isGeneral(item));
  if (isHere === isWanted) return shelf;
  const others = shelf.ids.filter((one) => one !== id);
  return { ...shelf, ids: isWanted ? [...others, id] : others };
}

export interface ShelfContext {
  me: Actor | null;
  cards: Values<KnownAssignment>;
}

const keptShelfAtom = perUserAtom<AssignmentShelf | null>(null);

export const shelf = liveQuery({
  atom: keptShelfAtom,
  context: (): ShelfContext => ({ me: me(), cards: store.get(assignmentsAtom) }),
  reduce: {
    "assignment.saved": (known, { _id }, { me, cards }) => {
      const placed = place(known, _id, cards);
      // The event does not tell the person's own status: fetch a row that is new to the shelf.
      return isStaff(me) || known.ids.includes(_id) ? placed : markStale(placed);
    },
    "assignment.unassigned": (known, { _id, visible }) =>
      visible || !known.ids.includes(_id)
        ? known
        : { ...known, ids: known.ids.filter((id) => id !== _id) },
  },
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

export interface Detail extends Freshness {
  assignment: Assignment;
  /** All fields, of one version: the edit form needs them, and a card has only some. */
  whole: Assignment;
}

const keptDetailsAtom = perUserAtom<Values<Detail>>({});

const withReview = (
  detail: Detail,
  { seq: _, assignmentId, assignmentTitle: __, waitingSince: ___, submittedAt: ____, ...response }:
    & Response
    & {
      seq: number;
      assignmentId: string;
      assignmentTitle: string;
      waitingSince: string;
      submittedAt?: string;
    },
): Detail =>
  assignmentId === detail.assignment._id
    ? { ...detail, assignment: withResponse(detail.assignment, response) }
    : detail;

function withResponseRun(detail: Detail, card: RunCard): Detail {
  const { assignment } = detail;
  const responses = withRun(assignment.responses, responseRunOf(card));
  return responses === assignment.responses
    ? detail
    : { ...detail, assignment: { ...assignment, responses } };
}

function withRunOf(detail: Detail, card: RunCard): Detail {
  const { assignment, ...rest } = withResponseRun(detail, card);
  const { assignmentId, student, verdict, createdAt: at } = card;
  // The server's word counts, where there is one.
  const { passed, total } = card.verified ?? card;
  const isOwn = assignmentId === assignment._id && student._id === me()?._id && !isStaff(me());
  return isOwn && verdict !== null && at >= (assignment.lastRun?.at ?? "")
    ? { ...rest, assignment: { ...assignment, lastRun: { passed, total, at } } }
    : { ...rest, assignment };
}

const staleIfSame = (detail: Detail, { _id }: { _id: string }): Detail =>
  _id === detail.assignment._id ? markStale(detail) : detail;

export const details = liveRecord({
  atom: keptDetailsAtom,
  reduce: {
    // The card brings its own fields (`withCard`), but others may have changed too: fetch again.
    "assignment.saved": staleIfSame,
    "assignment.assigned": staleIfSame,
    "assignment.unassigned": staleIfSame,
    "review.waiting": withReview,
    "review.changed": withReview,
    "run.finished": withRunOf,
    "run.verified": withRunOf,
    "solution.viewed": (detail, { seq: _, assignmentId, ...giveUp }) => {
      const { assignment } = detail;
      if (assignmentId !== assignment._id) return detail;
      const others = assignment.gaveUp.filter(({ student }) => student._id !== giveUp.student._id);
      return { ...detail, assignment: { ...assignment, gaveUp: [...others, giveUp] } };
    },
    "solution.feedback": (detail, { seq: _, assignmentId, solutionId: __, ...feedback }) => {
      const { assignment } = detail;
      if (assignmentId !== assignment._id || !assignment.solution) return detail;
      const solution = withFeedback(assignment.solution, feedback);
      return { ...detail, assignment: { ...assignment, solution } };
    },
  },
});

function withCard(detail: Detail, known: KnownAssignment | undefined): Detail {
  if (known === undefined || known.stale || known.seq <= detail.seq) return detail;
  const { responses: _, ...card } = known.item;
  return { ...detail, assignment: { ...detail.assignment, ...card } };
}

export const detailsAtom = atom((get): Values<Detail> => {
  const cards = get(assignmentsAtom);
  return mapValues(get(keptDetailsAtom), (detail) => withCard(detail, cards[detail.whole._id]));
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
  order: lastGivenFirst,
  rows: { "homework.changed": (card) => "removed" in card ? null : card },
});

function lastGivenFirst(a: HomeworkCard, b: HomeworkCard): number {
  const [first, second] = [a.givenOutAt + a._id, b.givenOutAt + b._id];
  return first === second ? 0 : first > second ? -1 : 1;
}

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

// The order matters: `shelf` reads the cards, so `assignments` must handle an event first.
