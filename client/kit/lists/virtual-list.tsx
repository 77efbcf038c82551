/** A long list of rows of equal height. Only the rows in view are in the document. */
import { type ReactNode, useEffect, useRef } from "react";
import { range, remSize, useGridView } from "./grid.tsx";

interface RowsProps {
  label: string;
  count: number;
  /** The height of every row, in rem. */
  height: number;
  /** The row to keep in view. */
  at: number;
  row: (place: number) => ReactNode;
  /** Called when the last row is near. */
  onEnd?: (() => void) | undefined;
}

export function VirtualList({ label, count, height, at, row, onEnd }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const px = height * remSize();
  const { view: { top, bottom }, look } = useGridView(scroller, { row: px }, {
    row: at,
    column: 0,
  });
  useEffect(() => {
    const view = scroller.current;
    // If the focus was in this list, keep it in the list.
    if (at < 0 || !view?.contains(document.activeElement)) return;
    const focus = () => view.querySelector<HTMLElement>("[aria-current=true]")?.focus();
    const frame = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(frame);
  }, [at, px]);
  const end = Math.min(count, bottom);
  const isNearEnd = end >= count - 1;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, count, onEnd]);
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto overscroll-contain" onScroll={look}>
      <ul aria-label={label} className="relative" style={{ height: count * px }}>
        {range(top, end).map((place) => (
          <li
            key={place}
            aria-setsize={count}
            aria-posinset={place + 1}
            className="absolute inset-x-0"
            style={{ top: place * px, height: px }}
          >
            {row(place)}
          </li>
        ))}
      </ul>
    </div>
  );
}
