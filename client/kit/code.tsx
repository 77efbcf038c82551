/** Code as the server has highlighted it, with line numbers. */
import { Markup, useInner } from "./markup.tsx";

interface CodeProps {
  /** What it is called for those who cannot see it. */
  label: string;
  /** As the server rendered it. */
  html: string;
  /** As it was written; without it, the lines are not numbered. */
  source?: string | null | undefined;
}

export function Code({ label, html, source }: CodeProps) {
  const inner = useInner(html);
  const isOneBlock = /^<pre><code[^>]*>(?:(?!<\/?(?:pre|code)\b)[\s\S])*<\/code><\/pre>$/.test(
    html,
  );
  if (!isOneBlock || source == null) return <Markup html={html} />;
  const lines = source.replace(/\n$/, "").split("\n").length;
  return (
    <div className="code flex overflow-hidden rounded-field border border-base-300 bg-base-200 font-mono text-[0.9rem] leading-6">
      <pre
        aria-hidden
        className="shrink-0 border-r border-base-300 px-3 py-2.5 text-right text-muted select-none"
      >{Array.from({ length: lines }, (_, place) => place + 1).join("\n")}</pre>
      <div
        role="region"
        aria-label={label}
        tabIndex={0}
        className="min-w-0 grow overflow-x-auto px-3 py-2.5 -outline-offset-3"
        dangerouslySetInnerHTML={inner}
      />
    </div>
  );
}
