/**
 * The layout for long, fast work on a queue: the queue and the open item side by side, on a phone
 * one after the other. Everything works by keys. `TriageDesk` adds the work flow. The component that
 * shows the open item adds its own keys with `useShortcuts`. They are in the list of shortcuts too.
 */
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import ArrowLeft from "../ui/icon.tsx?arrow-left";
import ChevronDown from "../ui/icon.tsx?chevron-down";
import ChevronUp from "../ui/icon.tsx?chevron-up";
import { IconButton } from "../ui/icon-button.tsx";
import { type TypeAhead, useAwaited, useTypedAhead } from "../forms/type-ahead.ts";
import { activeShortcuts, useShortcuts } from "../focus/shortcuts.tsx";
import { SIDE_BY_SIDE } from "../layout/media.ts";
import type { Desk } from "./desk.ts";
import { QueuePanel, type QueueProps } from "./queue-panel.tsx";
import { UNDO_SECONDS } from "../../../server/threads/policy.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Button } from "../ui/button.tsx";

/** The share of a page that one key press scrolls. The last lines stay in view. */
const SCROLL_BY = 0.85;

interface HeadingProps {
  href: string;
  title: string;
  /** Opened after another one by the view: it takes the focus if nothing else has it. */
  takesFocus: boolean;
  /** The second line. Where it is wide, it has one height, whatever it holds. */
  children: ReactNode;
}

export function ItemHeading({ href, title, takesFocus, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isNowhere = document.activeElement === document.body;
    if (takesFocus && isNowhere) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <header className="@container border-b border-base-300 px-4 py-1.5">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none lg:truncate">
        <Link href={href} className="hover:underline">{title}</Link>
      </h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 @3xl:h-8 @3xl:flex-nowrap @3xl:overflow-hidden @3xl:whitespace-nowrap">
        {children}
      </div>
    </header>
  );
}

/** Placeholder while the queue is loading. Text that is typed meanwhile is kept for the field. */
export function TriageSkeleton({ write }: { write: TypeAhead }) {
  useAwaited(null, write);
  return (
    <div className="grid gap-4 lg:grid-cols-[22rem_1fr]">
      <div className="skeleton h-[calc(100dvh-9rem)]" />
      <div className="skeleton h-[calc(100dvh-9rem)] max-lg:hidden" />
    </div>
  );
}

/** Keeps what is typed while an item is loading. @param isShown its field is late: shows the text */
export function TypedAhead(
  { of, write, isShown }: { of: string; write: TypeAhead; isShown: boolean },
) {
  useAwaited(of, write);
  const text = useTypedAhead(of, write);
  if (!isShown || text === "") return null;
  return (
    <section aria-label="Your text" className="panel mt-4 space-y-3 p-4">
      <p className="font-semibold">
        Your text is kept. It moves to the field when that has loaded:
      </p>
      <p className="rounded-field bg-base-200 p-3 whitespace-pre-wrap">{text}</p>
    </section>
  );
}

type TriageProps<T> = QueueProps<T> & {
  /** The open item. It scrolls by itself. A React key lets the next item start at its top. */
  children: ReactNode;
  /** More about the open item, in a column of its own on a very wide screen. */
  context?: ReactNode;
};

/**
 * A bench in the open item takes the place of the context, and of the queue where it is narrow. A
 * selector with :has() must end with a class or a tag: `:first-child` alone makes each change of any
 * page restyle all of that page.
 */
const WITH_BENCH =
  "lg:max-[112rem]:has-[[data-bench]]:grid-cols-1 min-[112rem]:has-[[data-bench]]:grid-cols-[22rem_minmax(0,1fr)] lg:max-[112rem]:has-[[data-bench]]:[&>.panel]:hidden has-[[data-bench]]:[&>aside]:hidden";

