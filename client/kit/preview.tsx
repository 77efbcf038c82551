/** Markdown as it will look, rendered in the browser; each code sample can be copied. Heavy. */
import editor from "@uiw/react-md-editor/nohighlight";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import rehypeHighlight from "rehype-highlight";
import { type Plugins, safely } from "./sanitiser.ts";

// The package is written as a module, but its types are read as CommonJS.
const { Markdown } = editor as unknown as typeof editor.default;

const LABEL_FOR = 1500;

/** After the sanitiser, as on the server: the classes it adds are ours. */
const highlighted: Plugins = [...safely, [rehypeHighlight, { detect: false }]];

export default function Preview({ source }: { source: string }) {
  return (
    <Markdown
      source={source}
      // Without the package's own looks: it is to look as it will.
      prefixCls=""
      disableCopy
      rehypePlugins={highlighted}
      components={{ pre: Sample }}
      className="prose max-w-none"
    />
  );
}

function Sample({ children }: ComponentProps<"pre">) {
  const code = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), LABEL_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(code.current?.textContent ?? "");
      setCopied(true);
    } catch {
      alert("Failed to copy code.");
    }
  }
  return (
    <div className="relative first:[&>pre]:mt-0">
      <pre ref={code} tabIndex={0} aria-label="Code sample">{children}</pre>
      <button
        type="button"
        className="btn btn-xs absolute top-2 right-2"
        onClick={() => void copy()}
      >
        {copied ? "Copied!" : "Copy"}
      </button>
    </div>
  );
}
