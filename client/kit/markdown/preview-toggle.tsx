/** The preview of a short text: the button that shows it, and the region below the field. */
import { type ReactNode, useState } from "react";
import PreviewRegion from "./preview-region.tsx";

interface Options {
  /** Scrolls to the preview when it is shown: the field is inside a text that scrolls. */
  scrolls?: boolean;
}

/** @param write replaces the text, for an image that is inserted from the preview */
export function usePreview(
  text: string,
  write: (text: string) => void,
  { scrolls = false }: Options = {},
): { button: ReactNode; region: ReactNode } {
  const [isShown, setShown] = useState(false);
  return {
    button: (
      <button
        type="button"
        className="btn btn-ghost"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        Preview
      </button>
    ),
    region: isShown &&
      (text.trim() === "" ? <p className="text-muted">Nothing is written yet.</p> : (
        <PreviewRegion
          source={text}
          scrolls={scrolls}
          onInsert={(more) => write(`${text}\n\n${more}\n`)}
        />
      )),
  };
}