export function Triage<T>({ children, context, ...queueProps }: TriageProps<T>) {
  const { desk, still } = queueProps;
  const queue = useRef<HTMLDivElement>(null);
  const item = useRef<HTMLDivElement>(null);
  const [isHelping, setHelping] = useState(false);
  const showKeys = () => setHelping(true);
  useShortcuts([
    {
      keys: ["j", "ArrowDown", "k", "ArrowUp"],
      name: "Next, or previous",
      run: (key) => {
        if (key === "k" || key === "ArrowUp") return desk.step(-1);
        // At the end of the shown rows, go on with the new ones.
        if (!desk.mayStep(1) && still.fresh > 0) still.refresh();
        desk.step(1);
      },
    },
    {
      keys: ["PageDown", "PageUp"],
      name: "Scroll the open item",
      run: (key) => scrollItem(item.current, key === "PageDown" ? 1 : -1),
    },
    {
      keys: [],
      name: "Go to the filter",
      run: () => queue.current?.querySelector<HTMLElement>("input, select")?.focus(),
    },
    { keys: ["?"], name: "Show the keys", run: showKeys },
  ], "Queue");
  return (
    <div
      className={`grid gap-4 lg:h-[calc(100dvh-9rem-var(--corner,0px))] lg:min-h-[calc(32rem-var(--corner,0px))] lg:grid-cols-[22rem_minmax(0,1fr)] ${WITH_BENCH} ${
        context
          // Below, the button of the drawer stands at the right edge.
          ? "max-[90rem]:pr-3 min-[90rem]:grid-cols-[22rem_minmax(0,1fr)_24rem] min-[112rem]:grid-cols-[22rem_minmax(0,1fr)_34rem]"
          : ""
      }`}
    >
      <QueuePanel {...queueProps} panel={queue} onHelp={showKeys} />
      <ItemPanel desk={desk} rows={still.rows.length} panel={item}>
        {children}
        <div className="mt-3 empty:hidden lg:hidden">{desk.open !== null && queueProps.notice}</div>
      </ItemPanel>
      {context}
      {isHelping && <KeySheet onClose={() => setHelping(false)} />}
    </div>
  );
}

interface ItemPanelProps {
  desk: Desk;
  rows: number;
  panel: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** The open item. On a phone, a bar above it leads to the queue, the previous and the next item. */
function ItemPanel({ desk, rows, panel, children }: ItemPanelProps) {
  const isOpen = desk.open !== null;
  return (
    <div ref={panel} className={`min-h-0 min-w-0 ${isOpen ? "" : "max-lg:hidden"}`}>
      {isOpen && (
        <div className="mb-3 flex items-center gap-2 lg:hidden">
          <Button icon={ArrowLeft} className="btn-sm" onClick={() => desk.show(null)}>Queue</Button>
          <span className="ml-auto text-sm text-muted">
            {desk.at >= 0 && `${desk.at + 1} of ${rows}`}
          </span>
          <StepButton desk={desk} by={-1} />
          <StepButton desk={desk} by={1} />
        </div>
      )}
      {children}
    </div>
  );
}

function StepButton({ desk, by }: { desk: Desk; by: 1 | -1 }) {
  const Icon = by === 1 ? ChevronDown : ChevronUp;
  return (
    <IconButton
      icon={Icon}
      name={by === 1 ? "Next" : "Previous"}
      className="btn-sm"
      disabled={desk.at < 0 || !desk.mayStep(by)}
      onClick={() => desk.step(by)}
    />
  );
}

/** Scrolls the text of the open item, wherever the focus is. On a phone it scrolls the page. */
function scrollItem(item: HTMLElement | null, by: 1 | -1): void {
  const text = matchMedia(SIDE_BY_SIDE).matches ? item?.querySelector("[role=region]") : null;
  const box = text ?? document.documentElement;
  box.scrollBy({ top: by * SCROLL_BY * box.clientHeight });
}

const signs: Record<string, string> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  PageUp: "Page ↑",
  PageDown: "Page ↓",
};

function KeySheet({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() =>
    activeShortcuts().map(({ group, shortcuts }) => ({
      group,
      shortcuts: shortcuts.filter(({ keys }) => keys.length > 0),
    })).filter(({ shortcuts }) => shortcuts.length > 0)
  );
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <div className="gap-x-8 md:columns-2">
        {groups.map(({ group, shortcuts }) => (
          <section key={group} aria-label={group} className="mb-5 break-inside-avoid">
            <h3 className="mb-2 font-bold">{group}</h3>
            <dl className="grid grid-cols-[minmax(5.5rem,max-content)_1fr] items-baseline gap-x-4 gap-y-2">
              {shortcuts.map(({ keys, name }) => (
                <Fragment key={name}>
                  <dt className="flex justify-end gap-1">
                    {keys.map((key) => <Key key={key} name={key} />)}
                  </dt>
                  <dd>{name}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-4 text-sm text-muted">
        Escape leaves a field. <Key name="u" /> undoes what you sent in the last {UNDO_SECONDS}{" "}
        seconds. <Key name="Ctrl+k" /> finds everything else.
      </p>
    </Dialog>
  );
}

function Key({ name }: { name: string }) {
  const parts = name.split("+").filter(Boolean);
  return (
    <span className="whitespace-nowrap">
      {parts.map((part, place) => (
        <Fragment key={part}>
          {place > 0 && " + "}
          <kbd className="kbd kbd-sm">{signs[part] ?? part}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
