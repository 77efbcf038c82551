/** The frame of a list that its address filters: what is found, what it waits with, its pages. */
import type { ReactNode } from "react";
import type { Loading } from "./load.ts";
import { LoadFailed } from "./page.tsx";
import { Pager } from "./pager.tsx";
import { useSteady } from "./steady.ts";

/** A page of what a filter finds; of more matches than the ceiling, it says the ceiling. */
export interface Found {
  filter: { page: number; limit: number };
  total: number;
}

interface ResultsProps {
  list: Found | null;
  /** Whether the list is of the address's filter. */
  isCurrent: boolean;
  loading: Loading;
  waiting: ReactNode;
  ceiling: number;
  /** What the pager calls one of them. */
  thing: string;
  /** What the list shows. */
  children: ReactNode;
}

/** What a filter finds; what the one before found stays in view, faintly, until it is there. */
export function Results(props: ResultsProps) {
  const { list, isCurrent, loading, waiting, ceiling, thing, children } = props;
  const { shown, onPointerDown } = useSteady(children);
  if (list === null || (!isCurrent && loading.state === "failed")) {
    return loading.state === "failed" ? <LoadFailed loading={loading} /> : waiting;
  }
  return (
    <div
      aria-busy={!isCurrent}
      className={isCurrent ? "" : "opacity-50"}
      onPointerDown={onPointerDown}
    >
      {shown}
      <Pager filter={list.filter} total={list.total} ceiling={ceiling} thing={thing} />
    </div>
  );
}
