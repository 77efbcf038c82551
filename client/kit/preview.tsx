/** Markdown exactly as the server will have it, rendered in the browser; code can be copied. Heavy. */
import editor from "@uiw/react-md-editor/nohighlight";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import rehypeHighlight from "rehype-highlight";
import rehypeRaw from "rehype-raw";
import remarkGfm from "remark-gfm";
import { own, safely, toHast } from "../../server/kit/rich.ts";
import { remarkTags } from "../../server/kit/tags.ts";

// The package is written as a module, but its types are read as CommonJS.
const { Markdown } = editor as unknown as typeof editor.default;

type Filter = NonNullable<ComponentProps<typeof Markdown>["pluginsFilter"]>;

const plugins = {
  remark: [remarkGfm, remarkTags],
  // After the sanitiser, as on the server: the classes it adds are ours.
  rehype: [rehypeRaw, safely, ...own, [rehypeHighlight, { detect: false }]],
} as Record<Parameters<Filter>[0], ReturnType<Filter>>;
/** The package's own would show what the server does not. */
const onlyOurs: Filter = (kind) => plugins[kind];

const LABEL_FOR = 1500;

export default function Preview({ source }: { source: string }) {
  return (
    <Markdown
      source={source}
      // Without the package's own looks: it is to look as it will.
      prefixCls=""
      disableCopy
      pluginsFilter={onlyOurs}
      remarkRehypeOptions={toHast}
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
