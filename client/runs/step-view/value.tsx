/** A value as it is drawn: boxes with indexes, fields, and the dots at which arrows begin. */
import type { ReactNode } from "react";
import Nothing from "../../kit/ui/icon.tsx?circle-slash";
import Unplug from "../../kit/ui/icon.tsx?unplug";
import type { ValueText } from "../../../server/languages/steps/trace.ts";
import { isSame } from "./step-search.tsx";
import { sayPointer } from "./sentences.tsx";

interface ValueProps {
  value: ValueText;
  /** The value at the step before, for marks at the parts that changed. */
  before?: ValueText | undefined;
  /** Within another value: drawn with less room. */
  isInner?: boolean;
}

/** At most so many elements, and characters of a text, have boxes. */
const BOXES_MOST = 100;
const CHARACTERS_MOST = 32;

export function Value({ value, before, isInner = false }: ValueProps) {
  switch (value.kind) {
    case "plain":
      return <span className="whitespace-pre-wrap">{value.text}</span>;
    case "unset":
      return <span className="font-sans text-muted italic">not set</span>;
    case "hidden":
      return <span aria-label="not shown" role="img">…</span>;
    case "pointer":
      return <Pointer value={value} />;
    case "text":
      return <Text value={value} before={before} isInner={isInner} />;
    case "list":
      return <List value={value} before={before} isInner={isInner} />;
    case "map":
      return <Entries value={value} before={before} isInner={isInner} />;
    case "object":
      return <Fields value={value} before={before} isInner={isInner} />;
  }
}

type Of<Kind extends ValueText["kind"]> = {
  value: Extract<ValueText, { kind: Kind }>;
  before: ValueText | undefined;
  isInner: boolean;
};

const BOX = "inline-flex min-h-7 min-w-7 items-center justify-center bg-base-100 px-1";

function Box({ isChanged, children }: { isChanged: boolean; children: ReactNode }) {
  return (
    <span
      className={`${BOX} ${
        isChanged
          ? "border-2 border-accent bg-accent/20 font-bold outline-1 outline-base-content"
          : "border border-base-content/50"
      }`}
    >
      {isChanged && <span className="sr-only">changed:</span>}
      {children}
    </span>
  );
}

const isChanged = (now: ValueText, then: ValueText | undefined): boolean =>
  then !== undefined && !isSame(now, then);

function Pointer({ value }: Pick<Of<"pointer">, "value">) {
  const { to } = value;
  if (typeof to === "object") {
    return (
      <span
        data-points={to.address}
        data-points-item={to.item}
        className="inline-flex items-center"
      >
        <span className="size-3 rounded-full bg-primary" />
        <span className="sr-only">{sayPointer(value)}</span>
      </span>
    );
  }
  if (to === "elsewhere") {
    return <span className="font-sans text-muted">points at what is not shown</span>;
  }
  return to === "null"
    ? (
      <span className="inline-flex items-center gap-1">
        <Nothing aria-hidden className="size-4 text-muted" /> null
      </span>
    )
    : (
      <span className="inline-flex items-center gap-1 font-sans font-semibold text-error">
        <Unplug aria-hidden className="size-4" /> dangling
      </span>
    );
}

/** Quotation marks within a value; boxes for the characters of a text that stands alone. */
function Text({ value: { text, isCut }, before, isInner }: Of<"text">) {
  const characters = [...text];
  const end = isCut ? "…" : "";
  if (isInner || characters.length > CHARACTERS_MOST || characters.length === 0) {
    return <span className="whitespace-pre-wrap">"{text}{end}"</span>;
  }
  const old = before?.kind === "text" ? [...before.text] : null;
  return (
    <>
      <span className="sr-only">"{text}{end}"</span>
      <ol aria-hidden className="flex flex-wrap">
        {characters.map((character, at) => (
          <Indexed key={at} index={at}>
            <Box isChanged={old !== null && old[at] !== character}>
              {SIGNS[character] ?? character}
            </Box>
          </Indexed>
        ))}
        <li>{end}</li>
      </ol>
    </>
  );
}

const SIGNS: Record<string, string> = { " ": "␣", "\n": "↵", "\t": "⇥", "\0": "∅" };

function Indexed({ index, children }: { index: number; children: ReactNode }) {
  return (
    <li data-item={index} className="-ml-px flex flex-col items-center first:ml-0">
      {children}
      <span aria-hidden className="text-xs text-muted">{index}</span>
    </li>
  );
}

