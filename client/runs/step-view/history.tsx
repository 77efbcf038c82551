/** A variable's name, which shows its value and its last values when it is pointed at or focused. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLatest } from "../../kit/data/use-latest.ts";
import type { Trace, Variable } from "../../../server/languages/steps/trace.ts";
import { CHANGES_MOST, historyOf, LOOKED_MOST, referent, type Which } from "./step-search.tsx";
import { sayCount, sayValue } from "./sentences.tsx";

export interface WatchProps {
  trace: Trace;
  at: number;
  onStep: (step: number) => void;
}

interface NameProps extends WatchProps {
  variable: Variable;
  which: Which;
}

export const LEAVE_AFTER = 250;

/** State that can also change after a while, in ms, unless it changes before. */
export function useDelayed<T>(first: T): [T, (next: T, after?: number) => void] {
  const [value, setValue] = useState(first);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return [value, (next, after = 0) => {
    clearTimeout(waiting.current);
    if (after === 0) setValue(next);
    else waiting.current = setTimeout(() => setValue(next), after);
  }];
}

export function VariableName({ variable, which, ...watched }: NameProps) {
  const [isOpen, set] = useDelayed(false);
  const place = useRef<HTMLSpanElement>(null);
  useEscape(isOpen, () => {
    const name = place.current?.querySelector("button");
    if (place.current?.contains(document.activeElement)) name?.focus();
    set(false);
  });
  return (
    <span
      ref={place}
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && set(true)}
      onPointerLeave={({ pointerType }) =>
        pointerType === "mouse" && !place.current?.contains(document.activeElement) &&
        set(false, LEAVE_AFTER)}
      onFocus={() => set(true)}
      onBlur={({ relatedTarget, currentTarget }) =>
        !currentTarget.contains(relatedTarget) && set(false)}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        className="cursor-help font-semibold underline decoration-dotted underline-offset-4"
        onClick={() => set(true)}
      >
        {variable.name}
      </button>
      {isOpen && <History {...watched} variable={variable} which={which} />}
    </span>
  );
}

/** Escape closes the list, and not the dialog. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useLatest(close);
  useEffect(() => {
    if (!isOpen) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [isOpen]);
}

interface HistoryProps extends NameProps {
  /** The name; otherwise it is the element before. */
  name?: Element;
}

/** It is in the browser's top layer, beside the name. */
export function History({ trace, at, onStep, variable, which, name: place }: HistoryProps) {
  const list = useRef<HTMLDivElement>(null);
  const { depth, call, name, address } = which;
  const { changes, isWhole } = useMemo(
    () => historyOf(trace, at, { depth, call, name, address }),
    [trace, at, depth, call, name, address],
  );
  useLayoutEffect(() => {
    const box = list.current;
    const beside = (place ?? box?.previousElementSibling)?.getBoundingClientRect();
    if (!box || !beside) return;
    if (!box.matches(":popover-open")) box.showPopover();
    const { width, height } = box.getBoundingClientRect();
    const left = Math.max(8, Math.min(beside.left, innerWidth - width - 8));
    const isBelow = beside.bottom + height + 8 < innerHeight || beside.top < height;
    const top = isBelow ? beside.bottom : beside.top - height;
    Object.assign(box.style, { left: `${left}px`, top: `${Math.max(0, top)}px` });
  });
  return (
    <div
      ref={list}
      popover="manual"
      className="fixed inset-auto m-0 max-h-[60dvh] w-72 max-w-[calc(100vw-1rem)] overflow-auto rounded-field border border-base-content/40 bg-base-100 p-3 font-sans text-base font-normal text-base-content shadow-lg"
    >
      <p className="font-semibold">
        {name} is{" "}
        <span className="font-mono">{sayValue(referent(trace.at(at), variable.value))}</span>
      </p>
      <ul aria-label={`The last values of ${name}`} className="mt-1">
        {changes.map(({ step, value }) => (
          <li key={step} className="flex items-baseline gap-2">
            <button
              type="button"
              aria-current={step === at || undefined}
              className="link-plain shrink-0 cursor-pointer py-0.5"
              onClick={() => onStep(step)}
            >
              Step {sayCount(step + 1)}
            </button>
            <span className="min-w-0 truncate font-mono">{sayValue(value)}</span>
          </li>
        ))}
      </ul>
      {!isWhole && (
        <p className="mt-1 text-sm text-muted">
          {changes.length === CHANGES_MOST
            ? `The last ${CHANGES_MOST} changes.`
            : changes.length === 0
            ? `No change in the last ${sayCount(LOOKED_MOST)} steps.`
            : `Only of the last ${sayCount(LOOKED_MOST)} steps.`}
        </p>
      )}
    </div>
  );
}
