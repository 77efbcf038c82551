/** A bar between two areas that changes how they share their room. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { readStored, removeStored, writeStored } from "../net/storage.ts";

const [LEAST, MOST, STEP] = [15, 85, 5];

interface SplitterProps {
  label: string;
  axis: "x" | "y";
  /** The share in percent of the area before the bar; null while the usual one is used. */
  share: number | null;
  onShare: (share: number | null) => void;
  className?: string;
}

/** Its parent contains both areas. Arrow keys move it, Enter or a double click brings the usual share back. */
export function Splitter({ label, axis, share, onShare, className = "" }: SplitterProps) {
  const bar = useRef<HTMLDivElement>(null);
  const isAcross = axis === "x";
  /** Returns where a point of the window lies within the parent, in percent. */
  function placeOf(point: { clientX: number; clientY: number }): number {
    const box = bar.current?.parentElement?.getBoundingClientRect();
    if (box === undefined) return 50;
    return isAcross
      ? (point.clientX - box.left) / box.width * 100
      : (point.clientY - box.top) / box.height * 100;
  }
  const setShare = (next: number) => onShare(Math.min(MOST, Math.max(LEAST, Math.round(next))));
  function onPointerMove(event: PointerEvent) {
    if (bar.current?.hasPointerCapture(event.pointerId)) setShare(placeOf(event));
  }
  function onKeyDown(event: KeyboardEvent) {
    const [less, more] = isAcross ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const box = bar.current?.getBoundingClientRect();
    const now = share ?? (box ? placeOf({ clientX: box.left, clientY: box.top }) : 50);
    const next = { [less]: now - STEP, [more]: now + STEP, Home: LEAST, End: MOST }[event.key];
    if (next !== undefined) setShare(next);
    else if (event.key === "Enter") onShare(null);
    else return;
    event.preventDefault();
  }
  return (
    <div
      ref={bar}
      role="separator"
      aria-label={label}
      aria-orientation={isAcross ? "vertical" : "horizontal"}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={share ?? 50}
      aria-valuetext={share === null ? "usual" : `${share} %`}
      tabIndex={0}
      data-own-arrows
      title="Drag, or use the arrow keys. A double click or Enter resets."
      className={`group grid touch-none place-items-center print:hidden ${
        isAcross ? "cursor-col-resize" : "cursor-row-resize"
      } ${className}`}
      onPointerDown={(event) => {
        event.preventDefault();
        bar.current?.focus();
        bar.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onDoubleClick={() => onShare(null)}
      onKeyDown={onKeyDown}
    >
      <span
        className={`rounded-full bg-base-content/30 group-hover:bg-base-content/60 ${
          isAcross ? "h-10 w-1" : "h-1 w-10"
        }`}
      />
    </div>
  );
}

/** Returns the share in percent that the person chose, or null; and a function that keeps it. */
export function useShare(key: string): [number | null, (share: number | null) => void] {
  const [share, setShare] = useState(() => {
    const kept = readStored<unknown>(key);
    return typeof kept === "number" && kept > 0 && kept < 100 ? kept : null;
  });
  return [share, (next) => {
    if (next === null) removeStored(key);
    else writeStored(key, next);
    setShare(next);
  }];
}