interface WholeProps {
  type: string;
  isInner: boolean;
  /** How many parts it has, and how many of them are shown, where it may have none or many. */
  count?: number;
  shown?: number;
  children: ReactNode;
}

/** What has parts: its type above them, and how many more there are below. */
const Whole = ({ type, isInner, count = 1, shown = count, children }: WholeProps) => (
  <span className="block min-w-0">
    {!isInner && type !== "" && <span className="block text-xs font-normal text-muted">{type}
    </span>}
    {count === 0 && <span className="font-sans text-muted italic">empty</span>}
    {children}
    {count > shown && (
      <span className="block font-sans text-xs text-muted">
        and {(count - shown).toLocaleString("en")} more
      </span>
    )}
  </span>
);

/** Whether a value is drawn in one short piece. */
export const isSmall = ({ kind }: ValueText): boolean =>
  kind !== "list" && kind !== "map" && kind !== "object";

/** The elements in a row, or below each other if they are large themselves. */
function List({ value: { type, items, more }, before, isInner }: Of<"list">) {
  const old = before?.kind === "list" ? before.items : null;
  const shown = items.slice(0, BOXES_MOST);
  const isColumn = !items.every(isSmall);
  return (
    <Whole {...{ type, isInner }} count={items.length + more} shown={shown.length}>
      <ol className={isColumn ? "space-y-1" : "flex flex-wrap gap-y-1"}>
        {shown.map((item, at) => {
          const isNew = old !== null && (old[at] === undefined || isChanged(item, old[at]));
          const node = <Value value={item} before={old?.[at]} isInner />;
          const drawn = isSmall(item) ? <Box isChanged={isNew}>{node}</Box> : node;
          return isColumn
            ? (
              <li key={at} data-item={at} className="flex items-start gap-2">
                <span className="min-w-4 pt-1 text-right text-xs text-muted">{at}</span>
                {drawn}
              </li>
            )
            : <Indexed key={at} index={at}>{drawn}</Indexed>;
        })}
      </ol>
    </Whole>
  );
}

function Entries({ value: { type, entries, more }, before, isInner }: Of<"map">) {
  const old = before?.kind === "map"
    ? new Map(before.entries.map(([key, value]) => [JSON.stringify(key), value]))
    : null;
  const shown = entries.slice(0, BOXES_MOST);
  return (
    <Whole {...{ type, isInner }} count={entries.length + more} shown={shown.length}>
      <ul className="space-y-1">
        {shown.map(([key, value]) => {
          const name = JSON.stringify(key);
          const then = old?.get(name);
          return (
            <li key={name} className="flex items-start gap-1">
              <span className={`${BOX} border border-base-content/50 bg-base-200!`}>
                <Value value={key} isInner />
              </span>
              <span className="pt-1">:</span>
              <Box isChanged={old !== null && (then === undefined || isChanged(value, then))}>
                <Value value={value} before={then} isInner />
              </Box>
            </li>
          );
        })}
      </ul>
    </Whole>
  );
}

/** A small object is a row of cells, as a node of a linked list is drawn. */
const CELLS_MOST = 4;

function Fields({ value: { type, fields }, before, isInner }: Of<"object">) {
  const old = before?.kind === "object"
    ? new Map(before.fields.map(({ name, value }) => [name, value]))
    : null;
  const isRow = fields.length <= CELLS_MOST && fields.every(({ value }) => isSmall(value));
  return (
    <Whole {...{ type, isInner }}>
      <ul
        className={`w-fit border border-base-content/50 bg-base-100 ${
          isRow ? "flex divide-x divide-base-content/30" : "divide-y divide-base-content/30"
        }`}
      >
        {fields.map(({ name, value }, at) => {
          const isNew = isChanged(value, old?.get(name));
          return (
            <li
              key={at}
              className={`px-1.5 py-0.5 ${isRow ? "" : "flex items-start gap-2"} ${
                isNew ? "bg-accent/20 font-bold outline-2 -outline-offset-2 outline-accent" : ""
              }`}
            >
              <span className={`text-muted ${isRow ? "block text-xs font-normal" : ""}`}>
                {name}
              </span>
              {isNew && <span className="sr-only">changed:</span>}
              <Value value={value} before={old?.get(name)} isInner />
            </li>
          );
        })}
      </ul>
    </Whole>
  );
}
