/** A row of a program's signs above a phone's keyboard, which has them on further pages. */
import { insertBracket } from "@codemirror/autocomplete";
import {
  cursorCharLeft,
  cursorCharRight,
  cursorLineDown,
  cursorLineUp,
  indentMore,
  undo,
} from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { type ReactNode, useEffect } from "react";
import ChevronDown from "../ui/icon.tsx?chevron-down";
import Play from "../ui/icon.tsx?play";

/** Those that programs have most come first. */
const SIGNS: [sign: string, name: string][] = [
  [";", "Semicolon"],
  ["(", "Opening parenthesis"],
  [")", "Closing parenthesis"],
  ["{", "Opening brace"],
  ["}", "Closing brace"],
  ['"', "Double quote"],
  ["<", "Less than"],
  [">", "Greater than"],
  ["=", "Equals"],
  ["+", "Plus"],
  ["-", "Minus"],
  ["*", "Asterisk"],
  ["/", "Slash"],
  ["[", "Opening bracket"],
  ["]", "Closing bracket"],
  ["#", "Hash"],
  ["&", "Ampersand"],
  ["|", "Vertical bar"],
  ["!", "Exclamation mark"],
  ["'", "Single quote"],
];
const COMMANDS = [
  ["⇥", "Tab", indentMore],
  ["↶", "Undo", undo],
  ["←", "Left", cursorCharLeft],
  ["→", "Right", cursorCharRight],
  ["↑", "Up", cursorLineUp],
  ["↓", "Down", cursorLineDown],
] as const;

/** Types a sign as a keyboard does: brackets close themselves, and a closing one is typed over. */
function type(view: EditorView, sign: string): void {
  view.dispatch(
    insertBracket(view.state, sign) ?? view.state.replaceSelection(sign),
    { userEvent: "input.type", scrollIntoView: true },
  );
}

export function SymbolRow({ view, onRun }: { view: EditorView; onRun: (() => void) | undefined }) {
  useSeenPart(view);
  const close = () => view.contentDOM.blur();
  const run = onRun && (() => {
    close();
    onRun();
  });
  return (
    <div
      role="toolbar"
      aria-label="Signs"
      className="sign-row z-50 flex h-11 border-t border-base-300 bg-base-200 print:hidden"
      // The editor keeps the focus, and the keyboard stays.
      onMouseDown={(event) => event.preventDefault()}
    >
      {run && (
        <Key name="Run" look="bg-primary text-primary-content" onPress={run}>
          <Play aria-hidden className="size-5" />
        </Key>
      )}
      <div className="flex min-w-0 grow overflow-x-auto [scrollbar-width:none]">
        {SIGNS.map(([sign, name]) => (
          <Key
            key={sign}
            name={name}
            look="font-mono text-lg"
            onPress={() => type(view, sign)}
          >
            {sign}
          </Key>
        ))}
        {COMMANDS.map(([sign, name, command]) => (
          <Key
            key={name}
            name={name}
            look="text-xl"
            onPress={() => command(view)}
          >
            {sign}
          </Key>
        ))}
      </div>
      <Key name="Close the keyboard" look="border-l border-base-300" onPress={close}>
        <ChevronDown aria-hidden className="size-5" />
      </Key>
    </div>
  );
}

interface KeyProps {
  name: string;
  look: string;
  onPress: () => void;
  children: ReactNode;
}

function Key({ name, look, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={name}
      className={`grid h-full min-w-9 shrink-0 touch-manipulation place-items-center active:bg-base-300 ${look}`}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

/** Tells the styles which part of the page is above the keyboard, and keeps the cursor in it. */
function useSeenPart(view: EditorView): void {
  useEffect(() => {
    const { style, dataset } = document.documentElement;
    const { visualViewport: seen } = globalThis;
    const signs = ["resize", "scroll"];
    const place = () => {
      style.setProperty("--seen-top", `${seen?.offsetTop ?? 0}px`);
      style.setProperty("--seen-height", `${seen?.height ?? innerHeight}px`);
      const { head } = view.state.selection.main;
      view.dispatch({ effects: EditorView.scrollIntoView(head, { yMargin: 30 }) });
    };
    dataset.typing = "";
    place();
    for (const sign of signs) seen?.addEventListener(sign, place);
    return () => {
      delete dataset.typing;
      for (const sign of signs) seen?.removeEventListener(sign, place);
    };
  }, [view]);
}
