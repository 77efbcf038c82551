/** The input of a traced program, and how far it has been read: what `>>` leaves, getline finds. */
import { useLayoutEffect, useMemo, useRef } from "react";
import type { Step } from "../../../server/languages/steps/trace.ts";
import { withRareSigns } from "../../../server/languages/texts.ts";
import { FRESH, LOOK, partsOf } from "./output.tsx";

export function CallLine({ call }: { call: string }) {
  return (
    <div className="shrink-0 border-t border-base-300 p-3">
      <p className="mb-1 text-sm font-semibold">Call</p>
      <pre tabIndex={0} role="region" aria-label="Call" className={`${LOOK} max-h-40!`}>{call}</pre>
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
      <p className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-semibold">Input</span>
        <span className="text-muted">
          {read === 0
            ? "nothing is read yet"
            : read >= bytes.length
            ? "all is read"
            : `${read} of ${bytes.length} bytes are read`}
        </span>
      </p>
      <pre
        ref={view}
        tabIndex={0}
        role="region"
        aria-label="What it reads"
        className={`${LOOK} max-h-40!`}
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
      </pre>
    </div>
  );
}
