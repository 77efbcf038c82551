/** A Markdown preview that renders what the server will render. Heavy: import it lazily. */
import { type ComponentProps, useEffect, useRef, useState } from "react";
import Markdown from "react-markdown";
import rehypeHighlight from "rehype-highlight";
import rehypeRaw from "rehype-raw";
import remarkGfm from "remark-gfm";
import { ownPlugins, sanitizer, toHast } from "../../../server/kit/content/rich_text.ts";
import { remarkTags } from "../../../server/kit/content/html_tags.ts";
import { Button } from "../ui/button.tsx";

type Plugins = ComponentProps<typeof Markdown>["rehypePlugins"];

const remark = [remarkGfm, remarkTags] as Plugins;
// The highlighting is after the sanitiser, as on the server: its classes are ours.
const rehype = [
  rehypeRaw,
  sanitizer,
  ...ownPlugins,
  [rehypeHighlight, { detect: false }],
] as Plugins;
/** The sanitiser has checked the addresses. */
const asWritten = (address: string): string => address;

const LABEL_FOR = 1500;

export default function Preview({ source }: { source: string }) {
  return (
    <div className="prose max-w-none">
      <Markdown
        remarkPlugins={remark}
        remarkRehypeOptions={toHast}
        rehypePlugins={rehype}
        urlTransform={asWritten}
        components={components}
      >
        {source}
      </Markdown>
    </div>
  );
}

const components = { pre: Sample };

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
      <Button className="btn-xs absolute top-2 right-2" onClick={() => void copy()}>
        {copied ? "Copied!" : "Copy"}
      </Button>
    </div>
  );
}
