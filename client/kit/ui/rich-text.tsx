/** Shows rich text that the server has rendered, highlighted and sanitised. */
import { useEffect, useMemo, useRef } from "react";

/** The same object for the same text: else React writes the HTML again, and a selection is lost. */
export const useInnerHtml = (html: string) => useMemo(() => ({ __html: html }), [html]);

/** @param html HTML from the server only, never what a person has typed */
export function RichText({ html, className = "" }: { html: string; className?: string }) {
  const inner = useInnerHtml(html);
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text.current) nameApart(text.current);
    // A code sample may be wider than its box. Focusable, it scrolls with the arrow keys.
    for (const sample of text.current?.querySelectorAll("pre") ?? []) sample.tabIndex = 0;
    for (const table of text.current?.querySelectorAll("table") ?? []) {
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    }
  }, [html]);
  return (
    <div
      ref={text}
      className={`prose max-w-none ${className}`}
      dangerouslySetInnerHTML={inner}
    />
  );
}

let copies = 0;

/** Makes footnote ids unique, because the same text may be on the page twice. */
function nameApart(text: HTMLElement): void {
  const isTwice = (id: string) => document.querySelectorAll(`[id="${CSS.escape(id)}"]`).length > 1;
  const [first] = text.querySelectorAll("[id]");
  if (!first || !isTwice(first.id)) return;
  const end = `-${++copies}`;
  for (const named of text.querySelectorAll("[id]")) named.id += end;
  for (const link of text.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    const name = link.hash.slice(1) + end;
    if (text.querySelector(`[id="${CSS.escape(name)}"]`)) link.hash = name;
  }
  for (const one of text.querySelectorAll("[aria-describedby]")) {
    one.setAttribute("aria-describedby", one.getAttribute("aria-describedby") + end);
  }
}

/** A block of code, code in a line, or a name such as `__init__`. */
const CODE =
  /^ {0,3}(```|~~~)[^\n]*\n?([^]*?)(?:^ {0,3}\1[^\n]*$|(?![^]))|(?<!`)(`+)([^`]+)\3(?!`)|(?<!\w)(__[a-z]\w*__)(?!\w)/gim;

/** The text without Markdown's marks, for an excerpt of a line or two. Code stays as it is. */
export function plainText(markdown: string): string {
  const codes: string[] = [];
  return markdown
    .replace(
      CODE,
      (_, _fence, block, _tick, code, name) => `\0${codes.push(block ?? code ?? name) - 1}\0`,
    )
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`+|(\*\*|__)(?=\S)|(?<=\S)(\*\*|__)/g, "")
    .replace(/(^|\s)\*(\S(?:[^*\n]*\S)?)\*(?=[\s.,;:!?)]|$)/gm, "$1$2")
    .replace(/^(#{1,6}|>|[-*+]) /gm, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\0(\d+)\0/g, (_, at) => codes[at] ?? "")
    .trim();
}
