/** The input of a traced program, and how far it has been read: what `>>` leaves, getline finds. */
import { useLayoutEffect, useMemo, useRef } from "react";
import type { Step } from "../../../server/languages/steps/trace.ts";
import { withRareSigns } from "../../../server/languages/texts.ts";
import { Frame } from "../bench/frame.tsx";
import { FRESH, LOOK, partsOf } from "./output.tsx";

export function CallLine({ call }: { call: string }) {
  return (
    <div className="shrink-0 border-t border-base-300 p-3">
      <Frame label="Call" look={`${LOOK} max-h-40!`}>{call}</Frame>
    </div>
  );
}

export function InputRead(
  { input, step: { read }, before }: { input: string; step: Step; before: Step | null },
) {
  const bytes = useMemo(() => new TextEncoder().encode(input), [input]);
  const view = useRef<HTMLPreElement>(null);
  const next = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const [from, to] = [view, next].map(({ current }) => current?.getBoundingClientRect().top);
    if (from === undefined || to === undefined) return;
    view.current?.scrollBy({ top: to - from - view.current.clientHeight / 2 });
  }, [read]);
  if (bytes.length === 0) return null;
  const { from, pieces } = partsOf(bytes, {
    end: bytes.length,
    fresh: before?.read ?? 0,
    mark: read,
  });
  return (
    <div className="shrink-0 border-t border-base-300 p-3">
      <Frame
        label="Input"
        name="What it reads"
        aside={read === 0
          ? "nothing is read yet"
          : read >= bytes.length
          ? "all is read"
          : `${read} of ${bytes.length} bytes are read`}
        look={`${LOOK} max-h-40!`}
        view={view}
      >
        {from > 0 && <span className="text-muted">{`… ${from} bytes before\n`}</span>}
        {pieces.map(({ text, isFresh, isMarked }, at) => (
          <span
            key={at}
            ref={isMarked ? next : undefined}
            className={isMarked ? "" : isFresh ? FRESH : "text-muted line-through"}
          >
            {withRareSigns(text).replaceAll("\n", "⏎\n")}
          </span>
        ))}
      </Frame>
    </div>
  );
}
