/**
 * The frame for an hour of fast work on a queue: the queue and the open item side by side, on a
 * phone one after the other; everything by keys. What is in it is the feature's business.
 *
 *     const still = useStill(waiting, { keyOf, known, subject, pages });
 *     const desk = useTriage(still.rows);
 *     <Triage desk={desk} still={still} label="Review queue" …>{the item of desk.open}</Triage>
 *
 * The part that shows the open item adds its own keys with `useKeys`; the sheet lists them too.
 * After a decision: `goOn(desk, still, isFree)`.
 */
import { ArrowDown, ArrowLeft, ChevronDown, ChevronUp, Keyboard } from "lucide-react";
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useSearchParams } from "wouter";
import { useAwaited, useTypedAhead, type Write } from "./ahead.ts";
import { useFetched } from "./here.ts";
import { useKeys } from "./keys.tsx";
import { Empty } from "./page.tsx";
import { Rows } from "./rows.tsx";
import type { Place, Still } from "./still.ts";
import { useNow } from "./time.ts";
import { toast } from "./toast.tsx";

const keySheet = async () => (await import("./key-sheet.tsx")).default;

/** The open item's key in the address: a reload and the back button keep the place. */
const ITEM = "item";
/** The last lines of what was read stay in view. */
const READ_ON = 0.85;
const SIDE_BY_SIDE = "(min-width: 64rem)";

export interface Desk {
  /** The key of the open item; null when none is. */
  open: string | null;
  /** Where it is in the queue; -1 when it is not there. */
  at: number;
  show: (key: string | null) => void;
  /** To the next row that is still in the queue, or back to the one before. */
  step: (by: 1 | -1) => void;
  mayStep: (by: 1 | -1) => boolean;
}

/** Which item is open. Where there is room beside the queue, the first one is without a click. */
export function useTriage<T>(rows: readonly Place<T>[]): Desk {
  const [query, setQuery] = useSearchParams();
  const isWide = useSyncExternalStore(watchWidth, () => matchMedia(SIDE_BY_SIDE).matches);
  const asked = query.get(ITEM);
  const open = asked ?? (isWide ? rows[0]?.key ?? null : null);
  const at = rows.findIndex(({ key }) => key === open);
  const show = (key: string | null) =>
    setQuery((now) => {
      const next = new URLSearchParams(now);
      if (key === null) next.delete(ITEM);
      else next.set(ITEM, key);
      return next;
      // On a phone, "back" leads from the item to the queue.
    }, { replace: isWide || asked !== null });
  useEffect(() => {
    // From here on it is this one, whatever comes to stand first.
    if (asked === null && open !== null) show(open);
  });
  const beside = (by: 1 | -1) => {
    let to = at + by;
    // What others have done meanwhile is shown, and not in the way.
    while (rows[to]?.isGone) to += by;
    return rows[to];
  };
  return {
    open,
    at,
    show,
    step: (by) => {
      const next = beside(by);
      if (next !== undefined) show(next.key);
    },
    mayStep: (by) => beside(by) !== undefined,
  };
}

/**
 * Opens the next item after a decision, and shows the queue as it is now.
 * @param isFree whether an item is one to go on with: nobody else is at it
 */
export function goOn<T>(
  desk: Desk,
  still: Still<T>,
  isFree: (item: T) => boolean,
): void {
  const { rows } = still;
  const round = [...rows.slice(desk.at + 1), ...rows.slice(0, Math.max(0, desk.at))]
    .filter(({ isGone }) => !isGone);
  const next = round.find(({ item }) => isFree(item)) ?? round[0];
  still.refresh(desk.open ?? undefined);
  desk.show(next?.key ?? null);
}

/** To the open item's row, or the last one, once the queue is drawn as it is now. */
function toRow(queue: HTMLElement | null): void {
  requestAnimationFrame(() => {
    // What is out of view need not be in the document; at the end stands what has come.
    const row = queue?.querySelector("[aria-current=true]") ??
      queue?.querySelector("li:last-child button");
    (row as HTMLElement | null | undefined)?.focus();
  });
}

/** Scrolls what the open item has to read, wherever the focus is; on a phone the page. */
function readOn(item: HTMLElement | null, by: 1 | -1): void {
  const text = matchMedia(SIDE_BY_SIDE).matches ? item?.querySelector("[role=region]") : null;
  const box = text ?? document.documentElement;
  box.scrollBy({ top: by * READ_ON * box.clientHeight });
}

