/** Text in the largest font size that fits; what is too long for the smallest has several pages. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Font sizes, in hundredths of the screen's height. The smallest is readable from the last row. */
export const SIZES = [7.4, 6.6, 5.9, 5.3, 4.8, 4.4];

/** The font size of a title, in hundredths of the screen's height: never less than its text's. */
export function titleSize(title: string): number {
  const { length } = [...title];
  return length <= 24 ? 10.5 : length <= 36 ? 8.6 : 7.6;
}

interface FittedTextProps {
  page: number;
  onPages: (count: number) => void;
  children: ReactNode;
}

export function FittedText({ page, onPages, children }: FittedTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [pages, setPages] = useState(1);

  function fit(): void {
    if (box.current === null || flow.current === null) return;
    const { clientWidth, clientHeight } = box.current;
    const { style } = flow.current;
    style.height = `${clientHeight}px`;
    style.columnWidth = `${clientWidth}px`;
    let count = 1;
    for (const size of SIZES) {
      style.fontSize = `calc(var(--unit) * ${size})`;
      // CSS columns of the box's width, side by side: each column is a page.
      count = Math.max(1, Math.round(flow.current.scrollWidth / Math.max(1, clientWidth)));
      if (count === 1) break;
    }
    setWidth(clientWidth);
    setPages(count);
  }

  useLayoutEffect(fit, [children]);
  useEffect(() => {
    const watch = new ResizeObserver(fit);
    if (box.current !== null) watch.observe(box.current);
    let isOver = false;
    document.fonts.ready.then(() => isOver || fit());
    return () => {
      isOver = true;
      watch.disconnect();
    };
  }, []);
  useEffect(() => onPages(pages), [pages, onPages]);
  return (
    <div ref={box} className="h-full min-h-0 overflow-hidden" onLoadCapture={fit}>
      <div
        ref={flow}
        className="gap-0 transition-transform duration-500"
        style={{ columnFill: "auto", transform: `translateX(${-page * width}px)` }}
      >
        {children}
      </div>
    </div>
  );
}
