/** The preview of a short text: the button that shows it, and the region below the field. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLatest } from "../data/use-latest.ts";
import { flushSync } from "react-dom";
import { ImageChooser, Uploads } from "./image-upload.tsx";
import { PictureHint } from "./picture-hint.tsx";
import { Preview } from "./preview.tsx";
import { useUploads } from "../net/upload.ts";
import { Button } from "../ui/button.tsx";

/**
 * @param write replaces the text, for an image that is inserted from the preview
 * @param scrolls to the preview when it is shown: the field is inside a text that scrolls
 */
export function usePreview(
  text: string,
  write: (text: string) => void,
  scrolls = false,
): { button: ReactNode; region: ReactNode } {
  const [isShown, setShown] = useState(false);
  return {
    button: (
      <Button
        className="btn-ghost"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        Preview
      </Button>
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

interface RegionProps {
  source: string;
  scrolls: boolean;
  onInsert: (text: string) => void;
}

function PreviewRegion({ source, scrolls, onInsert }: RegionProps) {
  const region = useRef<HTMLElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  // An upload ends later: the text may have changed since it began, also by another image.
  const insert = useLatest(onInsert);
  const [uploads, send] = useUploads(
    useCallback((url: string) => flushSync(() => insert.current(`![Image](${url})`)), []),
  );
  useEffect(() => {
    if (scrolls) region.current?.scrollIntoView({ block: "center" });
  }, [scrolls]);
  return (
    <section
      ref={region}
      aria-label="Preview"
      tabIndex={0}
      className="max-h-[40vh] overflow-y-auto rounded-box border border-base-300 p-3"
    >
      <Preview source={source} fallback={<p role="status">Loading the preview...</p>} />
      <PictureHint text={source} onUpload={() => chooser.current?.click()} />
      <ImageChooser ref={chooser} hidden aria-label="Image" onPick={send} />
      <Uploads uploads={uploads} />
    </section>
  );
}
