/** Rich text as the server has rendered, highlighted and sanitised it. */

/** @param html only what the server sent under a name for HTML, never what somebody typed */
export function Markup({ html, className = "" }: { html: string; className?: string }) {
  return (
    <div className={`prose max-w-none ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
  );
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
