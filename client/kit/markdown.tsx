/** A field for Markdown: a plain one to begin with, the editor once somebody is here to write. */
import { Suspense, useLayoutEffect, useRef } from "react";
import type { Control } from "./form.tsx";
import { useHere } from "./here.ts";
import { lazily } from "./lazily.tsx";

const Editor = lazily(() => import("./editor.tsx"), { instead: Plain });

/** The row of buttons below the editor, in px. */
const BUTTONS = 40;

interface MarkdownProps {
  control: Control;
  value: string;
  onChange: (value: string) => void;
  height?: number;
  /** Without a preview of its own, where the screen has one. */
  plain?: boolean;
}

export function MarkdownArea(props: MarkdownProps) {
  const { control: { id }, height = 320 } = props;
  const caret = useRef<[number, number] | null>(null);
  const simple = <Simple {...props} height={height + BUTTONS} caret={caret} />;
  return (
    <div style={{ minHeight: height + BUTTONS }}>
      {useHere()
        ? (
          <Suspense fallback={simple}>
            <Editor {...props} height={height} />
            <Caret at={caret} of={id} />
          </Suspense>
        )
        : simple}
    </div>
  );
}

/** Where the editor cannot be fetched, one writes all the same. */
function Plain(props: MarkdownProps) {
  const caret = useRef<[number, number] | null>(null);
  return <Simple {...props} height={(props.height ?? 320) + BUTTONS} caret={caret} />;
}

type CaretRef = { current: [number, number] | null };

/** Whoever was writing goes on where they were, in whatever field comes in its place. */
function useCaret(at: CaretRef, id: string): void {
  useLayoutEffect(() => {
    const area = document.getElementById(id);
    if (!(area instanceof HTMLTextAreaElement)) return;
    if (at.current !== null) {
      area.focus();
      area.setSelectionRange(...at.current);
      at.current = null;
    }
    return () => {
      if (document.activeElement !== area) return;
      at.current = [area.selectionStart, area.selectionEnd];
    };
  }, [at, id]);
}

function Simple({ control, value, onChange, height, caret }: MarkdownProps & { caret: CaretRef }) {
  useCaret(caret, control.id);
  return (
    <textarea
      {...control}
      className="textarea w-full resize-none font-mono text-sm"
      style={{ height }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      // A picture that comes before the editor does not take the place of the page.
      onDrop={(event) => event.dataTransfer.files.length > 0 && event.preventDefault()}
    />
  );
}

function Caret({ at, of }: { at: CaretRef; of: string }) {
  useCaret(at, of);
  return null;
}
