/** The frame of a bench: the places of the editor, the buttons and the results. */
import type { CSSProperties, ReactNode } from "react";
import { Splitter, useShare } from "../../kit/layout/splitter.tsx";

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
