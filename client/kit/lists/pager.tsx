/** Pages of a list whose filter is in the address: previous, next, the page number and its size. */
import { useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import ChevronLeft from "../ui/icon.tsx?chevron-left";
import ChevronRight from "../ui/icon.tsx?chevron-right";
import { INVALID_PAGE_SIZE, MAX_PAGE_SIZE, PAGE_SIZE } from "../../../server/kit/core/paging.ts";
import { paging, readQuery, useFilterPart } from "./url-filter.tsx";
import { takeLostFocus } from "../focus/hand-over-focus.ts";
import { Button } from "../ui/button.tsx";
import { plural } from "../ui/plural.ts";

/** One page of a list that is in memory. A page number beyond the end counts as the last page. */
export function usePageOf<T>(items: readonly T[]) {
  const [query] = useSearchParams();
  const { page, limit } = readQuery(paging, query);
  const at = Math.min(page, Math.max(1, Math.ceil(items.length / limit)));
  return {
    items: items.slice((at - 1) * limit, at * limit),
    filter: { page: at, limit },
  };
}

export interface PagerProps {
  filter: { page: number; limit: number };
  /** If it is at the ceiling, there may be more. */
  total: number;
  /** The server counts up to this many. */
  ceiling?: number;
  /** The name of one item: "doubt". */
  thing: string;
}

/** Counts the items. The buttons and fields are there only if there is more than one page. */
export function Pager({ filter: { page, limit }, total, ceiling = Infinity, thing }: PagerProps) {
  const [, setPage] = useFilterPart("page");
  const [, setLimit] = useFilterPart("limit");
  const pages = Math.max(1, Math.ceil(total / limit));
  const nav = useRef<HTMLElement>(null);
  // On the first and the last page, the pressed button becomes disabled.
  useEffect(() => takeLostFocus(nav.current), [page]);
  const goTo = (next: number) => {
    setPage(next === 1 ? "" : String(next));
    // Keep keyboard users at the pager, and in view of it.
    if (!nav.current?.querySelector(":focus-visible")) scrollTo(0, 0);
  };
  const count = (
    <p className="text-muted">
      {total >= ceiling ? `${ceiling} ${thing}s or more` : plural(total, thing)}
    </p>
  );
  // With a size of the person's own, the field for it stays.
  if (pages === 1 && page === 1 && limit === PAGE_SIZE) {
    return total === 0 ? null : <div className="mt-4 text-center text-sm">{count}</div>;
  }
  return (
    <nav
      ref={nav}
      aria-label="Pages"
      className="mt-6 flex flex-wrap items-center justify-center gap-x-6 gap-y-3 print:hidden"
    >
      {count}
      <div className="flex flex-wrap items-center justify-center gap-2">
        <Button data-begin disabled={page <= 1} onClick={() => goTo(page - 1)} icon={ChevronLeft}>
          <span className="max-sm:sr-only">Previous</span>
        </Button>
        <NumberInput label="Page" value={page} invalid={1} onChange={goTo} />
        <span className="whitespace-nowrap">of {pages}</span>
        <Button data-begin disabled={page * limit >= total} onClick={() => goTo(page + 1)}>
          <span className="max-sm:sr-only">Next</span>
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
      <NumberInput
        label="Per page"
        value={limit}
        invalid={INVALID_PAGE_SIZE}
        onChange={(size) => setLimit(String(Math.min(size, MAX_PAGE_SIZE)))}
      />
    </nav>
  );
}

interface NumberProps {
  label: string;
  value: number;
  /** The value that replaces an invalid input. */
  invalid: number;
  onChange: (value: number) => void;
}

/** Applies the number on Enter, or when the field loses the focus. */
function NumberInput({ label, value, invalid, onChange }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  function apply() {
    if (typed === null) return;
    const number = /^\d{1,9}$/.test(typed) && Number(typed) >= 1 ? Number(typed) : invalid;
    setTyped(null);
    if (number !== value) onChange(number);
  }
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={1}
        className="input w-18"
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply();
        }}
      />
    </span>
  );
}
