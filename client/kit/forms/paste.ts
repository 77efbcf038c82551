/**
 * What is pasted into a field for Markdown: code gets a fence, which one key takes back; a table or
 * a list of a word processor or a spreadsheet becomes Markdown; a picture that comes alone is
 * uploaded.
 */
import { toast } from "../data/toast.ts";
import { imagesIn, uploadImage } from "../net/upload.ts";
import { withFences } from "./code-fences.ts";

/** HTML that says more than its text. Code editors write their colours as such HTML, too. */
const BLOCKS = /<(table|li|h[1-6])\b/i;
const MARKS = /<(b|strong|i|em|a|code)\b|font-(weight|style)/i;
const CODE_EDITOR = /font-family:[^;]*(mono|courier|consolas|menlo)/i;

/** More HTML than this is a book: its text is pasted. */
const HTML_MOST = 1_000_000;

/** The code that a writer has seen in a fence; "" if the writer was asked about the whole text. */
const settled = new WeakMap<HTMLTextAreaElement, string>();

/** Replaces the selection, so that Ctrl+Z undoes it. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  if (document.execCommand("insertText", false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

export function takePaste(
  event: Pick<ClipboardEvent, "clipboardData" | "target" | "preventDefault">,
): void {
  const { clipboardData: data, target: area } = event;
  if (data === null || !(area instanceof HTMLTextAreaElement)) return;
  const [text, all] = [data.getData("text/plain"), data.getData("text/html")];
  const html = all.length > HTML_MOST ? "" : all;
  const before = area.value.slice(0, area.selectionStart);
  if ((before.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0) % 2 === 1) return;
  const code = withFences(text);
  const isAllCode = code !== null && /^(```)[^]*\n\1\s*$/.test(code) &&
    !/\n```\n[^]*\n```/.test(code);
  if (text.trim() === "") {
    for (const file of imagesIn(data)) {
      event.preventDefault();
      void insertPicture(area, file);
    }
  } else if (
    !isAllCode && (BLOCKS.test(html) || (!code && MARKS.test(html) && !CODE_EDITOR.test(html)))
  ) {
    event.preventDefault();
    void import("./html-to-markdown.ts")
      .then(({ htmlToMarkdown }) => htmlToMarkdown(html))
      .catch(() => text)
      .then((markdown) => insertText(area, markdown));
  } else if (code !== null) {
    event.preventDefault();
    insertCode(area, text.replaceAll("\r\n", "\n"), code);
  }
}

/** Inserts the text first, so that Ctrl+Z leaves it without the fence. */
function insertCode(area: HTMLTextAreaElement, text: string, code: string): void {
  const at = area.selectionStart;
  const isAtLine = at === 0 || area.value[at - 1] === "\n";
  const fenced = `${isAtLine ? "" : "\n\n"}${code}${code.endsWith("\n") ? "" : "\n"}`;
  const replace = (old: string, next: string, from = area.value.indexOf(old)) => {
    if (from < 0) return;
    area.setSelectionRange(from, from + old.length);
    insertText(area, next);
  };
  settled.set(area, text);
  insertText(area, text);
  // Shorter, if the field has a limit.
  if (area.value.startsWith(text, at)) replace(text, fenced, at);
  toast.undoable("Put into a code block. Ctrl+Z undoes it.", () => replace(fenced, text));
}

async function insertPicture(area: HTMLTextAreaElement, file: File): Promise<void> {
  toast.info("Uploading the picture…");
  try {
    insertText(area, `![Image](${await uploadImage(file)})`);
  } catch (error) {
    console.error(`The image ${file.name} was not uploaded:`, error);
  }
}

/** Returns a text with its code in fences; null if none stands outside, or at the second press. */
export function fencesToOffer(area: HTMLTextAreaElement): string | null {
  const isSettled = area.value.includes(settled.get(area) ?? "\0");
  settled.delete(area);
  const fenced = isSettled ? null : withFences(area.value);
  if (fenced !== null) settled.set(area, "");
  return fenced;
}
