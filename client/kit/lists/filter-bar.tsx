/** The bar above a list with its filter: fields, choices of values, and chips. */
import { type ReactNode, useId, useState } from "react";
import { useSearchParams } from "wouter";
import Check from "../ui/icon.tsx?check";
import SlidersHorizontal from "../ui/icon.tsx?sliders-horizontal";
import X from "../ui/icon.tsx?x";
import { focusFirst } from "../focus/hand-over-focus.ts";
import { useFilterPart, withParts } from "./url-filter.tsx";
import { Button } from "../ui/button.tsx";

interface BarProps {
  label: string;
  /** Always visible. */
  first?: ReactNode;
  /** Buttons that set a usual filter with one press. */
  chips?: ReactNode;
  /** Query parameters that do not belong to the filter. */
  keep?: readonly string[];
  /** If the other fields are folded on large screens too: the parameters of `first` and `chips`. */
  foldedBut?: readonly string[];
  children?: ReactNode;
}

/** A filter in one line. It opens unfolded if the address sets one of the folded fields. */
export function FilterBar({ label, first, chips, keep = [], foldedBut, children }: BarProps) {
  const [query, setQuery] = useSearchParams();
  const kept = [...query].filter(([name]) => keep.includes(name));
  const isSet = query.size > kept.length;
  const inSight = [...keep, ...foldedBut ?? [], "page", "limit"];
  const unseen = [...query.keys()].filter((name) => !inSight.includes(name)).length;
  const isFolded = foldedBut !== undefined;
  const [open, setOpen] = useState(isFolded && unseen > 0);
  const id = useId();
  return (
    <form
      role="search"
      aria-label={label}
      className="mb-5 flex flex-wrap items-center gap-2 print:hidden"
      onSubmit={(event) => event.preventDefault()}
      onReset={(event) => {
        event.preventDefault();
        focusFirst(event.currentTarget);
        setQuery(kept, { replace: true });
      }}
    >
      {first}
      {(chips || children) && (
        <div
          className={chips
            ? "relative flex gap-2 max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1"
            : "contents"}
        >
          {chips}
          {children && (
            <Button
              icon={SlidersHorizontal}
              className={`shrink-0 ${isFolded ? "" : "lg:hidden"}`}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <span className={isFolded ? "max-sm:sr-only" : ""}>
                {isFolded ? "More filters" : "Filters"}
              </span>
              {unseen > 0 && !open && (
                <span className="badge badge-sm badge-primary">{unseen}</span>
              )}
            </Button>
          )}
        </div>
      )}
      {children && (
        <div
          id={id}
          className={`flex-wrap gap-2 ${open ? "flex w-full" : "hidden"} ${
            isFolded ? "order-last" : "lg:contents"
          }`}
        >
          {children}
        </div>
      )}
      {isSet && (
        <button type="reset" className="btn btn-ghost">
          <X aria-hidden className="size-4" /> Clear
        </button>
      )}
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  /** The text of the option without a filter. */
  all: string;
  options: readonly (string | readonly [value: string, text: string])[];
}

export function FilterChoice({ name, label, all, options }: ChoiceProps) {
  const [value, setValue] = useFilterPart(name);
  const id = useId();
  return (
    <div className="filter-field max-sm:grow">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={value === "all" ? "" : value}
        onChange={(event) => setValue(event.target.value)}
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

interface Chip {
  name: string;
  /** The query parameter, and its value while the chip is pressed. */
  part: string;
  value: string;
}

/** @param oneOf parameters of which one at most is set by a chip */
export function FilterChips(
  { chips, oneOf = [] }: { chips: readonly Chip[]; oneOf?: readonly string[] },
) {
  const [query, setQuery] = useSearchParams();
  const press = ({ part, value }: Chip) =>
    setQuery((now) => {
      const left = Object.fromEntries(oneOf.includes(part) ? oneOf.map((name) => [name, ""]) : []);
      return withParts(now, { ...left, page: "", [part]: now.get(part) === value ? "" : value });
    }, { replace: true });
  return (
    <div role="group" aria-label="Usual filters" className="flex shrink-0 gap-2">
      {chips.map((chip) => {
        const isPressed = query.get(chip.part) === chip.value;
        return (
          <Button
            key={chip.name}
            className="chip px-3 sm:px-4"
            aria-pressed={isPressed}
            onClick={() => press(chip)}
          >
            {isPressed && <Check aria-hidden className="size-4" />}
            {chip.name}
          </Button>
        );
      })}
    </div>
  );
}
