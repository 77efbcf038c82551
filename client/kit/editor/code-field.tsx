/** A field for a program: the editor, and a plain textarea until it is loaded. */
import { type Ref, Suspense, useLayoutEffect, useRef } from "react";
import { lazyComponent } from "../ui/lazy.tsx";
import { CodeBox, PlainCode } from "./code-plain.tsx";
import type { CaretRef } from "../focus/caret.ts";
import type { CodeControl, CodeFieldProps } from "./code-props.ts";

// If the editor cannot be loaded, the plain textarea stays.
const Editor = lazyComponent(() => import("./code-editor.tsx"), { instead: PlainCode });

export function CodeField(props: CodeFieldProps) {
  const caret: CaretRef = useRef(null);
  return (
    <CodeBox>
      <Suspense
        fallback={
          <PlainCode {...props} readOnly={props.readOnly || !!props.shared} caret={caret} />
        }
      >
        <Editor {...props} />
        <TakeCaret from={caret} control={props.control} />
      </Suspense>
    </CodeBox>
  );
}

/** The editor takes over the focus and the cursor. */
function TakeCaret({ from, control }: { from: CaretRef; control: Ref<CodeControl> | undefined }) {
  useLayoutEffect(() => {
    if (from.current === null) return;
    const caret = from.current;
    from.current = null;
    // The editor's own effects have run: it is there.
    if (typeof control === "object") control?.current?.select(...caret);
  }, [from, control]);
  return null;
}
