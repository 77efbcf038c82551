/** Where the two of a session stand while they step through the program. */
import { useCallback, useEffect, useMemo, useState } from "react";
import type { SharedProgram } from "../kit/editor/shared-program.ts";
import { type Along, type Position, readStanding } from "../runs/steps/along.tsx";

type Stand = Pick<Along, "mine" | "other" | "isFirst">;
const NOBODY: Stand = { mine: null, other: null, isFirst: true };

/** @param name the other's name */
export function useAlong({ awareness }: SharedProgram, name: string): Along {
  const [stand, setStand] = useState(NOBODY);
  useEffect(() => {
    const look = () => {
      const next = read(awareness);
      // A cursor moves more often than a step.
      setStand((now) => JSON.stringify(now) === JSON.stringify(next) ? now : next);
    };
    awareness.on("change", look);
    look();
    return () => awareness.off("change", look);
  }, [awareness]);
  const set = useCallback(
    (mine: Position | null) => awareness.setLocalStateField("steps", mine),
    [awareness],
  );
  return useMemo(() => ({ ...stand, name, set }), [stand, name, set]);
}

/** Another tab of the same person is not the other. */
function read(awareness: SharedProgram["awareness"]): Stand {
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
