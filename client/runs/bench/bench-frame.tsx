/** The frame of a bench: the places of the editor, the buttons and the results. */
import type { CSSProperties, ReactNode } from "react";
import Info from "../../kit/ui/icon.tsx?info";
import Play from "../../kit/ui/icon.tsx?play";
import SquareTerminal from "../../kit/ui/icon.tsx?square-terminal";
import { nameOfCase } from "../../../server/languages/calls.ts";
import { type Language, languageOf, languages } from "../../../server/languages/languages.ts";
import type { JudgeSettings } from "../../../server/languages/types.ts";
import { Splitter, useShare } from "../../kit/layout/splitter.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { Button } from "../../kit/ui/button.tsx";

/**
 * Where the results are, in a bench that fills the height of its place and scrolls inside: below the
 * editor, or beside it. Without a layout, a bench is as high as its content.
 */
export type BenchLayout = "below" | "beside";

interface FrameProps {
  layout?: BenchLayout | undefined;
  tools?: ReactNode;
  editor: ReactNode;
  bar: ReactNode;
  /** A line below the results. Its place is kept, so that nothing moves when it goes. */
  note?: ReactNode;
  children: ReactNode;
}

export function BenchFrame(props: FrameProps) {
  const { layout, tools, editor, bar, note, children } = props;
  const isWhole = layout === "beside";
  const below = useShare("editor-height");
  const editorShare = useShare("editor-width");
  const [share, setShare] = isWhole ? editorShare : below;
  if (!layout) {
    return (
      <div className="flex flex-col">
        {tools}
        <div className="h-72">{editor}</div>
        {bar}
        <div className="space-y-3 p-3">
          {children}
          {note}
        </div>
      </div>
    );
  }
  const rest = share === null ? isWhole ? "40%" : USUAL_RESULTS : `${100 - share}%`;
  return (
    <div
      className={isWhole ? "bench bench-whole" : "bench"}
      style={{ "--results": rest } as CSSProperties}
    >
      <div className="bench-bar [grid-area:tools]">{tools}</div>
      <div className="bench-page min-h-0 min-w-0 [grid-area:editor]">{editor}</div>
      <Splitter
        label={isWhole ? "Width of the editor" : "Height of the editor"}
        axis={isWhole ? "x" : "y"}
        share={share}
        onShare={setShare}
        className="[grid-area:split] max-lg:hidden"
      />
      <div className="bench-bar [grid-area:bar]">{bar}</div>
      <div className="bench-page space-y-3 overflow-y-auto p-3 [grid-area:results]">
        {children}
        <div className="min-h-6">{note}</div>
      </div>
    </div>
  );
}

/** So that 18 lines of code are in view on a screen of 768 pixels, and the results on larger ones. */
const USUAL_RESULTS = "max(9.5rem, min(45%, 100% - 31rem))";

interface ToolBarProps {
  settings: JudgeSettings;
  /** Those of which the person may choose one. */
  languages: readonly Language[];
  onLanguage: (language: Language) => void;
  children?: ReactNode;
}

/** The workspace's heading, and tools to the right of it. */
export function ToolBar({ settings, languages: taken, onLanguage, children }: ToolBarProps) {
  return (
    <div className="flex min-h-[2.5625rem] items-center gap-1 border-b border-base-300 bg-base-200 px-3 py-1">
      <h2 className="shrink-0 font-bold">Program</h2>
      {taken.length > 1 && (
        <select
          aria-label="Language"
          className="select select-sm w-auto shrink-0"
          value={languageOf(settings)}
          onChange={(event) => onLanguage(event.target.value as Language)}
        >
          {taken.map((one) => <option key={one} value={one}>{languages[one].name}</option>)}
        </select>
      )}
      <Menu
        plain
        name="Language and limits"
        label={<Info aria-hidden className="size-4" />}
        className="btn-sm btn-square"
      >
        {settingsOf(settings).map((one) => <li key={one} className="px-2 py-1">{one}</li>)}
      </Menu>
      {children}
    </div>
  );
}

/** The language, the limits, and what differs from the students' own machines. */
function settingsOf(settings: JudgeSettings): string[] {
  const { standard, timeMs, memoryMb } = settings;
  const { name, hasStandards, note } = languages[languageOf(settings)];
  const version = hasStandards ? standard.replace("c", "C") : name;
  return [version, `${timeMs / 1000} s for each case`, `${memoryMb} MB of memory`, note];
}

const RUN_ON_SERVER = "Run the cases on the server";

interface BarProps {
  hasCases: boolean;
  /** Another button is the primary one now. */
  isDone?: boolean;
  onServer?: boolean;
  onCases: () => void;
  /** The server can run the cases as well. */
  onOffer?: (() => void) | null;
  onOwn: (() => void) | null;
  more?: ReactNode;
  /** What the run is doing, in words. */
  children: ReactNode;
}

export function RunBar(props: BarProps) {
  const { hasCases, isDone, onServer, onCases, onOffer, onOwn, more, children } = props;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-2 border-y border-base-300 bg-base-100 px-3 py-2">
      {hasCases && (
        <Button
          icon={Play}
          className={isDone ? "" : "btn-primary"}
          title="Ctrl + Enter"
          onClick={onCases}
        >
          {onServer ? RUN_ON_SERVER : "Run the cases"}
        </Button>
      )}
      {onOwn !== null && (
        <Button
          icon={SquareTerminal}
          className={`max-sm:px-3 ${hasCases ? "" : "btn-primary"}`}
          title="Ctrl + '"
          onClick={onOwn}
        >
          <span className="max-sm:sr-only">Run with my input</span>
        </Button>
      )}
      {onOffer && <Button onClick={onOffer}>{RUN_ON_SERVER}</Button>}
      {more}
      <p role="status" className="min-w-0 font-semibold">{children}</p>
    </div>
  );
}

export type Part = "cases" | "input" | "earlier";

interface ResultTabsProps {
  hasCases: boolean;
  hasEarlier: boolean;
  current: Part;
  onShow: (part: Part) => void;
  aside: ReactNode;
  children: ReactNode;
}

export function ResultTabs({ hasCases, hasEarlier, ...rest }: ResultTabsProps) {
  const tabs = [
    ...hasCases ? [{ id: "cases" as const, name: "Cases" }] : [],
    { id: "input" as const, name: "My input" },
    ...hasEarlier ? [{ id: "earlier" as const, name: "Earlier runs" }] : [],
  ];
  return <Tabs label="Results" tabs={tabs} dense {...rest} />;
}

export function WaitingCase({ place, isHidden }: { place: number; isHidden?: boolean }) {
  return (
    <>
      <span aria-hidden className="size-5 shrink-0 rounded-full border-2 border-base-300" />
      <span className="font-semibold">{nameOfCase(place, isHidden)}</span>
      <span className="text-sm text-muted">not run yet</span>
    </>
  );
}

export const CASE_LIST = "divide-y divide-base-300 rounded-field border border-base-300";
export const CASE_LINE = "flex items-center gap-2.5 px-3 py-2";
