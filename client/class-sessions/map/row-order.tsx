/** The rows of the map, in an order that stays until the mentor asks for the new one. */
import { useAtomValue } from "jotai";
import { useCallback, useMemo, useRef } from "react";
import { byNeed, isHere, type MapRow, rowOf } from "../../../server/class-sessions/map/policy.ts";
import { useFrozenList } from "../../kit/lists/frozen-list.ts";
import { type ClassMap, hereAtom } from "./state.ts";

const keyOf = ({ learner }: MapRow): string => learner._id;

/** The rows in the order of the last sorting, new learners last; who left stays in place. */
export function useRowOrder(map: ClassMap, { now, isWhole }: { now: number; isWhole: boolean }) {
  const all = useRows(map, now);
  const order = useRef<readonly MapRow[]>([]);
  const sorted = useMemo(
    () => order.current = byNeed(inOrder(all, order.current), map.classSession),
    [all, map.classSession],
  );
  const present = useMemo(
    () => sorted.filter(({ learner }) => isWhole || learner.isHere),
    [sorted, isWhole],
  );
  const still = useFrozenList(present, {
    keyOf,
    lookUp: useCallback((key: string) => all.get(key), [all]),
    subject: String(isWhole),
    isGrowing: true,
  });
  const rows = still.rows.map(({ item }) => item);
  return {
    rows,
    away: sorted.reduce((count, { learner }) => learner.isHere ? count : count + 1, 0),
    isChanged: rows.length !== present.length ||
      rows.some((row, place) => row !== present[place]),
    sort: () => still.refresh(),
  };
}

function useRows(
  { classSession, learners, known }: ClassMap,
  now: number,
): ReadonlyMap<string, MapRow> {
  const connected = useAtomValue(hereAtom);
  return useMemo(() => {
    const here = connected && new Set(connected);
    return new Map(learners.map((learner) => {
      const { _id } = learner;
      const row = rowOf(
        { ...learner, isHere: here?.has(_id) ?? learner.isHere },
        known[_id],
        classSession,
      );
      return [_id, { ...row, learner: { ...row.learner, isHere: isHere(row, now) } }];
    }));
  }, [classSession, learners, known, connected, now]);
}

/** The rows in the order of an earlier sorting, the new ones last. */
function inOrder(all: ReadonlyMap<string, MapRow>, earlier: readonly MapRow[]): MapRow[] {
  const sorted = new Set(earlier.map(keyOf));
  const added = [...all].flatMap(([key, row]) => sorted.has(key) ? [] : [row]);
  return [...earlier.flatMap((row) => all.get(keyOf(row)) ?? []), ...added];
}