function watchWidth(listener: () => void): () => void {
  const media = matchMedia(SIDE_BY_SIDE);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** What is shown while the queue is on its way; who begins to write meanwhile goes on with that. */
export function Coming({ write }: { write: Write }) {
  useAwaited(null, write);
  return (
    <div className="grid gap-4 lg:grid-cols-[22rem_1fr] xl:grid-cols-[26rem_1fr]">
      <div className="skeleton h-[calc(100dvh-9rem)]" />
      <div className="skeleton h-[calc(100dvh-9rem)] max-lg:hidden" />
    </div>
  );
}

/** What was typed for a field that is long in coming. */
export function TypedAhead({ of }: { of: string }) {
  const text = useTypedAhead(of);
  if (text === "") return null;
  return (
    <section aria-label="Kept" className="panel mt-4 space-y-3 p-4">
      <p className="font-semibold">What you type is kept, and is in the field when that is here:</p>
      <p className="rounded-field bg-base-200 p-3 whitespace-pre-wrap">{text}</p>
    </section>
  );
}

interface TriageProps<T> {
  /** The queue's name. */
  label: string;
  desk: Desk;
  still: Still<T>;
  /** The filter's fields: `/` goes to the first. */
  filter?: ReactNode;
  /** How many there are, in words. */
  count: ReactNode;
  /** What a row shows: two lines, cut off where they are too long. */
  row: (place: Place<T>, now: number) => ReactNode;
  /** In rem. */
  rowHeight?: number;
  /** What is said when nothing waits. */
  empty: string;
  /** The end of what is loaded is near. Must be stable (useCallback). */
  onEnd?: () => void;
  /** The open item. It has its own scroll bar; give it a key, so that the next starts at its top. */
  children: ReactNode;
}

export function Triage<T>(props: TriageProps<T>) {
  const { label, desk, still, filter, count, row, rowHeight = 5, empty, onEnd, children } = props;
  const { rows, fresh, gone, refresh } = still;
  const [KeySheet, setKeySheet] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  // There by now: it does not wait behind what else is drawn.
  const help = () =>
    void keySheet().then(
      (sheet) => setKeySheet(() => sheet),
      () => toast.error("The keys cannot be shown: the server cannot be reached."),
    );
  useFetched(keySheet);
  const queue = useRef<HTMLDivElement>(null);
  const item = useRef<HTMLDivElement>(null);
  const now = useNow(1000);
  const isOpen = desk.open !== null;
  useKeys([
    {
      keys: ["j", "ArrowDown"],
      name: "Next",
      run: () => {
        // At the end of what is shown, what has come since goes on.
        if (!desk.mayStep(1) && fresh > 0) refresh();
        desk.step(1);
      },
    },
    { keys: ["k", "ArrowUp"], name: "Previous", run: () => desk.step(-1) },
    { keys: [" ", "PageDown"], name: "Read on", run: () => readOn(item.current, 1) },
    { keys: ["PageUp"], name: "Read back", run: () => readOn(item.current, -1) },
    {
      keys: ["/"],
      name: "Go to the filter",
      run: () => queue.current?.querySelector<HTMLElement>("input, select")?.focus(),
    },
    { keys: ["?"], name: "Show the keys", run: help },
  ]);
  return (
    <div className="grid gap-4 lg:h-[calc(100dvh-9rem)] lg:min-h-[32rem] lg:grid-cols-[22rem_minmax(0,1fr)] xl:grid-cols-[26rem_minmax(0,1fr)]">
      <div
        ref={queue}
        className={`panel flex min-h-0 flex-col overflow-hidden max-lg:h-[calc(100dvh-13rem)] max-lg:min-h-96 ${
          isOpen ? "max-lg:hidden" : ""
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
            <p role="status" className="font-semibold">{count}</p>
            <button
              type="button"
              className="btn btn-ghost btn-sm max-lg:hidden"
              onClick={help}
            >
              <Keyboard aria-hidden className="size-4" /> Keys
            </button>
          </div>
        </div>
        {rows.length === 0
          ? (
            <div className="p-3">
              <Empty>{empty}</Empty>
            </div>
          )
          : (
            <Rows
              label={label}
              count={rows.length}
              height={rowHeight}
              at={desk.at}
              onEnd={onEnd}
              row={(place) => {
                const one = rows[place];
                if (one === undefined) return null;
                const isHere = one.key === desk.open;
                return (
                  <button
                    type="button"
                    aria-current={isHere || undefined}
                    className={`flex size-full flex-col justify-center gap-1 overflow-hidden border-b border-base-300 px-3 text-left -outline-offset-3 ${
                      isHere
                        ? "bg-primary/12 shadow-[inset_4px_0_0_var(--color-primary)]"
                        : "hover:bg-base-200"
                    } ${one.isGone ? "text-muted" : ""}`}
                    onClick={() => desk.show(one.key)}
                  >
                    {row(one, now)}
                  </button>
                );
              }}
            />
          )}
        {fresh + gone > 0 && (
          <div className="border-t border-base-300 p-2">
            <button
              type="button"
              className="btn btn-primary btn-sm btn-block rise"
              onClick={({ detail }) => {
                refresh();
                // It goes: who came to it with Tab goes on in the queue.
                if (detail === 0) toRow(queue.current);
              }}
            >
              <ArrowDown aria-hidden className="size-4" />
              {[fresh > 0 && `${fresh} new`, gone > 0 && `${gone} done`].filter(Boolean)
                .join(", ")}: refresh the queue
            </button>
          </div>
        )}
      </div>
      <div ref={item} className={`min-h-0 min-w-0 ${isOpen ? "" : "max-lg:hidden"}`}>
        {isOpen && (
          <div className="mb-3 flex items-center gap-2 lg:hidden">
            <button
              type="button"
              className="btn btn-sm"
              onClick={() => desk.show(null)}
            >
              <ArrowLeft aria-hidden className="size-4" /> Queue
            </button>
            <span className="ml-auto text-sm text-muted">
              {desk.at >= 0 && `${desk.at + 1} of ${rows.length}`}
            </span>
            <button
              type="button"
              className="btn btn-sm btn-square"
              aria-label="Previous"
              disabled={desk.at < 0 || !desk.mayStep(-1)}
              onClick={() => desk.step(-1)}
            >
              <ChevronUp aria-hidden className="size-4" />
            </button>
            <button
              type="button"
              className="btn btn-sm btn-square"
              aria-label="Next"
              disabled={desk.at < 0 || !desk.mayStep(1)}
              onClick={() => desk.step(1)}
            >
              <ChevronDown aria-hidden className="size-4" />
            </button>
          </div>
        )}
        {children}
      </div>
      {KeySheet && <KeySheet onClose={() => setKeySheet(null)} />}
    </div>
  );
}
