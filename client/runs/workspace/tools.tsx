/** The tools above the workspace's editor: language, limits, size of the text, reset, whole window. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import Ellipsis from "../../kit/ui/icon.tsx?ellipsis";
import Info from "../../kit/ui/icon.tsx?info";
import Maximize from "../../kit/ui/icon.tsx?maximize-2";
import Minimize from "../../kit/ui/icon.tsx?minimize-2";
import { type Language, languageOf, languages } from "../../../server/languages/languages.ts";
import type { JudgeSettings } from "../../../server/languages/types.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { todayAtom } from "../../kit/net/class-day.ts";
import { readStored, writeStored } from "../../kit/net/storage.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Confirm } from "../../kit/ui/dialog.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { showMoment } from "../../kit/ui/show-moment.ts";

interface ToolsProps {
  settings: JudgeSettings;
  languages: readonly Language[];
  onLanguage: (language: Language) => void;
  size: ReturnType<typeof useFontSize>;
  canReset: boolean;
  onReset: () => void;
  isWhole: boolean;
  onWhole: () => void;
  /** When the program was run that is in the editor, if nothing was typed in this browser. */
  keptAt: string | null;
}

/** The workspace's heading, and tools to the right of it. */
export function Tools(props: ToolsProps) {
  const { settings, languages: taken, onLanguage, size, canReset, onReset, isWhole, onWhole } =
    props;
  useShortcuts([
    { keys: ["Ctrl+Shift+F"], name: "Workspace over the whole window, and back", run: onWhole },
    ...isWhole ? [{ keys: ["Escape"], name: "Leave the whole window", run: onWhole }] : [],
  ]);
  const [asking, setAsking] = useState(false);
  const today = useAtomValue(todayAtom);
  return (
    <div className="flex min-h-[2.5625rem] items-center gap-1 border-b border-base-300 bg-base-200 px-3 py-1">
      <h2 className="shrink-0 font-bold">Program</h2>
      {taken.length > 1 && (
        <select
          aria-label="Language"
          className="select select-sm w-auto shrink-0"
          value={languageOf(settings)}
          onChange={(event) => onLanguage(event.target.value as Language)}
        >
          {taken.map((one) => <option key={one} value={one}>{languages[one].name}</option>)}
        </select>
      )}
      <Menu
        plain
        name="Language and limits"
        label={<Info aria-hidden className="size-4" />}
        className="btn-sm btn-square"
      >
        {settingsOf(settings).map((one) => <li key={one} className="px-2 py-1">{one}</li>)}
      </Menu>
      <p className="mr-auto truncate text-sm text-muted">
        {props.keptAt && `Your program of ${showMoment(props.keptAt, today)}`}
      </p>
      <Menu
        plain
        align="end"
        name="Editor"
        label={<Ellipsis aria-hidden className="size-5" />}
        className="btn-sm btn-square"
      >
        {([[-1, "Smaller text"], [1, "Larger text"]] as const).map(([by, name]) => (
          <li key={name}>
            <button
              type="button"
              aria-disabled={!size.has(by) || undefined}
              onClick={(event) => {
                // The menu stays: the next size may be the right one.
                event.stopPropagation();
                size.change(by);
              }}
            >
              {name}
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-disabled={!canReset || undefined}
            onClick={() => canReset && setAsking(true)}
          >
            Reset
          </button>
        </li>
      </Menu>
      <Button
        className="btn-ghost btn-sm btn-square max-lg:hidden"
        aria-pressed={isWhole}
        aria-label="Whole window"
        title="Whole window (Ctrl + Shift + F)"
        onClick={onWhole}
      >
        {isWhole
          ? <Minimize aria-hidden className="size-4" />
          : <Maximize aria-hidden className="size-4" />}
      </Button>
      {asking && (
        <Confirm
          title="Begin again?"
          action="Reset program"
          onConfirm={onReset}
          onClose={() => setAsking(false)}
        >
          Your program is replaced by the text that the question begins with. Ctrl + Z in the editor
          brings it back.
        </Confirm>
      )}
    </div>
  );
}

/** The language, the limits, and what differs from the students' own machines. */
function settingsOf(settings: JudgeSettings): string[] {
  const { standard, timeMs, memoryMb } = settings;
  const { name, hasStandards, note } = languages[languageOf(settings)];
  const version = hasStandards ? standard.replace("c", "C") : name;
  return [version, `${timeMs / 1000} s for each case`, `${memoryMb} MB of memory`, note];
}

/** The size of the text in the editor. The browser keeps its place in the list. */
const SIZES = ["0.8rem", "0.875rem", "0.95rem", "1.1rem", "1.3rem", "1.6rem"];
const SIZE_KEY = "editor-size";
const USUAL_SIZE = 1;

export function useFontSize() {
  const [kept, setSize] = useState(() => readStored<number>(SIZE_KEY) ?? USUAL_SIZE);
  const size = kept in SIZES ? kept : USUAL_SIZE;
  return {
    text: SIZES[size] as string,
    has: (by: number) => size + by in SIZES,
    change(by: number) {
      if (!(size + by in SIZES)) return;
      writeStored(SIZE_KEY, size + by);
      setSize(size + by);
    },
  };
}
