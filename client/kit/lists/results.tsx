/** The frame of a filtered list: results, loading state, pages. */
import type { ReactNode } from "react";
import type { LoadState } from "../data/query.ts";
import { useSearchParams } from "wouter";
import { Button } from "../ui/button.tsx";
import { Empty, NotLoaded } from "../ui/page.tsx";
import { Pager, type PagerProps } from "./pager.tsx";
import { SkeletonRows } from "./row.tsx";

interface ResultsProps {
  list: Pick<PagerProps, "filter" | "total"> | null;
  /** Whether the list belongs to the address's filter. */
  isCurrent: boolean;
  loading: LoadState;
  /** How many rows are expected. */
  rows?: number;
  ceiling: number;
  /** The pager's name for one item. */
  thing: string;
  /** The first step, if there is nothing and no filter is set. */
  first: ReactNode;
  /** The rows; null if there are none. */
  children: ReactNode;
}

/** Shows the results. While a new filter is loading, the old results stay, faded. */
export function Results(props: ResultsProps) {
  const { list, isCurrent, loading, rows = 20, ceiling, thing, first, children } = props;
  const [query, setQuery] = useSearchParams();
  if (list === null || (!isCurrent && loading.state === "failed")) {
    return (
      <NotLoaded loading={loading} label={`Loading ${thing}s...`}>
        <SkeletonRows count={rows} />
      </NotLoaded>
    );
  }
  const isFiltered = [...query.keys()].some((name) => name !== "view");
  const showAll = (
    <Button className="btn-primary" onClick={() => setQuery({})}>Show all {thing}s</Button>
  );
  return (
    <div aria-busy={!isCurrent} className={isCurrent ? "" : "opacity-50"}>
      {children ?? <Empty action={isFiltered ? showAll : first}>No {thing}s available.</Empty>}
      <Pager filter={list.filter} total={list.total} ceiling={ceiling} thing={thing} />
    </div>
  );
}
