/** Rows of a list, in groups. Each is one link; a link of the person in it lies above that. */
import type { ReactNode, Ref } from "react";
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { dayOf, daysAfter, todayAtom } from "../net/class-day.ts";
import { showMonth } from "../ui/format-time.ts";

interface RowProps {
  href: string;
  /** What state it is in: a filled badge. */
  state: ReactNode;
  title: ReactNode;
  /** The beginning of its text. */
  text?: ReactNode;
  /** The most lines of the text. */
  lines?: 2 | 3;
  /** What kind it is: outlined badges, counts. */
  facts?: ReactNode;
  who?: ReactNode;
  /** The same with a link in it, for those who may open it. `who` is then only read out. */
  whoLink?: ReactNode;
  /** How long it waits, or when it changed. */
  time: ReactNode;
  /** The row has left the list and is shown only until the list is updated. */
  isFaded?: boolean;
}

const WHO = "flex min-w-0 items-center gap-2 text-sm [grid-area:who]";

export function Row(
  { href, state, title, text, lines = 2, facts, who, whoLink, time, isFaded = false }: RowProps,
) {
  return (
    <div className={`row ${facts ? "" : "row-plain"} ${isFaded ? "opacity-60" : ""}`}>
      <Link href={href} data-begin className="row-link">
        <span className="flex flex-wrap items-center gap-1 [grid-area:state]">{state}</span>
        <span className="min-w-0 [grid-area:main]">
          <h3 className="flex items-center gap-2 font-bold">{title}</h3>
          {text && (
            <span className={`${lines === 3 ? "line-clamp-3" : "line-clamp-2"} text-sm text-muted`}>
              {text}
            </span>
          )}
        </span>
        {facts && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm [grid-area:facts]">
            {facts}
          </span>
        )}
        {who && <span className={whoLink ? "sr-only" : WHO}>{who}</span>}
        <span className="text-right text-sm [grid-area:time]">{time}</span>
      </Link>
      {whoLink && <span className={WHO}>{whoLink}</span>}
    </div>
  );
}

export interface Group<T> {
  name: string;
  items: readonly T[];
  /** How many of its items are done, and the word for that: "resolved". */
  done?: { count: number; word: string };
}

/** Puts the items with the same name into one group. */
export const groupBy = <T,>(items: readonly T[], nameOf: (item: T) => string): Group<T>[] =>
  Array.from(Map.groupBy(items, nameOf), ([name, items]) => ({ name, items }));

interface RowsProps<T> {
  label: string;
  groups: readonly Group<T>[];
  keyOf: (item: T) => string;
  row: (item: T) => ReactNode;
  list?: Ref<HTMLUListElement>;
}

/** A group's heading is in the item of its first row, so that each item of the list is a row. */
export function Rows<T>({ label, groups, keyOf, row, list }: RowsProps<T>) {
  return (
    <ul ref={list} tabIndex={-1} aria-label={label} className="rows outline-none">
      {groups.flatMap((group) =>
        group.items.map((item, place) => (
          <li key={keyOf(item)}>
            {place === 0 && <GroupHeading name={group.name} done={group.done} all={group.items} />}
            {row(item)}
          </li>
        ))
      )}
    </ul>
  );
}

function GroupHeading(
  { name, done, all }: Pick<Group<unknown>, "name" | "done"> & { all: readonly unknown[] },
) {
  return (
    <div className="row-group">
      <h2 className="font-bold">{name}</h2>
      {done !== undefined && done.count > 0 && (
        <span className="ml-auto flex items-baseline gap-2 text-sm text-muted">
          {done.count === all.length
            ? `all ${done.word}`
            : `${done.count} of ${all.length} ${done.word}`}
          <span
            aria-hidden
            className="inline-block h-1.5 w-24 min-w-6 self-center overflow-hidden rounded-2xl bg-base-content/15"
          >
            <span
              className="block h-full bg-success"
              style={{ width: `${100 * done.count / all.length}%` }}
            />
          </span>
        </span>
      )}
    </div>
  );
}

/** As high as the rows to come, which have two lines on a wide screen and four on a phone. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div className="panel divide-y divide-base-300">
      {Array.from(
        { length: count },
        (_, place) => (
          <div key={place} className="flex h-32 flex-col justify-center gap-3 px-4 md:h-19">
            <div className="skeleton h-5 w-2/3" />
            <div className="skeleton h-4 w-11/12" />
          </div>
        ),
      )}
    </div>
  );
}

/** Returns a function that names a time's group: "Today", "Yesterday", "Last 7 days", its month. */
export function usePeriods(): (time: string) => string {
  const today = useAtomValue(todayAtom);
  return (time) => {
    const day = dayOf(time);
    const ahead = daysAfter(today, day);
    if (ahead === 0) return "Today";
    if (ahead === -1) return "Yesterday";
    return ahead > -7 ? "Last 7 days" : showMonth(day.slice(0, 7));
  };
}
