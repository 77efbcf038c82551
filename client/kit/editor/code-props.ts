/** What the field for a program takes and gives: the plain one and the editor take the same. */
import { createContext, type Ref } from "react";
import type { Extension } from "@codemirror/state";
import type { CaretRef } from "../focus/caret.ts";
import type { Language } from "../../../server/languages/languages.ts";
import type { Diagnostic } from "../../../server/languages/types.ts";

/** What the screen may ask of the editor. */
export interface CodeControl {
  /** Puts the cursor at this line. */
  reveal(line: number): void;
  select(from: number, to: number): void;
}

/** A text that several editors change at once. */
export interface SharedText {
  text(): string;
  extension: Extension;
}

export interface CodeFieldProps {
  label: string;
  language: Language;
  value: string;
  onChange: (value: string) => void;
  /** Messages, shown at their lines. They must be stable. */
  marks?: readonly Diagnostic[];
  /** Keys as CodeMirror names them: "Mod-Enter". They must be stable. */
  keys?: readonly { key: string; run: () => void }[];
  readOnly?: boolean;
  /** The text is shared with another person: the editor takes it from here, not from `value`. */
  shared?: SharedText | undefined;
  /** In CSS, such as "0.95rem". */
  fontSize?: string;
  control?: Ref<CodeControl>;
}

/** By it, the plain field hands the focus and the cursor to the editor. */
export const CaretContext = createContext<CaretRef>({ current: null });

/** The id of the hint that describes the editor. */
export const HintContext = createContext("");
