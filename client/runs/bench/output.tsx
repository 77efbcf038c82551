/** A program's output as it comes: the end of it, and never more than fits. */
import { useLayoutEffect, useRef } from "react";
import type { Output } from "./run-state.tsx";

const colors = { stdout: "", stderr: "text-error", typed: "font-bold text-primary" };

export function OutputView({ label, output }: { label: string; output: Output }) {
  const view = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isAtEnd.current) view.current?.scrollTo({ top: view.current.scrollHeight });
  }, [output]);
  return (
    <pre
      ref={view}
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-72 min-h-14 overflow-auto rounded-field border border-base-300 bg-base-200 p-2 font-mono text-sm leading-6 whitespace-pre-wrap"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 8;
      }}
    >
      {output.dropped > 0 && (
        <span className="text-muted">{`… ${output.dropped} characters before\n`}</span>
      )}
      {output.parts.map(({ stream, text }, place) => (
        <span key={place} className={colors[stream]}>{text}</span>
      ))}
    </pre>
  );
}
