/** A field for a program: the editor, and a plain textarea until it is loaded. */
import { Suspense, useRef } from "react";
import { lazyComponent } from "../ui/lazy.tsx";
import { CodeBox, PlainCode } from "./code-plain.tsx";
import type { CaretRef } from "../focus/caret.ts";
import { CaretContext, type CodeFieldProps } from "./code-props.ts";

// If the editor cannot be loaded, the plain textarea stays.
const Editor = lazyComponent(() => import("./code-editor.tsx"), { instead: PlainCode });

export function CodeField(props: CodeFieldProps) {
  const caret: CaretRef = useRef(null);
  return (
    <CodeBox>
      <CaretContext value={caret}>
        <Suspense
          fallback={<PlainCode {...props} readOnly={props.readOnly || !!props.shared} />}
        >
          <Editor {...props} />
        </Suspense>
      </CaretContext>
    </CodeBox>
  );
}
