/** One part of a dashboard: a title, a link to the full screen, and the content. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Link } from "wouter";
import type { Loading } from "../kit/data/query.ts";
import { NotLoaded } from "../kit/ui/page.tsx";
import { usePressGuard } from "../kit/lists/press-guard.ts";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";

interface PartProps {
  title: string;
  /** The link to the full screen. */
  way: readonly [href: string, name: string];
  loading: Loading;
  /** Whether the content is loaded. */
  isThere: boolean;
  /** The space that the part takes in the dashboard's grid. */
  className?: string;
  children: ReactNode;
}

export function Part({ title, way, loading, isThere, className = "", children }: PartProps) {
  const [href, name] = way;
  const id = useId();
  const part = useRef<HTMLElement>(null);
  const { shown, onPointerDown } = usePressGuard(children);
  const controls = () => [...part.current?.querySelectorAll("a[href], button") ?? []];
  const place = useRef(-1);
  // A row disappears when another person handles its item. If it had the focus, the control that is
  // now at its index takes the focus, or else the last one, which may be the link.
  useEffect(() => {
    if (place.current >= 0) takeLostFocus(controls().slice(0, place.current + 1).at(-1) ?? null);
  });
  return (
    <section
      ref={part}
      onPointerDown={onPointerDown}
      onFocus={({ target }) => place.current = controls().indexOf(target)}
      onBlur={({ target }) => {
        // If only the window loses the focus, the element stays active and its index is kept.
        if (document.activeElement !== target) place.current = -1;
      }}
      aria-labelledby={id}
      className={`panel min-w-0 space-y-3 p-4 ${className}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-lg font-bold">{title}</h2>
        <Link href={href} className="link-plain">
          {name}
          <span className="sr-only">: {title}</span>
        </Link>
      </div>
      {isThere
        ? shown
        : <NotLoaded loading={loading} label={`Loading: ${title}`} skeleton="h-72 rounded-box" />}
    </section>
  );
}
