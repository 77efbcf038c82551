/** The arrows from pointers to what they point at, drawn over the boxes of a step. */
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { Step } from "../../../server/languages/steps/trace.ts";
import { arrowPath } from "./arrow-layout.tsx";

/** At most so many arrows are drawn. */
const ARROWS_MOST = 200;

export function Arrows({ step }: { step: Step }) {
  const drawing = useRef<SVGSVGElement>(null);
  const [paths, setPaths] = useState<readonly string[]>([]);
  const head = `head-${useId().replace(/\W/g, "")}`;
  useLayoutEffect(() => {
    const root = drawing.current?.parentElement;
    if (!root) return;
    const measure = () => setPaths(pathsIn(root));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(root);
    return () => watcher.disconnect();
  }, [step]);
  return (
    <svg
      ref={drawing}
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full overflow-visible text-primary"
    >
      <defs>
        <marker
          id={head}
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path d="M0,0 L10,5 L0,10 z" fill="currentColor" />
        </marker>
      </defs>
      {paths.map((path, at) => (
        <path
          key={at}
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          markerEnd={`url(#${head})`}
        />
      ))}
    </svg>
  );
}

function pathsIn(root: HTMLElement): string[] {
  const origin = root.getBoundingClientRect();
  const rectOf = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return new DOMRect(x - origin.x, y - origin.y, width, height);
  };
  const targets = new Map<string, HTMLElement>();
  for (const one of root.querySelectorAll<HTMLElement>("[data-address]")) {
    const { address = "" } = one.dataset;
    if (!targets.has(address)) targets.set(address, one);
  }
  return [...root.querySelectorAll<HTMLElement>("[data-points]")].slice(0, ARROWS_MOST)
    .flatMap((dot) => {
      const { points = "", pointsItem } = dot.dataset;
      const whole = targets.get(points);
      if (whole === undefined) return [];
      const item = pointsItem === undefined
        ? null
        : whole.querySelector(`[data-item="${pointsItem}"]`);
      return [arrowPath(rectOf(dot), rectOf(item ?? whole))];
    });
}
