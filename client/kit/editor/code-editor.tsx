/** The editor for programs: CodeMirror. It is large, so it is loaded after the first action. */
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import { useAtomValue } from "jotai";
import {
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLatest } from "../data/use-latest.ts";
import type { Language } from "../../../server/languages/languages.ts";
import type { Diagnostic } from "../../../server/languages/types.ts";
import { nameOdd, UNSEEN, withoutMarks } from "../../../server/languages/odd_characters.ts";
import { includeLine, includeToAdd } from "../../../server/cpp/explanations/includes.ts";
import { translateAtom } from "../data/explain-in.ts";
import { useIsTouch } from "../layout/media.ts";
import { changedPart } from "./changed-part.ts";
import { CODE_COLORS } from "./code-colors.ts";
import { cpp } from "./cpp-editor.ts";
import { CaretContext, type CodeFieldProps, HintContext } from "./code-props.ts";
import { SymbolRow } from "./symbol-row.tsx";

const colors = HighlightStyle.define([...CODE_COLORS]);

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "transparent", color: "inherit", fontSize: "inherit" },
  "&.cm-focused": { outline: "3px solid var(--color-focus)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.4" },
  ".cm-content": { padding: "0.6rem 0", caretColor: "var(--color-base-content)" },
  ".cm-line": { padding: "0 0.75rem 0 0.4rem" },
  ".cm-gutters": {
    backgroundColor: "var(--color-base-200)",
    color: "var(--color-muted)",
    borderRight: "1px solid var(--color-base-300)",
  },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2rem" },
  ".cm-activeLine": {
    backgroundColor: "color-mix(in oklab, var(--color-primary) 6%, transparent)",
  },
  ".cm-activeLineGutter": { backgroundColor: "var(--color-base-300)", color: "inherit" },
  ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--color-base-content)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "color-mix(in oklab, var(--color-secondary) 24%, transparent)" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in oklab, var(--color-success) 22%, transparent)",
  },
  "&.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "color-mix(in oklab, var(--color-error) 22%, transparent)",
  },
  ".cm-selectionMatch, .cm-searchMatch": {
    backgroundColor: "color-mix(in oklab, var(--color-accent) 30%, transparent)",
  },
  ".cm-searchMatch-selected": {
    backgroundColor: "color-mix(in oklab, var(--color-accent) 60%, transparent)",
  },
  ".cm-panels, .cm-tooltip": {
    backgroundColor: "var(--color-base-200)",
    color: "var(--color-base-content)",
    border: "0 solid var(--color-base-300)",
  },
  ".cm-panels-bottom": { borderTopWidth: "1px" },
  ".cm-tooltip": { borderWidth: "1px", borderRadius: "var(--radius-field)", maxWidth: "36rem" },
  ".cm-panel.cm-search": { padding: "0.4rem 2rem 0.4rem 0.5rem", fontSize: "0.9rem" },
  ".cm-textfield, .cm-button": {
    backgroundColor: "var(--color-base-100)",
    backgroundImage: "none",
    color: "inherit",
    border: "1px solid color-mix(in oklab, var(--color-base-content) 35%, transparent)",
    borderRadius: "var(--radius-field)",
    fontSize: "inherit",
  },
  ".cm-panel button[name=close]": { color: "inherit", fontSize: "1.4rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--color-primary)",
    color: "var(--color-primary-content)",
  },
  ".cm-completionDetail": { float: "right", fontStyle: "normal", opacity: "0.8" },
  ".cm-specialChar": { color: "var(--color-error)" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--color-primary)",
    color: "var(--color-primary-content)",
    font: "inherit",
  },
  ".cm-diagnostic": { fontFamily: "var(--font-sans)", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--color-error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--color-warning)" },
});

/** Says that a change comes from outside, so that it is not told back. */
const fromOutside = Annotation.define<boolean>();

const grammar = new Compartment();
/** What the screen gives and may change. */
const given = new Compartment();

/** What the editor knows of each language; others than the usual one are loaded when it is needed. */
const languages: Record<Language, () => Extension | Promise<Extension>> = {
  cpp: () => cpp,
  python: async () => (await import("./python-editor.ts")).python,
};

const parts: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  highlightSpecialChars({ addSpecialChars: UNSEEN, render: showUnseen }),
  // Undone with the paste.
  EditorView.clipboardInputFilter.of(withoutMarks),
  EditorState.allowMultipleSelections.of(true),
  indentUnit.of("    "),
  EditorState.tabSize.of(4),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  rectangularSelection(),
  crosshairCursor(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search(),
  lintGutter(),
  syntaxHighlighting(colors),
  look,
  // Escape, and then Tab, leaves the editor: CodeMirror does not use a Tab after an Escape.
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...lintKeymap,
    indentWithTab,
    { key: "Escape", run: stayInDialog },
  ]),
];

function showUnseen(code: number, _: string | null, sign: string): HTMLElement {
  const shown = document.createElement("span");
  shown.className = "cm-specialChar";
  shown.textContent = sign;
  shown.title = nameOdd(String.fromCodePoint(code));
  shown.setAttribute("aria-label", shown.title);
  return shown;
}

/** An Escape that is meant for the editor does not close the dialog around it. */
function stayInDialog({ dom }: EditorView): boolean {
  return dom.closest("dialog") !== null;
}

