/** The field for a program before the editor is there: focus and cursor go on to that. */
import {
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { readStored, writeStored } from "../net/storage.ts";
import { useCaret } from "../focus/caret.ts";
import { CaretContext, type CodeFieldProps, HintContext } from "./code-props.ts";

export function PlainCode(
  { label, value, onChange, readOnly, fontSize, control }: CodeFieldProps,
) {
  const area = useRef<HTMLTextAreaElement>(null);
  useCaret(useContext(CaretContext), () => area.current);
  useImperativeHandle(control, () => {
    const select = (from: number, to: number) => {
      area.current?.focus();
      area.current?.setSelectionRange(from, to);
    };
    const startOf = (line: number) =>
      value.split("\n").slice(0, line - 1).reduce((at, { length }) => at + length + 1, 0);
    return { select, reveal: (line) => select(startOf(line), startOf(line)) };
  });
  return (
    <textarea
      ref={area}
      aria-label={label}
      readOnly={readOnly}
      spellCheck={false}
      // The column of the line numbers is as wide as in the editor.
      className="block size-full resize-none bg-[linear-gradient(to_right,var(--color-base-200)_calc(2rem+1.4em),transparent_0)] py-2.5 pr-3 pl-[calc(2.4rem+1.4em+1px)] font-mono leading-[1.4] -outline-offset-3"
      style={{ fontSize }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const HINTED_KEY = "tab-hint";

/** The place of a field for a program, with a hint below it. It is seen once in a browser. */
export function CodeBox({ children }: { children: ReactNode }) {
  const id = useId();
  const [isNew] = useState(() => readStored(HINTED_KEY) === null);
  useEffect(() => void writeStored(HINTED_KEY, true), []);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 grow">
        <HintContext value={id}>{children}</HintContext>
      </div>
      <p
        id={id}
        className={isNew
          ? "border-t border-base-300 bg-base-200 px-3 py-0.5 text-xs text-muted max-sm:sr-only print:hidden"
          : "sr-only"}
      >
        Tab indents. To leave with the keyboard, press Escape, then Tab.
      </p>
    </div>
  );
}
