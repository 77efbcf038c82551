/** What the two of a session tell each other besides the text; where they stand while they step. */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { SharedProgram } from "../kit/editor/shared-program.ts";
import { type Along, type Position, readStanding } from "../runs/steps/along.tsx";

type Awareness = SharedProgram["awareness"];

/** @param read returns a value of JSON */
export function useAwareness<T>({ awareness }: SharedProgram, read: (of: Awareness) => T): T {
  const subscribe = useCallback((onChange: () => void) => {
    awareness.on("change", onChange);
    return () => awareness.off("change", onChange);
  }, [awareness]);
  // As a text: a cursor moves more often than what is read changes.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(read(awareness)));
  return useMemo(() => JSON.parse(text), [text]);
}

/** @param name the other's name */
export function useAlong(program: SharedProgram, name: string): Along {
  const { awareness } = program;
  const stand = useAwareness(program, standIn);
  const set = useCallback(
    (mine: Position | null) => awareness.setLocalStateField("steps", mine),
    [awareness],
  );
  return useMemo(() => ({ ...stand, name, set }), [stand, name, set]);
}

/** Another tab of the same person is not the other. */
function standIn(awareness: Awareness): Pick<Along, "mine" | "other" | "isFirst"> {
  const own = awareness.getLocalState();
  const others = [...awareness.getStates()].flatMap(([id, { user, steps }]) => {
    const standing = user?.color === own?.user?.color ? null : readStanding(steps);
    return standing === null ? [] : [{ id, standing }];
  }).sort((one, other) => other.standing.turn - one.standing.turn);
  const [first] = others;
  return {
    mine: readStanding(own?.steps),
    other: first?.standing ?? null,
    isFirst: awareness.clientID < (first?.id ?? Infinity),
  };
}
