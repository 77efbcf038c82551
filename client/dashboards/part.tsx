/** One part of a dashboard: a title, a link to the full screen, and the content. */
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import type { LoadState } from "../kit/data/query.ts";
import { NotLoaded } from "../kit/ui/page.tsx";

interface PartProps {
  title: string;
  /** The link to the full screen. */
  way: readonly [href: string, name: string];
  loading: LoadState;
  isThere: boolean;
  /** The space that the part takes in the dashboard's grid. */
  className?: string;
  children: ReactNode;
}

export function Part({ title, way, loading, isThere, className = "", children }: PartProps) {
  const [href, name] = way;
  const id = useId();
  return (
    <section aria-labelledby={id} className={`panel min-w-0 space-y-3 p-4 ${className}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-lg font-bold">{title}</h2>
        <Link href={href} className="link-plain">
          {name}
          <span className="sr-only">: {title}</span>
        </Link>
      </div>
      {isThere
        ? children
        : <NotLoaded loading={loading} label={`Loading: ${title}`} skeleton="h-72 rounded-box" />}
    </section>
  );
}
