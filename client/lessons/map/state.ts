/** State of the map: the cells of the running class session, and what events do to them. */
import type { DoubtCard } from "../../../server/doubts/schema.ts";
import { cellKey } from "../../../server/lessons/map/policy.ts";
import type { LessonMap, MapCell, MapDoubt } from "../../../server/lessons/map/schema.ts";
import type { Pushes } from "../../../server/live/events.ts";
import type { ReviewItem } from "../../../server/reviews/schema.ts";
import { type Fetched, liveQuery, markStale } from "../../kit/data/live-query.ts";
import { perUserAtom } from "../../kit/data/session.ts";
import { mapValues } from "./live.ts";

type ByCell<T> = Readonly<Record<string, T>>;

/** The map by cells: the key is that of `cellKey`. */
export interface ClassMap extends Pick<LessonMap, "lesson" | "learners"> {
  cells: ByCell<MapCell>;
  doubts: ByCell<MapDoubt>;
  solved: ByCell<true>;
}

export interface KnownMap extends Fetched {
  /** Null while no class session runs. */
  map: ClassMap | null;
}

export const mapAtom = perUserAtom<KnownMap | null>(null);

type Cell = { studentId: string; assignmentId: string };
const byCell = <T extends Cell>(all: readonly T[]): Record<string, T> =>
  Object.fromEntries(all.map((one) => [cellKey(one), one]));

export function classMapOf({ lesson, learners, cells, doubts, solved }: LessonMap): ClassMap {
  return {
    lesson,
    learners,
    cells: byCell(cells),
    doubts: byCell(doubts),
    solved: Object.fromEntries(solved.map((one) => [cellKey(one), true] as const)),
  };
}

const without = <T>(all: ByCell<T>, key: string): ByCell<T> => {
  if (!(key in all)) return all;
  const { [key]: _, ...others } = all;
  return others;
};

const UNTOUCHED = { run: null, repeats: 0, failure: null, solvedAt: null };

/** Changes the map, if there is one. An unknown learner is fetched. */
function withMap(known: KnownMap, change: (map: ClassMap) => ClassMap, who?: string): KnownMap {
  const { map } = known;
  if (map === null) return known;
  if (who !== undefined && !map.learners.some(({ _id }) => _id === who)) return markStale(known);
  const next = change(map);
  return next === map ? known : { ...known, map: next };
}

type LessonData = Pushes["lesson.changed"];

function keepLesson(known: KnownMap, { seq: _, ...lesson }: LessonData): KnownMap {
  const { map } = known;
  if (map === null || map.lesson._id !== lesson._id) return markStale(known);
  const ids = (of: { questions: { _id: string }[] }) => of.questions.map(({ _id }) => _id).join();
  const next = { ...known, map: { ...map, lesson } };
  return ids(lesson) === ids(map.lesson) ? next : markStale(next);
}

const hasQuestion = ({ lesson }: ClassMap, id: string): boolean =>
  lesson.questions.some(({ _id }) => _id === id);

const keepCard = (known: KnownMap, card: DoubtCard): KnownMap =>
  withMap(known, (map) => {
    const { _id, assignment, student, waitingSince, resolved } = card;
    if (card.aside || !hasQuestion(map, assignment._id)) return map;
    const cell = { studentId: student._id, assignmentId: assignment._id };
    const key = cellKey(cell);
    const before = map.doubts[key];
    if (resolved) return before?._id === _id ? { ...map, doubts: without(map.doubts, key) } : map;
    const claim = before?._id === _id ? before.claim : null;
    return { ...map, doubts: { ...map.doubts, [key]: { _id, ...cell, waitingSince, claim } } };
  });

const keepResponse = (known: KnownMap, item: ReviewItem): KnownMap =>
  withMap(known, (map) => {
    const { assignmentId, student, responseStatus } = item;
    if (!hasQuestion(map, assignmentId)) return map;
    const key = cellKey({ studentId: student._id, assignmentId });
    const solved: ByCell<true> = responseStatus === "solved"
      ? { ...map.solved, [key]: true }
      : without(map.solved, key);
    return { ...map, solved };
  });

export const classMap = liveQuery({
  atom: mapAtom,
  reduce: {
    "lesson.started": (known) => markStale(known),
    "lesson.changed": keepLesson,
    "lesson.ended": keepLesson,
    "lesson.cell": (known, { seq: _, lessonId, ...cell }) =>
      withMap(
        known,
        (map) =>
          map.lesson._id === lessonId
            ? { ...map, cells: { ...map.cells, [cellKey(cell)]: cell } }
            : map,
        cell.studentId,
      ),
    "lesson.signs": (known, { lessonId, signs }) => {
      const ids = new Set(known.map?.learners.map(({ _id }) => _id));
      const next = withMap(known, (map) => {
        if (map.lesson._id !== lessonId) return map;
        const cells = { ...map.cells };
        for (const sign of signs) {
          const key = cellKey(sign);
          cells[key] = { ...cells[key] ?? UNTOUCHED, ...sign };
        }
        return { ...map, cells };
      });
      return signs.every(({ studentId }) => ids.has(studentId)) ? next : markStale(next);
    },
    "doubt.opened": (known, { seq: _, ...card }) => keepCard(known, card),
    "doubt.changed": (known, { seq: _, ...card }) => keepCard(known, card),
    "doubt.entry": (known, { card }) => card === undefined ? known : keepCard(known, card),
    "claim.changed": (known, { kind, id, by, until }) =>
      withMap(known, (map) => {
        const [key, doubt] = kind === "doubt"
          ? Object.entries(map.doubts).find(([, { _id }]) => _id === id) ?? []
          : [];
        if (key === undefined || doubt === undefined) return map;
        const claim = by !== null && until !== null ? { by, until } : null;
        return { ...map, doubts: { ...map.doubts, [key]: { ...doubt, claim } } };
      }),
    "review.waiting": (known, { seq: _, ...item }) => keepResponse(known, item),
    "review.changed": (known, { seq: _, ...item }) => keepResponse(known, item),
    "assignment.saved": (known, { _id }) =>
      known.map !== null && hasQuestion(known.map, _id) ? markStale(known) : known,
  },
});

mapValues.add(classMap);
