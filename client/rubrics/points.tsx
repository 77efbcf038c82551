/** The points of a rubric in the review form: a button and a key for each. */
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import Lightbulb from "../kit/ui/icon.tsx?lightbulb";
import { IconButton } from "../kit/ui/icon-button.tsx";
import { sumOf } from "../../server/rubrics/policy.ts";
import type { ReviewRubric, RubricPoint } from "../../server/rubrics/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { loadRubric } from "./actions.ts";
import { rubricsAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

/** The top row of the keyboard, one key for each point. */
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "-", "="];

interface PointsProps {
  assignmentId: string;
  /** The ids of the chosen points; null while this review has chosen none. */
  chosen: readonly string[] | null;
  /** What an earlier review of the same attempt gave: it stays until a point is chosen. */
  given: ReviewRubric | null | undefined;
  onChoose: (chosen: string[]) => void;
  onHint: (hint: string) => void;
}

export default function RubricPoints(props: PointsProps) {
  const { assignmentId, chosen, given, onChoose, onHint } = props;
  const known = useAtomValue(rubricsAtom)[assignmentId];
  useLoad(loadRubric, "Failed to fetch the rubric.", known?.stale, assignmentId);
  const points = known?.points ?? [];
  const hasPoints = points.length > 0;
  const isChanged = useDroppedPoints(known?.points, { chosen, onChoose });
  const isGiven = ({ name, points }: RubricPoint) =>
    given?.points.some((one) => one.name === name && one.points === points) ?? false;
  const now = new Set(chosen ?? points.filter(isGiven).map(({ _id }) => _id));
  const toggle = ({ _id: id }: RubricPoint) => {
    const next = new Set(now);
    if (!next.delete(id)) next.add(id);
    onChoose(points.flatMap(({ _id }) => next.has(_id) ? [_id] : []));
  };
  const hints = points.filter(({ _id, hint }) => hint !== "" && !now.has(_id));
  const insertHints = () => {
    if (hints.length > 0) onHint(hints.map(({ hint }) => hint).join("\n"));
  };
  useShortcuts([
    {
      keys: KEYS.slice(0, points.length),
      name: "Give the point with this number, or not",
      run: (key) => points.filter((_, at) => KEYS[at] === key).forEach(toggle),
    },
    ...(points.some(({ hint }) => hint !== "")
      ? [{ keys: [], name: "Insert the hints of points not given", run: insertHints }]
      : []),
  ], "Answer");
  if (!hasPoints) return null;
  const sum = sumOf(points.filter(({ _id }) => now.has(_id)));
  return (
    <fieldset className="space-y-1.5">
      <legend className="sr-only">Points</legend>
      {isChanged && (
        <p role="status" className="font-semibold">The rubric has changed. Check the points.</p>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        {points.map((point, at) => (
          <Point
            key={point._id}
            point={point}
            keyName={KEYS[at] ?? ""}
            isGiven={now.has(point._id)}
            onToggle={() => toggle(point)}
            onHint={onHint}
          />
        ))}
        {hints.length > 0 && (
          <Button icon={Lightbulb} className="btn-ghost btn-sm" onClick={insertHints}>
            Hints of points not given
          </Button>
        )}
        <output className="ml-auto font-semibold">
          {sum} of {sumOf(points)} points
        </output>
      </div>
    </fieldset>
  );
}

interface PointProps {
  point: RubricPoint;
  keyName: string;
  isGiven: boolean;
  onToggle: () => void;
  onHint: (hint: string) => void;
}

function Point({ point: { name, points, hint }, keyName, isGiven, onToggle, onHint }: PointProps) {
  return (
    <span className="join max-w-full">
      <Button
        className={`btn-sm join-item min-w-0 shrink py-1 text-left ${isGiven ? "btn-primary" : ""}`}
        aria-pressed={isGiven}
        aria-keyshortcuts={keyName}
        onClick={onToggle}
      >
        <kbd aria-hidden className="kbd kbd-sm text-base-content max-lg:hidden">{keyName}</kbd>
        <span className="min-w-0">{name}</span>
        <span className="shrink-0 tabular-nums">
          +{points}
          <span className="sr-only">{points === 1 ? "point" : "points"}</span>
        </span>
      </Button>
      {hint !== "" && (
        <IconButton
          icon={Lightbulb}
          name={`Insert the hint of ${name}`}
          className="btn-sm join-item"
          title={hint}
          onClick={() => onHint(hint)}
        />
      )}
    </span>
  );
}

/** Drops chosen points that are no longer in the rubric. Returns whether it has dropped any. */
function useDroppedPoints(
  points: readonly RubricPoint[] | undefined,
  { chosen, onChoose }: Pick<PointsProps, "chosen" | "onChoose">,
): boolean {
  const [hasDropped, setDropped] = useState(false);
  const left = points && chosen?.filter((id) => points.some(({ _id }) => _id === id));
  const isLess = left !== undefined && left.length < (chosen?.length ?? 0);
  useEffect(() => {
    if (!isLess) return;
    setDropped(true);
    onChoose(left);
  }, [isLess]);
  return hasDropped;
}
