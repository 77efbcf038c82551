/** The queue of a triage view: filter, count, rows, and the button that shows new changes. */
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import ArrowDown from "../ui/icon.tsx?arrow-down";
import Keyboard from "../ui/icon.tsx?keyboard";
import type { FrozenList, FrozenRow } from "../lists/frozen-list.ts";
import { VirtualList } from "../lists/virtual-list.tsx";
import { useNow } from "../ui/format-time.ts";
import { Empty } from "../ui/page.tsx";
import type { Desk } from "./desk.ts";
import { Button } from "../ui/button.tsx";

export interface RowProps<T> {
  place: FrozenRow<T>;
  now: number;
  /** Whether it is in the longest tenth of the waits. */
  isLongest: boolean;
}

export interface QueueView<T> {
  label: string;
  filter: ReactNode;
  /** Stays above the rows. It gets the row that has waited longest. */
  head: (longest: T | undefined, show: (key: string) => void) => ReactNode;
  Row: ComponentType<RowProps<T>>;
  empty: string;
  /** Called near the end of the loaded rows. Must be stable (useCallback). */
  onEnd?: (() => void) | undefined;
}

export interface QueueProps<T> {
  view: QueueView<T>;
  desk: Desk;
  still: FrozenList<T>;
  /** The number of waiting rows, in words. */
  count: string;
  /** The row that has waited longest, also if it is not shown yet. */
  first: T | undefined;
  /** The keys of the longest tenth of the waits. */
  longest: ReadonlySet<string>;
  /** Below the rows. On a phone, it is also below the open item. */
  notice?: ReactNode;
}

/** In rem: three lines of text, each truncated. */
const ROW_HEIGHT = 5.75;

type PanelProps<T> = QueueProps<T> & {
  panel: RefObject<HTMLDivElement | null>;
  onHelp: () => void;
};

export function QueuePanel<T>(props: PanelProps<T>) {
  const { desk, still, count, first, longest, panel, onHelp, notice } = props;
  const { label, filter, head, Row, empty, onEnd } = props.view;
  const { rows } = still;
  const now = useNow(1000);
  return (
    <div
      ref={panel}
      className={`panel flex min-h-0 flex-col overflow-hidden max-lg:h-[calc(100dvh-13rem-var(--corner,0px))] max-lg:min-h-96 ${
        desk.open === null ? "" : "max-lg:hidden"
      }`}
      onKeyDown={(event) => {
        if (event.key === "Escape" && event.target instanceof HTMLInputElement) {
          event.target.blur();
        }
      }}
    >
      <div className="space-y-2 border-b border-base-300 p-3 pb-2">
        {filter}
        <div className="flex items-center justify-between gap-2">
          <p aria-hidden className="font-semibold">{count}</p>
          <PacedStatus>{count}</PacedStatus>
          <Button icon={Keyboard} className="btn-ghost btn-sm max-lg:hidden" onClick={onHelp}>
            Keys
          </Button>
        </div>
      </div>
      {head(first, desk.show)}
      {rows.length === 0
        ? (
          <div className="p-3">
            <Empty>{empty}</Empty>
          </div>
        )
        : (
          <VirtualList
            label={label}
            count={rows.length}
            height={ROW_HEIGHT}
            at={desk.at}
            onEnd={onEnd}
            row={(place) => {
              const one = rows[place];
              return one && (
                <RowButton place={one} desk={desk}>
                  <Row place={one} now={now} isLongest={longest.has(one.key)} />
                </RowButton>
              );
            }}
          />
        )}
      {notice}
      <RefreshBar still={still} panel={panel} />
    </div>
  );
}

/** A text that changes often is read out at most so often, in ms. */
const READ_EVERY = 10_000;

function PacedStatus({ children: text }: { children: string }) {
  const [read, setRead] = useState(text);
  const last = useRef(-READ_EVERY);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text === read) return;
      last.current = performance.now();
      setRead(text);
    }, Math.max(0, last.current + READ_EVERY - performance.now()));
    return () => clearTimeout(timer);
  }, [text, read]);
  return <p role="status" className="sr-only">{read}</p>;
}

interface RowButtonProps {
  place: FrozenRow<unknown>;
  desk: Desk;
  children: ReactNode;
}

function RowButton({ place: { key, isGone }, desk, children }: RowButtonProps) {
  const isOpen = key === desk.open;
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      className={`flex size-full flex-col justify-center gap-1 overflow-hidden border-b border-base-300 px-3 text-left -outline-offset-3 ${
        isOpen ? "bg-primary/12 shadow-[inset_4px_0_0_var(--color-primary)]" : "hover:bg-base-200"
      } ${isGone ? "text-muted" : ""}`}
      onClick={() => desk.show(key)}
    >
      {children}
    </button>
  );
}

function RefreshBar({ still, panel }: {
  still: Pick<FrozenList<unknown>, "fresh" | "goneCount" | "refresh">;
  panel: RefObject<HTMLDivElement | null>;
}) {
  const { fresh, goneCount: gone, refresh } = still;
  if (fresh + gone === 0) return null;
  return (
    <div className="border-t border-base-300 p-2">
      <Button
        icon={ArrowDown}
        className="btn-primary btn-sm btn-block rise"
        onClick={({ detail }) => {
          refresh();
          // The button disappears, so move the focus of a keyboard user into the queue.
          if (detail === 0) focusOpenRow(panel.current);
        }}
      >
        {[fresh > 0 && `${fresh} new`, gone > 0 && `${gone} done`].filter(Boolean)
          .join(", ")}: refresh the queue
      </Button>
    </div>
  );
}

/** Focuses the open item's row, or else the last row, after the queue is rendered. */
function focusOpenRow(queue: HTMLElement | null): void {
  requestAnimationFrame(() => {
    // Rows out of view may not be in the document. New rows are at the end.
    const row = queue?.querySelector("[aria-current=true]") ??
      queue?.querySelector("li:last-child button");
    (row as HTMLElement | null | undefined)?.focus();
  });
}
