/** Rich text as the server has rendered, highlighted and sanitised it. */
import { useEffect, useMemo, useRef } from "react";

/** React writes another object again, the same text or not: what somebody has selected would go. */
export const useInner = (html: string) => useMemo(() => ({ __html: html }), [html]);

/** @param html only what the server sent under a name for HTML, never what somebody typed */
export function Markup({ html, className = "" }: { html: string; className?: string }) {
  const inner = useInner(html);
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text.current) nameApart(text.current);
    // A sample may be wider than its place, and is then moved with the arrow keys.
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

/** Where the same text stands on the page twice, each one's footnotes lead to its own notes. */
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

/** A text as written, without the marks of Markdown: for an excerpt of a line or two. */
export function plain(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(```|~~~)[^\n]*$/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`+|\*\*|__/g, "")
    .replace(/(^|\s)\*(\S(?:[^*\n]*\S)?)\*(?=[\s.,;:!?)]|$)/gm, "$1$2")
    .replace(/^(#{1,6}|>|[-*+]) /gm, "")
    .trim();
}
