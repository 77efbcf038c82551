/** A long list of rows of equal height. Only the rows in view are in the document. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";

/** Extra rows above and below the view. */
const SPARE = 6;

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

const remSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

export function VirtualList({ label, count, height, at, row, onEnd }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [px, setPx] = useState(() => height * remSize());
  const [[from, to], setRange] = useState<readonly [number, number]>([0, 20]);
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    const first = Math.max(0, Math.floor(scrollTop / px) - SPARE);
    const last = Math.ceil((scrollTop + clientHeight) / px) + SPARE;
    setRange((now) => now[0] === first && now[1] === last ? now : [first, last]);
  }, [px]);
  useEffect(() => {
    const watcher = new ResizeObserver(() => {
      setPx(height * remSize());
      look();
    });
    if (scroller.current !== null) watcher.observe(scroller.current);
    return () => watcher.disconnect();
  }, [height, look]);
  useEffect(() => {
    const view = scroller.current;
    if (view === null || at < 0) return;
    const top = at * px;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top + px > view.scrollTop + view.clientHeight) {
      view.scrollTop = top + px - view.clientHeight;
    }
    // If the focus was in this list, keep it in the list.
    if (!view.contains(document.activeElement)) return;
    const focus = () => view.querySelector<HTMLElement>("[aria-current=true]")?.focus();
    const frame = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(frame);
  }, [at, px]);
  const end = Math.min(count, to);
  const isNearEnd = end >= count - 1;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, count, onEnd]);
  const places = Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index);
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto overscroll-contain" onScroll={look}>
      <ul aria-label={label} className="relative" style={{ height: count * px }}>
        {places.map((place) => (
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
