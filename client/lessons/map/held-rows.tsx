/**
 * The rows of the map, in an order that stays until the mentor asks for the new one. A class of 600
 * sends twenty events a second, each about one learner: only that learner's row is computed again.
 */
import { useAtomValue } from "jotai";
import { useMemo, useRef, useState } from "react";
import type { LessonQuestion } from "../../../server/lessons/schema.ts";
import {
  byNeed,
  isHere,
  type KnownByQuestion,
  type MapRow,
  rowOf,
} from "../../../server/lessons/map/policy.ts";
import type { MapLearner } from "../../../server/lessons/map/schema.ts";
import { type ClassMap, hereAtom } from "./state.ts";

const keyOf = ({ learner }: MapRow): string => learner._id;

/**
 * Returns the rows in the order of the last sorting. Learners who came since stand at the end,
 * and those who left stay in place.
 */
export function useHeldRows(map: ClassMap, { now, isWhole }: { now: number; isWhole: boolean }) {
  const all = useRows(map, now);
  const order = useRef<readonly MapRow[]>([]);
  const sorted = useMemo(
    () => order.current = byNeed(inOrder(all, order.current), map.lesson),
    [all, map.lesson],
  );
  const present = useMemo(
    () => sorted.filter(({ learner }) => isWhole || learner.isHere),
    [sorted, isWhole],
  );
  const [held, setHeld] = useState<readonly string[]>([]);
  const [wasWhole, setWasWhole] = useState(isWhole);
  if ((held.length === 0 && present.length > 0) || wasWhole !== isWhole) {
    setHeld(present.map(keyOf));
    setWasWhole(isWhole);
  }
  const rows = useMemo(() => {
    const shown = new Set(held);
    const came = present.filter((row) => !shown.has(keyOf(row)));
    return [...held.flatMap((key) => all.get(key) ?? []), ...came];
  }, [all, present, held]);
  return {
    rows,
    away: sorted.reduce((count, { learner }) => learner.isHere ? count : count + 1, 0),
    isChanged: rows.length !== present.length ||
      rows.some((row, place) => row !== present[place]),
    sort: () => setHeld(present.map(keyOf)),
  };
}

/** What a row was made of. */
type Made = {
  row: MapRow;
  learner: MapLearner;
  known: KnownByQuestion | undefined;
  questions: readonly LessonQuestion[];
  connected: boolean;
  now: number;
};

/** Returns the rows by their keys. A row that says the same as before is the same object. */
function useRows(
  { lesson, learners, known }: ClassMap,
  now: number,
): ReadonlyMap<string, MapRow> {
  const connected = useAtomValue(hereAtom);
  const before = useRef<ReadonlyMap<string, Made>>(new Map());
  return useMemo(() => {
    const here = connected && new Set(connected);
    const made = new Map<string, Made>();
    const rows = new Map<string, MapRow>();
    for (const learner of learners) {
      const { _id } = learner;
      const source = {
        learner,
        known: known[_id],
        questions: lesson.questions,
        connected: here?.has(_id) ?? learner.isHere,
        now,
      };
      const one = remade(source, before.current.get(_id), lesson);
      made.set(_id, one);
      rows.set(_id, one.row);
    }
    before.current = made;
    return rows;
  }, [lesson, learners, known, connected, now]);
}

function remade(
  source: Omit<Made, "row">,
  before: Made | undefined,
  lesson: ClassMap["lesson"],
): Made {
  const { learner, known, questions, connected, now } = source;
  const isUnchanged = before?.learner === learner && before.known === known &&
    before.questions === questions && before.connected === connected && before.now === now;
  if (isUnchanged) return before;
  const row = rowOf({ ...learner, isHere: connected }, known, lesson);
  const next = { ...row, learner: { ...row.learner, isHere: isHere(row, now) } };
  return { ...source, row: before && isSame(next, before.row) ? before.row : next };
}

const isSame = ({ learner, known }: MapRow, was: MapRow): boolean =>
  learner.isHere === was.learner.isHere && learner.name === was.learner.name &&
  known.length === was.known.length && known.every((one, at) => one === was.known[at]);

/** The rows in the order of an earlier sorting, the new ones last. */
function inOrder(all: ReadonlyMap<string, MapRow>, earlier: readonly MapRow[]): MapRow[] {
  const sorted = new Set(earlier.map(keyOf));
  const added = [...all].flatMap(([key, row]) => sorted.has(key) ? [] : [row]);
  return [...earlier.flatMap((row) => all.get(keyOf(row)) ?? []), ...added];
}