export default function CodeEditor(props: CodeFieldProps) {
  const { language } = props;
  const describedBy = useContext(HintContext);
  const caret = useContext(CaretContext);
  const { label, value, onChange, marks, keys, readOnly, fontSize, control } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const latest = useLatest({ value, onChange, label, describedBy, language, keys, readOnly });
  const [shared] = useState(props.shared);
  const inHindi = useAtomValue(translateAtom);
  const isTouch = useIsTouch();
  const [focused, setFocused] = useState<EditorView | null>(null);
  useLayoutEffect(() => {
    const known = languages[latest.current.language]();
    const view = new EditorView({
      parent: place.current as HTMLElement,
      doc: shared?.text() ?? latest.current.value,
      extensions: [
        given.of(extensionOf(latest.current)),
        grammar.of(known instanceof Promise ? [] : known),
        shared?.extension ?? [],
        isTouch ? EditorView.lineWrapping : [],
        parts,
        EditorView.updateListener.of((update) => {
          const isOurs = update.transactions.some((one) => one.annotation(fromOutside));
          if (update.focusChanged) setFocused(update.view.hasFocus ? update.view : null);
          if (update.docChanged && !isOurs) latest.current.onChange(update.state.doc.toString());
        }),
      ],
    });
    editor.current = view;
    if (caret.current) select(view, ...caret.current);
    caret.current = null;
    return () => {
      editor.current = null;
      view.destroy();
    };
  }, [shared]);
  useEffect(() => {
    let isOver = false;
    const load = async () => {
      const known = await languages[language]();
      const view = editor.current;
      // It begins with a grammar that is here already.
      if (isOver || !view || grammar.get(view.state) === known) return;
      view.dispatch({ effects: grammar.reconfigure(known) });
    };
    // Without a network the program stays without colors.
    load().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [language, shared]);
  // A passive effect could run after the next key, and put the text back to what it was before it.
  useLayoutEffect(() => {
    if (editor.current && !shared) takeText(editor.current, value);
  }, [value, shared]);
  useEffect(() => {
    editor.current?.dispatch({
      effects: given.reconfigure(extensionOf({ keys, label, describedBy, readOnly })),
    });
  }, [keys, label, describedBy, readOnly]);
  useEffect(() => {
    const view = editor.current;
    if (view) view.dispatch(setDiagnostics(view.state, toMarks(view.state, marks ?? [], inHindi)));
  }, [marks, inHindi]);
  useEffect(() => editor.current?.requestMeasure(), [fontSize]);
  useImperativeHandle(control, () => ({
    reveal: (line) => editor.current && reveal(editor.current, line),
    select: (from, to) => editor.current && select(editor.current, from, to),
  }), []);
  return (
    <>
      <div ref={place} className="h-full min-h-0" style={{ fontSize }} />
      {isTouch && focused && !readOnly && (
        <SymbolRow
          view={focused}
          onRun={keys?.find(({ key }) => key === "Mod-Enter")?.run}
        />
      )}
    </>
  );
}

/** The keys, whether the text may be changed, and how assistive technology names and describes it. */
function extensionOf(
  { keys = [], label, describedBy, readOnly = false }:
    & Pick<CodeFieldProps, "keys" | "label" | "readOnly">
    & { describedBy: string },
): Extension {
  const bindings = keys.map(({ key, run }) => ({
    key,
    run() {
      run();
      return true;
    },
  }));
  return [
    Prec.highest(keymap.of(bindings)),
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      "aria-label": label,
      tabindex: "0",
      "aria-describedby": describedBy,
    }),
  ];
}

/** Takes a text from outside, as one change in its middle, so that the cursor stays. */
function takeText(view: EditorView, text: string): void {
  const changes = changedPart(view.state.doc.toString(), text);
  if (changes) view.dispatch({ changes, annotations: fromOutside.of(true) });
}

function select(view: EditorView, from: number, to: number): void {
  view.focus();
  const { length } = view.state.doc;
  view.dispatch({
    selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
    scrollIntoView: true,
  });
}

function reveal(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  view.focus();
  view.dispatch({
    selection: { anchor: from },
    effects: EditorView.scrollIntoView(from, { y: "center" }),
  });
}

/** Messages as the editor's marks. They may be about an older text: stay within. */
function toMarks(
  state: EditorState,
  messages: readonly Diagnostic[],
  inHindi: (sentence: string) => string | null,
): Mark[] {
  return messages.flatMap((message) => {
    if (message.file !== undefined || message.line < 1 || message.line > state.doc.lines) return [];
    const line = state.doc.line(message.line);
    const within = (at: number) => Math.min(Math.max(line.from, at), line.to);
    const from = within(line.from + message.column - 1);
    const isHere = message.endLine === undefined || message.endLine === message.line;
    const to = message.endColumn === undefined
      ? endOfWord(state, from)
      : isHere
      ? within(line.from + message.endColumn - 1)
      : line.to;
    const { explanation = "" } = message;
    const hindi = inHindi(explanation)?.replaceAll("`", "") ?? null;
    const header = includeToAdd(explanation, state.doc.toString());
    return [{
      from,
      to: Math.max(from, to),
      severity: message.severity === "note" ? "info" : message.severity,
      message: `${explanation ? `${hindi ?? explanation}\n` : ""}${message.message}`,
      ...(hindi !== null && { renderMessage: () => inBoth(hindi, message.message) }),
      actions: header === null ? [] : [{
        name: `Add #include <${header}>`,
        apply: (view) => {
          const { at, text } = includeLine(view.state.doc.toString(), header);
          view.dispatch({ changes: { from: at, insert: text } });
        },
      }],
    }];
  });
}

function inBoth(hindi: string, message: string): HTMLElement {
  const shown = document.createElement("span");
  const explanation = document.createElement("span");
  explanation.lang = "hi";
  explanation.textContent = hindi;
  shown.append(explanation, `\n${message}`);
  return shown;
}

function endOfWord(state: EditorState, from: number): number {
  return state.wordAt(from)?.to ?? Math.min(from + 1, state.doc.lineAt(from).to);
}
