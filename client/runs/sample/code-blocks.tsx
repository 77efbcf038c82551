/** A "Run" for each block of a language that runs here, within a text. It opens the block's program in a dialog. */
import { type RefObject, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import Play from "../../kit/ui/icon.tsx?play";
import { type Language, LANGUAGES, languages } from "../../../server/languages/languages.ts";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { TryProgram } from "../benches.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface BlocksProps {
  within: RefObject<HTMLElement | null>;
  assignmentId?: string | undefined;
}

/** The class of a block → its language. */
const FENCES = new Map(
  LANGUAGES.flatMap((one) => languages[one].fences.map((name) => [`language-${name}`, one])),
);
const BLOCKS = [...FENCES.keys()].map((name) => `pre > code.${CSS.escape(name)}`).join(", ");
const languageIn = ({ classList }: Element): Language | undefined =>
  [...classList].map((name) => FENCES.get(name)).find((one) => one !== undefined);

/** A text with more blocks than this is not one to run from. */
const BLOCKS_MOST = 50;

export default function CodeBlocks({ within, assignmentId }: BlocksProps) {
  const places = useBlockButtons(within);
  const [running, setRunning] = useState<Element | null>(null);
  return (
    <>
      {places.map(({ code, place }, at) =>
        createPortal(
          <Button
            className="btn-sm absolute right-0 bottom-4"
            aria-label={places.length === 1 ? "Run" : `Run program ${at + 1}`}
            onClick={() => setRunning(code)}
          >
            <Play aria-hidden className="size-3.5" /> Run
          </Button>,
          place,
        )
      )}
      {running !== null && (
        <Dialog title="Run this program" onClose={() => setRunning(null)} wide>
          <RunPanel code={running} assignmentId={assignmentId} />
        </Dialog>
      )}
    </>
  );
}

function RunPanel({ code, assignmentId }: { code: Element; assignmentId?: string | undefined }) {
  const [changed, setChanged] = useState(code.textContent ?? "");
  const [language] = useState(() => languageIn(code));
  return (
    <TryProgram
      program={{ label: "Program", source: changed, onSource: setChanged }}
      assignmentId={assignmentId}
      language={language}
    />
  );
}

interface BlockButton {
  code: Element;
  /** The element after the block, for its button. */
  place: HTMLElement;
}

/** Whether a change may add or remove a block: in a long thread, to look for all of them is slow. */
const isOfBlocks = ({ addedNodes, removedNodes }: MutationRecord): boolean =>
  [...addedNodes, ...removedNodes].some((node) =>
    node instanceof Element && (node.matches("pre, code") || node.querySelector("pre") !== null)
  );

/** Finds the blocks, also those of a text that comes later or changes. */
function useBlockButtons(within: RefObject<HTMLElement | null>): readonly BlockButton[] {
  const [places, setPlaces] = useState<readonly BlockButton[]>([]);
  useEffect(() => {
    const root = within.current;
    if (root === null) return;
    const kept = new Map<Element, HTMLElement>();
    function look() {
      const found = [...root?.querySelectorAll(BLOCKS) ?? []].slice(0, BLOCKS_MOST);
      const isSame = found.length === kept.size &&
        found.every((code) => kept.get(code)?.isConnected);
      if (isSame) return;
      for (const [code, place] of kept) {
        if (found.includes(code) && place.isConnected) continue;
        place.remove();
        kept.delete(code);
      }
      for (const code of found) {
        if (kept.has(code)) continue;
        const place = document.createElement("div");
        // Within a log, a new button is no news.
        place.ariaLive = "off";
        // It takes no room: the style of `.runnable` keeps the button's room below each block, so
        // that the text does not move when the buttons come.
        place.className = "not-prose relative h-0 print:hidden";
        code.parentElement?.after(place);
        kept.set(code, place);
      }
      setPlaces(found.map((code) => ({ code, place: kept.get(code) as HTMLElement })));
    }
    const watcher = new MutationObserver((changes) => {
      if (changes.some(isOfBlocks)) look();
    });
    watcher.observe(root, { childList: true, subtree: true });
    look();
    return () => {
      watcher.disconnect();
      for (const place of kept.values()) place.remove();
    };
  }, [within]);
  return places;
}
