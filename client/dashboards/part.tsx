/** A part of a dashboard: what it is about, where one goes on, and what there is to see. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Link } from "wouter";
import type { Loading } from "../kit/load.ts";
import { LoadFailed, Waiting } from "../kit/page.tsx";
import { useSteady } from "../kit/steady.ts";
import { takeOver } from "../kit/take-over.ts";

interface PartProps {
  title: string;
  /** Where one goes on. */
  way: readonly [href: string, name: string];
  loading: Loading;
  /** What was fetched has come. */
  isThere: boolean;
  /** How much of the dashboard it takes. */
  className?: string;
  children: ReactNode;
}

export function Part({ title, way, loading, isThere, className = "", children }: PartProps) {
  const [href, name] = way;
  const id = useId();
  const part = useRef<HTMLElement>(null);
  const { shown, onPointerDown } = useSteady(children);
  const controls = () => [...part.current?.querySelectorAll("a[href], button") ?? []];
  const place = useRef(-1);
  // A row goes when somebody else deals with it: the next takes its place, or in the end the way.
  useEffect(() => {
    if (place.current >= 0) takeOver(controls().slice(0, place.current + 1).at(-1) ?? null);
  });
  return (
    <section
      ref={part}
      onPointerDown={onPointerDown}
      onFocus={({ target }) => place.current = controls().indexOf(target)}
      onBlur={({ target }) => {
        // Whoever only looks at another window comes back to it.
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
        : loading.state === "failed"
        ? <LoadFailed loading={loading} />
        : (
          <Waiting label={`Loading: ${title}`}>
            <div className="skeleton h-72 rounded-box" />
          </Waiting>
        )}
    </section>
  );
}
