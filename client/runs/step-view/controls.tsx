/** The buttons, the slider and the keys that go from step to step. */
import { useEffect } from "react";
import { useLatest } from "../../kit/data/use-latest.ts";
import ChevronLeft from "../../kit/ui/icon.tsx?chevron-left";
import ChevronRight from "../../kit/ui/icon.tsx?chevron-right";
import ChevronsLeft from "../../kit/ui/icon.tsx?chevrons-left";
import ChevronsRight from "../../kit/ui/icon.tsx?chevrons-right";
import Octagon from "../../kit/ui/icon.tsx?octagon-pause";
import Bug from "../../kit/ui/icon.tsx?bug";
import Redo from "../../kit/ui/icon.tsx?corner-right-down";
import Undo from "../../kit/ui/icon.tsx?corner-right-up";
import LinkSign from "../../kit/ui/icon.tsx?link";
import type { IconType } from "../../kit/ui/icon.tsx";
import { TYPING } from "../../kit/focus/shortcuts.tsx";
import { sayCount } from "./sentences.tsx";
import { Button } from "../../kit/ui/button.tsx";

/** What the keys do; null if nothing is known to be wrong. */
export type Moves =
  & Record<"Home" | "ArrowLeft" | "ArrowRight" | "End" | "ArrowUp" | "ArrowDown" | "n", () => void>
  & { w: (() => void) | null };

export interface Point {
  name: string;
  key: string;
  run: () => void;
}

/** The keys work wherever the focus is, except where an element has used the key itself. */
export function useKeys(find: (key: string) => (() => void) | null | undefined): void {
  const latest = useLatest(find);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { defaultPrevented, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
      const isTyping = target instanceof Element &&
        target.matches(`:is(${TYPING}):not([type=range])`);
      const run = isTyping ? undefined : latest.current(event.key);
      if (!run) return;
      event.preventDefault();
      run();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

export const keyOf = (pressed: string, moves: Moves, points: readonly Point[]) =>
  points.find(({ key }) => key === pressed)?.run ?? moves[pressed as keyof Moves];

interface ControlsProps {
  moves: Moves;
  points: readonly Point[];
  at: number;
  count: number;
  /** The line about to run, in words. */
  line: string;
  onStep: (step: number) => void;
}

export function Controls({ moves, points, at, count, line, onStep }: ControlsProps) {
  const position = `Step ${sayCount(at + 1)} of ${sayCount(count)}`;
  const [isFirst, isLast] = [at === 0, at === count - 1];
  return (
    <div className="shrink-0 space-y-2 border-t border-base-300 bg-base-100 px-3 py-2">
      <div className="flex items-center gap-1">
        <Move name="First step" keys="Home" Sign={ChevronsLeft} isOff={isFirst} moves={moves} />
        <Move name="Step back" keys="ArrowLeft" Sign={ChevronLeft} isOff={isFirst} moves={moves} />
        <input
          data-begin
          type="range"
          aria-label="Step"
          aria-valuetext={`${position}, ${line}`}
          min={1}
          max={count}
          step={1}
          value={at + 1}
          className="min-w-0 grow cursor-pointer accent-primary"
          onChange={({ target }) => onStep(target.valueAsNumber - 1)}
        />
        <Move name="Step on" keys="ArrowRight" Sign={ChevronRight} isOff={isLast} moves={moves} />
        <Move name="Last step" keys="End" Sign={ChevronsRight} isOff={isLast} moves={moves} />
        <span aria-hidden className="ml-1 min-w-20 text-right text-sm tabular-nums">
          {sayCount(at + 1)} / {sayCount(count)}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {moves.w !== null && (
          <Button
            className="btn-sm min-[1900px]:btn-md"
            aria-keyshortcuts="w"
            onClick={moves.w}
          >
            <Bug aria-hidden className="size-4" /> To where it went wrong <Key name="w" />
          </Button>
        )}
        <Way name="To the next stop" keys="n" Sign={Octagon} onClick={moves.n} />
        <Way name="This line before" keys="ArrowUp" Sign={Undo} onClick={moves.ArrowUp} />
        <Way name="This line again" keys="ArrowDown" Sign={Redo} onClick={moves.ArrowDown} />
        {points.map(({ name, key, run }) => (
          <Way key={key} name={name} keys={key} Sign={LinkSign} onClick={run} />
        ))}
        <p
          className={`ml-auto text-sm text-muted ${
            points.length > 1 ? "max-2xl:hidden" : "max-lg:hidden"
          }`}
        >
          <Key name="←" /> <Key name="→" /> one step, <Key name="Home" /> <Key name="End" />{" "}
          first and last, <Key name="Esc" /> closes
        </p>
      </div>
    </div>
  );
}

interface WayProps {
  name: string;
  keys: string;
  Sign: IconType;
  onClick: () => void;
}

const SIGNS: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓" };

/** On a phone there is only room for the sign. */
function Way({ name, keys, Sign, onClick }: WayProps) {
  return (
    <Button
      className="btn-sm max-sm:btn-square min-[1900px]:btn-md"
      aria-keyshortcuts={keys}
      onClick={onClick}
    >
      <Sign aria-hidden className="size-4" /> <span className="max-sm:sr-only">{name}</span>{" "}
      <Key name={SIGNS[keys] ?? keys} />
    </Button>
  );
}

const Key = ({ name }: { name: string }) => (
  <kbd aria-hidden className="kbd kbd-sm max-lg:hidden">{name}</kbd>
);

interface MoveProps extends Omit<WayProps, "onClick"> {
  keys: "Home" | "ArrowLeft" | "ArrowRight" | "End";
  isOff: boolean;
  moves: Moves;
}

function Move({ name, keys, Sign, isOff, moves }: MoveProps) {
  return (
    <Button
      className="btn-ghost btn-square max-sm:btn-sm"
      aria-label={name}
      title={name}
      aria-keyshortcuts={keys}
      aria-disabled={isOff || undefined}
      onClick={moves[keys]}
    >
      <Sign aria-hidden className="size-5" />
    </Button>
  );
}
