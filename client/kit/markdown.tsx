/** A field for Markdown: a plain one to begin with, the editor once somebody is here to write. */
import { lazy, Suspense, useEffect, useRef } from "react";
import type { Control } from "./form.tsx";
import { useHere } from "./here.ts";

const Editor = lazy(() => import("./editor.tsx"));

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

type CaretRef = { current: [number, number] | null };

function Simple({ control, value, onChange, height, caret }: MarkdownProps & { caret: CaretRef }) {
  return (
    <textarea
      {...control}
      className="textarea w-full resize-none font-mono text-sm"
      style={{ height }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
        caret.current = [selectionStart, selectionEnd];
      }}
      onBlur={() => caret.current = null}
      // A picture that comes before the editor does not take the place of the page.
      onDrop={(event) => event.dataTransfer.files.length > 0 && event.preventDefault()}
    />
  );
}

/** Whoever was writing already goes on in the editor where they were. */
function Caret({ at, of }: { at: CaretRef; of: string }) {
  useEffect(() => {
    const area = document.getElementById(of);
    if (at.current === null || !(area instanceof HTMLTextAreaElement)) return;
    area.focus();
    area.setSelectionRange(...at.current);
    at.current = null;
  }, [at, of]);
  return null;
}
