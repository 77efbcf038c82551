/** A list's filter lives in the address: a reload, a link and the back button keep it. */
import { SlidersHorizontal, X } from "lucide-react";
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useSearchParams } from "wouter";
import { limitOf, pageOf } from "../../server/kit/paging.ts";
import { SOUGHT_MOST } from "../../server/kit/schema.ts";
import { begin } from "./take-over.ts";

const TYPED_AFTER = 300;

/** What each part of an address asks for; what makes no sense asks for nothing. */
type Readers = Record<string, (asked: string | undefined) => unknown>;

type Asked<R extends Readers> = { [Name in keyof R]: ReturnType<R[Name]> };

/** As the server's schema reads it, without zod: a list is there before a form could be. */
export function readQuery<R extends Readers>(readers: R, query: URLSearchParams): Asked<R> {
  const read = Object.entries(readers).map(([name, reader]) => [
    name,
    reader(query.get(name) ?? undefined),
  ]);
  return Object.fromEntries(read) as Asked<R>;
}

/** What the address asks for; the same object for as long as that stays the same. */
export function useAsked<R extends Readers>(readers: R): Asked<R> {
  const [query] = useSearchParams();
  const address = query.toString();
  return useMemo(() => readQuery(readers, new URLSearchParams(address)), [readers, address]);
}

export const choice = <T extends string>(values: readonly T[]) => (asked: string | undefined) =>
  values.find((value) => value === asked);

/** Words that are looked for. */
export function words(asked: string | undefined): string | undefined {
  const sought = asked?.trim() ?? "";
  return sought === "" || sought.length > SOUGHT_MOST ? undefined : sought;
}

export const paging = { page: pageOf, limit: limitOf };

/** Sets one part of the filter; the list then starts again at its first page. */
export function useFilterPart(name: string): [string, (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  return [
    query.get(name) ?? "",
    (value) =>
      setQuery((now) => {
        const next = new URLSearchParams(now);
        if (value === "") next.delete(name);
        else next.set(name, value);
        if (name !== "page") next.delete("page");
        return next;
      }, { replace: name !== "page" }),
  ];
}

interface BarProps {
  label: string;
  /** What is always in view; the rest is folded away on a small screen. */
  first?: ReactNode;
  /** Parts of the address that are no part of the filter. */
  keep?: readonly string[];
  /** How many columns fill a row, on a large screen and on a very large one. */
  columns?: readonly [large: number, wide: number];
  children?: ReactNode;
}

export function FilterBar({ label, first, keep = [], columns, children }: BarProps) {
  const [query, setQuery] = useSearchParams();
  const kept = [...query].filter(([name]) => keep.includes(name));
  const [open, setOpen] = useState(false);
  const isSet = query.size > kept.length;
  const id = useId();
  return (
    <form
      role="search"
      aria-label={label}
      className={`panel mb-6 flex flex-wrap gap-3 p-3 sm:p-4 md:grid md:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] ${
        columns ? "lg:grid-cols-(--large)! min-[84rem]:grid-cols-(--wide)!" : ""
      }`}
      style={columns && columnsOf(columns, isSet)}
      onSubmit={(event) => event.preventDefault()}
      onReset={(event) => {
        event.preventDefault();
        begin(event.currentTarget);
        setQuery(kept, { replace: true });
      }}
    >
      {first}
      {children && (
        <button
          type="button"
          className="btn self-end md:hidden"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden className="size-4" /> Filters
        </button>
      )}
      <div
        id={id}
        className={`${open ? "grid grid-cols-2 gap-3 max-md:w-full" : "hidden"} md:contents`}
      >
        {children}
      </div>
      {isSet && (
        <button type="reset" className="btn btn-ghost self-end justify-self-start">
          <X aria-hidden className="size-4" /> Clear
        </button>
      )}
    </form>
  );
}

/** In a row that is full, clearing has a place of its own. */
function columnsOf([large, wide]: readonly [number, number], isSet: boolean): CSSProperties {
  const fields = (count: number) => `repeat(${count}, minmax(0, 1fr))`;
  return { "--large": fields(large), "--wide": `${fields(wide)}${isSet ? " auto" : ""}` } as never;
}

interface ChoiceProps {
  name: string;
  label: string;
  /** What no filter reads as. */
  all: string;
  options: readonly (string | readonly [value: string, text: string])[];
  /** Its texts are long. */
  wide?: boolean;
}

export function FilterChoice({ name, label, all, options, wide }: ChoiceProps) {
  const [value, setValue] = useFilterPart(name);
  const id = useId();
  return (
    <div className={`flex min-w-0 flex-[1_1_8.5rem] flex-col gap-1 ${wide ? "col-span-2" : ""}`}>
      <label htmlFor={id} className="text-sm font-semibold">{label}</label>
      <select
        id={id}
        name={name}
        className="select w-full"
        value={value === "all" ? "" : value}
        onChange={(event) =>
          setValue(event.target.value)}
      >
        <option value="">{all}</option>
        {options.map((option) => {
          const [key, text] = typeof option === "string" ? [option, option] : option;
          return <option key={key} value={key}>{text}</option>;
        })}
      </select>
    </div>
  );
}

interface TextProps {
  name: string;
  label: string;
  placeholder?: string;
  /** No wider than a choice where there is room for one row. */
  narrow?: boolean;
}

export function FilterText({ name, label, placeholder, narrow }: TextProps) {
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
      // Whoever has gone on while it waited, to a screen that is still on its way, is not called back.
      if (location.pathname === pathname) setValue(typed);
    }, TYPED_AFTER);
    return () => clearTimeout(timer);
  }, [typed, value]);
  useEffect(() => {
    const form = field.current?.form;
    // Also what is not in the address yet.
    const clear = () => setTyped("");
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, []);
  return (
    <div
      className={`col-span-2 flex min-w-0 flex-[2_1_12rem] flex-col gap-1 ${
        narrow ? "lg:col-span-1" : ""
      }`}
    >
      <label htmlFor={id} className="text-sm font-semibold">{label}</label>
      <input
        ref={field}
        id={id}
        name={name}
        type="search"
        className="input w-full"
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
