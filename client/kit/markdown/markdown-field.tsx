/** A field for Markdown: a plain textarea at first, the editor once the person is active. */
import { Suspense, useRef } from "react";
import { type CaretRef, useCaret } from "../focus/caret.ts";
import { useIsActive } from "../focus/user-activity.ts";
import { lazyComponent } from "../ui/lazy.tsx";
import type { MarkdownProps } from "./markdown-editor.tsx";

// If the editor cannot be loaded, the plain textarea stays.
const Editor = lazyComponent(() => import("./markdown-editor.tsx"), { instead: Simple });

export function MarkdownField(props: MarkdownProps) {
  const { control: { id }, height } = props;
  const caret: CaretRef = useRef(null);
  const simple = <Simple {...props} caret={caret} />;
  return (
    <div style={{ minHeight: height }}>
      {useIsActive()
        ? (
          <Suspense fallback={simple}>
            <Editor {...props} />
            <Caret at={caret} of={id} />
          </Suspense>
        )
        : simple}
    </div>
  );
}

function Simple({ control, value, onChange, height, caret }: MarkdownProps & { caret?: CaretRef }) {
  useCaret(caret, () => document.getElementById(control.id));
  return (
    <textarea
      {...control}
      className="textarea w-full resize-none font-mono text-sm"
      style={{ height }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      // An image dropped before the editor is loaded must not replace the page.
      onDrop={(event) => event.dataTransfer.files.length > 0 && event.preventDefault()}
    />
  );
}

function Caret({ at, of }: { at: CaretRef; of: string }) {
  useCaret(at, () => document.getElementById(of));
  return null;
}
