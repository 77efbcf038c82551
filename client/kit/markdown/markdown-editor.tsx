/** The Markdown editor. It is heavy: import this file lazily. */
import editor, { type ICommand } from "@uiw/react-md-editor/nohighlight";
import {
  type ClipboardEvent,
  cloneElement,
  type DragEvent,
  isValidElement,
  type SVGProps,
  useCallback,
  useRef,
} from "react";
import Code2 from "../ui/icon.tsx?code-xml";
import ImagePlus from "../ui/icon.tsx?image-plus";
import { CodeOffer } from "../forms/code-offer.tsx";
import type { Control } from "../forms/form.tsx";
import { insertText, takePaste } from "../forms/paste.ts";
import { ImageChooser, Uploads } from "./image-upload.tsx";
import { PictureHint } from "./picture-hint.tsx";
import { Preview } from "./preview.tsx";
import { imagesIn, useUploads } from "../net/upload.ts";
import "@uiw/react-md-editor/markdown-editor.css";
import { Button } from "../ui/button.tsx";

// The package is an ES module, but its types are read as CommonJS.
const MDEditor = editor as unknown as typeof editor.default;

const components = {
  preview: (source: string) => <Preview source={source} />,
};

const SAMPLE = "\n```cpp\n\n```\n";

/** A centred image of full width, with a caption to edit. */
const figure = (url: string) =>
  `\n<figure class="image"><img src="${url}" alt="Image" width="300" height="150">` +
  `<figcaption>Image</figcaption></figure>\n`;

/** The cursor, or the end of the code block that it is in. */
function outsideCode(text: string, at: number): number {
  const fences = [...text.matchAll(/^ {0,3}(?:```|~~~).*$/gm)];
  const before = fences.filter(({ index }) => index < at).length;
  const closing = before % 2 === 1 ? fences[before] : undefined;
  return closing === undefined ? at : closing.index + closing[0].length;
}

/** The buttons have names, so their icons are hidden from screen readers. */
function withoutNames(command: ICommand): ICommand {
  const { icon } = command;
  return isValidElement<SVGProps<SVGSVGElement>>(icon)
    ? { ...command, icon: cloneElement(icon, { "aria-hidden": true, role: undefined }) }
    : command;
}

export interface MarkdownProps {
  control: Control;
  value: string;
  onChange: (value: string) => void;
  /** In px. */
  height: number;
  /** Without its own preview, on screens that have one. */
  plain?: boolean;
}

/** The height of the row of buttons below the editor, in px. */
const BUTTONS = 40;

export default function Editor({ control, value, onChange, height, plain }: MarkdownProps) {
  const root = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const insert = useCallback((text: string, back = 0) => {
    const area = root.current?.querySelector("textarea");
    if (!area) return;
    const at = outsideCode(area.value, area.selectionEnd);
    area.setSelectionRange(at, at);
    insertText(area, text);
    const caret = area.selectionEnd - back;
    requestAnimationFrame(() => area.setSelectionRange(caret, caret));
  }, []);
  const [uploads, send] = useUploads(useCallback((url: string) => insert(figure(url)), [insert]));
  function take(event: ClipboardEvent | DragEvent): void {
    const isPaste = "clipboardData" in event;
    // A spreadsheet brings a picture of its cells, too.
    if (isPaste && event.clipboardData.getData("text/plain").trim() !== "") return takePaste(event);
    const images = imagesIn(isPaste ? event.clipboardData : event.dataTransfer);
    if (images.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    send(images);
  }
  return (
    <div ref={root} className="editor" onPasteCapture={take} onDropCapture={take}>
      <MDEditor
        value={value}
        onChange={(next) => onChange(next ?? "")}
        height={height - BUTTONS}
        preview={plain ? "edit" : "live"}
        extraCommands={plain ? [] : undefined}
        visibleDragbar={false}
        // Tab leaves the field, so keyboard users are not trapped.
        defaultTabEnable
        commandsFilter={withoutNames}
        textareaProps={control}
        components={components}
      />
      <CodeOffer id={control.id} text={value} />
      <PictureHint text={value} onUpload={() => chooser.current?.click()} />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <label className="btn btn-sm focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus">
          <ImagePlus aria-hidden className="size-4" /> Insert image
          <ImageChooser ref={chooser} className="sr-only" onPick={send} />
        </label>
        <Button icon={Code2} className="btn-sm" onClick={() => insert(SAMPLE, "\n```\n".length)}>
          Add code sample
        </Button>
        <Uploads uploads={uploads} />
      </div>
    </div>
  );
}
