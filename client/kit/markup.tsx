/** Rich text as the server has rendered, highlighted and sanitised it. */

/** @param html only what the server sent under a name for HTML, never what somebody typed */
export function Markup({ html, className = "" }: { html: string; className?: string }) {
  return (
    <div className={`prose max-w-none ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
