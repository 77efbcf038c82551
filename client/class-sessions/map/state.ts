/** State of the map: the cells of the running class session, and what events do to them. */
import type { DoubtCard } from "../../../server/doubts/schema.ts";
import {
  type Facts,
  type KnownByQuestion,
  withKnown,
} from "../../../server/class-sessions/map/policy.ts";
import type { ClassSessionMap, MapDoubt } from "../../../server/class-sessions/map/schema.ts";
import type { Pushes } from "../../../server/events.ts";
import type { ReviewItem } from "../../../server/reviews/schema.ts";
import { claimOf } from "../../kit/data/lease.ts";
import { type Freshness, liveQuery, markStale } from "../../kit/data/live-query.ts";
import { perUserAtom } from "../../kit/net/session.ts";

type KnownByLearner = Readonly<Record<string, KnownByQuestion>>;

/** An event changes the entry of one learner. The others stay the same objects, for their rows. */
export interface ClassMap extends Pick<ClassSessionMap, "classSession" | "learners"> {
  known: KnownByLearner;
}

export interface KnownMap extends Freshness {
  /** Null while no class session runs. */
  map: ClassMap | null;
}

export const mapAtom = perUserAtom<KnownMap | null>(null);

type Cell = { studentId: string; assignmentId: string };

export function classMapOf(
  { classSession, learners, cells, doubts, solved }: ClassSessionMap,
): ClassMap {
  const known: Record<string, KnownByQuestion> = {};
  const add = ({ studentId, assignmentId }: Cell, change: Partial<Facts>) => {
    known[studentId] = withKnown(known[studentId] ?? {}, assignmentId, change);
  };
  for (const cell of cells) add(cell, { cell });
  for (const doubt of doubts) add(doubt, { doubt });
  for (const one of solved) add(one, { isHandedIn: true });
  return { classSession, learners, known };
}

function withCell(
  map: ClassMap,
  { studentId, assignmentId }: Cell,
  change: Partial<Facts>,
): ClassMap {
  const next = withKnown(map.known[studentId] ?? {}, assignmentId, change);
  const known: Record<string, KnownByQuestion> = { ...map.known, [studentId]: next };
  if (Object.keys(next).length === 0) delete known[studentId];
  return { ...map, known };
}

const knownOf = ({ known }: ClassMap, { studentId, assignmentId }: Cell): Facts | undefined =>
  known[studentId]?.[assignmentId];

const isLearner = ({ learners }: ClassMap, id: string): boolean =>
  learners.some(({ _id }) => _id === id);

/** Changes the map, if there is one. An unknown learner is fetched. */
function withMap(known: KnownMap, change: (map: ClassMap) => ClassMap, who?: string): KnownMap {
  const { map } = known;
  if (map === null) return known;
  if (who !== undefined && !isLearner(map, who)) return markStale(known);
  const next = change(map);
  return next === map ? known : { ...known, map: next };
}

type ClassSessionData = Pushes["classSession.changed"];

function withClassSession(
  known: KnownMap,
  { seq: _, ...classSession }: ClassSessionData,
): KnownMap {
  const { map } = known;
  if (map === null || map.classSession._id !== classSession._id) return markStale(known);
  const ids = (of: { questions: { _id: string }[] }) => of.questions.map(({ _id }) => _id).join();
  const next = { ...known, map: { ...map, classSession } };
  return ids(classSession) === ids(map.classSession) ? next : markStale(next);
}

const hasQuestion = ({ classSession }: ClassMap, id: string): boolean =>
  classSession.questions.some(({ _id }) => _id === id);

const withCard = (known: KnownMap, card: DoubtCard): KnownMap =>
  withMap(known, (map) => {
    const { _id, assignment, student, waitingSince, resolved } = card;
    if (card.aside || !hasQuestion(map, assignment._id)) return map;
    const cell = { studentId: student._id, assignmentId: assignment._id };
    const before = knownOf(map, cell)?.doubt;
    if (resolved) return before?._id === _id ? withCell(map, cell, { doubt: undefined }) : map;
    const claim = before?._id === _id ? before.claim : null;
    return withCell(map, cell, { doubt: { _id, ...cell, waitingSince, claim } });
  });

const withResponse = (known: KnownMap, item: ReviewItem): KnownMap =>
  withMap(known, (map) => {
    const { assignmentId, student, responseStatus } = item;
    if (!hasQuestion(map, assignmentId)) return map;
    const cell = { studentId: student._id, assignmentId };
    return withCell(map, cell, { isHandedIn: responseStatus === "solved" });
  });

function doubtOf({ known }: ClassMap, id: string): MapDoubt | undefined {
  for (const studentId in known) {
    for (const { doubt } of Object.values(known[studentId] ?? {})) {
      if (doubt?._id === id) return doubt;
    }
  }
  return undefined;
}

/** The ids of the learners who are connected; null until the server has told them. */
export const hereAtom = perUserAtom<readonly string[] | null>(null);

export const classMap = liveQuery({
  atom: mapAtom,
  reduce: {
    "classSession.started": withClassSession,
    "classSession.changed": withClassSession,
    "classSession.ended": withClassSession,
    "classSession.cell": (known, { seq: _, classSessionId, ...cell }) =>
      withMap(
        known,
        (map) => map.classSession._id === classSessionId ? withCell(map, cell, { cell }) : map,
        cell.studentId,
      ),
    "doubt.opened": (known, { seq: _, ...card }) => withCard(known, card),
    "doubt.changed": (known, { seq: _, ...card }) => withCard(known, card),
    "claim.changed": (known, { kind, id, ...change }) =>
      withMap(known, (map) => {
        const doubt = kind === "doubt" ? doubtOf(map, id) : undefined;
        return doubt ? withCell(map, doubt, { doubt: { ...doubt, claim: claimOf(change) } }) : map;
      }),
    "review.waiting": (known, { seq: _, ...item }) => withResponse(known, item),
    "review.changed": (known, { seq: _, ...item }) => withResponse(known, item),
    "assignment.saved": (known, { _id }) =>
      known.map !== null && hasQuestion(known.map, _id) ? markStale(known) : known,
    // Its members may be others: the learners of a session are those of its sections.
    "section.changed": (known) => known.map === null ? known : markStale(known),
  },
});
