/** A list's filter is in the address, so a reload, a link and the back button keep it. */
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { limitOf, pageOf } from "../../../server/kit/core/paging.ts";

const TYPED_AFTER = 300;

/** One reader for each query parameter. It returns undefined for an invalid value. */
type Readers = Record<string, (asked: string | undefined) => unknown>;

type FilterOf<R extends Readers> = { [Name in keyof R]: ReturnType<R[Name]> };

/** Reads the query as the server's schema does, but without zod, which a list need not wait for. */
export function readQuery<R extends Readers>(readers: R, query: URLSearchParams): FilterOf<R> {
  const read = Object.entries(readers).map(([name, reader]) => [
    name,
    reader(query.get(name) ?? undefined),
  ]);
  return Object.fromEntries(read) as FilterOf<R>;
}

/** The address's filter. It is the same object as long as the filter is the same. */
export function useUrlFilter<R extends Readers>(readers: R): FilterOf<R> {
  const [query] = useSearchParams();
  const address = query.toString();
  return useMemo(() => readQuery(readers, new URLSearchParams(address)), [readers, address]);
}

export const choiceOf = <T extends string>(values: readonly T[]) => (asked: string | undefined) =>
  values.find((value) => value === asked);

export const paging = { page: pageOf, limit: limitOf };

/** Returns the query with these parts instead. One without a value is left out. */
export const withParts = (query: URLSearchParams, parts: Record<string, string>) =>
  Object.entries({ ...Object.fromEntries(query), ...parts }).filter(([, value]) => value !== "");

/** Sets one parameter of the filter, and returns to the first page. */
export function useFilterPart(name: string): [string, (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  return [
    query.get(name) ?? "",
    (value) =>
      setQuery((now) => withParts(now, { page: "", [name]: value }), { replace: name !== "page" }),
  ];
}

export function FilterText(
  { name, label, placeholder }: { name: string; label: string; placeholder?: string },
) {
  const [value, setValue] = useFilterPart(name);
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  // The address changed by itself: back, forward, or Clear.
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const { pathname } = location;
    const timer = setTimeout(() => {
      // Do not change the address if the person has left this screen in the meantime.
      if (location.pathname === pathname) setValue(typed);
    }, TYPED_AFTER);
    return () => clearTimeout(timer);
  }, [typed, value]);
  useEffect(() => {
    const form = field.current?.form;
    // Also clears text that is not in the address yet.
    const clear = () => setTyped("");
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, []);
  return (
    <div className="filter-field min-w-0 flex-[1_1_12rem] lg:max-w-md">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        name={name}
        type="search"
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") setValue(typed);
        }}
      />
    </div>
  );
}
