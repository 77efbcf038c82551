/** Markdown as it will look, rendered in the browser; each code sample can be copied. Heavy. */
import editor from "@uiw/react-md-editor/nohighlight";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";

// The package is written as a module, but its types are read as CommonJS.
const { Markdown } = editor as unknown as typeof editor.default;

const LABEL_FOR = 1500;

/** What the server lets through: figures too, and nothing that runs. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), "figure", "figcaption"],
  attributes: {
    ...defaultSchema.attributes,
    figure: [["className", "image"]],
    img: [...(defaultSchema.attributes?.img ?? []), "width", "height", "alt"],
  },
};

type Plugins = NonNullable<ComponentProps<typeof Markdown>["rehypePlugins"]>;
export const safely: Plugins = [rehypeRaw, [rehypeSanitize, schema]];

export default function Preview({ source }: { source: string }) {
  return (
    <div className="editor">
      <Markdown
        source={source}
        disableCopy
        rehypePlugins={safely}
        components={{ pre: Sample }}
        className="prose max-w-none"
      />
    </div>
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
    <div className="relative">
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
