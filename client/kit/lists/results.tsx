/** The frame of a filtered list: results, loading state, pages. */
import type { ReactNode } from "react";
import type { LoadState } from "../data/query.ts";
import { LoadFailed } from "../ui/page.tsx";
import { Pager } from "./pager.tsx";

/** One page of results. If there are more matches than the ceiling, `total` is the ceiling. */
export interface ResultPage {
  filter: { page: number; limit: number };
  total: number;
}

interface ResultsProps {
  list: ResultPage | null;
  /** Whether the list belongs to the address's filter. */
  isCurrent: boolean;
  loading: LoadState;
  waiting: ReactNode;
  ceiling: number;
  /** The pager's name for one item. */
  thing: string;
  children: ReactNode;
}

/** Shows the results. While a new filter is loading, the old results stay, faded. */
export function Results(props: ResultsProps) {
  const { list, isCurrent, loading, waiting, ceiling, thing, children } = props;
  if (list === null || (!isCurrent && loading.state === "failed")) {
    return loading.state === "failed" ? <LoadFailed loading={loading} /> : waiting;
  }
  return (
    <div aria-busy={!isCurrent} className={isCurrent ? "" : "opacity-50"}>
      {children}
      <Pager filter={list.filter} total={list.total} ceiling={ceiling} thing={thing} />
    </div>
  );
}
