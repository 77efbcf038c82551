/** Code that the server has highlighted, with line numbers. */
import { RichText, useInnerHtml } from "./rich-text.tsx";

interface CodeProps {
  label: string;
  html: string;
  /** The source text. Without it, the lines have no numbers. */
  source?: string | null | undefined;
}

export function CodeBlock({ label, html, source }: CodeProps) {
  const inner = useInnerHtml(html);
  const isOneBlock = /^<pre><code[^>]*>(?:(?!<\/?(?:pre|code)\b)[\s\S])*<\/code><\/pre>$/.test(
    html,
  );
  if (!isOneBlock || source == null) return <RichText html={html} />;
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
