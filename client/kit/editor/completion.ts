/** How the editor offers names while a program is typed, in all languages. */
import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  type CompletionSource,
  completionStatus,
  moveCompletionSelection,
  selectedCompletion,
} from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

/** Tab takes what is chosen, or else the first; Enter stays a new line until a choice is made. */
function acceptWithTab(view: EditorView): boolean {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletion(view.state) === null) moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}

/** Escape closes what is offered, and goes on: with a Tab after it, it leaves the editor. */
function closeOnEscape(view: EditorView): boolean {
  closeCompletion(view);
  return false;
}

/** @param source of what is offered; without it, the language's own */
export const completionFrom = (source?: CompletionSource): Extension => [
  Prec.highest(keymap.of([{ key: "Escape", run: closeOnEscape }])),
  autocompletion({
    ...(source && { override: [source] }),
    selectOnOpen: false,
    icons: false,
    maxRenderedOptions: 50,
  }),
  keymap.of([{ key: "Tab", run: acceptWithTab }]),
];
